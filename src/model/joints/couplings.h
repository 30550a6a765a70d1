/* couplings.h: constraints that tie free coordinates of several joints: gears, racks, belts, screws, cams. Made by
   ModelCreate, read by src/assembly and src/output. Begin at struct _n_Couplings.

   A coupling of joints of n cells each is n rows Phi = sum_k f_k(x_k) = 0, of the cells that have the same place among
   those of their joint in the order of the whole mesh. Its multiplier is a dof of the cell of its first joint. Because
   the sum separates (element/joint/coupling.h), the rank of each cell adds that cell's share, wherever the others are: what
   goes from rank to rank is a number for each share. */
#ifndef FS_MODEL_JOINTS_COUPLINGS_H
#define FS_MODEL_JOINTS_COUPLINGS_H

#include "model/model.h"

enum { COUPLING_MEMBERS = 8, SHARE_DOFS = JOINT_DOFS + 1 };

/* A coordinate of a joint: f(x) = factor (x - start), or factor formula(x). */
typedef struct {
  PetscInt            joint;
  JointCoordinateKind kind;
  double     factor;  /* 1 of the last member, by whose force and unit the row is measured */
  Expression formula; /* of u = x; NULL: x itself */
} CouplingMember;

typedef struct {
  char          *name;
  const char    *type; /* "gear", ...; static */
  PetscInt       nmembers;
  CouplingMember member[COUPLING_MEMBERS];
  PetscReal      offset; /* subtracted from the row, in the unit of the last coordinate */
  PetscBool
    from_initial; /* coordinates are measured from the initial configuration: no offset is given */
  PetscInt ncells_all; /* of each of its joints */
  PetscInt
    *dof; /* [cells of the first joint on this rank] multipliers, as indices in local vectors */
} Coupling;

/* What one cell of a joint of this rank adds to a row. */
typedef struct {
  PetscInt coupling, member, e; /* cell e of the member's joint */
  double   start; /* x where the model is at first, if the coupling is measured from there */
} CouplingShare;

typedef struct _n_Couplings {
  PetscInt       n, nshares; /* shares of this rank */
  Coupling      *coupling;   /* [n] */
  CouplingShare *share;      /* [nshares] coupling by coupling, member by member */
  PetscInt *
    dofs; /* [nshares][SHARE_DOFS] of the joint's nodes, as Joint.dofs; then of the row, which is an index of
                     Layout.global alone: nlocal and more */
  PetscSF
    multipliers; /* from this rank's part of global vectors (roots) to the rows of shares (leaves) */
} * Couplings;

/* f[3] = f and its first two derivatives at the coordinate x of a share; not finite where a formula is not. */
void CouplingShareValue(Couplings c, PetscInt share, double x, double f[3]);

/* The joint's multipliers that the shares of this rank have: value[nshares] of the global vector x. Add: y += value in the rows of the
   array y of this rank's part of a global vector. Nothing is done without couplings. Collective. */
PetscErrorCode CouplingsGetMultipliers(Model model, Vec x, PetscScalar value[]);
PetscErrorCode CouplingsAddValues(Model model, const PetscScalar value[], PetscScalar y[]);
PetscInt       CouplingsCountShares(Model model); /* nshares; 0 without couplings */

/* The parts of ModelCreate: Create after the joints; Index when dofs have numbers; Start when initial fields are known. Collective. Input errors: a joint or a
   coordinate that there is not, or that is not free; what the type needs; joints of different numbers of cells; a formula without a finite value at the start. */
PetscErrorCode CouplingsCreate(FsOptions o, Model model);
PetscErrorCode CouplingsIndexDofs(Model model);
PetscErrorCode CouplingsInitialize(Model model);
PetscErrorCode CouplingsDestroy(Model model);

extern const FsOptionDoc coupling_options[];

#endif
