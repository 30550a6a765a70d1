/* assembly_options.h: the options of matrices and of Newton's method. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_ASSEMBLY_OPTIONS_H
#define FS_ASSEMBLY_ASSEMBLY_OPTIONS_H

#include <fs/options.h>

typedef enum { OPERATOR_AUTO, OPERATOR_ASSEMBLED, OPERATOR_MATRIX_FREE } OperatorKind;
typedef enum { NEWTON_MODIFIED, NEWTON_FULL } NewtonKind;

/* AssemblyOptions - How the system of a model is assembled and solved. */
typedef struct {
  /* whether the matrices of linear models are assembled or matrix-free */
  OperatorKind operator_kind;
  NewtonKind   newton;          /* whether nonlinear models reuse matrices (modified Newton) */
  PetscBool3   mixed_precision; /* unknown: the solver chooses */
  PetscBool    newton_given;    /* whether the user gave -newton, which needs a nonlinear model */
  /* whether strains of beams are additional unknowns; default: true */
  PetscBool mixed;
  PetscBool mixed_given; /* whether the user gave -newton_mixed, which needs beams */
} AssemblyOptions;

/* ReadAssemblyOptions - Reads the user's options -operator, -mixed_precision, -newton and
   -newton_mixed into *options, which has the defaults on entry. Collective. */
PetscErrorCode ReadAssemblyOptions(FsOptions o, AssemblyOptions *options);

extern const FsOptionDoc assembly_options[];

#endif
