/* mode_table.h: collects the properties of modes, and writes and prints them.
   The caller creates a table, fills in the numbers, then writes and prints it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_MODES_MODE_TABLE_H
#define FS_ANALYSIS_MODES_MODE_TABLE_H

#include "participation.h"
#include "analysis/run/run.h"

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
