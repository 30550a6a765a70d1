/* envelope.c: keeps the largest and the least value of fields and results over all steps.
   Envelopes are written to disk together with the histories; checkpoints have them, too. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "assembly/results/element_motion.h"
#include "assembly/results/surface_extremes.h"
#include "element/beam/inside/beam_line.h"
#include "envelope.h"
#include "output/dof_tables.h"
#include "model/parts/block.h"

static const char *const data_names[ENVELOPE_DATA] = {"largest",    "least",         "largest_time",
                                                      "least_time", "largest_place", "least_place"};

/* Returns the number of arrays of an envelope. */
static int data_count(const Envelope *e)
{
  return e->extreme < 0 ? ENVELOPE_LARGEST_PLACE : ENVELOPE_DATA;
}

static PetscErrorCode AddEnvelope(Envelopes *v, Envelope e)
{
  PetscFunctionBeginUser;
  for (int d = 0; d < data_count(&e); d++) {
    PetscCall(PetscMalloc1((size_t)(e.rows * e.columns), &e.data[d]));
    for (PetscInt k = 0; k < e.rows * e.columns; k++) e.data[d][k] = NAN;
  }
  PetscCall(PetscRealloc((size_t)(v->n + 1) * sizeof *v->envelope, &v->envelope));
  v->envelope[v->n++] = e;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddElementEnvelopes(Envelopes *v, PetscInt part)
{
  const Block   *b     = &v->model->block[part];
  const PetscInt first = ElementExtremesFirst(b);
  char           path[256];
  PetscInt       at = 0;

  PetscFunctionBeginUser;
  for (const ElementResult *r = b->results; r->name; at += r->count, r++) {
    Envelope e = {.part    = part,
                  .first   = at,
                  .rows    = b->ncells,
                  .columns = r->count,
                  .extreme = first < 0 || at < first ? -1 : (int)(at - first)};

    if (!fields_contain_result(&v->fields, b, r)) continue;
    PetscCall(PetscSNPrintf(path, sizeof path, "/envelopes/parts/%s/%s/%s", b->part,
                            shape_name(b->kernel->shape), r->name));
    PetscCall(PetscStrallocpy(path, &e.path));
    PetscCall(AddEnvelope(v, e));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnvelopesCreate(const NameList *names, Model model, Envelopes *v)
{
  const PetscInt owned = model->mesh->nowned;
  char           path[64];

  PetscFunctionBeginUser;
  v->model = model;
  PetscCall(FieldsCreate(names, "-envelopes", PETSC_FALSE, model, &v->fields));
  for (int f = 0; f < nodal_fields(model->layout.rotates); f++) {
    Envelope e = {
      .part = -1, .first = f, .rows = owned, .columns = nodal_field_info[f].count, .extreme = -1};

    if (!fields_contain(&v->fields, nodal_field_info[f].name)) continue;
    PetscCall(PetscMalloc1((size_t)(e.rows * e.columns), &v->values[f]));
    PetscCall(PetscSNPrintf(path, sizeof path, "/envelopes/%s", nodal_field_info[f].name));
    PetscCall(PetscStrallocpy(path, &e.path));
    PetscCall(AddEnvelope(v, e));
  }
  for (PetscInt b = 0; b < model->nparts; b++) PetscCall(AddElementEnvelopes(v, b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool envelopes_have_surfaces(const Envelopes *v)
{
  for (PetscInt i = 0; i < v->n; i++)
    if (v->envelope[i].part >= 0 &&
        surface_raises(&v->model->block[v->envelope[i].part], v->envelope[i].first))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode EnvelopesDestroy(Envelopes *v)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < v->n; i++) {
    PetscCall(PetscFree(v->envelope[i].path));
    for (int d = 0; d < data_count(&v->envelope[i]); d++)
      PetscCall(PetscFree(v->envelope[i].data[d]));
  }
  for (int f = 0; f < NODAL_FIELDS; f++) PetscCall(PetscFree(v->values[f]));
  PetscCall(PetscFree(v->envelope));
  PetscCall(FieldsDestroy(&v->fields));
  v->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Updates one row of an envelope with the values x[columns] at time t, and with their
   places[columns] if the envelope has places. Returns whether a value was updated. If it has places
   and places is NULL, the values stay. */
static PetscBool update_envelope(const Envelope *e, PetscInt row, const PetscReal x[], PetscReal t,
                                 const double places[])
{
  PetscBool updated = PETSC_FALSE;

  for (PetscInt c = 0; c < e->columns; c++)
    for (int k = 0; k < 2; k++) { /* ENVELOPE_LARGEST, ENVELOPE_LEAST */
      const PetscInt at   = e->columns * row + c;
      PetscReal     *best = &e->data[ENVELOPE_LARGEST + k][at];

      if (!isnan(*best) && !(k ? x[c] < *best : x[c] > *best)) continue;
      updated = PETSC_TRUE;
      if (e->extreme >= 0 && !places) continue;
      *best                                  = x[c];
      e->data[ENVELOPE_LARGEST_TIME + k][at] = t;
      if (e->extreme >= 0) e->data[ENVELOPE_LARGEST_PLACE + k][at] = places[e->extreme + c];
    }
  return updated;
}

/* Updates the envelopes e[n] of one part with the results of its elements. */
static void update_element_envelopes(const Envelopes *v, PetscInt n, const Envelope e[],
                                     const Evaluation *ev)
{
  const Block       *b      = &v->model->block[e->part];
  const ResultChoice choice = fields_result_choice(&v->fields, b);

  for (PetscInt cell = 0; cell < b->ncells; cell++) {
    double    values[ELEMENT_MAX_RESULTS], places[SPAN_EXTREMES];
    PetscBool placed = PETSC_FALSE;

    ElementResults(ev, b, cell, choice, values);
    for (PetscInt i = 0; i < n; i++)
      if (update_envelope(&e[i], cell, values + e[i].first, ev->s->t, NULL) && e[i].extreme >= 0)
        placed = PETSC_TRUE;
    if (!placed) continue;
    ElementExtremePlaces(ev, b, cell, places);
    for (PetscInt i = 0; i < n; i++)
      if (e[i].extreme >= 0) update_envelope(&e[i], cell, values + e[i].first, ev->s->t, places);
  }
}

PetscErrorCode EnvelopesRecord(Envelopes *v, Evaluation *ev)
{
  PetscInt i = 0;

  PetscFunctionBeginUser;
  if (!v->n) PetscFunctionReturn(PETSC_SUCCESS);
  if (v->envelope[0].part < 0)
    PetscCall(NodalValues(ev, nodal_fields(v->model->layout.rotates), v->values));
  for (; i < v->n && v->envelope[i].part < 0; i++) {
    const Envelope *e = &v->envelope[i];

    for (PetscInt k = 0; k < e->rows; k++)
      update_envelope(e, k, v->values[e->first] + e->columns * k, ev->s->t, NULL);
  }
  if (i < v->n) PetscCall(EvaluationPrepareResults(ev));
  for (PetscInt n = 0; i < v->n; i += n) {
    for (n = 1; i + n < v->n && v->envelope[i + n].part == v->envelope[i].part;) n++;
    update_element_envelopes(v, n, &v->envelope[i], ev);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnvelopesWrite(const Envelopes *v, File file, const Snapshots *snapshots,
                              PetscBool create)
{
  char path[320];

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < v->n; i++)
    for (int d = 0; d < data_count(&v->envelope[i]); d++) {
      const Envelope  *e     = &v->envelope[i];
      const MeshTable *table = e->part < 0 ? &snapshots->nodes : &snapshots->part[e->part];

      PetscCall(PetscSNPrintf(path, sizeof path, "%s/%s", e->path, data_names[d]));
      if (create) PetscCall(FileWriteTable(file, path, FILE_REAL, table, e->columns, e->data[d]));
      else PetscCall(FileStackWriteTable(file, path, table, e->columns, 0, e->data[d]));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Names in the archive start with the number of the envelope, because paths may be long. */
PetscErrorCode EnvelopesArchive(Envelopes *v, FsArchive a)
{
  const Mesh mesh = v->model ? v->model->mesh : NULL;
  PetscInt  *count, *at;

  PetscFunctionBeginUser;
  if (!v->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc2(PetscMax(mesh->g.nnodes, mesh->g.ncells), &count, mesh->g.ncells, &at));
  PetscCall(FsArchivePushScope(a, "envelopes"));
  for (PetscInt i = 0; i < v->n; i++) {
    const Envelope *e = &v->envelope[i];
    const Block    *b = e->part < 0 ? NULL : &v->model->block[e->part];

    if (b) MeshTableSortCells(mesh, b->ncells, b->cells, count, at);
    else
      for (PetscInt k = 0; k < mesh->g.nnodes; k++) count[k] = mesh->owned[k];
    for (int d = 0; d < data_count(e); d++) {
      char name[32];

      PetscCall(PetscSNPrintf(name, sizeof name, "%d_%s", (int)i, data_names[d]));
      PetscCall(FsArchiveRows(a, name, b ? FS_ARCHIVE_CELLS : FS_ARCHIVE_NODES, count,
                              b ? at : NULL, e->columns, e->data[d]));
    }
  }
  PetscCall(FsArchivePopScope(a));
  PetscCall(PetscFree2(count, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}
