/* mode_table.h: collects the properties of modes, and writes and prints them.
   The caller creates a table, fills in the numbers, then writes and prints it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_MODES_MODE_TABLE_H
#define FS_ANALYSIS_MODES_MODE_TABLE_H

#include "analysis/run/run.h"
#include "assembly/term.h"

/* ---- participation --------------------------------------------------------------------------- */

/* Participation - What ParticipationCompute needs for each mode of one model.

   A participation factor is the product x . M u of a mode x with a rigid motion u of the model.
   The six rigid motions are unit displacements along x, y and z, and unit rotations about axes in
   these directions through a point. */
typedef struct {
  Evaluation ev; /* evaluates the model at the state about which the modes are small motions */
  PetscReal  point[3]; /* a point on the axes of the three rigid rotations [m] */
  /* the masses of the model along x, y, z [kg], then its moments of inertia about x, y, z [kg
     m2] */
  PetscReal inertia[COMPONENTS];
  Vec       rigid[COMPONENTS]; /* M u for each rigid motion u */
  /* [nparts] vectors: entry i of part[k] is the fraction with which the dof i belongs to part k.
     The fractions of a dof in all parts add up to 1 */
  Vec *part;
  Vec  Mx, product; /* scratch */
} Participation;

/* ModeProperties - Properties of a mode x with x . M x = 1, where M is the mass matrix. */
typedef struct {
  /* participation factors of displacements [sqrt(kg)] and rotations [sqrt(kg) m], three each; their
     squares are effective masses */
  PetscReal factor[COMPONENTS];
  PetscReal share_of_component, share_of_part; /* fractions of the kinetic energy */
  PetscReal largest;   /* the largest displacement of a node, for x . M x = 1 */
  int       component; /* component in global axes with the largest share of the kinetic energy */
  PetscInt  part;      /* index of the part with the largest share of the kinetic energy */
} ModeProperties;

/* ParticipationCreate - Prepares the computation of participation factors of modes for the state at
   which ev evaluates the model.

   Input:
     ev     the model at the state of the modes; copied
     point  the axes of the rigid rotations go through this point [m]
     M      the mass matrix at this state
   Output:
     p      the caller destroys it by ParticipationDestroy
   Collective, as are all other functions of this header. */
PetscErrorCode ParticipationCreate(const Evaluation *ev, const PetscReal point[3], Mat M,
                                   Participation *p);
PetscErrorCode ParticipationDestroy(Participation *p);

/* The columns of the table: what each number of a mode means. */
enum {
  MODE_FREQUENCY,        /* the frequency [Hz] */
  MODE_GROWTH,           /* the rate s of the amplitude exp(s t) [1/s]; negative with damping */
  MODE_DAMPING,          /* the damping ratio */
  MODE_RESIDUAL,         /* the relative residual of the eigenvalue problem */
  MODE_GENERALIZED_MASS, /* x . M x of the shape x whose largest displacement is 1 [kg] */
  MODE_RIGID,            /* 1 for a rigid motion or a mechanism, otherwise 0 */
  MODE_NUMBERS
};

typedef struct {
  PetscInt        n;                    /* the number of modes */
  PetscReal      *number[MODE_NUMBERS]; /* [n] numbers in each column */
  ModeProperties *properties;           /* [n] participation factors and kinetic energies */
  /* a point on the axes of the three rigid rotations [m]; masses of the model along x, y, z [kg],
     and its moments of inertia about the axes through the point [kg m2] */
  PetscReal point[3], inertia[COMPONENTS];
  PetscBool effective; /* PETSC_TRUE if effective masses are written */
} ModeTable;

/* ModeTableCreate - Computes participation factors, kinetic energies and generalized masses of n
   modes about the state run->s.

   Input:
     M          the mass matrix
     point      the axes of the rigid rotations go through this point [m]
     x          [n] the mode shapes, with x . M x = 1
     effective  PETSC_TRUE for real modes; complex modes have no meaningful effective masses
   Output:
     table      the columns are 0, except MODE_GENERALIZED_MASS; the caller fills in the others. The
                caller destroys the table by ModeTableDestroy
   Collective, as are all other functions of this header. */
PetscErrorCode ModeTableCreate(const Run *run, Mat M, const PetscReal point[3], PetscInt n,
                               const Vec x[], PetscBool effective, ModeTable *table);
PetscErrorCode ModeTableDestroy(ModeTable *table);

/* ModeTableWrite - Writes a table of mode properties to /modes of the output file. */
PetscErrorCode ModeTableWrite(const Run *run, const ModeTable *table);

/* ModeTablePrint - Prints the table of vibration modes, unless the run is quiet. */
PetscErrorCode ModeTablePrint(const Run *run, const ModeTable *table);

#endif
