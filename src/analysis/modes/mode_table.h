/* mode_table.h: collects the properties of modes, and writes and prints them.
   The caller creates a table, fills in the numbers, then writes and prints it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_MODES_MODE_TABLE_H
#define FS_ANALYSIS_MODES_MODE_TABLE_H

#include "participation.h"
#include "analysis/run/run.h"

enum {
  MODE_FREQUENCY,
  MODE_GROWTH,
  MODE_DAMPING,
  MODE_RESIDUAL,
  MODE_GENERALIZED_MASS,
  MODE_RIGID,
  MODE_NUMBERS
};

typedef struct {
  PetscInt        n;                    /* modes */
  PetscReal      *number[MODE_NUMBERS]; /* [n] frequency [Hz], growth [1/s], damping ratio, ... */
  ModeProperties *properties;           /* [n] */
  PetscReal       point[3], inertia[COMPONENTS]; /* see Participation */
  PetscBool       effective; /* the shapes are complete real modes: write effective masses */
} ModeTable;

/* ModeTableCreate - Computes properties and generalized masses of shapes about the run's state.

   Input:
     M          mass matrix
     point      [m] point about which rigid rotations are defined
     x          [n] shapes
     effective  whether effective masses are meaningful, which those of complex modes are not
   Output:
     table      all numbers are 0, except MODE_GENERALIZED_MASS
   Collective, as all functions here. */
PetscErrorCode ModeTableCreate(const Run *run, Mat M, const PetscReal point[3], PetscInt n,
                               const Vec x[], PetscBool effective, ModeTable *table);
PetscErrorCode ModeTableDestroy(ModeTable *table);

/* ModeTableWrite - Writes the table to /modes of the output. */
PetscErrorCode ModeTableWrite(const Run *run, const ModeTable *table);

/* ModeTablePrint - Prints the table, unless the run is quiet. */
PetscErrorCode ModeTablePrint(const Run *run, const ModeTable *table);

#endif
