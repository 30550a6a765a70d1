/* block_options.c: sets PETSc's options of the incomplete factors of each rank's block.

   The blocks are created after each KSPReset and read the options database. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "solve/newton/tangent/tangent.h"

/* stands in the database as long as the options of the blocks there are those of this file */
#define OWN_BLOCKS "-fsolve_sets_sub_pc"

PetscErrorCode BlocksSetOptions(PetscBool symmetric, PetscBool clear)
{
  const char *const options[][2] = {
    {"-sub_pc_type",              symmetric ? PCICC : PCILU      },
    {"-sub_pc_factor_zeropivot",  "1e-300"                       },
    {"-sub_pc_factor_shift_type", symmetric ? "inblocks" : "none"},
    {OWN_BLOCKS,                  "true"                         }
  };
  PetscBool set;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(options); k++) {
    if (clear) {
      PetscCall(PetscOptionsClearValue(NULL, options[k][0]));
    } else {
      PetscCall(PetscOptionsSetValue(NULL, options[k][0], options[k][1]));
      /* mark the option as used */
      PetscCall(PetscOptionsHasName(NULL, NULL, options[k][0], &set));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlocksSkipEmpty(Vec x)
{
  PetscBool set;
  PetscInt  rows;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(x, &rows));
  PetscCall(PetscOptionsHasName(NULL, NULL, "-sub_pc_type", &set));
  if (set && !rows) PetscCall(PetscOptionsSetValue(NULL, "-sub_pc_type", PCNONE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlocksGiven(PetscBool *given)
{
  PetscBool own;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsHasName(NULL, NULL, "-sub_pc_type", given));
  PetscCall(PetscOptionsHasName(NULL, NULL, OWN_BLOCKS, &own));
  if (own) *given = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}
