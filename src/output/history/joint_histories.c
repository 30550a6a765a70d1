/* joint_histories.c: records the results of joints, couplings, sliders, ties and supports. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "model/ties/ties.h"
#include "model/supports/support.h"
#include "joint_histories.h"
#include "assembly/constraints/joint_results.h"
#include <math.h>
#include "base/error.h"

/* Raises an input error if a probe has the name of a constraint or tie (what). */
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

/* ---- constraints ----------------------------------------------------------------------------- */

/* Adds the series /history/<constraint><suffix>/<result>. */
static PetscErrorCode AddConstraintSeries(JointHistories *r, const char suffix[],
                                          ConstraintSeries *s, History h)
{
  PetscMPIInt rank, owner;

  PetscFunctionBeginUser;
  s->items = s->kind->items(r->model, s->i, &s->all);
  if (s->all > JOINT_HISTORY_ITEMS) PetscFunctionReturn(PETSC_SUCCESS);
  if (s->all > 1) {
    PetscCall(PetscMalloc1(s->items, &s->number));
    PetscCall(s->kind->number_items(r->model, s->i, s->number));
  }
  PetscCallMPI(MPI_Comm_rank(r->model->comm, &rank));
  owner = s->items ? rank : -1;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &owner, 1, MPI_INT, MPI_MAX, r->model->comm));
  for (int k = 0; k < CONSTRAINT_RESULTS; k++) {
    const ConstraintResult result = s->kind->result(r->model, s->i, k);
    const PetscInt         n      = result.columns;
    char                   path[256];

    if (!result.name || (result.is_power && r->amplitude)) continue;
    PetscCall(PetscSNPrintf(path, sizeof path, "%s%s/%s", s->kind->name(r->model, s->i), suffix,
                            result.name));
    if (s->all == 1)
      PetscCall(HistoryAdd(h, path, FILE_REAL, n > 1 ? n : 0, owner, &s->series[s->nresults]));
    else PetscCall(HistoryAddItems(h, path, s->all, n, &s->series[s->nresults]));
    s->k[s->nresults]        = k;
    s->result[s->nresults++] = result;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the results of the items of this rank, and 0 for items of other ranks. */
static PetscErrorCode RecordConstraint(const ConstraintSeries *s, const Evaluation *ev, History h)
{
  PetscReal values[JOINT_HISTORY_ITEMS * COMPONENTS];

  PetscFunctionBeginUser;
  for (PetscInt n = 0; n < s->nresults; n++) {
    const PetscInt columns = s->result[n].columns;

    PetscCall(PetscArrayzero(values, s->all * columns));
    for (PetscInt e = 0; e < s->items; e++)
      PetscCall(s->kind->value(ev, s->i, e, (int)s->k[n],
                               values + (s->number ? s->number[e] : e) * columns));
    HistorySetReals(h, s->series[n], values);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- ties ------------------------------------------------------------------------------------ */

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

/* ---- all ------------------------------------------------------------------------------------- */

PetscErrorCode JointHistoriesAddSeries(JointHistories *r, Model model, PetscInt nprobes,
                                       const Probe probes[], const char suffix[], History h)
{
  const PetscInt n = ConstraintsCount(model);

  PetscFunctionBeginUser;
  r->model     = model;
  r->amplitude = (PetscBool)(suffix[0] != 0);
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(n, &r->constraint));
  for (PetscInt i = 0; i < n; i++) {
    ConstraintSeries *s = &r->constraint[i];

    s->i    = i;
    s->kind = ConstraintKindOf(model, &s->i);
    if (s->kind->of_user && !s->kind->of_user(model, s->i)) continue;
    PetscCall(CheckSeriesName(model->comm, s->kind->option, ConstraintNoun(model, i),
                              ConstraintName(model, i), nprobes, probes));
    PetscCall(AddConstraintSeries(r, suffix, s, h));
  }
  PetscCall(AddTieSeries(r, nprobes, probes, suffix, h));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointHistoriesRecord(const JointHistories *r, const Evaluation *ev, History h)
{
  const PetscInt n = ConstraintsCount(r->model);

  PetscFunctionBeginUser;
  if (!r->constraint) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ConstraintsExchange(ev));
  for (PetscInt i = 0; i < n; i++) PetscCall(RecordConstraint(&r->constraint[i], ev, h));
  PetscCall(RecordTies(r, ev, h));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointHistoriesReport(const JointHistories *r)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < ConstraintsCount(r->model); i++) {
    const ConstraintSeries *s = &r->constraint[i];

    if (s->all > JOINT_HISTORY_ITEMS)
      PetscCall(PetscPrintf(
        r->model->comm, "no history of %s '%s': it has %" PetscInt_FMT " cells, more than %d%s\n",
        ConstraintNoun(r->model, i), ConstraintName(r->model, i), s->all, JOINT_HISTORY_ITEMS,
        s->kind->in_snapshots && !r->amplitude ? "; snapshots have its results" : ""));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool joint_histories_need_nodes(const JointHistories *r)
{
  return (PetscBool)(ConstraintsCount(r->model) > 0);
}

PetscErrorCode JointHistoriesDestroy(JointHistories *r)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; r->constraint && i < ConstraintsCount(r->model); i++)
    PetscCall(PetscFree(r->constraint[i].number));
  PetscCall(PetscFree(r->constraint));
  PetscCall(PetscFree(r->tie));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- support reactions ----------------------------------------------------------------------- */

PetscErrorCode SupportReactionsAddSeries(SupportReactions *supports, Assembly assembly,
                                         const char suffix[], History h)
{
  const Model model = AssemblyModel(assembly);

  PetscFunctionBeginUser;
  PetscCheck(!supports->in_frames || model->nsupports, model->comm, PETSC_ERR_USER_INPUT,
             "-output_reactions has no effect: the model has no -supports; remove it");
  if (!model->nsupports) PetscFunctionReturn(PETSC_SUCCESS);
  supports->n = model->nsupports;
  PetscCall(SupportForcesCreate(assembly, &supports->forces));
  PetscCall(PetscMalloc2(supports->n, &supports->series, supports->n, &supports->sum));
  for (PetscInt s = 0; s < supports->n; s++) {
    const char *name = model->support[s].name;
    char        path[256];

    PetscCall(HistoryCheckName(model->comm, "-supports", name));
    for (PetscInt j = 0; j < model->njoints; j++)
      PetscCheck(!JointIsOfUser(&model->joint[j]) || strcmp(model->joint[j].name, name),
                 model->comm, PETSC_ERR_USER_INPUT,
                 "support '%s' and joint '%s' have the same name, and both need "
                 "/history/%s/reaction: rename one, and give its set by -support_<name>_set or "
                 "-joint_<name>_set",
                 name, name, name);
    PetscCall(PetscSNPrintf(path, sizeof path, "%s%s/reaction", name, suffix));
    PetscCall(HistoryAdd(h, path, FILE_REAL, COMPONENTS, HISTORY_SUM, &supports->series[s]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises an input error if a law has no finite value at a supported node, which no solve checks. */
static PetscErrorCode CheckFinite(const SupportReactions *supports, Model model, PetscReal t)
{
  PetscInt bad = -1;

  PetscFunctionBeginUser;
  /* Other loads check their own values. */
  if (!model->loads.nlaws && !model->loads.nmoment_laws) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt s = 0; s < supports->n; s++)
    for (int c = 0; c < COMPONENTS; c++)
      if (!isfinite(supports->sum[s][c])) bad = s;
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)(bad >= 0),
    "support '%s' has no finite reaction at t = %.6g: a law (-load_<name>_law_...) has no finite "
    "value at a node of the support; guard it with ?:",
    bad < 0 ? "" : model->support[bad].name, (double)t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportReactionsRecord(const SupportReactions *supports, const Evaluation *ev,
                                      History h)
{
  PetscFunctionBeginUser;
  if (!supports->forces) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SupportForcesResultants(supports->forces, ev, supports->sum));
  PetscCall(CheckFinite(supports, AssemblyModel(ev->assembly), ev->s->t));
  for (PetscInt s = 0; s < supports->n; s++)
    HistorySetReals(h, supports->series[s], supports->sum[s]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool support_reactions_need_nodes(const SupportReactions *supports)
{
  return (PetscBool)(supports->forces && SupportForcesNeedNodes(supports->forces));
}

PetscErrorCode SupportReactionsDestroy(SupportReactions *supports)
{
  PetscFunctionBeginUser;
  PetscCall(SupportForcesDestroy(&supports->forces));
  PetscCall(PetscFree2(supports->series, supports->sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}
