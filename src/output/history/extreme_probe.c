/* extreme_probe.c: records the largest and least values of results in parts, and their places.
   All probes share one reduction. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "assembly/results/element_motion.h"
#include "probe.h"

/* An extreme value and its place. A least value is stored with the opposite sign, so that all
   searches are for the largest. The value is NaN before the first candidate. */
typedef struct {
  /* place: in the reference configuration, that of ElementExtremePlace() or the center of the cell
     [m] */
  double value, place[3];
} ExtremeValue;

enum { LARGEST, LEAST, EXTREMES };

typedef struct {
  const Probe  *probe;           /* borrowed */
  ExtremeValue *peak;            /* [columns][EXTREMES], in ExtremeProbes.peak */
  PetscInt      value[EXTREMES]; /* numbers of HistoryAdd() */
  PetscInt      place[EXTREMES]; /* numbers of HistoryAdd() */
  PetscInt      first; /* offset of the result in those of the present block; -1 without it */
  int           known; /* first argument `extreme` of ElementExtremePlace(); -1 without it */
} ExtremeProbe;

struct _n_ExtremeProbes {
  Model         model; /* borrowed */
  PetscInt      n, npeaks;
  ExtremeProbe *extreme; /* [n] */
  ExtremeValue *peak;    /* [npeaks] */
  MPI_Datatype  type;
  MPI_Op        op;
};

/* Returns whether a replaces b. Equal values are ordered by least x, then y, then z, so that the
   result is the same on any number of ranks. */
static PetscBool exceeds(const ExtremeValue *a, const ExtremeValue *b)
{
  if (isnan(a->value) || isnan(b->value)) return (PetscBool)(isnan(b->value) && !isnan(a->value));
  if (a->value != b->value) return (PetscBool)(a->value > b->value);
  for (int c = 0; c < 3; c++)
    if (a->place[c] != b->place[c]) return (PetscBool)(a->place[c] < b->place[c]);
  return PETSC_FALSE;
}

static void reduce_larger(void *from, void *to, int *n, MPI_Datatype *type)
{
  const ExtremeValue *a = from;
  ExtremeValue       *b = to;

  (void)type;
  for (int i = 0; i < *n; i++)
    if (exceeds(&a[i], &b[i])) b[i] = a[i];
}

/* Returns the offset of a result in the results of an element, and the result in *found; -1 if the
   elements of the block do not have it. */
static PetscInt result_offset(const Block *b, const char name[], const ElementResult **found)
{
  PetscInt at = 0;

  for (*found = b->results; (*found)->name; at += (*found)->count, (*found)++)
    if (!strcmp((*found)->name, name)) return at;
  return -1;
}

PetscErrorCode ExtremeProbeFindResult(Model model, const char option[], Probe *probe)
{
  char                 list[1024] = "";
  const ElementResult *found;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];

    if (strcmp(b->part, probe->part)) continue;
    if (result_offset(b, probe->result, &found) >= 0) {
      probe->columns = found->count;
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    for (const ElementResult *r = b->results; r->name && !list[0]; r++)
      for (const ElementResult *each = r; each->name; each++) {
        PetscCall(PetscStrlcat(list, each == r ? "" : ", ", sizeof list));
        PetscCall(PetscStrlcat(list, each->name, sizeof list));
      }
  }
  SETERRQ(model->comm, PETSC_ERR_USER_INPUT,
          "%s: elements of part '%s' have no result '%s'; they have %s", option, probe->part,
          probe->result, list);
}

