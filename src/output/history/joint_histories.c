/* joint_histories.c: records the results of joints, couplings and sliders. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "model/couplings/couplings.h"
#include "model/sliders/sliders.h"
#include "model/ties/ties.h"
#include "joint_histories.h"
#include "assembly/constraints/joint_results.h"

/* Returns result k of a joint; its name is NULL if the joint has no series of it. An amplitude has
   no power, which is not a linear function of the motion. */
static JointResult joint_history_result(const JointHistories *r, const Joint *j, int k)
{
  return r->amplitude && k == JOINT_POWER ? (JointResult){NULL, 1} : joint_result(j, k);
}

/* Adds the series /history/<joint><suffix>/<result>. */
static PetscErrorCode AddJointSeries(JointHistories *r, PetscInt i, const char suffix[], History h)
{
  const Joint *j = &r->model->joint[i];
  JointSeries *s = &r->joint[i];

  PetscFunctionBeginUser;
  for (int k = 0; k < JOINT_RESULTS; k++) {
    const JointResult result = joint_history_result(r, j, k);
    char              path[256];

    if (!result.name) continue;
    PetscCall(PetscSNPrintf(path, sizeof path, "%s%s/%s", j->name, suffix, result.name));
    if (j->ncells_all == 1)
      PetscCall(
        HistoryAdd(h, path, FILE_REAL, k == 0 ? result.columns : 0, s->owner, &s->series[k]));
    else PetscCall(HistoryAddItems(h, path, j->ncells_all, result.columns, &s->series[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises an input error if a probe has the name of a joint, coupling or slider (what). */
static PetscErrorCode CheckSeriesName(MPI_Comm comm, const char list[], const char what[],
                                      const char name[], PetscInt nprobes, const Probe probes[])
{
  PetscFunctionBeginUser;
  PetscCall(HistoryCheckName(comm, list, name));
  for (PetscInt p = 0; p < nprobes; p++)
    PetscCheck(strcmp(probes[p].name, name), comm, PETSC_ERR_USER_INPUT,
               "probe '%s' and %s '%s' have the same name, and both need /history/%s: rename one",
               name, what, name, name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the series /history/<coupling><suffix>/force, with the cells of the first joint as items. */
static PetscErrorCode AddCouplingSeries(JointHistories *r, PetscInt nprobes, const Probe probes[],
                                        const char suffix[], History h)
{
  const Couplings c = r->model->couplings;

  PetscFunctionBeginUser;
  if (!c) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(c->n, &r->coupling));
  for (PetscInt i = 0; i < c->n; i++) {
    const Coupling *coupling = &c->coupling[i];
    char            path[256];

    if (coupling->of_tie) continue;
    PetscCall(
      CheckSeriesName(r->model->comm, "-couplings", "coupling", coupling->name, nprobes, probes));
    PetscCall(PetscSNPrintf(path, sizeof path, "%s%s/force", coupling->name, suffix));
    if (coupling->ncells_all == 1)
      PetscCall(HistoryAdd(h, path, FILE_REAL, 0, r->joint[coupling->member[0].joint].owner,
                           &r->coupling[i]));
    else if (coupling->ncells_all <= JOINT_HISTORY_CELLS)
      PetscCall(HistoryAddItems(h, path, coupling->ncells_all, 1, &r->coupling[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the series /history/<slider><suffix>/displacement and force. */
static PetscErrorCode AddSliderSeries(JointHistories *r, PetscMPIInt rank, PetscInt nprobes,
                                      const Probe probes[], const char suffix[], History h)
{
  const Sliders all = r->model->sliders;

  PetscFunctionBeginUser;
  if (!all) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(all->n, &r->slider));
  for (PetscInt i = 0; i < all->n; i++) {
    int  owner = all->slider[i].cell >= 0 ? rank : -1;
    char path[256];

    PetscCall(
      CheckSeriesName(r->model->comm, "-sliders", "slider", all->slider[i].name, nprobes, probes));
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &owner, 1, MPI_INT, MPI_MAX, r->model->comm));
    PetscCall(PetscSNPrintf(path, sizeof path, "%s%s/displacement", all->slider[i].name, suffix));
    PetscCall(HistoryAdd(h, path, FILE_REAL, 0, owner, &r->slider[i][0]));
    PetscCall(PetscSNPrintf(path, sizeof path, "%s%s/force", all->slider[i].name, suffix));
    PetscCall(HistoryAdd(h, path, FILE_REAL, 3, owner, &r->slider[i][1]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RecordSliders(const JointHistories *r, const Evaluation *ev, History h)
{
  PetscReal *displacement, (*force)[3];

  PetscFunctionBeginUser;
  if (!r->slider) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc2(r->model->sliders->n, &displacement, r->model->sliders->n, &force));
  PetscCall(SlidersGetResults(ev, displacement, force));
  for (PetscInt i = 0; i < r->model->sliders->n; i++) {
    HistorySetReals(h, r->slider[i][0], &displacement[i]);
    HistorySetReals(h, r->slider[i][1], force[i]);
  }
  PetscCall(PetscFree2(displacement, force));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the series /history/<tie><suffix>/force. */
static PetscErrorCode AddTieSeries(JointHistories *r, PetscInt nprobes, const Probe probes[],
                                   const char suffix[], History h)
{
  const Ties all = r->model->ties;

  PetscFunctionBeginUser;
  if (!all) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(all->n, &r->tie));
  for (PetscInt i = 0; i < all->n; i++) {
    char path[256];

    PetscCall(CheckSeriesName(r->model->comm, "-ties", "tie", all->tie[i].name, nprobes, probes));
    PetscCall(PetscSNPrintf(path, sizeof path, "%s%s/force", all->tie[i].name, suffix));
    PetscCall(
      HistoryAdd(h, path, FILE_REAL, (PetscInt)all->tie[i].kind->force, HISTORY_SUM, &r->tie[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RecordTies(const JointHistories *r, const Evaluation *ev, History h)
{
  PetscReal(*force)[COMPONENTS];

  PetscFunctionBeginUser;
  if (!r->tie) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(r->model->ties->n, &force));
  PetscCall(TiesGetForces(ev, force));
  for (PetscInt i = 0; i < r->model->ties->n; i++) HistorySetReals(h, r->tie[i], force[i]);
  PetscCall(PetscFree(force));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointHistoriesAddSeries(JointHistories *r, Model model, PetscInt nprobes,
                                       const Probe probes[], const char suffix[], History h)
{
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  r->model = model;
  if (!model->njoints && !model->sliders) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  r->amplitude = (PetscBool)(suffix[0] != 0);
  PetscCall(PetscCalloc1(model->njoints, &r->joint));
  for (PetscInt i = 0; i < model->njoints; i++) {
    const Joint *j    = &model->joint[i];
    int          mine = j->ncells ? rank : -1;

    if (!JointIsOfUser(j)) continue;
    PetscCall(CheckSeriesName(model->comm, "-joints", "joint", j->name, nprobes, probes));
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_INT, MPI_MAX, model->comm));
    r->joint[i].owner = j->ncells_all == 1 ? mine : -1;
    if (j->ncells_all > JOINT_HISTORY_CELLS) continue;
    if (j->ncells_all > 1) {
      PetscCall(PetscMalloc1(j->ncells, &r->joint[i].number));
      PetscCall(JointCellNumbers(model, j, r->joint[i].number));
    }
    PetscCall(AddJointSeries(r, i, suffix, h));
  }
  PetscCall(AddCouplingSeries(r, nprobes, probes, suffix, h));
  PetscCall(AddTieSeries(r, nprobes, probes, suffix, h));
  PetscCall(AddSliderSeries(r, rank, nprobes, probes, suffix, h));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the results of a joint's cells on this rank, and 0 for cells of other ranks. */
static PetscErrorCode RecordJoint(const JointHistories *r, PetscInt i, const Evaluation *ev,
                                  History h)
{
  const Joint       *j = &r->model->joint[i];
  const JointSeries *s = &r->joint[i];
  PetscReal          values[JOINT_HISTORY_CELLS * COMPONENTS];

  PetscFunctionBeginUser;
  for (int k = 0; k < JOINT_RESULTS; k++) {
    const JointResult result = joint_history_result(r, j, k);

    if (!result.name) continue;
    PetscCall(PetscArrayzero(values, j->ncells_all * result.columns));
    for (PetscInt e = 0; e < j->ncells; e++)
      PetscCall(
        JointResultValue(ev, i, e, k, values + (s->number ? s->number[e] : e) * result.columns));
    HistorySetReals(h, s->series[k], values);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RecordCoupling(const JointHistories *r, PetscInt i, const Evaluation *ev,
                                     History h)
{
  const PetscInt     first                       = r->model->couplings->coupling[i].member[0].joint;
  const JointSeries *s                           = &r->joint[first];
  PetscReal          values[JOINT_HISTORY_CELLS] = {0};

  PetscFunctionBeginUser;
  for (PetscInt e = 0; e < r->model->joint[first].ncells; e++)
    PetscCall(CouplingForce(ev, i, e, &values[s->number ? s->number[e] : e]));
  HistorySetReals(h, r->coupling[i], values);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointHistoriesRecord(const JointHistories *r, const Evaluation *ev, History h)
{
  PetscFunctionBeginUser;
  if (!r->model->njoints && !r->model->sliders) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RecordSliders(r, ev, h));
  PetscCall(RecordTies(r, ev, h));
  for (PetscInt i = 0; i < r->model->njoints; i++)
    if (JointIsOfUser(&r->model->joint[i]) && r->model->joint[i].ncells_all <= JOINT_HISTORY_CELLS)
      PetscCall(RecordJoint(r, i, ev, h));
  for (PetscInt i = 0; r->coupling && i < r->model->couplings->n; i++)
    if (!r->model->couplings->coupling[i].of_tie &&
        r->model->couplings->coupling[i].ncells_all <= JOINT_HISTORY_CELLS)
      PetscCall(RecordCoupling(r, i, ev, h));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointHistoriesReport(const JointHistories *r)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < r->model->njoints; i++) {
    const Joint *j = &r->model->joint[i];

    if (JointIsOfUser(j) && j->ncells_all > JOINT_HISTORY_CELLS)
      PetscCall(PetscPrintf(
        r->model->comm,
        "no history of joint '%s': it has %" PetscInt_FMT " cells, more than %d%s\n", j->name,
        j->ncells_all, JOINT_HISTORY_CELLS, r->amplitude ? "" : "; snapshots have its results"));
  }
  for (PetscInt i = 0; r->model->couplings && i < r->model->couplings->n; i++) {
    const Coupling *c = &r->model->couplings->coupling[i];

    if (!c->of_tie && c->ncells_all > JOINT_HISTORY_CELLS)
      PetscCall(PetscPrintf(r->model->comm,
                            "no history of coupling '%s': its joints have %" PetscInt_FMT
                            " cells, more than %d\n",
                            c->name, c->ncells_all, JOINT_HISTORY_CELLS));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool joint_histories_need_nodes(const JointHistories *r)
{
  return (PetscBool)(r->model->njoints > 0 || r->model->sliders);
}

PetscErrorCode JointHistoriesDestroy(JointHistories *r)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; r->joint && i < r->model->njoints; i++)
    PetscCall(PetscFree(r->joint[i].number));
  PetscCall(PetscFree(r->joint));
  PetscCall(PetscFree(r->coupling));
  PetscCall(PetscFree(r->slider));
  PetscCall(PetscFree(r->tie));
  PetscFunctionReturn(PETSC_SUCCESS);
}
