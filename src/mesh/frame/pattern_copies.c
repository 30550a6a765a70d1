/* pattern_copies.c: selects the cells of one copy of a pattern by its name, and finds the motions
   of copies. Copies are also those of a file that a mesh reads several times.

   Name "foot+3" means the part of set foot in copy 3 of its pattern, counted from 0. Every rank
   finds its own cells by the numbers that the frame gives them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "frame_mesh.h"
#include "math/vector.h"

struct _n_PatternCopies {
  FrameMesh      frame;
  int            at; /* index of the source that is the frame; -1 without a frame */
  int            nsources;
  PatternSource *source; /* [nsources] */
};

PetscErrorCode PatternCopiesCreate(FrameMesh *frame, int at, int nsources,
                                   const PatternSource source[], PatternCopies *copies)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(copies));
  **copies = (struct _n_PatternCopies){.at = at, .nsources = nsources};
  PetscCall(PetscMalloc1(nsources, &(*copies)->source));
  PetscCall(PetscArraycpy((*copies)->source, source, nsources));
  if (at < 0) PetscFunctionReturn(PETSC_SUCCESS);
  (*copies)->frame = *frame;
  *frame           = (FrameMesh){.nsets = 0};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool PatternCopiesHasFrame(PatternCopies copies)
{
  return (PetscBool)(copies && copies->at >= 0);
}

