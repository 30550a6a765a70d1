/* joint_law_doubt.c: warns of joints whose coordinates leave the range that their laws describe. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_law_doubt.h"
#include "assembly/constraints/joint_results.h"
#include "model/joints/joint_cell_iterator.h"

/* Whether a coordinate of a joint has a law. In a linear model no force follows it. */
static PetscBool has_law(Model model, const Joint *joint)
{
  for (int k = 0; k < JOINT_COORDINATES; k++)
    if (joint->law[k].uniaxial) return (PetscBool)!model->linearize;
  return PETSC_FALSE;
}

PetscErrorCode JointLawsReadStep(FsSystem sys, const FsState *s, const FsLoading *loading,
                                 BeyondJointLaw **farthest)
{
  const PetscReal round_off = 1e-9; /* of the range, as for the laws of members */
  const Model     model     = AssemblyModel(AssemblyOf(sys));
  PetscBool       any       = PETSC_FALSE;
  Evaluation      ev;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++)
    if (has_law(model, &model->joint[i])) any = PETSC_TRUE;
  if (!any) PetscFunctionReturn(PETSC_SUCCESS); /* the states of all nodes take memory */
  if (!*farthest) PetscCall(PetscCalloc1(model->njoints, farthest));
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c)) {
    BeyondJointLaw *kept = &(*farthest)[c.i];
    PetscReal       excess, u;
    int             coordinate;

    if (!has_law(model, c.joint)) continue;
    excess = JointLawBeyond(&ev, c.i, c.e, &coordinate, &u);
    if (excess > PetscMax(kept->excess, round_off))
      *kept = (BeyondJointLaw){excess, coordinate, u, s->t};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Replaces x by the farthest of the entries x of all ranks. */
static PetscErrorCode FarthestOfRanks(MPI_Comm comm, BeyondJointLaw *x)
{
  PetscReal excess = x->excess, value[3] = {x->coordinate, x->u, x->t};

  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &excess, 1, MPIU_REAL, MPIU_MAX, comm));
  for (int k = 0; k < 3 && x->excess < excess; k++) value[k] = PETSC_MIN_REAL;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, value, 3, MPIU_REAL, MPIU_MAX, comm));
  *x = (BeyondJointLaw){excess, value[0], value[1], value[2]};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnBeyondJointLaws(FsSystem sys, const BeyondJointLaw farthest[])
{
  const Model model = AssemblyModel(AssemblyOf(sys));

  PetscFunctionBeginUser;
  for (PetscInt i = 0; farthest && i < model->njoints; i++) {
    BeyondJointLaw x = farthest[i];
    const char    *name, *joint = model->joint[i].name;

    PetscCall(FarthestOfRanks(model->comm, &x));
    if (!(x.excess > 0)) continue;
    name = joint_coordinate_names[(int)x.coordinate];
    PetscCall(
      PetscFPrintf(model->comm, stderr,
                   "fsolve: warning: joint '%s': at t = %.6g its %s is %.4g, beyond the last "
                   "row of -joint_%s_%s_law_table; there the law continues along its last "
                   "line: add rows, or check the loads and units\n",
                   joint, (double)x.t, name, (double)x.u, joint, name));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
