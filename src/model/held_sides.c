/* held_sides.c: finds where supports and glued edges hold the sides of shells at their nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "held_sides.h"
#include "model/model.h"
#include "model/parts/surfaces/surfaces.h"
#include "model/supports/support.h"

/* Returns the directions that a support holds. A support with axes of its own holds nearly all. */
static int held_directions(const Support *s)
{
  int bits = 0;

  if (!s->has_axes) return s->fixed & DISPLACEMENTS;
  for (int a = 0; a < 3; a++)
    for (int c = 0; c < 3; c++)
      if (s->fixed >> a & 1 && s->axes[a][c] * s->axes[a][c] > 0.1) bits |= 1 << c;
  return bits;
}

/* Marks the nodes of the lines of a tie, on this rank. */
static PetscErrorCode MarkLines(const Geometry *g, const TieOptions *tie, int held[])
{
  char name[SET_NAME_SIZE];
  int  set;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(name, sizeof name, ADDED_SET_PREFIX "%s", tie->name));
  set = geometry_find_set(g, name);
  for (int cell = 0; cell < g->ncells; cell++) {
    if (!geometry_cell_in_set(g, cell, set)) continue;
    for (int i = g->offset[cell]; i < g->offset[cell + 1]; i++) held[g->conn[i]] |= HELD_SEAM;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HeldNodesFind(Model model, const TiesOptions *ties, int **held)
{
  const Geometry *g     = &model->mesh->g;
  PetscBool       seams = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(g->nnodes + 1, held));
  for (PetscInt s = 0; s < model->nsupports; s++)
    for (int i = 0; i < g->nnodes; i++)
      if (geometry_node_in_set(g, i, (int)model->support[s].set))
        (*held)[i] |= held_directions(&model->support[s]);
  for (PetscInt k = 0; ties && k < ties->n; k++) {
    if (!ties->tie[k].glued || !ties->tie[k].glued->edges) continue;
    PetscCall(MarkLines(g, &ties->tie[k], *held));
    seams = PETSC_TRUE;
  }
  if (seams) PetscCall(MeshCombineNodes(model->mesh, MPI_INT, *held, MPI_BOR));
  PetscFunctionReturn(PETSC_SUCCESS);
}
