/* ties.h: rigid couplings, diaphragms, equations, periodic sets and distributed couplings.

   A tie is made of joints and couplings of its own, whose names are the tie's. Rigid ties and
   diaphragms are joints along the lines that model/ties/tie_cells.h adds. Other ties are couplings
   of the coordinates of joints without rows. An equation has a joint between ground and each of its
   nodes, which has the displacement as its coordinate. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_TIES_TIES_H
#define FS_MODEL_TIES_TIES_H

#include "tie_options.h"

enum { TIE_JOINTS = COUPLING_MAX_MEMBERS, TIE_COUPLINGS = 6 };

typedef struct {
  char    *name;
  TieKind  kind;
  PetscInt first, njoints; /* its joints are first to first + njoints - 1 in Model.joint */
  PetscInt first_coupling, ncouplings; /* in Couplings.coupling */
  Coupling coupling[TIE_COUPLINGS];    /* until TiesAddCouplings moves them to Couplings */
} Tie;

typedef struct _n_Ties {
  PetscInt  n;
  Tie      *tie;       /* [n] */
  PetscBool eliminate; /* see TiesOptions */
} * Ties;

/* TiesCreate - Creates the ties and adds their joints.

   model->joint must have room for TIE_JOINTS joints for each tie. Collective. Input errors: a node
   belongs to no part or lacks a component; see also the functions below. */
PetscErrorCode TiesCreate(Model model, const TiesOptions *ties);

/* TiesCountCouplings - Returns the number of couplings of ties. */
PetscInt TiesCountCouplings(Model model);

/* TiesAddCouplings - Adds the couplings of ties to the model's, which must have room for them. */
PetscErrorCode TiesAddCouplings(Model model);
PetscErrorCode TiesDestroy(Model model);

/* TiesMayBeEliminated - Returns whether the model has ties, and -ties_solve allows solvers to
   eliminate their constraints. */
PetscBool TiesMayBeEliminated(Model model);

/* TieCountRows - Returns the number of constraints of a tie on all ranks. */
PetscInt TieCountRows(Model model, const Tie *tie);

/* ---- for the files that create ties ---------------------------------------------------------- */

/* TieAddJoint - Adds an empty joint of this type to the model and the tie. */
Joint *TieAddJoint(Model model, Tie *tie, const JointType *type);

/* TieFindLines - Sets the cells of a joint: the lines of the tie whose second node rotates (1),
   does not rotate (0), or any (-1).

   The joint's points are at the nodes. Collective. */
PetscErrorCode TieFindLines(Model model, const Tie *tie, int rotates, Joint *joint);

/* TieAddCoupling - Adds a coupling of the tie, with one member: a coordinate of a joint.

   Input:
     joint  index in Model.joint
     sum    whether it is one row, the sum over all cells of the joint, or one row for each cell
   Collective. */
PetscErrorCode TieAddCoupling(Model model, Tie *tie, PetscInt joint, JointCoordinateKind kind,
                              PetscBool sum, Coupling **coupling);

/* TieEquationCreate - Creates an equation (tie_equation.c).

   Collective. Input errors: a term that is not <set>.<component>, or is given twice; a rotation
   without -linearize. */
PetscErrorCode TieEquationCreate(Model model, const TieOptions *x, Tie *tie);

/* TieDistributedCreate - Creates a distributed coupling (tie_distributed.c).

   Collective. Input errors: weights that are not positive; nodes that do not determine the rotation
   of the master. */
PetscErrorCode TieDistributedCreate(Model model, const TieOptions *x, Tie *tie);

extern const FsOptionDoc tie_options[];

#endif
