/* shared_cells.c: warns of cells that belong to two parts with stiffness. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <strings.h>
#include "base/error.h"
#include "part_checks.h"

/* The cells of this rank that two structural parts share. */
typedef struct {
  PetscInt n;
  int      first; /* the first of these cells */
  PetscInt block[2];
} SharedCells;

/* ---- parts that act together ----------------------------------------------------------------- */

/* Returns the description of a part; NULL if the part does not exist. */
static const PartOptions *find_part(PetscInt n, const PartOptions parts[], const char name[])
{
  for (PetscInt i = 0; i < n; i++)
    if (!strcasecmp(parts[i].name, name)) return &parts[i];
  return NULL;
}

/* Copies the next name of a list "a,b" and returns the rest of the list; NULL at its end. */
static const char *next_name(const char *list, size_t size, char name[])
{
  const size_t length = strcspn(list, ",");

  snprintf(name, size, "%.*s", (int)length, list);
  return list[length] ? list + length + 1 : NULL;
}

/* Returns whether the first part names the second one in its option _composite_with. */
static PetscBool names_part(const PartOptions *part, const char other[])
{
  char name[128];

  for (const char *list = part->composite_with; list;) {
    list = next_name(list, sizeof name, name);
    if (!strcasecmp(name, other)) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

static PetscBool are_composite(PetscInt n, const PartOptions parts[], const char one[],
                               const char other[])
{
  return (PetscBool)(names_part(find_part(n, parts, one), other) ||
                     names_part(find_part(n, parts, other), one));
}

static PetscErrorCode HaveCommonCells(Model model, const char one[], const char other[],
                                      PetscBool *have)
{
  PetscBool *of_one;

  PetscFunctionBeginUser;
  *have = PETSC_FALSE;
  PetscCall(PetscCalloc1(model->mesh->g.ncells, &of_one));
  for (int pass = 0; pass < 2; pass++)
    for (PetscInt k = 0; k < model->nparts; k++) {
      const Block *b = &model->block[k];

      if (strcasecmp(b->part, pass ? other : one) != 0) continue;
      for (PetscInt e = 0; e < b->ncells; e++)
        if (!pass) of_one[b->cells[e]] = PETSC_TRUE;
        else if (of_one[b->cells[e]]) *have = PETSC_TRUE;
    }
  PetscCall(PetscFree(of_one));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, have, 1, MPIU_BOOL, MPI_LOR, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input errors: a part names itself, a part that does not exist, or one without common cells. */
static PetscErrorCode CheckComposites(Model model, PetscInt n, const PartOptions parts[])
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) {
    const char *part = parts[i].name;
    char        name[128];

    for (const char *list = parts[i].composite_with; list;) {
      PetscBool common;

      list = next_name(list, sizeof name, name);
      PetscCheck(
        find_part(n, parts, name) && strcasecmp(name, part) != 0, model->comm, PETSC_ERR_USER_INPUT,
        "-part_%s_composite_with: '%s' is no other part; give names of -parts", part, name);
      PetscCall(HaveCommonCells(model, part, name, &common));
      PetscCheck(common, model->comm, PETSC_ERR_USER_INPUT,
                 "-part_%s_composite_with: the parts '%s' and '%s' have no common cell; correct "
                 "their sets, or remove the option",
                 part, part, name);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- cells in two parts ---------------------------------------------------------------------- */

/* part_of[ncells]: work array. */
static SharedCells find_shared_cells(Model model, PetscInt n, const PartOptions parts[],
                                     PetscInt part_of[])
{
  SharedCells shared = {.first = -1};

  for (int c = 0; c < model->mesh->g.ncells; c++) part_of[c] = -1;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];

    /* only structural elements have a scale */
    for (PetscInt e = 0; e < b->ncells && b->kernel->type->scale; e++) {
      PetscInt *part = &part_of[b->cells[e]];

      if (*part >= 0) {
        if (are_composite(n, parts, model->block[*part].part, b->part)) continue;
        if (!shared.n++) {
          shared.first    = (int)b->cells[e];
          shared.block[0] = *part;
          shared.block[1] = k;
        }
      } else *part = k;
    }
  }
  return shared;
}

PetscErrorCode ModelWarnSharedCells(Model model, PetscInt nparts, const PartOptions parts[])
{
  double      x[3] = {0, 0, 0};
  SharedCells shared;
  PetscInt   *part_of, n;

  PetscFunctionBeginUser;
  PetscCall(CheckComposites(model, nparts, parts));
  PetscCall(PetscMalloc1(model->mesh->g.ncells, &part_of));
  shared = find_shared_cells(model, nparts, parts, part_of);
  PetscCall(PetscFree(part_of));
  PetscCallMPI(MPIU_Allreduce(&shared.n, &n, 1, MPIU_INT, MPI_SUM, model->comm));
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  if (shared.n) geometry_cell_center(&model->mesh->g, shared.first, x);
  PetscCall(WarnAllRanks(
    model->comm, (PetscBool)(shared.n > 0),
    "%" PetscInt_FMT " cell%s in two parts with stiffness: '%s' and '%s' share the cell at (%.6g, "
    "%.6g, %.6g), where both act; give the parts sets or places without common cells "
    "(-part_%s_set), or declare that they act together (-part_%s_composite_with %s)",
    n, n == 1 ? " is" : "s are", model->block[shared.block[0]].part,
    model->block[shared.block[1]].part, x[0], x[1], x[2], model->block[shared.block[1]].part,
    model->block[shared.block[1]].part, model->block[shared.block[0]].part));
  PetscFunctionReturn(PETSC_SUCCESS);
}
