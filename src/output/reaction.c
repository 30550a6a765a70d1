/* reaction.c: histories of joints: reaction forces and moments, free coordinates, and the largest violations of
   constraints. */
#include <string.h>
#include "parts.h"

/* The series /history/<joint><behind>/<what>. */
static PetscErrorCode AddOne(Reactions *r, PetscInt joint, const char behind[], const char what[], PetscInt columns,
                             History h, PetscInt *series)
{
  char path[256];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(path, sizeof path, "%s%s/%s", r->model->joint[joint].name, behind, what));
  PetscCall(HistoryAdd(h, path, FILE_REAL, columns, r->owner[joint], series));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReactionsAddSeries(Reactions *r, Model model, PetscInt nprobes, const Probe probes[],
                                  const char behind[], History h)
{
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  r->model = model;
  if (!model->njoints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  r->violations = (PetscBool)(!behind[0]);
  if (r->violations) {
    PetscCall(HistoryAdd(h, "constraint/position", FILE_REAL, 0, 0, &r->violation[0]));
    PetscCall(HistoryAdd(h, "constraint/velocity", FILE_REAL, 0, 0, &r->violation[1]));
  }
  PetscCall(PetscMalloc3(model->njoints, &r->owner, model->njoints, &r->reaction, model->njoints, &r->coordinate));
  for (PetscInt i = 0; i < model->njoints; i++) {
    const Joint *j    = &model->joint[i];
    int          mine = j->ncells ? rank : -1;

    PetscCall(HistoryCheckName(model->comm, "-joints", j->name));
    for (PetscInt p = 0; p < nprobes; p++)
      PetscCheck(strcmp(probes[p].name, j->name), model->comm, PETSC_ERR_USER_INPUT,
                 "probe '%s' and joint '%s' have one name, and both want to be /history/%s: rename one", j->name,
                 j->name, j->name);
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_INT, MPI_MAX, model->comm));
    r->owner[i] = j->ncells_all == 1 ? mine : -1;
    if (r->owner[i] < 0) continue;
    PetscCall(AddOne(r, i, behind, "reaction", COMPONENTS, h, &r->reaction[i]));
    for (int k = 0; k < JOINT_FREE; k++)
      if (j->type->free[k]) PetscCall(AddOne(r, i, behind, joint_coordinate_names[k], 0, h, &r->coordinate[i][k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The largest |Phi| and |G v + dPhi/dt| of all joints. */
static PetscErrorCode RecordViolation(const Reactions *r, const Evaluation *ev, History h)
{
  PetscReal most[2];

  PetscFunctionBeginUser;
  JointsViolation(ev, most);
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, most, 2, MPIU_REAL, MPIU_MAX, r->model->comm));
  for (int k = 0; k < 2; k++) HistorySetReals(h, r->violation[k], &most[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReactionsRecord(const Reactions *r, const Evaluation *ev, History h)
{
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  if (!r->model->njoints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Comm_rank(r->model->comm, &rank));
  if (r->violations) PetscCall(RecordViolation(r, ev, h));
  for (PetscInt i = 0; i < r->model->njoints; i++) {
    double reaction[COMPONENTS];

    if (r->owner[i] != rank) continue;
    PetscCall(JointReaction(ev, i, 0, reaction));
    HistorySetReals(h, r->reaction[i], reaction);
    for (int k = 0; k < JOINT_FREE; k++) {
      double value;

      if (!r->model->joint[i].type->free[k]) continue;
      value = JointCoordinateValue(ev, i, 0, (JointCoordinateKind)k);
      HistorySetReals(h, r->coordinate[i][k], &value);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool ReactionsAskForNodes(const Reactions *r) { return (PetscBool)(r->model->njoints > 0); }

PetscErrorCode ReactionsDestroy(Reactions *r)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree3(r->owner, r->reaction, r->coordinate));
  PetscFunctionReturn(PETSC_SUCCESS);
}
