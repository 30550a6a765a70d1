/* stage_parts.h: the parts of a stage. Each part solves equations of one kind, and the files of its
   room see this part and those that the part uses. stage.c creates and connects the parts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_STAGE_PARTS_H
#define FS_SOLVE_STAGE_PARTS_H

#include <fs/solve.h>

/* StageMatrix - The matrix of the linear systems that a stage solves, and its solver
   (stage_matrix.h). */
typedef struct _n_StageMatrix *StageMatrix;

/* FreeMotions - The rigid motions that nothing resists, which equilibria may hold
   (free_motions.h). */
typedef struct _n_FreeMotions *FreeMotions;

/* LinearStage - Solves the equations of a stage, one or more of which make a time step, if the
   system is linear: by one solve with the effective matrix (linear/effective_matrix.h). */
typedef struct _n_LinearStage *LinearStage;

/* NonlinearStage - Solves stages by Newton's method (newton/nonlinear.h). */
typedef struct _n_NonlinearStage *NonlinearStage;

/* Stabilized - Solves stages with stabilized velocities (ggl.h). */
typedef struct _n_Stabilized *Stabilized;

/* MidpointStage - Solves steps of schemes that conserve energy and angular momentum
   (midpoint/midpoint_stage.h). */
typedef struct _n_MidpointStage *MidpointStage;

/* ConstraintSolver - Finds states that satisfy the constraints, and redundant constraints
   (constraint_solver.h). */
typedef struct _n_ConstraintSolver *ConstraintSolver;

#endif
