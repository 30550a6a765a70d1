/* assembly_options.h: the options of matrices and of Newton's method. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_ASSEMBLY_OPTIONS_H
#define FS_ASSEMBLY_ASSEMBLY_OPTIONS_H

#include <fs/options.h>

typedef enum { OPERATOR_AUTO, OPERATOR_ASSEMBLED, OPERATOR_MATRIX_FREE } OperatorKind;
typedef enum { NEWTON_MODIFIED, NEWTON_FULL } NewtonKind;

/* AssemblyOptions - How the system of a model is assembled and solved. */
typedef struct {
  OperatorKind operator_kind; /* matrices of linear models */
  NewtonKind   newton;        /* matrices of nonlinear models; by default reused in large models */
  PetscBool3   mixed_precision; /* unknown: the solver chooses */
  PetscBool    newton_given;    /* the user gave -newton, which needs a nonlinear model */
  PetscBool    mixed;           /* strains of beams are additional unknowns; default: true */
  PetscBool    mixed_given;     /* the user gave -newton_mixed, which needs beams */
} AssemblyOptions;

/* ReadAssemblyOptions - Reads -operator, -mixed_precision, -newton, -newton_mixed. Collective. */
PetscErrorCode ReadAssemblyOptions(FsOptions o, AssemblyOptions *options);

extern const FsOptionDoc assembly_options[];

#endif
