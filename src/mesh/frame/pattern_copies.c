/* pattern_copies.c: selects the cells and nodes of one copy of a pattern by its name.

   Name "foot+3" means the part of set foot in copy 3 of its pattern, counted from 0. Every rank
   finds its own cells by the numbers that the frame gives them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "frame_mesh.h"

struct _n_PatternCopies {
  FrameMesh frame; /* its cells have the same numbers as those of the mesh */
};

PetscErrorCode PatternCopiesCreate(FrameMesh *frame, PatternCopies *copies)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(copies));
  (*copies)->frame = *frame;
  *frame           = (FrameMesh){.nsets = 0};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PatternCopiesDestroy(PatternCopies *copies)
{
  PetscFunctionBeginUser;
  if (!*copies) PetscFunctionReturn(PETSC_SUCCESS);
  frame_free(&(*copies)->frame);
  PetscCall(PetscFree(*copies));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether an instance exists and is in a set. */
static PetscBool instance_in_set(const FrameMesh *f, int set, FrameInstance at)
{
  return (PetscBool)(set_lists_has_set(&f->lists, f->item[at.item].list, set) &&
                     frame_instance_exists(f, at));
}

/* Returns the first of a rank's cells, which are sorted, whose number is not less than a number.

   Returns ncells if there is no such cell. */
static int first_cell_from(const Geometry *g, int64_t number)
{
  int low = 0, high = g->ncells;

  while (low < high) {
    const int middle = low + (high - low) / 2;

    if (g->cell_number[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Selects the cells of a copy, and their nodes.

   Returns the number of instances in the whole mesh, the same on all ranks. */
static int select_copy(const FrameMesh *f, const Geometry *g, int set, const int copy[],
                       unsigned char selected[], unsigned char selected_cell[])
{
  int ninstances = 0;

  for (int i = 0; i < f->nitems; i++) {
    FrameInstance at = {.item = i};
    int64_t       start, end;

    memcpy(at.copy, copy, sizeof at.copy);
    if (!instance_in_set(f, set, at)) continue;
    ninstances++;
    start = frame_count_before(f, at).cells;
    end   = start + frame_count_item(&f->item[i]).cells;
    for (int c = first_cell_from(g, start); c < g->ncells && g->cell_number[c] < end; c++) {
      selected_cell[c] = 1;
      for (int k = g->offset[c]; k < g->offset[c + 1]; k++) selected[g->conn[k]] = 1;
    }
  }
  return ninstances;
}

/* Writes the last copy of a set, such as "+11" or "+9+4". */
static void last_copy_name(const FrameMesh *f, int set, char text[], size_t size)
{
  int ncopies[FRAME_DIRECTIONS] = {1, 1, 1}, directions = 1;

  text[0] = 0;
  for (int i = 0; i < f->nitems; i++)
    for (int d = 0; d < FRAME_DIRECTIONS && set_lists_has_set(&f->lists, f->item[i].list, set); d++)
      ncopies[d] = PetscMax(ncopies[d], f->item[i].m[d]);
  for (int d = 0; d < FRAME_DIRECTIONS; d++)
    if (ncopies[d] > 1) directions = d + 1;
  for (int d = 0; d < directions; d++)
    snprintf(text + strlen(text), size - strlen(text), "+%d", ncopies[d] - 1);
}

PetscErrorCode PatternCopiesSelect(PatternCopies copies, MPI_Comm comm, const Geometry *g,
                                   const char option[], const char name[], int set,
                                   unsigned char selected[], unsigned char selected_cell[])
{
  const char *const suffix = strchr(name, '+');
  const char *const base   = g->set_name[set];
  int               copy[FRAME_DIRECTIONS];
  char              last[48];

  PetscFunctionBeginUser;
  PetscCheck(
    copies && set < copies->frame.nsets, comm, PETSC_ERR_USER_INPUT,
    "%s %s: only a mesh that is one frame (-mesh frame) has copies with names; select it by its "
    "place (docs/meshes.md, Places)",
    option, name);
  PetscCheck(
    suffix && suffix[1] && !frame_parse_copy(suffix, strlen(suffix), copy), comm,
    PETSC_ERR_USER_INPUT,
    "%s: '%s' is not a copy; after a name write +0 for the first copy, +1 for the next, or "
    "+0+1 for the next one in the second direction",
    option, name);
  last_copy_name(&copies->frame, set, last, sizeof last);
  PetscCheck(select_copy(&copies->frame, g, set, copy, selected, selected_cell), comm,
             PETSC_ERR_USER_INPUT, "%s: there is no '%s'; the last copy of '%s' is %s%s", option,
             name, base, base, last);
  PetscFunctionReturn(PETSC_SUCCESS);
}
