/* assembly_options.c: reads the options of matrices and of Newton's method. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly_options.h"

const FsOptionDoc assembly_options[] = {
  {"-operator",        "auto",
   "for linear models: assembled (a matrix), matrix_free (rows of nodes that repeat, as in "
   "generated meshes, are stored once) or auto"      },
  {"-mixed_precision", "by size",
   "for linear models without matrices: iterations of conjugate gradients in single precision, "
   "residuals and solutions in double; by default from 100000 dofs a rank on, with -ksp_rtol 1e-10 "
   "or more"                                         },
  {"-newton",          "modified",
   "for nonlinear models: modified (reuses a matrix and its factors while that is cheaper; the "
   "default above 500 dofs, not with joints) or full"},
  {"-newton_mixed",    "true",
   "for beams: Newton's method uses their strains as additional unknowns, which saves iterations "
   "if they hardly stretch or shear"                 },
  {NULL,               NULL,       NULL              }
};

PetscErrorCode ReadAssemblyOptions(FsOptions o, AssemblyOptions *options)
{
  static const char *const operators[]   = {"auto", "assembled", "matrix_free", NULL};
  static const char *const newtons[]     = {"modified", "full", NULL};
  PetscInt                 operator_kind = OPERATOR_AUTO, newton = NEWTON_MODIFIED;
  PetscBool                mixed, given;

  PetscFunctionBeginUser;
  *options = (AssemblyOptions){.mixed = PETSC_TRUE, .mixed_precision = PETSC_BOOL3_UNKNOWN};
  PetscCall(FsOptionsChoice(o, "-operator", operators, &operator_kind, NULL));
  PetscCall(FsOptionsChoice(o, "-newton", newtons, &newton, &options->newton_given));
  PetscCall(FsOptionsBool(o, "-newton_mixed", &options->mixed, &options->mixed_given));
  PetscCall(FsOptionsBool(o, "-mixed_precision", &mixed, &given));
  if (given) options->mixed_precision = PetscBoolToBool3(mixed);
  options->operator_kind = (OperatorKind)operator_kind;
  options->newton        = (NewtonKind)newton;
  PetscFunctionReturn(PETSC_SUCCESS);
}
