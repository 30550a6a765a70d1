/* ties.h: rigid couplings, diaphragms, equations, periodic sets and distributed couplings.

   A tie is made of joints and couplings of its own, which have the name of the tie. Rigid ties and
   diaphragms are joints along the lines that tie_cells.h adds to the mesh. Other ties are couplings
   (couplings/couplings.h) between coordinates of joints that have no constraints of their own. An
   equation has such a joint between ground and each of its nodes, whose coordinate is the
   displacement of the node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_TIES_TIES_H
#define FS_MODEL_TIES_TIES_H

#include "tie_options.h"

/* largest numbers of joints and of couplings of a tie */
enum { TIE_JOINTS = COUPLING_MAX_MEMBERS, TIE_COUPLINGS = 6 };

/* Tie - A tie. */
typedef struct {
  char    *name;
  TieKind  kind;
  PetscInt first, njoints; /* joints of the tie: first to first + njoints - 1 in Model.joint */
  PetscInt first_coupling, ncouplings; /* couplings of the tie in Couplings.coupling */
  Coupling coupling[TIE_COUPLINGS];    /* [ncouplings] the couplings, until TiesAddCouplings() moves
                                          them to Couplings.coupling */
} Tie;

/* Ties - All ties of a model. */
typedef struct _n_Ties {
  PetscInt  n;
  Tie      *tie;       /* [n] */
  PetscBool eliminate; /* whether solvers may eliminate the constraints of ties (-ties_solve) */
} * Ties;

/* TiesCreate - Creates the ties and adds their joints.

   The array model->joint must have memory for TIE_JOINTS further joints for each tie. Collective.
   Input errors: a node belongs to no part, or does not have a component; those of
   TieEquationCreate() and TieDistributedCreate(). */
PetscErrorCode TiesCreate(Model model, const TiesOptions *ties);

/* TiesCountCouplings - Returns the number of couplings of ties. */
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

/* ---- for the files that create ties ---------------------------------------------------------- */

/* TieAddJoint - Adds a joint of a type, without cells, to the model and to the tie. Returns the
   joint, which the model owns. */
Joint *TieAddJoint(Model model, Tie *tie, const JointType *type);

/* TieFindLines - Makes lines of a tie the cells of a joint, whose points are at the nodes.

   Input:
     rotates  which lines: 1 for those whose second node rotates, 0 for those whose second node does
              not rotate, -1 for all lines
   Collective. */
PetscErrorCode TieFindLines(Model model, const Tie *tie, int rotates, Joint *joint);

/* TieAddCoupling - Adds a coupling to the tie, with one member, a coordinate of a joint.

   Input:
     joint  index of the joint in Model.joint
     kind   the coordinate
     sum    whether the coupling has a single row, the sum over all cells of the joint; otherwise it
            has a row for each cell
   Output:
     coupling  the coupling, which the tie owns
   Collective. */
PetscErrorCode TieAddCoupling(Model model, Tie *tie, PetscInt joint, JointCoordinateKind kind,
                              PetscBool sum, Coupling **coupling);

/* TieEquationCreate - Creates an equation (tie_equation.c).

   Collective. Input errors: a term is not <set>.<component>, or is given twice; a term is a
   rotation, and -linearize is not given. */
PetscErrorCode TieEquationCreate(Model model, const TieOptions *x, Tie *tie);

/* TieDistributedCreate - Creates a distributed coupling (tie_distributed.c).

   Collective. Input errors: a weight is not positive; the nodes do not determine the rotation of
   the master, for instance because they are on a line. */
PetscErrorCode TieDistributedCreate(Model model, const TieOptions *x, Tie *tie);

extern const FsOptionDoc tie_options[];

#endif
