/* assembly_options.c: reads the options of matrices and of Newton's method. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly_options.h"

static const char *const operators[] = {"auto", "assembled", "matrix_free", NULL};
static const char *const newtons[]   = {"modified", "full", NULL};

/* clang-format off */
const FsOptionDoc assembly_options[] = {
  {"-operator", "auto",
   "for linear models: assembled (a matrix), matrix_free (rows of nodes that repeat, as in "
   "generated meshes, are stored once) or auto",
   FS_CHOICE(AssemblyOptions, operator_kind, operators)},
  {"-mixed_precision", "by size",
   "for linear models without matrices: iterations of conjugate gradients in single precision, "
   "residuals and solutions in double; by default from 100000 dofs a rank on, with -ksp_rtol 1e-10 "
   "or more"},
  {"-newton", "modified",
   "for nonlinear models: modified (reuses a matrix and its factors while that is cheaper; the "
   "default above 500 dofs, not with joints) or full",
   FS_CHOICE(AssemblyOptions, newton, newtons), FS_GIVEN(AssemblyOptions, newton_given)},
  {"-newton_mixed", "true",
   "for beams: Newton's method uses their strains as additional unknowns, which saves iterations "
   "if they hardly stretch or shear",
   FS_BOOL(AssemblyOptions, mixed), FS_GIVEN(AssemblyOptions, mixed_given)},
  {NULL, NULL, NULL}
};
/* clang-format on */

PetscErrorCode ReadAssemblyOptions(FsOptions o, AssemblyOptions *options)
{
  PetscBool mixed, given;

  PetscFunctionBeginUser;
  *options = (AssemblyOptions){.mixed_precision = PETSC_BOOL3_UNKNOWN};
  PetscCall(FsOptionsReadRows(o, assembly_options, NULL, options));
  PetscCall(FsOptionsBool(o, "-mixed_precision", &mixed, &given));
  if (given) options->mixed_precision = PetscBoolToBool3(mixed);
  PetscFunctionReturn(PETSC_SUCCESS);
}
