/* extreme_probe.c: records the largest and least values of results in parts, and their places.

   Round-off must not choose the place of an extreme: it differs between numbers of ranks. Therefore
   all ranks first find the extreme values. The place is then that of the first element, in the
   order of the whole mesh, whose value differs from the extreme by less than EXTREME_TIE of the
   largest value of the result. All probes share both reductions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "assembly/results/element_motion.h"
#include "assembly/results/surface_extremes.h"
#include "element/beam/inside/beam_line.h"
#include "model/parts/block.h"
#include "probe.h"

enum { LARGEST, LEAST, EXTREMES };

/* PeakPlace - The first element that has an extreme value. */
typedef struct {
  double number;   /* of the cell in the whole mesh; infinite before the first candidate */
  double place[3]; /* in the mesh [m] */
} PeakPlace;

/* The same, on this rank. */
typedef struct {
  int64_t      number;
  const Block *block; /* NULL before the first candidate */
  PetscInt     element;
  int          known; /* argument `extreme` of ElementExtremePlace(), or -1 */
  /* place of the result among the values of an element if nodes of surfaces raise it, or -1; the
     place of other results is the center of the cell */
  PetscInt raised;
} PeakElement;

typedef struct {
  const Probe *probe; /* borrowed */
  /* [ncells][columns] values of the elements of this rank, of one block of the part after another
   */
  double  *value;
  double  *peak;             /* [columns][EXTREMES], in ExtremeProbes.peak */
  PetscInt series[EXTREMES]; /* numbers of HistoryAdd() */
  PetscInt places[EXTREMES]; /* numbers of HistoryAdd() */
} ExtremeProbe;

struct _n_ExtremeProbes {
  Model         model; /* borrowed */
  PetscInt      n, npeaks;
  ExtremeProbe *extreme; /* [n] */
  /* [npeaks] extreme values, least ones with the opposite sign, so that all searches are for the
     largest; infinite without a value */
  double      *peak;
  PeakElement *element; /* [npeaks] */
  PeakPlace   *place;   /* [npeaks] */
  MPI_Datatype type;
  MPI_Op       op;
};

