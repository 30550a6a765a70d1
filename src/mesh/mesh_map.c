/* mesh_map.c: implements the map of a generated mesh by formulas. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/error.h"
#include "mesh_map.h"

PetscErrorCode MeshMapFromOptions(FsOptions o, MPI_Comm comm, MeshMap *map)
{
  static const char *const option = "-mesh_map", *const uv[] = {"u", "v"};
  const char *text, *from;
  int         count = 1;
  PetscBool   set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &text, &set));
  if (!set) PetscFunctionReturn(PETSC_SUCCESS);
  for (from = text; *(from = symbol_item_end(from)); from++) count++;
  PetscCheck(count == 3, comm, PETSC_ERR_USER_INPUT,
             "%s %s: has %d formulas; give three, of x, y and z in u and v, separated by commas",
             option, text, count);
  from = text;
  for (int c = 0; c < 3; c++) {
    const char *end = symbol_item_end(from);
    char       *item;

    PetscCall(PetscMalloc1((size_t)(end - from) + 1, &item));
    PetscCall(PetscStrncpy(item, from, (size_t)(end - from) + 1));
    PetscCall(ExpressionCreate(OptionsSymbols(o), option, item, 2, uv, &map->formula[c]));
    PetscCall(PetscFree(item));
    from = end + 1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshMapDestroy(MeshMap *map)
{
  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) PetscCall(ExpressionDestroy(&map->formula[c]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshMapApply(MPI_Comm comm, const MeshMap *map, Geometry *g)
{
  char      message[512] = "";
  PetscBool bad          = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!map->formula[0]) PetscFunctionReturn(PETSC_SUCCESS);
  for (int i = 0; i < g->nnodes && !bad; i++) {
    const PetscReal uv[2] = {g->x[i][0], g->x[i][1]};

    for (int c = 0; c < 3 && !bad; c++) {
      g->x[i][c] = ExpressionValue(map->formula[c], uv);
      bad        = (PetscBool)!isfinite(g->x[i][c]);
      if (bad) ExpressionErrorText(map->formula[c], uv, message, sizeof message);
    }
  }
  PetscCall(CheckAllRanks(comm, bad, "%s", message));
  PetscFunctionReturn(PETSC_SUCCESS);
}
