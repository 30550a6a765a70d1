/* split_offsets.c: checks offsets of split ends of lines, and turns them into global axes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "base/error.h"
#include "math/vector.h"
#include "split_ends.h"

/* Returns whether a needed node only joins two lines of the part, and no end is split there. */
static unsigned char *find_inner_nodes(const Splitting *s)
{
  typedef struct {
    int lines, others;
  } Cells;
  const DistributedMesh *d     = s->d;
  const Geometry        *g     = &d->cells;
  Cells                 *local = ranks_calloc(d->ranks, g->nnodes, sizeof *local),
        *received              = ranks_malloc(d->ranks, s->fetch.plan.m, sizeof *received),
        *sum                   = ranks_calloc(d->ranks, d->nodes.nnodes, sizeof *sum);
  unsigned char *inner         = ranks_malloc(d->ranks, g->nnodes, 1);

  for (int c = 0; c < g->ncells; c++)
    for (int k = g->offset[c]; k < g->offset[c + 1] && g->shape[c] != SHAPE_POINT; k++) {
      if (s->in_part[c] && is_line_cell(g, c)) local[g->conn[k]].lines++;
      else local[g->conn[k]].others++;
    }
  exchange_send(&s->fetch.plan, sizeof *local, local, received);
  for (int64_t k = 0; k < s->fetch.plan.m; k++) {
    sum[s->fetch.at[k]].lines += received[k].lines;
    sum[s->fetch.at[k]].others += received[k].others;
  }
  distributed_mesh_fetch(d, &s->fetch, sizeof *sum, sum, local);
  for (int i = 0; i < g->nnodes; i++)
    inner[i] = (unsigned char)(local[i].lines == 2 && !local[i].others && !s->at_sets[i]);
  free(local);
  free(received);
  free(sum);
  return inner;
}

/* Input errors: an offset end of a line with three nodes or of an arc; or the member has several
   lines, so that its axis would have a kink. */
static PetscErrorCode CheckOffsets(const Splitting *s)
{
  const Geometry *g       = &s->d->cells;
  unsigned char  *inner   = find_inner_nodes(s);
  PetscBool       curved  = PETSC_FALSE;
  const double    zero[3] = {0, 0, 0}, *x = zero;
  PetscBool       kink = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (int k = 0; k < s->n; k++) {
    const SplitEnd *split = &s->split[k];
    const double   *rise  = geometry_cell_rise(g, split->cell);

    if (g->shape[split->cell] == SHAPE_LINE3 || (rise && norm(rise) > 0)) curved = PETSC_TRUE;
    if (!inner[g->conn[g->offset[split->cell] + 1 - split->end]]) continue;
    kink = PETSC_TRUE;
    x    = g->x[split->needed];
  }
  free(inner);
  PetscCall(CheckAllRanks(
    s->comm, curved,
    "%s: a line at the set '%s' has a middle node or is an arc; offsets need straight lines of two "
    "nodes",
    s->option, s->end->set));
  PetscCall(CheckAllRanks(
    s->comm, kink,
    "%s: the member at (%.6g, %.6g, %.6g), a point of the set '%s', has several lines; the offset "
    "would move the end of the first one only. Mesh each member as one line, or move its line in "
    "the file",
    s->option, x[0], x[1], x[2], s->end->set));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SplitEndsSetOffsets(const Splitting *s)
{
  const Geometry *g   = &s->d->cells;
  PetscBool       bad = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!(norm(s->end->end.offset) > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CheckOffsets(s));
  for (int k = 0; k < s->n; k++) {
    double x[SHAPE_MAX_NODES][3];

    (void)geometry_cell_coordinates(g, s->split[k].cell, x);
    PetscCall(PetscArraycpy(s->split[k].offset, s->end->end.offset, 3));
    if (SectionOffsetTurn(&s->part->section, (const double(*)[3])x, s->split[k].offset))
      bad = PETSC_TRUE;
  }
  PetscCall(CheckAllRanks(
    s->comm, bad, "%s section: a beam lies along its direction, so that its section has no axes",
    s->part->section.option));
  PetscFunctionReturn(PETSC_SUCCESS);
}