static void reduce_first(void *from, void *to, int *n, MPI_Datatype *type)
{
  const PeakPlace *a = from;
  PeakPlace       *b = to;

  (void)type;
  for (int i = 0; i < *n; i++)
    if (a[i].number < b[i].number) b[i] = a[i];
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
    PetscCall(HistoryAdd(h, path, FILE_REAL, probe->columns, 0, &e->series[k]));
    PetscCall(PetscSNPrintf(path, sizeof path, "%s/%s_place", probe->name, names[k]));
    PetscCall(HistoryAdd(h, path, FILE_REAL, 3 * probe->columns, 0, &e->places[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the offset of a probe's result in those of a block; -1 if the probe does not have the
   block. */
static PetscInt offset_in_block(const ExtremeProbe *e, const Block *b)
{
  const ElementResult *found;

  return strcmp(b->part, e->probe->part) ? -1 : result_offset(b, e->probe->result, &found);
}

PetscBool extreme_probes_have_surfaces(ExtremeProbes x)
{
  for (PetscInt i = 0; x && i < x->n; i++)
    for (PetscInt k = 0; k < x->model->nparts; k++) {
      const PetscInt at = offset_in_block(&x->extreme[i], &x->model->block[k]);

      if (at >= 0 && surface_raises(&x->model->block[k], at)) return PETSC_TRUE;
    }
  return PETSC_FALSE;
}

/* Allocates the values of a probe. */
static PetscErrorCode CreateValues(Model model, ExtremeProbe *e)
{
  PetscInt ncells = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    if (offset_in_block(e, &model->block[k]) >= 0) ncells += model->block[k].ncells;
  PetscCall(PetscMalloc1((size_t)(ncells * e->probe->columns), &e->value));
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
    PetscCall(CreateValues(model, &x->extreme[x->n]));
    PetscCall(AddExtremeSeries(&x->extreme[x->n++], h));
    x->npeaks += EXTREMES * probes[p].columns;
  }
  PetscCall(PetscMalloc3(x->npeaks, &x->peak, x->npeaks, &x->element, x->npeaks, &x->place));
  for (PetscInt i = 0, at = 0; i < x->n; at += EXTREMES * x->extreme[i++].probe->columns)
    x->extreme[i].peak = x->peak + at;
  PetscCallMPI(MPI_Type_contiguous(4, MPI_DOUBLE, &x->type));
  PetscCallMPI(MPI_Type_commit(&x->type));
  PetscCallMPI(MPI_Op_create(reduce_first, 1, &x->op));
  *out = x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ExtremeProbesDestroy(ExtremeProbes *x)
{
  PetscFunctionBeginUser;
  if (!*x) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Op_free(&(*x)->op));
  PetscCallMPI(MPI_Type_free(&(*x)->type));
  for (PetscInt i = 0; i < (*x)->n; i++) PetscCall(PetscFree((*x)->extreme[i].value));
  PetscCall(PetscFree3((*x)->peak, (*x)->element, (*x)->place));
  PetscCall(PetscFree((*x)->extreme));
  PetscCall(PetscFree(*x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns one of the values of an element, a least one with the opposite sign. */
static double signed_value(double value, int k) { return k == LARGEST ? value : -value; }

/* Computes the values of all elements of a block, and updates the extremes of this rank. value[n]
   are the places of the values of each probe, which move on. */
static void evaluate_block(ExtremeProbes x, const Block *b, const Evaluation *ev, double *value[])
{
  PetscBool    any    = PETSC_FALSE;
  ResultChoice choice = RESULTS_USUAL;

  for (PetscInt i = 0; i < x->n; i++) {
    const PetscInt at = offset_in_block(&x->extreme[i], b), extremes = ElementExtremesFirst(b);

    if (at >= 0) any = PETSC_TRUE;
    if (at >= 0 && extremes >= 0 && at >= extremes) choice = RESULTS_ALL;
  }
  for (PetscInt cell = 0; cell < b->ncells && any; cell++) {
    double values[ELEMENT_MAX_RESULTS];

    ElementResults(ev, b, cell, choice, values);
    for (PetscInt i = 0; i < x->n; i++) {
      const ExtremeProbe *e  = &x->extreme[i];
      const PetscInt      at = offset_in_block(e, b);

      for (PetscInt c = 0; c < e->probe->columns && at >= 0; c++) {
        *value[i] = values[at + c];
        for (int k = 0; k < EXTREMES; k++) /* fmax leaves out NaN */
          e->peak[EXTREMES * c + k] = fmax(e->peak[EXTREMES * c + k], signed_value(*value[i], k));
        value[i]++;
      }
    }
  }
}

/* Finds the first elements of this rank that have the extremes of a probe. */
static void find_elements(ExtremeProbes x, const ExtremeProbe *e)
{
  const PetscInt columns = e->probe->columns;
  PeakElement   *peaks   = x->element + (e->peak - x->peak);
  const double  *value   = e->value;
  double         scale   = 0;

  for (PetscInt j = 0; j < EXTREMES * columns; j++)
    if (isfinite(e->peak[j])) scale = fmax(scale, fabs(e->peak[j]));
  for (PetscInt n = 0; n < x->model->nparts; n++) {
    const Block   *b  = &x->model->block[n];
    const PetscInt at = offset_in_block(e, b), extremes = ElementExtremesFirst(b);
    const int      known = extremes >= 0 && at >= extremes ? (int)(at - extremes) : -1;

    for (PetscInt cell = 0; cell < b->ncells && at >= 0; cell++, value += columns)
      for (PetscInt j = 0; j < EXTREMES * columns; j++) {
        const int64_t number = x->model->mesh->g.cell_number[b->cells[cell]];
        const double  high   = signed_value(value[j / EXTREMES], j % EXTREMES);

        if (!(high >= e->peak[j] - EXTREME_TIE * scale)) continue;
        if (peaks[j].block && peaks[j].number < number) continue;
        peaks[j] = (PeakElement){number, b, cell, known < 0 ? -1 : known + (int)(j / EXTREMES),
                                 surface_raises(b, at) ? at + j / EXTREMES : -1};
      }
  }
}

/* Computes the places of the extremes that elements of this rank have. */
static void find_places(ExtremeProbes x, const Evaluation *ev)
{
  for (PetscInt i = 0; i < x->npeaks; i++) {
    const PeakElement *peak = &x->element[i];
    PeakPlace         *at   = &x->place[i];

    *at = (PeakPlace){
      INFINITY, {NAN, NAN, NAN}
    };
    if (!peak->block) continue;
    at->number = (double)peak->number;
    if (peak->raised >= 0)
      surface_extremes_place(ev, peak->block, peak->element, peak->raised, EXTREME_TIE, at->place);
    else if (peak->known < 0)
      geometry_cell_center(&x->model->mesh->g, (int)peak->block->cells[peak->element], at->place);
    else ElementExtremePlace(ev, peak->block, peak->element, peak->known, at->place);
  }
}

/* Sets the values of a probe, on rank 0, which has the extremes of all ranks. */
static void set_series(ExtremeProbes x, const ExtremeProbe *e, History h)
{
  const PeakPlace *at = x->place + (e->peak - x->peak);
  double           value[ELEMENT_MAX_RESULTS], place[3 * ELEMENT_MAX_RESULTS];

  for (int k = 0; k < EXTREMES; k++) {
    for (PetscInt c = 0; c < e->probe->columns; c++) {
      const double peak = e->peak[EXTREMES * c + k];

      value[c] = isinf(peak) && peak < 0 ? NAN : signed_value(peak, k);
      for (int d = 0; d < 3; d++) place[3 * c + d] = at[EXTREMES * c + k].place[d];
    }
    HistorySetReals(h, e->series[k], value);
    HistorySetReals(h, e->places[k], place);
  }
}

PetscErrorCode ExtremeProbesRecord(ExtremeProbes x, Evaluation *ev, History h)
{
  double    **value;
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  if (!x || !x->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(EvaluationPrepareResults(ev));
  PetscCall(PetscMalloc1(x->n, &value));
  for (PetscInt i = 0; i < x->n; i++) value[i] = x->extreme[i].value;
  for (PetscInt i = 0; i < x->npeaks; i++) {
    x->peak[i]    = -INFINITY;
    x->element[i] = (PeakElement){.block = NULL};
  }
  for (PetscInt b = 0; b < x->model->nparts; b++) evaluate_block(x, &x->model->block[b], ev, value);
  PetscCall(PetscFree(value));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, x->peak, (PetscMPIInt)x->npeaks, MPI_DOUBLE, MPI_MAX,
                             x->model->comm));
  for (PetscInt i = 0; i < x->n; i++) find_elements(x, &x->extreme[i]);
  find_places(x, ev);
  PetscCallMPI(MPI_Comm_rank(x->model->comm, &rank));
  PetscCallMPI(MPI_Reduce(rank ? x->place : MPI_IN_PLACE, x->place, (PetscMPIInt)x->npeaks, x->type,
                          x->op, 0, x->model->comm));
  for (PetscInt i = 0; i < x->n && rank == 0; i++) set_series(x, &x->extreme[i], h);
  PetscFunctionReturn(PETSC_SUCCESS);
}
