/* rejected_types.c: rejects types of PETSc's solvers that nonlinear models cannot use. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "newton.h"

/* Types that PETSc cannot use here, and some with which it would end by a signal. When PETSc 3.18
   sets up its Chebyshev iteration for a second matrix, it frees work vectors that its estimator of
   the interval still uses. */
static const struct {
  const char *option, *value, *reason;
} rejected[] = {
  {"-ksp_type",             "chebyshev",
   "is for linear models, because PETSc cannot set it up for a second matrix; use -ksp_type cg or "
   "gmres"                                                                                     },
  {"-snes_type",            "vinewtonrsls", "is for unknowns with bounds; remove it"           },
  {"-snes_type",            "vinewtonssls", "is for unknowns with bounds; remove it"           },
  {"-snes_type",            "newtontr",
   "needs vectors that PETSc does not create here; use -snes_linesearch_type bt"               },
  {"-snes_type",            "newtontrdc",
   "needs vectors that PETSc does not create here; use -snes_linesearch_type bt"               },
  {"-snes_linesearch_type", "shell",        "is for programs that search by themselves; use bt"},
};

PetscErrorCode NewtonRejectOptions(MPI_Comm comm)
{
  char value[32];

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(rejected); k++) {
    value[0] = 0;
    PetscCall(PetscOptionsGetString(NULL, NULL, rejected[k].option, value, sizeof value, NULL));
    PetscCheck(strcmp(value, rejected[k].value), comm, PETSC_ERR_USER_INPUT, "%s %s %s",
               rejected[k].option, value, rejected[k].reason);
  }
  value[0] = 0;
  PetscCall(PetscOptionsGetString(NULL, NULL, "-snes_type", value, sizeof value, NULL));
  /* the trial before the run judges the other types */
  PetscCheck(!*value || strstr(value, "newton") == value || strstr(value, "ksp") == value, comm,
             PETSC_ERR_USER_INPUT,
             "-snes_type %s is not Newton's method, whose steps are checked; remove it", value);
  PetscFunctionReturn(PETSC_SUCCESS);
}
