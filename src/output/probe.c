/* probe.c: probes: the node nearest to a point, the only node of a set, or the element of a part nearest to a point;
   and the history of what happens there. The choice does not depend on the number of ranks. */
#include <math.h>
#include <string.h>
#include "parts.h"

static const double TIE = 1e-9; /* distances with a smaller relative difference are equal; then the lower id wins */

/* The nearest node, or element, that a rank has found. */
typedef struct {
  double  distance; /* from the probe's point [m] */
  int64_t id;       /* number of the node in the mesh; of an element: that of its first node */
  double  reach;    /* largest distance that is accepted [m] */
  int     rank;     /* that has it */
  int     node;     /* local number of the node on that rank; of an element: number of the block */
} Candidate;

static PetscBool nearer(const Candidate *a, const Candidate *b)
{
  if (a->distance < b->distance * (1 - TIE)) return PETSC_TRUE;
  return (PetscBool)(a->distance <= b->distance * (1 + TIE) && a->id < b->id);
}

static double distance(const double a[3], const double b[3])
{
  return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

/* reach[nnodes] = half the diameter of the largest cell at each node, over all ranks [m]; 0 on entry. */
static PetscErrorCode Reaches(Mesh mesh, double reach[])
{
  const Geometry *g = &mesh->g;
  double          x[ELEMENT_MAX_NODES][3];

  PetscFunctionBeginUser;
  for (int c = 0; c < g->ncells; c++) {
    const int nn   = geometry_cell_corners(g, c, x);
    double    most = 0;

    for (int i = 0; i < nn; i++)
      for (int j = 0; j < i; j++) most = fmax(most, distance(x[i], x[j]));
    for (int i = g->offset[c]; i < g->offset[c + 1]; i++) reach[g->conn[i]] = fmax(reach[g->conn[i]], most / 2);
  }
  PetscCall(MeshCombineNodes(mesh, MPI_DOUBLE, reach, MPI_MAX));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *mine becomes the nearest candidate of all ranks. */
static PetscErrorCode Best(MPI_Comm comm, Candidate *mine)
{
  PetscMPIInt size, rank;
  Candidate  *all = NULL;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) PetscCall(PetscMalloc1(size, &all));
  PetscCallMPI(MPI_Gather(mine, sizeof *mine, MPI_BYTE, all, sizeof *mine, MPI_BYTE, 0, comm));
  if (rank == 0)
    for (PetscMPIInt r = 0; r < size; r++)
      if (nearer(&all[r], mine)) *mine = all[r];
  PetscCallMPI(MPI_Bcast(mine, sizeof *mine, MPI_BYTE, 0, comm));
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The node nearest to the point, among those with dofs. */
static PetscErrorCode AtPoint(Model model, const char option[], const PetscReal point[3], Probe *probe)
{
  const Geometry *g    = &model->mesh->g;
  Candidate       best = {.distance = HUGE_VAL, .id = INT64_MAX, .rank = -1};
  double         *reach;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &best.rank));
  PetscCall(PetscCalloc1(g->nnodes, &reach));
  PetscCall(Reaches(model->mesh, reach));
  for (int i = 0; i < g->nnodes; i++) {
    const Candidate node = {distance(g->x[i], point), g->id[i], reach[i], best.rank, i};

    if (model->mesh->owned[i] && model->layout.components[i] && nearer(&node, &best)) best = node;
  }
  PetscCall(PetscFree(reach));
  PetscCall(Best(model->comm, &best));
  PetscCheck(best.distance <= best.reach * (1 + 1e-9), model->comm, PETSC_ERR_USER_INPUT,
             "%s: the nearest node, at distance %.6g, is more than half a cell (%.6g) away; is the point on the mesh?",
             option, best.distance, best.reach);
  probe->owner = best.rank;
  probe->node  = best.node;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The element of the part whose middle is nearest to the point. */
static PetscErrorCode AtElement(Model model, const char option[], const char part[], const PetscReal point[3],
                                Probe *probe)
{
  const Geometry *g     = &model->mesh->g;
  Candidate       best  = {.distance = HUGE_VAL, .id = INT64_MAX, .rank = -1};
  PetscInt        found = -1, element = 0;
  double          x[ELEMENT_MAX_NODES][3];

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &best.rank));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];

    if (strcmp(b->part, part) || !b->kernel->result) continue;
    found = k;
    for (PetscInt e = 0; e < b->ncells; e++) {
      const int nn        = geometry_cell_corners(g, (int)b->cells[e], x);
      double    middle[3] = {0, 0, 0};
      Candidate c         = {.reach = 0, .rank = best.rank, .node = (int)k};

      for (int i = 0; i < nn; i++)
        for (int d = 0; d < 3; d++) middle[d] += x[i][d] / nn;
      c.distance = distance(middle, point);
      for (int i = 0; i < nn; i++) c.reach = fmax(c.reach, distance(x[i], middle));
      c.id = g->id[g->conn[g->offset[b->cells[e]]]]; /* of its first node: the same on any number of ranks */
      if (nearer(&c, &best)) {
        best    = c;
        element = e;
      }
    }
  }
  PetscCheck(found >= 0, model->comm, PETSC_ERR_USER_INPUT,
             "%s: part '%s' does not exist or its elements have no results; beams, trusses and finite membranes have",
             option, part);
  PetscCall(Best(model->comm, &best));
  PetscCheck(
    best.distance <= best.reach * (1 + 1e-9), model->comm, PETSC_ERR_USER_INPUT,
    "%s: the nearest element of part '%s', at distance %.6g, is farther away than its size; is the point on it?",
    option, part, best.distance);
  probe->owner   = best.rank;
  probe->block   = &model->block[best.node];
  probe->element = element;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The only node with dofs of the set. */
