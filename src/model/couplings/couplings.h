/* couplings.h: constraints between free coordinates of joints: gears, racks, belts, screws, cams.

   A coupling names several joints with n cells each, and a free coordinate x_k of each joint. It
   has n rows Phi = sum_k f_k(x_k) = 0. Row number i couples cell number i of each joint, in the
   order of the whole mesh. The multiplier of a row is a dof of the cell of the first joint. Each
   term f_k is the share of one cell in the row (element/joint/coupling.h). The rank that has the
   cell computes the share. The ranks exchange one number for each share.

   Ties (ties.h) are also made of couplings. Some of them have a single row, which is a sum over all
   cells of their joints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_COUPLINGS_COUPLINGS_H
#define FS_MODEL_COUPLINGS_COUPLINGS_H

#include "coupling_options.h"
#include "model/model.h"

/* COUPLING_MAX_MEMBERS is the largest number of members of any coupling. */
enum { COUPLING_MAX_MEMBERS = 32, SHARE_DOFS = JOINT_DOFS + 1 };

/* A member of a coupling: a coordinate x of a joint. Its term in a row is factor formula(x), or
   factor (x - start) with CouplingShare.start. */
typedef struct {
  PetscInt            joint; /* index in Model.joint */
  JointCoordinateKind kind;
  /* 1 for the last member. Hence the row has the unit of the last coordinate, and the multiplier is
     the force or moment on this coordinate */
  double     factor;
  Expression formula; /* formula of u = x; NULL if the term is linear */
  /* length of u over which an infinite curvature of the formula is averaged [rad, m] */
  PetscReal spacing;
} CouplingMember;

/* A coupling with its n rows. */
typedef struct {
  char          *name;
  const char    *type; /* "gear", ...; static */
  PetscInt       nmembers;
  CouplingMember member[COUPLING_MAX_MEMBERS];
  PetscReal      offset; /* subtracted from each row, in the unit of the last coordinate */
  /* the user gives no offset, so coordinates count from their values in the initial configuration;
     otherwise they count from the reference configuration */
  PetscBool from_initial;
  /* number of its tie, from 1; coordinates then count from the reference configuration. 0 for other
     couplings */
  PetscInt of_tie;
  PetscInt ncells_all; /* number n of rows on all ranks */
  /* The single row is the sum over all cells of the joints. Its multiplier belongs to cell sum_cell
     of the first joint, which is -1 on the ranks that lack this cell. */
  PetscBool sum;
  PetscInt  sum_cell;
  PetscInt  first_share, nshares; /* its shares of this rank in Couplings.share */
  /* multipliers of the rows of this rank, as indices in local vectors */
  PetscInt *dof;
} Coupling;

/* The term of one cell of this rank in a row. */
typedef struct {
  PetscInt coupling, member, e; /* cell e of the member's joint */
  double   start; /* initial value of x if Coupling.from_initial is set, otherwise 0 */
} CouplingShare;

/* All couplings of a model, and the shares of this rank. */

typedef struct _n_Couplings {
  PetscInt       n, nshares; /* number of couplings; number of shares of this rank */
  Coupling      *coupling;   /* [n] */
  CouplingShare *share;      /* [nshares] coupling by coupling, member by member */
  /* [nshares][SHARE_DOFS] dofs of the joint's nodes, as in Joint.dofs, then the row of the share.
     The row of share i is the index nlocal + i of Layout.global */
  PetscInt *dofs;
  PetscSF   multipliers; /* from entries of global vectors (roots) to shares (leaves) */
} * Couplings;

/* CouplingRowCount - Returns the number of rows whose multipliers this rank has. */
static inline PetscInt CouplingRowCount(Model model, const Coupling *c)
{
  return c->sum ? c->sum_cell >= 0 : model->joint[c->member[0].joint].ncells;
}

/* CouplingRowCell - Returns the cell of the first joint that has the multiplier of a row. */
static inline PetscInt CouplingRowCell(const Coupling *c, PetscInt row)
{
  return c->sum ? c->sum_cell : row;
}

/* CouplingShareValue - Computes f, the term of a share and its first two derivatives at x.

   They are not finite if the formula is not finite. The offset of the coupling belongs to the share
   of the last member. Not collective. */
void CouplingShareValue(Couplings c, PetscInt share, double x, double f[3]);

/* CouplingsGetMultipliers - Gets, for each share of this rank, the entry of a global vector in the
   row of the share.

   Output:
     value  [nshares]
   Does nothing without couplings. Collective. */
PetscErrorCode CouplingsGetMultipliers(Model model, Vec x, PetscScalar value[]);

/* CouplingsAddValues - Adds a value for each share of this rank to a global vector.

   Input:
     value  [nshares] numbers to add in the rows of the shares; a row may be on another rank
   Output:
     y      array of this rank's part of the global vector
   Does nothing without couplings. Collective. */
PetscErrorCode CouplingsAddValues(Model model, const PetscScalar value[], PetscScalar y[]);

/* CouplingsCountShares - Returns the number of shares of this rank; 0 without couplings. */
PetscInt CouplingsCountShares(Model model);

/* CouplingsCreate - Creates the couplings of the options and of ties. Call it after JointsCreate.

   Collective. Input errors: an unknown joint; a coordinate that is not free or is given twice;
   joints with different numbers of cells; only coordinates with drivers. */
PetscErrorCode CouplingsCreate(Model model, const CouplingsOptions *options);

/* CouplingsIndexDofs - Sets the shares and their dofs. Call it after dofs have numbers.

   Collective. */
PetscErrorCode CouplingsIndexDofs(Model model);

/* CouplingsInitialize - Sets CouplingShare.start from the initial fields of the model.

   Collective. Input error: a formula has no finite value in the initial configuration. */
PetscErrorCode CouplingsInitialize(Model model);
PetscErrorCode CouplingsDestroy(Model model);

#endif