static PetscErrorCode AddExtremeSeries(ExtremeProbe *e, History h)
{
  static const char *const names[EXTREMES] = {"largest", "least"};
  const Probe             *probe           = e->probe;
  char                     path[256];

  PetscFunctionBeginUser;
  for (int k = 0; k < EXTREMES; k++) {
    PetscCall(PetscSNPrintf(path, sizeof path, "%s/%s", probe->name, names[k]));
    PetscCall(HistoryAdd(h, path, FILE_REAL, probe->columns, 0, &e->value[k]));
    PetscCall(PetscSNPrintf(path, sizeof path, "%s/%s_place", probe->name, names[k]));
    PetscCall(HistoryAdd(h, path, FILE_REAL, 3 * probe->columns, 0, &e->place[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ExtremeProbesCreate(Model model, PetscInt nprobes, const Probe probes[], History h,
                                   ExtremeProbes *out)
{
  ExtremeProbes x;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&x));
  x->model = model;
  PetscCall(PetscCalloc1(nprobes, &x->extreme));
  for (PetscInt p = 0; p < nprobes; p++) {
    if (probes[p].kind != PROBE_EXTREME) continue;
    x->extreme[x->n].probe = &probes[p];
    PetscCall(AddExtremeSeries(&x->extreme[x->n++], h));
    x->npeaks += EXTREMES * probes[p].columns;
  }
  PetscCall(PetscMalloc1(x->npeaks, &x->peak));
  for (PetscInt i = 0, at = 0; i < x->n; at += EXTREMES * x->extreme[i++].probe->columns)
    x->extreme[i].peak = x->peak + at;
  PetscCallMPI(MPI_Type_contiguous(4, MPI_DOUBLE, &x->type));
  PetscCallMPI(MPI_Type_commit(&x->type));
  PetscCallMPI(MPI_Op_create(reduce_larger, 1, &x->op));
  *out = x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ExtremeProbesDestroy(ExtremeProbes *x)
{
  PetscFunctionBeginUser;
  if (!*x) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Op_free(&(*x)->op));
  PetscCallMPI(MPI_Type_free(&(*x)->type));
  PetscCall(PetscFree((*x)->peak));
  PetscCall(PetscFree((*x)->extreme));
  PetscCall(PetscFree(*x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Updates the extremes with the results of one element. */
static void update_extremes(Model model, const ExtremeProbe *e, const Evaluation *ev,
                            const Block *b, PetscInt element, const double values[])
{
  for (PetscInt c = 0; c < e->probe->columns; c++)
    for (int k = 0; k < EXTREMES; k++) {
      const double value     = k == LARGEST ? values[e->first + c] : -values[e->first + c];
      ExtremeValue candidate = {.value = value}, *current = &e->peak[EXTREMES * c + k];

      if (isnan(value) || value < current->value) continue;
      if (e->known < 0)
        geometry_cell_center(&model->mesh->g, (int)b->cells[element], candidate.place);
      else ElementExtremePlace(ev, b, element, e->known + (int)c, candidate.place);
      if (exceeds(&candidate, current)) *current = candidate;
    }
}

/* Updates the extremes with all elements of a block, if its part has a probe. */
static void search_block(ExtremeProbes x, const Block *b, const Evaluation *ev)
{
  PetscBool            any    = PETSC_FALSE;
  ResultChoice         choice = RESULTS_USUAL;
  const ElementResult *found, *force;

  for (PetscInt i = 0; i < x->n; i++) {
    ExtremeProbe *e = &x->extreme[i];

    e->first = strcmp(b->part, e->probe->part) ? -1 : result_offset(b, e->probe->result, &found);
    if (e->first < 0) continue;
    any      = PETSC_TRUE;
    e->known = -1;
    if (b->kernel->type->requested && result_offset(b, "force_max", &force) >= 0 && found >= force)
      e->known = (int)(e->first - result_offset(b, "force_max", &force));
    if (found - b->results >= b->nusual) choice = RESULTS_ALL;
  }
  for (PetscInt cell = 0; cell < b->ncells && any; cell++) {
    double values[ELEMENT_MAX_RESULTS];

    ElementResults(ev, b, cell, choice, values);
    for (PetscInt i = 0; i < x->n; i++)
      if (x->extreme[i].first >= 0) update_extremes(x->model, &x->extreme[i], ev, b, cell, values);
  }
}

/* Sets the values of a probe, on rank 0, which has the extremes of all ranks. */
static void set_series(const ExtremeProbe *e, History h)
{
  double value[ELEMENT_MAX_RESULTS], place[3 * ELEMENT_MAX_RESULTS];

  for (int k = 0; k < EXTREMES; k++) {
    for (PetscInt c = 0; c < e->probe->columns; c++) {
      const ExtremeValue *current = &e->peak[EXTREMES * c + k];

      value[c] = k == LARGEST ? current->value : -current->value;
      for (int d = 0; d < 3; d++) place[3 * c + d] = current->place[d];
    }
    HistorySetReals(h, e->value[k], value);
    HistorySetReals(h, e->place[k], place);
  }
}

PetscErrorCode ExtremeProbesRecord(ExtremeProbes x, Evaluation *ev, History h)
{
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  if (!x || !x->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(EvaluationPrepareResults(ev));
  for (PetscInt i = 0; i < x->npeaks; i++)
    x->peak[i] = (ExtremeValue){
      .value = NAN, .place = {NAN, NAN, NAN}
    };
  for (PetscInt b = 0; b < x->model->nparts; b++) search_block(x, &x->model->block[b], ev);
  PetscCallMPI(MPI_Comm_rank(x->model->comm, &rank));
  PetscCallMPI(MPI_Reduce(rank ? x->peak : MPI_IN_PLACE, x->peak, (PetscMPIInt)x->npeaks, x->type,
                          x->op, 0, x->model->comm));
  for (PetscInt i = 0; i < x->n && rank == 0; i++) set_series(&x->extreme[i], h);
  PetscFunctionReturn(PETSC_SUCCESS);
}