PetscErrorCode PatternCopiesDestroy(PatternCopies *copies)
{
  PetscFunctionBeginUser;
  if (!*copies) PetscFunctionReturn(PETSC_SUCCESS);
  frame_free(&(*copies)->frame);
  PetscCall(PetscFree((*copies)->source));
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

/* Selects cell c and its nodes, if it is in the set. Further cells at ends of lines are not
   (member_ends.h). */
static void select_cell(const Geometry *g, int c, int set, unsigned char selected[],
                        unsigned char selected_cell[])
{
  if (!geometry_cell_in_set(g, c, set)) return;
  selected_cell[c] = 1;
  for (int k = g->offset[c]; k < g->offset[c + 1]; k++) selected[g->conn[k]] = 1;
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
    for (int c = first_cell_from(g, start); c < g->ncells && g->cell_number[c] < end; c++)
      select_cell(g, c, set, selected, selected_cell);
    for (int c = first_cell_from(g, f->total.cells); c < g->ncells && g->origin; c++) {
      const CellOrigin origin = g->origin[c]; /* the second part of a line that was split */

      if (origin.source == 0 && origin.number >= start && origin.number < end)
        select_cell(g, c, set, selected, selected_cell);
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
    PatternCopiesHasFrame(copies) && copies->nsources == 1 && set < copies->frame.nsets, comm,
    PETSC_ERR_USER_INPUT,
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

/* ---- motions --------------------------------------------------------------------------------- */

/* Computes the motion from the place of the frame's original to that of a copy, in the mesh. */
static void motion_of_copy(PatternCopies copies, const FramePattern *pattern,
                           const int copy[FRAME_DIRECTIONS], PatternMotion *m)
{
  static const double identity[3][3] = {
    {1, 0, 0},
    {0, 1, 0},
    {0, 0, 1}
  };
  const PatternMotion *at   = &copies->source[copies->at].placement;
  const double         o[3] = {0, 0, 0};
  double               shift[3], Q[9], part[9], placed[3];

  frame_copy_point(pattern, copy, o, shift);
  for (int k = 0; k < 3; k++) {
    double y[3];

    frame_copy_point(pattern, copy, identity[k], y);
    for (int c = 0; c < 3; c++) Q[3 * c + k] = y[c] - shift[c];
  }
  mat_mat(at->R, Q, part);
  mat_mat_t(part, at->R, m->R);
  for (int c = 0; c < 3; c++) shift[c] *= copies->source[copies->at].scale;
  mat_vec(at->R, shift, placed);
  mat_vec(m->R, at->translation, part);
  for (int c = 0; c < 3; c++) m->translation[c] = at->translation[c] + placed[c] - part[c];
}

/* Sets m to the motion that `first` undoes and m then does. */
static void motion_from(const PatternMotion *first, PatternMotion *m)
{
  double R[9], moved[3];

  mat_mat_t(m->R, first->R, R);
  mat_vec(R, first->translation, moved);
  memcpy(m->R, R, sizeof R);
  for (int c = 0; c < 3; c++) m->translation[c] -= moved[c];
}

/* Returns the number of a cell in the frame, or -1 if the cell is not in the frame. */
static int64_t number_in_frame(PatternCopies copies, const Geometry *g, PetscInt cell)
{
  const CellOrigin origin = geometry_cell_origin(g, (int)cell);

  return origin.source == copies->at && origin.number < copies->frame.total.cells ? origin.number
                                                                                  : -1;
}

/* Finds the smallest number of a cell in each pattern, on all ranks; INT64_MAX if it has none. */
static PetscErrorCode FirstCells(PatternCopies copies, MPI_Comm comm, const Geometry *g, int n,
                                 const PetscInt cells[], int64_t first[])
{
  const FrameMesh *f = &copies->frame;

  PetscFunctionBeginUser;
  for (int p = 0; p < f->npatterns; p++) first[p] = INT64_MAX;
  for (int k = 0; k < n; k++) {
    const int64_t number = number_in_frame(copies, g, cells[k]);
    int           pattern;

    if (number < 0) continue;
    pattern        = f->item[frame_find_cell_instance(f, number).item].pattern;
    first[pattern] = number < first[pattern] ? number : first[pattern];
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, first, f->npatterns, MPI_INT64_T, MPI_MIN, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PatternCopiesMotions(PatternCopies copies, MPI_Comm comm, const Geometry *g, int n,
                                    const PetscInt cells[], PatternMotion motion[],
                                    PetscBool *moved)
{
  int64_t *first;

  PetscFunctionBeginUser;
  *moved = PETSC_FALSE;
  for (int k = 0; k < n; k++)
    motion[k] = (PatternMotion){
      .R = {1, 0, 0, 0, 1, 0, 0, 0, 1}
    };
  if (!PatternCopiesHasFrame(copies) || copies->frame.npatterns == 1)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(copies->frame.npatterns, &first));
  PetscCall(FirstCells(copies, comm, g, n, cells, first));
  for (int k = 0; k < n; k++) {
    const FrameMesh *f      = &copies->frame;
    const int64_t    number = number_in_frame(copies, g, cells[k]);
    FrameInstance    at, original;
    PatternMotion    from;

    if (number < 0) continue;
    at       = frame_find_cell_instance(f, number);
    original = frame_find_cell_instance(f, first[f->item[at.item].pattern]);
    if (!f->item[at.item].pattern || !memcmp(original.copy, at.copy, sizeof at.copy)) continue;
    motion_of_copy(copies, &f->pattern[f->item[at.item].pattern], original.copy, &from);
    motion_of_copy(copies, &f->pattern[f->item[at.item].pattern], at.copy, &motion[k]);
    motion_from(&from, &motion[k]);
    *moved = PETSC_TRUE;
  }
  PetscCall(PetscFree(first));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, moved, 1, MPIU_BOOL, MPI_LOR, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets of_frame[2]: whether a set has lines of other meshes, and whether it has lines of the frame.
 */
static PetscErrorCode FindSourcesOfLines(PatternCopies copies, MPI_Comm comm, const Geometry *g,
                                         int set, int of_frame[2])
{
  PetscFunctionBeginUser;
  of_frame[0] = of_frame[1] = 0;
  for (int c = 0; c < g->ncells; c++)
    if (shape_dimension((Shape)g->shape[c]) == 1 && geometry_cell_in_set(g, c, set))
      of_frame[number_in_frame(copies, g, c) >= 0] = 1;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, of_frame, 2, MPI_INT, MPI_MAX, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PatternCopiesPlaces(PatternCopies copies, MPI_Comm comm, const Geometry *g, int set,
                                   const char kind[], const char name[], MemberPlace place[],
                                   PetscBool *found)
{
  Geometry  in_frame    = *g; /* with the numbers of cells in the frame */
  PetscBool torn        = PETSC_FALSE;
  int       of_frame[2] = {0, 0};

  PetscFunctionBeginUser;
  if (PatternCopiesHasFrame(copies)) {
    PetscCall(FindSourcesOfLines(copies, comm, g, set, of_frame));
    PetscCheck(!of_frame[0] || !of_frame[1], comm, PETSC_ERR_USER_INPUT,
               "%s '%s': it has members of the frame and lines of other meshes, so that its arc "
               "length s is not unique; make two %ss of it",
               kind, name, kind);
  }
  *found = (PetscBool)(of_frame[1] != 0);
  if (*found) {
    PetscCall(PetscMalloc1((size_t)g->ncells + 1, &in_frame.cell_number));
    for (int c = 0; c < g->ncells; c++) {
      const int64_t number = number_in_frame(copies, g, c);

      in_frame.cell_number[c] = number < 0 ? INT64_MAX : number;
    }
    torn = (PetscBool)frame_member_places(&copies->frame, &in_frame, set,
                                          copies->source[copies->at].scale, place);
    PetscCall(PetscFree(in_frame.cell_number));
  }
  PetscCall(CheckAllRanks(comm, torn,
                          "%s '%s': a member has lines inside and outside of a pattern, so that "
                          "its arc length s is not unique; make two members of it",
                          kind, name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rotations of copies --------------------------------------------------------------------- */

/* Returns whether a pattern or the placement of a file turns copies. */
static PetscBool turns_copies(PatternCopies copies)
{
  for (int p = 0; copies && copies->at >= 0 && p < copies->frame.npatterns; p++)
    if (copies->frame.pattern[p].angle != 0) return PETSC_TRUE;
  for (int s = 0; copies && s < copies->nsources; s++)
    if (copies->source[s].file != s) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Finds the first source with some of the cells, on all ranks, among those of each file. */
static PetscErrorCode FirstSources(PatternCopies copies, MPI_Comm comm, const Geometry *g, int n,
                                   const PetscInt cells[], int first[])
{
  PetscFunctionBeginUser;
  for (int s = 0; s < copies->nsources; s++) first[s] = copies->nsources;
  for (int k = 0; k < n; k++) {
    const int s = geometry_cell_origin(g, (int)cells[k]).source;

    if (s < 0) continue;
    first[copies->source[s].file] = PetscMin(first[copies->source[s].file], s);
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, first, copies->nsources, MPI_INT, MPI_MIN, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether R is the identity up to round-off. */
static PetscBool is_identity(const double R[9])
{
  /* Relative to entries of a rotation matrix, which are at most 1. A product of two such matrices
     has a round-off of 1e-16 to 1e-15. The test tests/model/pattern_directions.py has copies that
     are turned. */
  const double rounding = 1e-14;

  for (int k = 0; k < 9; k++)
    if (!(fabs(R[k] - (k % 4 ? 0 : 1)) < rounding)) return PETSC_FALSE;
  return PETSC_TRUE;
}

PetscErrorCode PatternCopiesTurns(PatternCopies copies, MPI_Comm comm, const Geometry *g, int n,
                                  const PetscInt cells[], double (**turn)[9])
{
  PatternMotion *motion;
  PetscBool      turned = PETSC_FALSE;
  int           *first;

  PetscFunctionBeginUser;
  *turn = NULL;
  if (!turns_copies(copies)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc2(n, &motion, copies->nsources, &first));
  PetscCall(PetscMalloc1((size_t)n + 1, turn));
  PetscCall(PatternCopiesMotions(copies, comm, g, n, cells, motion, &turned));
  PetscCall(FirstSources(copies, comm, g, n, cells, first));
  turned = PETSC_FALSE;
  for (int k = 0; k < n; k++) {
    const int s = geometry_cell_origin(g, (int)cells[k]).source;

    memcpy((*turn)[k], motion[k].R, sizeof(*turn)[k]);
    if (s >= 0 && first[copies->source[s].file] != s) {
      const double *original = copies->source[first[copies->source[s].file]].placement.R;

      mat_mat_t(copies->source[s].placement.R, original, (*turn)[k]); /* a file has no patterns */
    }
    if (!is_identity((*turn)[k])) turned = PETSC_TRUE;
  }
  PetscCall(PetscFree2(motion, first));
  if (!turned) PetscCall(PetscFree(*turn));
  PetscFunctionReturn(PETSC_SUCCESS);
}
