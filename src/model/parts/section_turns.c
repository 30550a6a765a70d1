/* section_turns.c: warns of beams whose sections turn over from cell to cell or inside a cell. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/error.h"
#include "element/beam/node_axes.h"
#include "element_iterator.h"
#include "math/vector.h"
#include "part_places.h"
#include "part_checks.h"

/* The largest turn of a section about the line that is not worth a warning [rad]. Along a line
   whose direction is well chosen sections turn by less than the line bends in a cell. */
static const double MOST = 0.75;

/* The cells of beams that end (0) and begin (1) at a node, on all ranks: their number, the sum of
   their parts' indices, and the sum of their axes there. */
typedef struct {
  double n[2], part[2], axes[2][3][3];
} NodeSections;

/* The largest turn of a part, and its place. */
typedef struct {
  PetscInt n; /* number of turns above MOST */
  double   angle, x[3];
} SectionTurn;

static void note_turn(double angle, const double x[3], SectionTurn *turn)
{
  if (!(fabs(angle) > MOST)) return;
  turn->n++;
  if (fabs(angle) <= turn->angle) return;
  turn->angle = fabs(angle);
  for (int c = 0; c < 3; c++) turn->x[c] = x[c];
}

static int element_axes(const ElementIterator *it, int node, double axes[3][3])
{
  const double *data = it->block->data + (size_t)it->element * (size_t)it->block->kernel->ndata;

  return beam_node_axes(it->block->kernel, data, node, axes);
}

/* Notes the turns between consecutive nodes of an element, less its twist. */
static void note_turns_inside(Model model, const ElementIterator *it, SectionTurn *turn)
{
  const int along[] = {0, 2, 1}; /* the nodes of a cell of three nodes, along the line */
  const int nn      = shape_nodes(it->block->kernel->shape);
  double    x[ELEMENT_MAX_NODES][3], twist[ELEMENT_MAX_NODES] = {0}, axes[2][3][3];

  geometry_cell_coordinates(&model->mesh->g, (int)it->block->cells[it->element], x);
  (void)BlockField(it->block, it->element, (const double(*)[3])x, twist);
  for (int i = 0; i + 1 < nn; i++) {
    const int a = nn == 3 ? along[i] : i, b = nn == 3 ? along[i + 1] : i + 1;

    if (!element_axes(it, a, axes[0]) || !element_axes(it, b, axes[1])) return;
    note_turn(beam_section_turn((const double(*)[3])axes[0], (const double(*)[3])axes[1]) -
                (twist[b] - twist[a]),
              x[a], turn);
  }
}

/* Adds the axes at both ends of an element to those of its nodes. */
static void add_ends(const ElementIterator *it, NodeSections sections[])
{
  for (int end = 0; end < 2; end++) {
    NodeSections *s = &sections[it->node[1 - end]];
    double        axes[3][3];

    if (!element_axes(it, 1 - end, axes)) return;
    s->n[end]++;
    s->part[end] += (double)it->block_index;
    for (int k = 0; k < 9; k++) ((double *)s->axes[end])[k] += ((double *)axes)[k];
  }
}

/* Finds the turns of all parts, turn[nparts], those at nodes on the ranks that own the nodes. */
static PetscErrorCode FindTurns(Model model, SectionTurn turn[])
{
  const double   smooth = 0.5; /* cosine of the largest angle between the tangents at a node */
  const PetscInt n      = model->mesh->g.nnodes;
  NodeSections  *sections;
  MPI_Datatype   unit;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(n, &sections));
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    note_turns_inside(model, &it, &turn[it.block_index]);
    add_ends(&it, sections);
  }
  PetscCallMPI(MPI_Type_contiguous(sizeof(NodeSections) / sizeof(double), MPI_DOUBLE, &unit));
  PetscCallMPI(MPI_Type_commit(&unit));
  PetscCall(MeshCombineNodes(model->mesh, unit, sections, MPI_SUM));
  PetscCallMPI(MPI_Type_free(&unit));
  for (PetscInt i = 0; i < n; i++) {
    const NodeSections *s = &sections[i];
    const double(*a)[3] = s->axes[0], (*b)[3] = s->axes[1];

    if (!model->mesh->owned[i] || s->n[0] != 1 || s->n[1] != 1 || s->part[0] != s->part[1])
      continue;
    if (dot(a[0], b[0]) > smooth)
      note_turn(beam_section_turn(a, b), model->mesh->g.x[i], &turn[(PetscInt)s->part[0]]);
  }
  PetscCall(PetscFree(sections));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelWarnSectionTurns(Model model)
{
  PetscBool    beams = PETSC_FALSE;
  PetscInt    *n;
  double      *angle;
  SectionTurn *turn;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    if (model->block[k].kernel->type->has_section) beams = PETSC_TRUE;
  if (!beams) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(model->nparts, &turn));
  PetscCall(FindTurns(model, turn));
  PetscCall(PetscMalloc2(model->nparts, &n, model->nparts, &angle));
  for (PetscInt k = 0; k < model->nparts; k++) n[k] = turn[k].n, angle[k] = turn[k].angle;
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, n, (PetscMPIInt)model->nparts, MPIU_INT, MPI_SUM, model->comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, angle, (PetscMPIInt)model->nparts, MPI_DOUBLE, MPI_MAX,
                             model->comm));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const double     *x    = turn[k].x;
    const char *const part = model->block[k].part;

    if (!n[k]) continue;
    PetscCall(WarnAllRanks(
      model->comm, (PetscBool)(turn[k].n && turn[k].angle == angle[k]),
      "part '%s': the section turns by %.3g degrees about the line at (%.6g, %.6g, %.6g)%s, "
      "because "
      "the line comes close to the direction of the y axis there, or the default direction changes "
      "sides; give another -part_%s_direction, across the line",
      part, angle[k] * 180 / PETSC_PI, x[0], x[1], x[2], n[k] > 1 ? " and elsewhere" : "", part));
  }
  PetscCall(PetscFree2(n, angle));
  PetscCall(PetscFree(turn));
  PetscFunctionReturn(PETSC_SUCCESS);
}
