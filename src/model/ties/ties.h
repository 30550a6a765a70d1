/* ties.h: rigid couplings, diaphragms, equations, periodic sets, distributed couplings and glued
   parts.

   tie_kind.h says what a tie consists of, and declares the kinds of ties. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_TIES_TIES_H
#define FS_MODEL_TIES_TIES_H

#include "mesh/mesh_options.h"
#include "tie_kind.h"

/* TiesOptions - The description of all ties. */
typedef struct {
  PetscInt    n;
  char      **names; /* [n] */
  TieOptions *tie;   /* [n] */
  /* whether solvers may eliminate the constraints of ties from the equations, instead of using
     multipliers; default PETSC_TRUE */
  PetscBool eliminate;
} TiesOptions;

/* tie_edit - The change of the mesh that reads the description of ties, and adds their lines before
   the mesh is partitioned. */
extern const MeshEditKind tie_edit;

/* TiesOptionsOf - Returns the description of all ties, which the description of the mesh owns.

   Not collective. */
const TiesOptions *TiesOptionsOf(const MeshOptions *mesh);

/* Ties - All ties of a model. */
typedef struct _n_Ties {
  PetscInt  n;
  Tie      *tie;       /* [n] */
  PetscBool eliminate; /* whether solvers may eliminate the constraints of ties (-ties_solve) */
} * Ties;

/* TiesCreate - Creates the ties of a model, and adds their joints to model->joint.

   The array model->joint must have memory for TIE_JOINTS further joints for each tie. Collective.
   Input errors: a tied node belongs to no part; a tied component, such as a rotation, is not a dof
   of its node; the function TieKind.create of a tie raises an input error. */
PetscErrorCode TiesCreate(Model model, const TiesOptions *ties);

/* TiesCountCouplings - Returns the number of couplings between joint coordinates that the ties of a
   model need. */
PetscInt TiesCountCouplings(Model model);

/* TiesAddCouplings - Moves the couplings of ties to model->couplings->coupling, which must have
   memory for them. */
PetscErrorCode TiesAddCouplings(Model model);
PetscErrorCode TiesDestroy(Model model);

/* TiesMayBeEliminated - Returns whether the model has ties, and -ties_solve allows solvers to
   eliminate their constraints. */
PetscBool TiesMayBeEliminated(Model model);

/* TieCountRows - Returns the number of constraints of a tie on all ranks. */
PetscInt TieCountRows(Model model, const Tie *tie);

extern const FsOptionDoc tie_options[];

#endif
