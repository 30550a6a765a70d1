/* probe.c: finds the nodes and elements of probes and records their histories. A probe is the
   node at a point, the place inside of an element there, the only node of a set, the element of
   a part nearest to a point, with the place there if it is a beam, or a whole part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "assembly/results/element_motion.h"
#include "element/beam/inside/beam_line.h"
#include "mesh/distributed/point_locator.h"
#include "mesh/place/cell_place.h"
#include "mesh/place/mesh_place.h"
#include "output/snapshot/node_fields.h"
#include "probe.h"
#include "model/parts/element_iterator.h"

enum { PROBE_OPTION = 256 }; /* size of the name of an option, for messages */

/* Finds the node with dofs at the point, or else the element, or else warns that the nearest node
   is elsewhere. */
static PetscErrorCode FindPlaceOfPoint(Model model, const char option[], const PetscReal point[3],
                                       Probe *probe)
{
  PlaceSearch search = {
    .option = option, .node = model->layout.components, .only_reads = PETSC_TRUE};
  unsigned char *cell;
  MeshPlace      place;
  PetscMPIInt    rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  PetscCall(PetscArraycpy(search.point, point, 3));
  PetscCall(PetscCalloc1(model->mesh->g.ncells + 1, &cell));
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    if (element_has_places(&it)) cell[it.block->cells[it.element]] = 1;
  search.cell = cell;
  PetscCall(MeshFindPlace(model->mesh, &search, &place));
  PetscCall(PetscFree(cell));
  probe->owner  = place.rank;
  probe->inside = (PetscBool)(place.dimension > 0);
  if (!probe->inside) probe->node = place.item;
  PetscCall(PetscArraycpy(probe->square, place.square, 2));
  for (ElementIterator it = PartElements(model); probe->inside && NextElement(&it);)
    if (rank == place.rank && element_has_places(&it) &&
        it.block->cells[it.element] == place.item && !probe->block) {
      probe->block   = it.block;
      probe->element = it.element;
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckPart(Model model, const char option[], const char part[])
{
  PetscBool found = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts && !found; k++)
    PetscCall(PetscStrcmp(model->block[k].part, part, &found));
  PetscCheck(found, model->comm, PETSC_ERR_USER_INPUT,
             "%s: part '%s' does not exist; give one of -parts", option, part);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the point of an element that is nearest to a point, and returns its distance. */
static double nearest_of_element(const Geometry *g, int cell, const PetscReal point[3],
                                 double square[2])
{
  double x[ELEMENT_MAX_NODES][3];

  geometry_cell_coordinates(g, cell, x);
  if (!shape_dimension((Shape)g->shape[cell])) return point_distance(x[0], point);
  return cell_nearest_point((Shape)g->shape[cell], (const double(*)[3])x,
                            geometry_cell_rise(g, cell), point, square);
}

/* Finds the element of the part that is nearest to the point. If elements meet there, it is the one
   whose center is nearest. */
static PetscErrorCode FindElementAtPoint(Model model, const char option[], const char part[],
                                         const PetscReal point[3], Probe *probe)
{
  /* relative to the size of an element, so that round-off does not choose between elements */
  const double    rounding = 1e-9;
  const Geometry *g        = &model->mesh->g;
  PetscReal       nearest  = PETSC_MAX_REAL;
  PetscInt        element  = 0;
  double          x[ELEMENT_MAX_NODES][3], square[2] = {0, 0};
  Candidate       best;

  PetscFunctionBeginUser;
  PetscCall(CheckPart(model, option, part));
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    if (!strcmp(it.block->part, part))
      nearest =
        PetscMin(nearest, nearest_of_element(g, (int)it.block->cells[it.element], point, square));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &nearest, 1, MPIU_REAL, MPIU_MIN, model->comm));
  PetscCall(CandidateInit(model->comm, &best));
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const int cell = (int)it.block->cells[it.element], nn = geometry_cell_coordinates(g, cell, x);
    double    middle[3];
    Candidate c = {.max_distance = 0, .rank = best.rank, .node = (int)it.block_index};

    if (strcmp(it.block->part, part)) continue;
    geometry_cell_center(g, cell, middle);
    c.distance = point_distance(middle, point);
    for (int i = 0; i < nn; i++)
      c.max_distance = fmax(c.max_distance, point_distance(x[i], middle));
    if (nearest_of_element(g, cell, point, square) > nearest + rounding * c.max_distance) continue;
    c.id = g->id[it.node[0]]; /* of its first node: the same on any number of ranks */
    if (candidate_nearer(&c, &best)) {
      best    = c;
      element = it.element;
      PetscCall(PetscArraycpy(probe->square, square, 2));
    }
  }
  PetscCall(CandidateReduce(model->comm, &best));
  /* 1e-9 is relative to the distance of the farthest node of the element from its middle: a point
     at a corner is at this distance, up to round-off. The test tests/output/refused.py has a point
     that is far away. */
  PetscCheck(best.distance <= best.max_distance * (1 + rounding), model->comm, PETSC_ERR_USER_INPUT,
             "%s: the nearest element of part '%s', at distance %.6g, is farther away than its "
             "size; is the point on it?",
             option, part, best.distance);
  probe->owner   = best.rank;
  probe->block   = &model->block[best.node];
  probe->element = element;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the only node of the set that has dofs. */
