/* couplings.h: constraints between free coordinates of joints: gears, racks, belts, screws, cams.

   A coupling names several joints, and a free coordinate x_k of each joint. Joints that have the
   same number n of cells can be coupled; the coupling then consists of n constraints
   Phi = sum_k f_k(x_k) = 0, each a row of the system. Row number i couples cell number i of each
   joint, in the order of the whole mesh. The multiplier of the row is a dof of the cell of the
   first joint. Each term f_k is called the share of a cell in the row (element/joint/coupling.h).
   The rank that has the cell computes the share, and the ranks exchange one number for each share.

   Ties (ties/ties.h) are also made of couplings. The rows of some of these couplings are sums over
   several cells of a joint. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_COUPLINGS_COUPLINGS_H
#define FS_MODEL_COUPLINGS_COUPLINGS_H

#include "coupling_options.h"
#include "model/model.h"

/* largest number of members of any coupling; number of dofs to which a share refers */
enum { COUPLING_MAX_MEMBERS = 32, SHARE_DOFS = JOINT_DOFS + 1 };

/* CouplingMember - A member of a coupling: a coordinate x of a joint. Its term f_k in a row is
   factor formula(x), or factor (x - start) if there is no formula, with CouplingShare.start. */
typedef struct {
  PetscInt            joint; /* index in Model.joint */
  JointCoordinateKind kind;  /* the coordinate */
  /* 1 for the last member. Therefore the row has the unit of the last coordinate, and the
     multiplier is the force or moment on this coordinate */
  double     factor;
  Expression formula; /* formula of x, which it calls u; NULL if the term is linear */
  /* interval of x over which an infinite second derivative of the formula is averaged [rad, m] */
  PetscReal spacing;
} CouplingMember;

/* Coupling - A coupling with its n rows. */
typedef struct {
  char          *name;
  const char    *type; /* "gear", ...; a constant text */
  PetscInt       nmembers;
  CouplingMember member[COUPLING_MAX_MEMBERS];
  PetscReal      offset; /* subtracted from each row, in the unit of the last coordinate */
  /* whether coordinates are measured from their values in the initial configuration, because the
     user gives no offset; otherwise they are measured from the reference configuration */
  PetscBool from_initial;
  /* number of the tie that has made the coupling, from 1; from_initial is then PETSC_FALSE. 0 for
     other couplings */
  PetscInt of_tie;
  PetscInt ncells_all; /* number n of rows on all ranks */
  /* whether each row is a sum over several cells. If sum_of_cell is NULL, the coupling has a single
     row, the sum over all cells of its joints. Otherwise it has one member, and sum_of_cell
     [ncells of the joint] is the number of the row of each cell, from 0 to ncells_all - 1 */
  PetscBool sum;
  PetscInt *sum_of_cell;
  /* [nsums] the cells of the first joint, on this rank, that have the multipliers of the sums; each
     sum has its multiplier at one cell of one rank */
  PetscInt nsums, *sum_cell;
  PetscInt first_share, nshares; /* its shares of this rank in Couplings.share */
  /* indices, in local vectors, of the multipliers of the rows of this rank */
  PetscInt *dof;
} Coupling;

/* CouplingShare - The share of one cell of this rank in a row. */
typedef struct {
  PetscInt coupling, member, e; /* index of the coupling; of the member; of the cell among this
                                   rank's cells of the member's joint */
  double start; /* initial value of x if Coupling.from_initial is PETSC_TRUE, otherwise 0 */
} CouplingShare;

/* Couplings - All couplings of a model, and the shares of this rank. */
typedef struct _n_Couplings {
  PetscInt       n, nshares; /* number of couplings; number of shares of this rank */
  Coupling      *coupling;   /* [n] */
  CouplingShare *share;      /* [nshares] coupling by coupling, member by member */
  /* [nshares][SHARE_DOFS] indices of the dofs of the joint's two nodes in local vectors, as in
     Joint.dofs. Then nlocal + i for share i, where Layout.global has the row of the share */
  PetscInt *dofs;
  PetscSF   multipliers; /* connects shares (leaves) to their rows in global vectors (roots) */
} * Couplings;

/* CouplingRowCount - Returns the number of rows whose multipliers belong to cells of this rank. */
static inline PetscInt CouplingRowCount(Model model, const Coupling *c)
{
  return c->sum ? c->nsums : model->joint[c->member[0].joint].ncells;
}

/* CouplingRowCell - Returns which of this rank's cells of the first joint has the multiplier of a
   row; rows are numbered from 0 to CouplingRowCount() - 1. */
static inline PetscInt CouplingRowCell(const Coupling *c, PetscInt row)
{
  return c->sum ? c->sum_cell[row] : row;
}

/* CouplingShareValue - Computes a share of this rank, and its first and second derivative with
   respect to the coordinate.

   The offset of the coupling is subtracted in the share of the last member, or, in a coupling with
   a single row, in the share of the cell that has the multiplier.
   Input:
     share  index of the share
     x      value of the coordinate [m, rad]
   Output:
     f  the share and its derivatives; not finite if the formula is not finite
   Not collective. */
void CouplingShareValue(Couplings c, PetscInt share, double x, double f[3]);

/* CouplingsGetMultipliers - Gets, for each share of this rank, the entry of a global vector in the
   row of the share, for instance the multiplier of the row. The row may be on another rank.

   Does nothing if the model has no couplings.
   Input:
     x  the global vector
   Output:
     value  [nshares] the entry for each share
   Collective. */
PetscErrorCode CouplingsGetMultipliers(Model model, Vec x, PetscScalar value[]);

/* CouplingsAddValues - Adds one number for each share of this rank to a global vector, in the row
   of the share. The row may be on another rank.

   Does nothing if the model has no couplings.
   Input:
     value  [nshares] the numbers
   Changed:
     y      array of this rank's part of the global vector
   Collective. */
PetscErrorCode CouplingsAddValues(Model model, const PetscScalar value[], PetscScalar y[]);

/* CouplingsCountShares - Returns the number of shares of this rank; 0 if the model has no
   couplings. */
PetscInt CouplingsCountShares(Model model);

/* CouplingsCreate - Creates the couplings of the options and of ties in model->couplings. Call it
   after JointsCreate().

   Collective. Input errors: there is no joint of a given name; a coordinate is not free or is given
   twice; joints have different numbers of cells; all coordinates of a coupling have drivers. */
PetscErrorCode CouplingsCreate(Model model, const CouplingsOptions *options);

/* CouplingsIndexDofs - Creates the shares of this rank, and sets the indices of their dofs and
   rows. Call it after the dofs are numbered. Collective. */
PetscErrorCode CouplingsIndexDofs(Model model);

/* CouplingsInitialize - Sets CouplingShare.start to the coordinates in the initial configuration,
   which follows from the initial fields of the model.

   Collective. Input error: a formula has no finite value in the initial configuration. */
PetscErrorCode CouplingsInitialize(Model model);
PetscErrorCode CouplingsDestroy(Model model);

#endif
