/* mode_table.h: collects the properties of modes, and writes and prints them.
   The caller creates a table, fills in the numbers, then writes and prints it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_MODES_MODE_TABLE_H
#define FS_ANALYSIS_MODES_MODE_TABLE_H

#include "analysis/run/run.h"
#include "assembly/evaluation.h"

/* ---- participation --------------------------------------------------------------------------- */

/* Participation - Data of ParticipationCompute.

   The free dofs have six rigid motions: unit displacements along x, y, z, and unit rotations about
   axes in these directions through a point. */
typedef struct {
  Evaluation ev;                  /* at the state about which the modes are small motions */
  PetscReal  point[3];            /* the axes of rotation go through this point [m] */
  PetscReal  inertia[COMPONENTS]; /* masses [kg], then moments of inertia [kg m2] */
  Vec        rigid[COMPONENTS];   /* mass matrix times each rigid motion */
  /* [nparts] share with which each dof belongs to the part; the shares in all parts add up to 1 */
  Vec *part;
  Vec  Mx, product; /* scratch */
} Participation;

/* ModeProperties - Properties of a mode x with x . M x = 1, where M is the mass matrix. */
typedef struct {
  /* participation factors: three of displacements [sqrt(kg)], three of rotations [sqrt(kg) m];
     their squares are effective masses */
  PetscReal factor[COMPONENTS];
  PetscReal share_of_component, share_of_part; /* fractions of the kinetic energy */
  PetscReal largest;                           /* largest displacement of a node */
  int       component;                         /* component in global axes with the largest share */
  PetscInt  part;                              /* index of the part with the largest share */
} ModeProperties;

/* ParticipationCreate - Computes what ParticipationCompute needs about the state of ev.

   That is M times each rigid motion, the inertias, and the parts to which dofs belong.
   Input:
     ev     copied
     point  rotations are about axes through this point [m]
     M      mass matrix
   Collective, as all functions here. */
PetscErrorCode ParticipationCreate(const Evaluation *ev, const PetscReal point[3], Mat M,
                                   Participation *p);
PetscErrorCode ParticipationDestroy(Participation *p);

/* ParticipationCompute - Computes the properties of the mode x; M is the mass matrix. */
PetscErrorCode ParticipationCompute(Participation *p, Mat M, Vec x, ModeProperties *properties);

/* The numbers of a mode. */
enum {
  MODE_FREQUENCY,        /* [Hz] */
  MODE_GROWTH,           /* growth rate of the motion [1/s] */
  MODE_DAMPING,          /* damping ratio */
  MODE_RESIDUAL,         /* relative residual of the eigenvalue problem */
  MODE_GENERALIZED_MASS, /* mass if the largest displacement is 1 [kg] */
  MODE_RIGID,            /* 1 for a rigid motion or a mechanism, otherwise 0 */
  MODE_NUMBERS
};

typedef struct {
  PetscInt        n;                             /* number of modes */
  PetscReal      *number[MODE_NUMBERS];          /* [n] each */
  ModeProperties *properties;                    /* [n] */
  PetscReal       point[3], inertia[COMPONENTS]; /* see Participation */
  PetscBool       effective;                     /* effective masses are written */
} ModeTable;

/* ModeTableCreate - Computes properties and generalized masses of n modes about the state run->s.

   Input:
     M          mass matrix
     point      point of the axes of rigid rotations, see Participation [m]
     x          [n] mode shapes
     effective  PETSC_TRUE for real modes; complex modes have no meaningful effective masses
   Output:
     table      all numbers are 0, except MODE_GENERALIZED_MASS; the caller sets them
   Collective, as all functions here. */
PetscErrorCode ModeTableCreate(const Run *run, Mat M, const PetscReal point[3], PetscInt n,
                               const Vec x[], PetscBool effective, ModeTable *table);
PetscErrorCode ModeTableDestroy(ModeTable *table);

/* ModeTableWrite - Writes the table to /modes of the output. */
PetscErrorCode ModeTableWrite(const Run *run, const ModeTable *table);

/* ModeTablePrint - Prints the table, unless the run is quiet. */
PetscErrorCode ModeTablePrint(const Run *run, const ModeTable *table);

#endif
