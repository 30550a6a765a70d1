/* couplings.h: constraints between free coordinates of joints: gears, racks, belts, screws, cams.

   A coupling of joints of n cells each has n rows Phi = sum_k f_k(x_k) = 0. Row number i couples
   cell number i of each joint, in the order of the whole mesh. The multiplier of a row is a dof of
   the cell of the first joint. Each term of the sum depends on one cell alone
   (element/joint/coupling.h). The rank of each cell adds this term, its share of the row. The ranks
   exchange one number for each share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_COUPLINGS_H
#define FS_MODEL_JOINTS_COUPLINGS_H

#include "model/model.h"

enum { COUPLING_MEMBERS = 8, SHARE_DOFS = JOINT_DOFS + 1 };

/* A coordinate of a joint. Its term is f(x) = factor (x - start), or factor formula(x). */
typedef struct {
  PetscInt            joint;
  JointCoordinateKind kind;
  double              factor;  /* 1 for the last member, whose force and unit the row has */
  Expression          formula; /* of u = x; NULL if the term is linear */
} CouplingMember;

typedef struct {
  char          *name;
  const char    *type; /* "gear", ...; static */
  PetscInt       nmembers;
  CouplingMember member[COUPLING_MEMBERS];
  PetscReal      offset;  /* subtracted from the row, in the unit of the last coordinate */
  PetscBool from_initial; /* coordinates count from the initial configuration: no offset is given */
  PetscInt  ncells_all;   /* of each of its joints */
  PetscInt *dof; /* [cells of the first joint] multipliers of this rank, indices in local vectors */
} Coupling;

/* The term of one cell of a joint of this rank. */
typedef struct {
  PetscInt coupling, member, e; /* cell e of the member's joint */
  double   start; /* initial value of x, or 0 if the coupling does not count from there */
} CouplingShare;

typedef struct _n_Couplings {
  PetscInt       n, nshares; /* shares of this rank */
  Coupling      *coupling;   /* [n] */
  CouplingShare *share;      /* [nshares] coupling by coupling, member by member */
  PetscInt *dofs; /* [nshares][SHARE_DOFS] dofs of the joint's nodes, as Joint.dofs; then the row,
                     an index nlocal or more of Layout.global */
  PetscSF   multipliers; /* from this rank's part of global vectors (roots) to shares (leaves) */
} * Couplings;

/* CouplingShareValue - Computes the term of a share and its first two derivatives at x.

   They are not finite if the formula is not. Not collective. */
void CouplingShareValue(Couplings c, PetscInt share, double x, double f[3]);

/* CouplingsGetMultipliers - Gets the entries of a global vector in the rows of shares.

   Output:
     value  [nshares]

   Does nothing without couplings. Collective. */
PetscErrorCode CouplingsGetMultipliers(Model model, Vec x, PetscScalar value[]);

/* CouplingsAddValues - Adds value[nshares] to the rows of the shares.

   Input:
     y  array of this rank's part of a global vector
   Does nothing without couplings. Collective. */
PetscErrorCode CouplingsAddValues(Model model, const PetscScalar value[], PetscScalar y[]);

/* CouplingsCountShares - Returns nshares, or 0 without couplings. */
PetscInt CouplingsCountShares(Model model);

/* CouplingsCreate - Reads the couplings from the options, after the joints.

   Collective. Input errors: an unknown joint or coordinate, a coordinate that is not free, a
   missing option of the type, joints with different numbers of cells. */
PetscErrorCode CouplingsCreate(FsOptions o, Model model);

/* CouplingsIndexDofs - Sets the shares and their dofs, after the dofs have numbers. Collective. */
PetscErrorCode CouplingsIndexDofs(Model model);

/* CouplingsInitialize - Sets CouplingShare.start, after the initial fields.

   Collective. Input error: a formula has no finite value in the initial configuration. */
PetscErrorCode CouplingsInitialize(Model model);
PetscErrorCode CouplingsDestroy(Model model);

extern const FsOptionDoc coupling_options[];

#endif
