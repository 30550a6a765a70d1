/* drive.h: the effect of moved supports on the free dofs, on their own reactions, and on the energies, through the
   linear parts of elements. */
#ifndef DRIVE_H
#define DRIVE_H

#include "model.h"

typedef struct _n_Drive *Drive;

/* NULL when no support moves. Borrows model. Collective. */
PetscErrorCode DriveCreate(Model model, Drive *drive);
PetscErrorCode DriveDestroy(Drive *drive);

/* The motions of the nodes have changed at the same time. */
void DriveForget(Drive drive);

/* f -= M_fp a_p + C_fp v_p + K_fp q_p with the motion p(t). */
PetscErrorCode DriveForce(Drive drive, PetscReal t, Vec f);

/* What moved dofs add, with their couplings, to sums over the free dofs; of this rank. */
typedef struct {
  PetscReal vMv, qKq;   /* twice the energies */
  PetscReal dissipated; /* by dampers since the call before, 0 at the first [J] */
} DriveShare;

/* Number of motions (a motion is a component of a support). For the state s: their displacements, the same on all
   ranks, and this rank's share of the reactions on their nodes [N] and of the energies. One call a step. */
PetscInt DriveCount(Drive drive);
const PetscInt *
DriveMotions(Drive drive); /* [nlocal] the motion that a dof follows, or -1; NULL when no support moves */
PetscErrorCode DriveReactions(Drive drive, const State *s, PetscReal displacement[], PetscReal reaction[],
                              DriveShare *share);

#endif
