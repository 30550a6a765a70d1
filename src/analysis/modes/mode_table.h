/* mode_table.h: collects the properties of modes, and writes and prints them.
   The caller creates a table, fills in the numbers, then writes and prints it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_MODES_MODE_TABLE_H
#define FS_ANALYSIS_MODES_MODE_TABLE_H

#include "participation.h"
#include "analysis/run/run.h"

/* The columns of the table: what each number of a mode means. */
enum {
  MODE_FREQUENCY,        /* the frequency [Hz] */
  MODE_GROWTH,           /* the rate s of the amplitude exp(s t); negative with damping [1/s] */
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
  /* the point through which the axes of the rigid rotations go [m]. The mass of the model for rigid
     displacements along x, y, z [kg], and its moments of inertia for rotations about the axes [kg
     m2] */
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

/* ModeTableWrite - Writes the table to /modes of the output. */
PetscErrorCode ModeTableWrite(const Run *run, const ModeTable *table);

/* ModeTablePrint - Prints the table, unless the run is quiet. */
PetscErrorCode ModeTablePrint(const Run *run, const ModeTable *table);

#endif