static PetscErrorCode AtSet(Model model, const char option[], PetscInt set, Probe *probe)
{
  const Geometry *g = &model->mesh->g;
  PetscMPIInt     rank;
  int             mine[2] = {0, -1}, all[2]; /* number of nodes, owner */

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  for (int i = 0; i < g->nnodes; i++)
    if (model->mesh->owned[i] && model->layout.components[i] && geometry_node_in(g, i, (int)set)) {
      mine[0]++;
      mine[1]     = rank;
      probe->node = i;
    }
  PetscCallMPI(MPI_Allreduce(&mine[0], &all[0], 1, MPI_INT, MPI_SUM, model->comm));
  PetscCallMPI(MPI_Allreduce(&mine[1], &all[1], 1, MPI_INT, MPI_MAX, model->comm));
  PetscCheck(all[0] == 1, model->comm, PETSC_ERR_USER_INPUT,
             "%s: set '%s' has %d nodes with dofs; a probe has one: give a point instead", option, g->set_name[set],
             all[0]);
  probe->owner = all[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddProbe(FsOptions o, Model model, const char name[], Probe *probe)
{
  const char *point_option = FsOptionName(o, "-probe_%s_point", name),
             *set_option   = FsOptionName(o, "-probe_%s_set", name);
  const char *part_option  = FsOptionName(o, "-probe_%s_part", name), *set_name, *part;
  PetscReal   point[3]     = {0, 0, 0};
  PetscInt    three        = 3, set;
  PetscBool   at_point, at_set, at_part;
  PetscMPIInt rank;
  int         rotates;

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(name, &probe->name));
  PetscCall(FsOptionsReals(o, point_option, 1, &three, point, &at_point));
  PetscCall(FsOptionsText(o, set_option, &set_name, &at_set));
  PetscCall(FsOptionsText(o, part_option, &part, &at_part));
  PetscCheck(!at_point || !at_set, model->comm, PETSC_ERR_USER_INPUT, "probe '%s' has both %s and %s; give one", name,
             point_option, set_option);
  PetscCheck(at_point || !at_part, model->comm, PETSC_ERR_USER_INPUT, "%s needs %s, near the element", part_option,
             point_option);
  if (at_part) {
    PetscCall(AtElement(model, part_option, part, point, probe));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (at_point) {
    PetscCall(AtPoint(model, point_option, point, probe));
  } else { /* a set: the named one, or the one that has the probe's name */
    char named[128];

    PetscCall(PetscSNPrintf(named, sizeof named, "probe '%s' has no %s, and", name, point_option));
    PetscCall(MeshFindSet(model->mesh, at_set ? set_option : named, at_set ? set_name : name, &set));
    PetscCall(AtSet(model, at_set ? set_option : "-probes", set, probe));
  }
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  rotates = rank == probe->owner && model->layout.components[probe->node] & ROTATIONS;
  PetscCallMPI(MPI_Bcast(&rotates, 1, MPI_INT, probe->owner, model->comm));
  probe->rotates = (PetscBool)rotates;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProbesCreate(FsOptions o, Model model, PetscInt *n, Probe **probes)
{
  char **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-probes", n, &names));
  PetscCall(PetscCalloc1(*n, probes));
  for (PetscInt i = 0; i < *n; i++) {
    PetscCall(HistoryCheckName(model->comm, "-probes", names[i]));
    PetscCall(AddProbe(o, model, names[i], &(*probes)[i]));
  }
  PetscCall(PetscStrNArrayDestroy(*n, &names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProbesFindNode(MPI_Comm comm, PetscInt n, const Probe probes[], const char option[], const char name[],
                              PetscInt *node)
{
  const Probe *found = NULL;
  PetscMPIInt  rank;

  PetscFunctionBeginUser;
  for (PetscInt p = 0; p < n; p++)
    if (!probes[p].block && !strcmp(probes[p].name, name)) found = &probes[p];
  PetscCheck(found, comm, PETSC_ERR_USER_INPUT, "%s %s: there is no such node among -probes", option, name);
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  *node = rank == found->owner ? found->node : -1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddOne(Probe *probe, const char behind[], History h, const char name[], int count,
                             PetscInt *series)
{
  char path[256];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(path, sizeof path, "%s%s/%s", probe->name, behind, name));
  PetscCall(HistoryAdd(h, path, FILE_REAL, count, probe->owner, series));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProbeAddSeries(Probe *probe, const char behind[], History h)
{
  PetscFunctionBeginUser;
  if (probe->block) {
    for (int r = 0; probe->block->kernel->results[r].name; r++)
      PetscCall(AddOne(probe, behind, h, probe->block->kernel->results[r].name, probe->block->kernel->results[r].count,
                       &probe->series[r]));
  } else {
    for (int f = 0; f < nodal_fields(probe->rotates); f++)
      PetscCall(AddOne(probe, behind, h, nodal_kind[f].name, nodal_kind[f].count, &probe->series[f]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RecordElement(const Probe *probe, const Evaluation *ev, History h)
{
  const ElementResult *results = probe->block->kernel->results;
  double               values[ELEMENT_MAX_RESULTS];

  PetscFunctionBeginUser;
  BlockResult(AssemblyModel(ev->assembly), probe->block, probe->element, ev->nodes, values);
  for (int r = 0, at = 0; results[r].name; at += results[r++].count) HistorySetReals(h, probe->series[r], values + at);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProbesRecord(PetscInt n, const Probe probes[], const Evaluation *ev, History h)
{
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(AssemblyModel(ev->assembly)->comm, &rank));
  for (PetscInt p = 0; p < n; p++) {
    const Probe *probe = &probes[p];

    if (probe->owner != rank) continue;
    if (probe->block) {
      PetscCall(RecordElement(probe, ev, h));
      continue;
    }
    for (int f = 0; f < nodal_fields(probe->rotates); f++) {
      PetscReal value[NODAL_MOST];

      PetscCall(NodalValue(ev, (NodalField)f, probe->node, value));
      HistorySetReals(h, probe->series[f], value);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProbesDestroy(PetscInt *n, Probe **probes)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < *n; i++) PetscCall(PetscFree((*probes)[i].name));
  PetscCall(PetscFree(*probes));
  *n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
