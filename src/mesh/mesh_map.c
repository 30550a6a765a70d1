/* mesh_map.c: implements mesh_map.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "mesh_map.h"

PetscErrorCode MeshMapRead(FsOptions o, MPI_Comm comm, MeshMap *map)
{
  static const char *const variables[] = {"u", "v"};
  const char              *text, *end;
  PetscBool                given;
  char                     formula[1024];

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, "-mesh_map", &text, &given));
  for (int c = 0; given && c < 3; c++, text = end + (*end == ',')) {
    end = symbol_item_end(text);
    PetscCheck(end > text && (c < 2 ? *end == ',' : !*end), comm, PETSC_ERR_USER_INPUT,
               "-mesh_map: give three formulas of u and v for x, y and z, separated by commas");
    PetscCheck((size_t)(end - text) < sizeof formula, comm, PETSC_ERR_USER_INPUT,
               "-mesh_map: formula %d has more than %zu characters; -let can name its parts", c + 1,
               sizeof formula - 1);
    PetscCall(PetscStrncpy(formula, text, (size_t)(end - text) + 1));
    PetscCall(ExpressionCreate(OptionsSymbols(o), "-mesh_map", formula, 2, variables, &map->x[c]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshMapDestroy(MeshMap *map)
{
  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) PetscCall(ExpressionDestroy(&map->x[c]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshMapApply(const MeshMap *map, MPI_Comm comm, Geometry *g)
{
  PetscBool bad          = PETSC_FALSE;
  char      message[512] = "";

  PetscFunctionBeginUser;
  if (!map->x[0]) PetscFunctionReturn(PETSC_SUCCESS);
  for (int i = 0; i < g->nnodes; i++) {
    const PetscReal at[2] = {g->x[i][0], g->x[i][1]};

    for (int c = 0; c < 3; c++) {
      g->x[i][c] = ExpressionValue(map->x[c], at);
      if (bad || isfinite(g->x[i][c])) continue;
      ExpressionErrorText(map->x[c], at, message, sizeof message);
      bad = PETSC_TRUE;
    }
  }
  PetscCall(CheckAllRanks(comm, bad, "%s", message));
  PetscFunctionReturn(PETSC_SUCCESS);
}
