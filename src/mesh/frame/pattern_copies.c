/* pattern_copies.c: copies of a pattern by name: "foot+3" is what the set foot has in copy 3 of its pattern, the first being 0. Cells
   are found by the numbers that the frame gives them, so that every rank finds its own. */
#include <stdio.h>
#include <string.h>
#include "frame_mesh.h"

struct _n_Copies {
  Frame frame; /* whose numbers of cells are those of the mesh */
};

PetscErrorCode CopiesCreate(Frame *frame, Copies *copies)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(copies));
  (*copies)->frame = *frame;
  *frame           = (Frame){.nsets = 0};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CopiesDestroy(Copies *copies)
{
  PetscFunctionBeginUser;
  if (!*copies) PetscFunctionReturn(PETSC_SUCCESS);
  frame_free(&(*copies)->frame);
  PetscCall(PetscFree(*copies));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether an instance exists and is in a set. */
static PetscBool is_chosen(const Frame *f, int set, FrameInstance at)
{
  return (PetscBool)(set_lists_has(&f->lists, f->item[at.item].list, set) && frame_exists(f, at));
}

/* The first of a rank's cells, which are in ascending order of their numbers, from a number on; ncells: there is none. */
static int first_from(const Geometry *g, int64_t number)
{
  int low = 0, high = g->ncells;

  while (low < high) {
    const int middle = low + (high - low) / 2;

    if (g->cell_number[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Choose the cells of a copy, and their nodes. Returns how many instances there are, on all ranks together. */
static int choose(const Frame *f, const Geometry *g, int set, const int copy[], unsigned char chosen[],
                  unsigned char chosen_cell[])
{
  int found = 0;

  for (int i = 0; i < f->nitems; i++) {
    FrameInstance at = {.item = i};
    int64_t       begin, end;

    memcpy(at.copy, copy, sizeof at.copy);
    if (!is_chosen(f, set, at)) continue;
    found++;
    begin = frame_before(f, at).cells;
    end   = begin + frame_count_item(&f->item[i]).cells;
    for (int c = first_from(g, begin); c < g->ncells && g->cell_number[c] < end; c++) {
      chosen_cell[c] = 1;
      for (int k = g->offset[c]; k < g->offset[c + 1]; k++) chosen[g->conn[k]] = 1;
    }
  }
  return found;
}

/* text = the last copy of a set, "+11" or "+9+4". */
static void last_copy(const Frame *f, int set, char text[], size_t size)
{
  int most[FRAME_DIRECTIONS] = {1, 1, 1}, directions = 1;

  text[0] = 0;
  for (int i = 0; i < f->nitems; i++)
    for (int d = 0; d < FRAME_DIRECTIONS && set_lists_has(&f->lists, f->item[i].list, set); d++)
      most[d] = PetscMax(most[d], f->item[i].m[d]);
  for (int d = 0; d < FRAME_DIRECTIONS; d++)
    if (most[d] > 1) directions = d + 1;
  for (int d = 0; d < directions; d++) snprintf(text + strlen(text), size - strlen(text), "+%d", most[d] - 1);
}

PetscErrorCode CopiesChoose(Copies copies, MPI_Comm comm, const Geometry *g, const char option[], const char name[],
                            int set, unsigned char chosen[], unsigned char chosen_cell[])
{
  const char *const behind = strchr(name, '+');
  const char *const base   = g->set_name[set];
  int               copy[FRAME_DIRECTIONS];
  char              last[48];

  PetscFunctionBeginUser;
  PetscCheck(copies && set < copies->frame.nsets, comm, PETSC_ERR_USER_INPUT,
             "%s %s: only a mesh that is a frame alone (-mesh frame) has copies with names; say where it is "
             "(docs/meshes.md, Places)",
             option, name);
  PetscCheck(behind && behind[1] && !frame_parse_copy(behind, strlen(behind), copy), comm, PETSC_ERR_USER_INPUT,
             "%s: '%s' is no copy; behind a name comes +0, of the first copy, +1, or +0+1, in the second direction",
             option, name);
  last_copy(&copies->frame, set, last, sizeof last);
  PetscCheck(choose(&copies->frame, g, set, copy, chosen, chosen_cell), comm, PETSC_ERR_USER_INPUT,
             "%s: there is no '%s'; the last copy of '%s' is %s%s", option, name, base, base, last);
  PetscFunctionReturn(PETSC_SUCCESS);
}
