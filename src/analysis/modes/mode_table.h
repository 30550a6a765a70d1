/* mode_table.h: what is told of each mode that an analysis has found, on the screen and in /modes. Used by modes.c:
   Create, fill in the numbers, Write and Print. */
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

/* Of n modes; number[MODE_...][n]: frequency [Hz], growth [1/s], damping ratio, ... */
typedef struct {
  PetscInt        n;
  PetscReal      *number[MODE_NUMBERS];
  ModeProperties *properties; /* [n] */
  PetscReal       point[3], inertia[COMPONENTS];
  PetscBool       effective; /* x are all of the shapes, so that effective masses mean something */
} ModeTable;

/* Find the facts of the shapes x[n] about the run's state, and generalized masses; other numbers are 0. M: the mass matrix; point:
   about which rotations count. Collective, as all here. */
PetscErrorCode ModeTableCreate(const Run *run, Mat M, const PetscReal point[3], PetscInt n,
                               const Vec x[], PetscBool effective, ModeTable *table);
PetscErrorCode ModeTableDestroy(ModeTable *table);

/* To /modes of the output, and to the screen unless the run is quiet. */
PetscErrorCode ModeTableWrite(const Run *run, const ModeTable *table);
PetscErrorCode ModeTablePrint(const Run *run, const ModeTable *table);

#endif