static PetscErrorCode FindNodeOfSet(Model model, PetscInt set, Probe *probe)
{
  const Geometry *g = &model->mesh->g;
  PetscMPIInt     rank;
  int             mine[2] = {0, -1}, all[2]; /* number of nodes, owner */

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  for (int i = 0; i < g->nnodes; i++)
    if (model->mesh->owned[i] && model->layout.components[i] &&
        geometry_node_in_set(g, i, (int)set)) {
      mine[0]++;
      mine[1]     = rank;
      probe->node = i;
    }
  PetscCallMPI(MPI_Allreduce(&mine[0], &all[0], 1, MPI_INT, MPI_SUM, model->comm));
  PetscCallMPI(MPI_Allreduce(&mine[1], &all[1], 1, MPI_INT, MPI_MAX, model->comm));
  PetscCheck(all[0] == 1, model->comm, PETSC_ERR_USER_INPUT,
             "probe '%s': set '%s' has %d nodes with dofs; a probe has one: give a point instead",
             probe->name, g->set_name[set], all[0]);
  probe->owner = all[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the part of a probe of a whole part or model, and the result of an extreme probe. */
static PetscErrorCode FindPart(Model model, const ProbeOptions *options, Probe *probe)
{
  char option[PROBE_OPTION];

  PetscFunctionBeginUser;
  probe->owner = -1;
  PetscCall(PetscSNPrintf(option, sizeof option, "-probe_%s_part", probe->name));
  if (options->part) PetscCall(CheckPart(model, option, options->part));
  PetscCall(PetscStrallocpy(options->part, &probe->part));
  if (probe->kind != PROBE_EXTREME) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscStrallocpy(options->result, &probe->result));
  PetscCall(PetscSNPrintf(option, sizeof option, "-probe_%s_extreme", probe->name));
  PetscCall(ExtremeProbeFindResult(model, option, probe));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Determines on all ranks whether the node of a probe has rotations. */
static PetscErrorCode FindRotations(Model model, Probe *probe)
{
  PetscMPIInt rank;
  int         rotates;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  rotates =
    rank == probe->owner && !probe->inside && model->layout.components[probe->node] & ROTATIONS;
  PetscCallMPI(MPI_Bcast(&rotates, 1, MPI_INT, probe->owner, model->comm));
  probe->rotates = (PetscBool)rotates;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProbeAtPoint(Model model, const char option[], const PetscReal point[3],
                            Probe *probe)
{
  PetscFunctionBeginUser;
  PetscCall(FindPlaceOfPoint(model, option, point, probe));
  PetscCall(FindRotations(model, probe));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the node of a probe, and whether it has rotations; or the element that contains it. */
static PetscErrorCode FindNode(Model model, const ProbeOptions *options, Probe *probe)
{
  char     option[PROBE_OPTION];
  PetscInt set;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(option, sizeof option, "-probe_%s_point", probe->name));
  if (options->at_point) {
    PetscCall(ProbeAtPoint(model, option, options->point, probe));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MeshSelect(model->mesh, &options->nodes, &set));
  PetscCall(FindNodeOfSet(model, set, probe));
  PetscCall(FindRotations(model, probe));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ProbeCreate(Model model, const ProbeOptions *options, Probe *probe)
{
  char option[PROBE_OPTION];

  PetscFunctionBeginUser;
  PetscCall(HistoryCheckName(model->comm, "-probes", options->name));
  PetscCall(PetscStrallocpy(options->name, &probe->name));
  probe->kind = options->kind;
  if (probe->kind == PROBE_NODE) {
    PetscCall(FindNode(model, options, probe));
  } else if (probe->kind == PROBE_ELEMENT) {
    PetscCall(PetscSNPrintf(option, sizeof option, "-probe_%s_part", probe->name));
    PetscCall(FindElementAtPoint(model, option, options->part, options->point, probe));
  } else {
    PetscCall(FindPart(model, options, probe));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProbesCreate(PetscInt n, const ProbeOptions options[], Model model, Probe **probes)
{
  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(n, probes));
  for (PetscInt i = 0; i < n; i++) PetscCall(ProbeCreate(model, &options[i], &(*probes)[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddResultSeries(Probe *probe, const char suffix[], History h,
                                      const char name[], int count, PetscInt *series)
{
  char path[256];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(path, sizeof path, "%s%s/%s", probe->name, suffix, name));
  PetscCall(HistoryAdd(h, path, FILE_REAL, count, probe->owner, series));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lists the results of a probe at its place inside of a beam, and returns their number. */
static int results_at_place(const Probe *probe, const ElementResult *results[SPAN_PLACE_VALUES])
{
  int n = 0;

  if (!ElementHasInside(probe->block)) return 0;
  for (const ElementResult *r = span_place_results; r->name; r++) results[n++] = r;
  if (!probe->block->kernel->type->derived(probe->block->prop)) return n;
  for (const ElementResult *r = span_place_stresses; r->name; r++) results[n++] = r;
  return n;
}

/* Adds the series of a probe of an element: its results, then those at the place in a beam. */
static PetscErrorCode AddElementSeries(Probe *probe, const char suffix[], History h)
{
  static const char    along[] = "_along"; /* end of the names in the tables of places */
  const ElementResult *at[SPAN_PLACE_VALUES];
  const int            n = results_at_place(probe, at);
  int                  r = 0;

  PetscFunctionBeginUser;
  for (; probe->block->results[r].name; r++)
    PetscCall(AddResultSeries(probe, suffix, h, probe->block->results[r].name,
                              probe->block->results[r].count, &probe->series[r]));
  for (int k = 0; k < n; k++, r++) {
    const size_t stem = strlen(at[k]->name) - strlen(along);
    char         name[64];

    PetscCall(PetscSNPrintf(name, sizeof name, "%.*s_at_point", (int)stem, at[k]->name));
    PetscCall(AddResultSeries(probe, suffix, h, name, at[k]->count, &probe->series[r]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProbeAddSeries(Probe *probe, const char suffix[], History h)
{
  PetscFunctionBeginUser;
  if (probe->kind == PROBE_ELEMENT) {
    PetscCall(AddElementSeries(probe, suffix, h));
  } else if (probe->kind == PROBE_NODE) {
    for (int f = 0; f < nodal_fields(probe->rotates); f++)
      PetscCall(AddResultSeries(probe, suffix, h, nodal_field_info[f].name,
                                nodal_field_info[f].count, &probe->series[f]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RecordElement(const Probe *probe, const Evaluation *ev, History h)
{
  const ElementResult *results = probe->block->results, *place[SPAN_PLACE_VALUES];
  const int            n       = results_at_place(probe, place);
  double               values[ELEMENT_MAX_RESULTS];
  int                  r = 0;

  PetscFunctionBeginUser;
  ElementResults(ev, probe->block, probe->element, RESULTS_ALL, values);
  for (int at = 0; results[r].name; at += results[r++].count)
    HistorySetReals(h, probe->series[r], values + at);
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  ElementResultsAt(ev, probe->block, probe->element, (1 + probe->square[0]) / 2, values);
  for (int k = 0, at = 0; k < n; at += place[k++]->count)
    HistorySetReals(h, probe->series[r + k], values + at);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Records the displacement, velocity and acceleration of a place inside of an element. */
static PetscErrorCode RecordInside(const Probe *probe, const Evaluation *ev, History h)
{
  PlaceMotion motion;

  PetscFunctionBeginUser;
  ElementMotionAt(ev, probe->block, probe->element, probe->square, &motion);
  HistorySetReals(h, probe->series[NODAL_DISPLACEMENT], motion.u);
  HistorySetReals(h, probe->series[NODAL_VELOCITY], motion.v);
  HistorySetReals(h, probe->series[NODAL_ACCELERATION], motion.a);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProbesRecord(PetscInt n, const Probe probes[], Evaluation *ev, History h)
{
  PetscMPIInt rank;
  PetscBool   elements = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (PetscInt p = 0; p < n; p++)
    elements = (PetscBool)(elements || probes[p].kind == PROBE_ELEMENT || probes[p].inside);
  if (elements) PetscCall(EvaluationPrepareResults(ev));
  PetscCallMPI(MPI_Comm_rank(AssemblyModel(ev->assembly)->comm, &rank));
  for (PetscInt p = 0; p < n; p++) {
    const Probe *probe = &probes[p];

    if (probe->owner != rank) continue;
    if (probe->kind == PROBE_ELEMENT) {
      PetscCall(RecordElement(probe, ev, h));
      continue;
    }
    if (probe->inside) {
      PetscCall(RecordInside(probe, ev, h));
      continue;
    }
    for (int f = 0; f < nodal_fields(probe->rotates); f++) {
      PetscReal value[NODAL_MAX_VALUES];

      PetscCall(NodalValue(ev, (NodalField)f, probe->node, value));
      HistorySetReals(h, probe->series[f], value);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool probes_need_nodes(PetscInt n, const Probe probes[])
{
  for (PetscInt p = 0; p < n; p++)
    if (probes[p].kind == PROBE_MASS_CENTER) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode ProbesDestroy(PetscInt *n, Probe **probes)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < *n; i++) {
    PetscCall(PetscFree((*probes)[i].name));
    PetscCall(PetscFree((*probes)[i].part));
    PetscCall(PetscFree((*probes)[i].result));
  }
  PetscCall(PetscFree(*probes));
  *n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
