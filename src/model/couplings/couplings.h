/* couplings.h: constraints between free coordinates of joints: gears, racks, belts, screws, cams.

   A coupling names several joints, and a free coordinate x_k of each joint. Joints that have the
   same number n of cells can be coupled; the coupling then consists of n constraints
   Phi = sum_k f_k(x_k) = 0, each a row of the system. Row number i couples cell number i of each
   joint, in the order of the whole mesh. The multiplier of the row is a dof of the cell of the
   first joint. Each term f_k is called the share of a cell in the row (element/joint/joint.h).
   The rank that has the cell computes the share, and the ranks exchange one number for each share.

   Ties (ties/ties.h) are also made of couplings. The rows of some of these couplings are sums over
   several cells of a joint. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_COUPLINGS_COUPLINGS_H
#define FS_MODEL_COUPLINGS_COUPLINGS_H

#include "coupling_options.h"
#include "model/model.h"

/* Largest number of coordinates that a coupling couples, and number of dofs to which the share of a
   joint cell in a coupling refers: those of two nodes and a multiplier. */
enum { COUPLING_MAX_MEMBERS = 32, SHARE_DOFS = JOINT_DOFS + 1 };

/* CouplingMember - A member of a coupling: a coordinate x of a joint. Its term in the constraint
   equation is factor times formula(x), or factor times (x - start), where start is
   CouplingShare.start. */
typedef struct {
  PetscInt            joint; /* index in Model.joint */
  JointCoordinateKind kind;  /* the coordinate */
  /* 1 for the last member, so that the constraint has the unit of the last coordinate and the
     multiplier is the force or moment on this coordinate */
  double     factor;
  Expression formula; /* formula of x, which it calls u; NULL if the term is linear */
  /* interval of x over which the second derivative of the formula is averaged where it is infinite
     [rad, m] */
  PetscReal spacing;
} CouplingMember;

/* Coupling - A coupling with its n rows. */
typedef struct {
  char          *name;
  const char    *type; /* "gear", ...; a constant text */
  PetscInt       nmembers;
  CouplingMember member[COUPLING_MAX_MEMBERS];
  PetscReal      offset; /* subtracted from each row, in the unit of the last coordinate */
  /* whether joint coordinates are measured from their initial values, because the user gives no
     offset; otherwise they are measured from the reference configuration */
  PetscBool from_initial;
  /* number of the tie that has made the coupling, from 1; 0 for couplings of the user */
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
  PetscInt first_share, nshares; /* first and number of its shares on this rank */
  /* indices in local vectors of the multipliers of the coupling's equations on this rank */
  PetscInt *dof;
} Coupling;

/* CouplingShare - The share of one joint cell of this rank in a constraint equation of a coupling,
   with the indices of the coupling, of its member and of the cell e of the member's joint. */
typedef struct {
  PetscInt coupling, member, e;
  /* initial value of the joint coordinate if Coupling.from_initial is set, otherwise 0 */
  double start;
} CouplingShare;

/* Couplings - All couplings between joints of a model, and the shares of this rank's joint cells in
   them. */
typedef struct _n_Couplings {
  PetscInt       n, nshares; /* number of couplings; number of shares of this rank */
  Coupling      *coupling;   /* [n] */
  CouplingShare *share;      /* [nshares] coupling by coupling, member by member */
  /* [nshares][SHARE_DOFS] dofs of each share, as indices in local vectors: those of the joint's two
     nodes, then nlocal + i for share i, where Layout.global has the equation of the share */
  PetscInt *dofs;
  PetscSF   multipliers; /* connects shares (leaves) to their equations in global vectors (roots) */
} * Couplings;

/* CouplingRowCount - Returns the number of equations of a coupling whose multipliers belong to
   joint cells of this rank. */
static inline PetscInt CouplingRowCount(Model model, const Coupling *c)
{
  return c->sum ? c->nsums : model->joint[c->member[0].joint].ncells;
}

/* CouplingRowCell - Returns which of this rank's cells of the first joint has the multiplier of an
   equation (row) of a coupling; rows are numbered from 0 to CouplingRowCount() - 1. */
static inline PetscInt CouplingRowCell(const Coupling *c, PetscInt row)
{
  return c->sum ? c->sum_cell[row] : row;
}

/* CouplingRowNumbers - Gets the number of the equation (row) of a coupling in which each cell of a
   member's joint has a share.

   Output:
     number  [ncells of the joint] numbers from 0 to ncells_all - 1
   Collective. */
PetscErrorCode CouplingRowNumbers(Model model, const Coupling *c, PetscInt member,
                                  PetscInt number[]);

/* CouplingShareValue - Computes f(x), the share of a joint cell in the equation of a coupling, and
   its first and second derivative with respect to the coordinate.

   The offset of the coupling is subtracted in the share of the last member, or, in a coupling with
   a single row, in the share of the cell that has the multiplier.
   Input:
     share  index of the share
     x      value of the coordinate [m, rad]
   Output:
     f      the share and its derivatives; not finite if the formula is not finite
   Not collective. */
void CouplingShareValue(Couplings c, PetscInt share, double x, double f[3]);

/* CouplingsGetMultipliers - Gets, for each share of this rank's joint cells in couplings, the entry
   of a global vector in the equation (row) of the share, for instance the multiplier of the row.
   The row may be on another rank.

   Does nothing if the model has no couplings.
   Input:
     x      the global vector
   Output:
     value  [nshares] the entry for each share
   Collective. */
PetscErrorCode CouplingsGetMultipliers(Model model, Vec x, PetscScalar value[]);

/* CouplingsAddValues - Adds one number for each share of this rank's joint cells in couplings to a
   global vector, in the equation (row) of the share. The row may be on another rank.

   Does nothing if the model has no couplings.
   Input:
     value  [nshares] the numbers
   Changed:
     y      array of this rank's part of the global vector
   Collective. */
PetscErrorCode CouplingsAddValues(Model model, const PetscScalar value[], PetscScalar y[]);

/* CouplingsCountShares - Returns the number of shares of this rank's joint cells in couplings, or
   0. */
PetscInt CouplingsCountShares(Model model);

/* CouplingsCreate - Creates the couplings between joint coordinates that the options and the ties
   describe, as model->couplings. Call it after JointsCreate().

   Collective. Input errors: there is no joint of a given name; a coordinate is not free or is given
   twice; joints have different numbers of cells; all coordinates of a coupling have drivers. */
PetscErrorCode CouplingsCreate(Model model, const CouplingsOptions *options);

/* CouplingsIndexDofs - Creates the shares of this rank's joint cells in couplings, with the indices
   of their dofs. Call it after the dofs are numbered. Collective. */
PetscErrorCode CouplingsIndexDofs(Model model);

/* CouplingsInitialize - Sets the values from which couplings measure joint coordinates
   (CouplingShare.start) to those in the initial configuration.

   Collective. Input error: a formula has no finite value in the initial configuration. */
PetscErrorCode CouplingsInitialize(Model model);
PetscErrorCode CouplingsDestroy(Model model);

#endif
