/* support.h: supports, which fix components of nodes or move them as functions of time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SUPPORT_H
#define FS_MODEL_SUPPORT_H

#include "input/formula/expression.h"
#include "model/components.h"
#include "model/loads/harmonic_load.h"

/* Components that are fixed or moved, at all nodes of a set that have them. */
typedef struct {
  char      *name;
  PetscInt   set;
  int        fixed;                /* bits of the components that are fixed or moved */
  PetscReal  moment_point[3];      /* point of the moment of its reaction [m] */
  PetscBool  has_moment_point;     /* else it is the mean of its nodes in the reference */
  Expression motion[COMPONENTS];   /* displacement [m], rotation vector [rad] of t; NULL: fixed */
  Harmonic   harmonic[COMPONENTS]; /* harmonic part of motion */
} Support;

/* SupportsCreate - Reads the supports from the options. Collective. */
PetscErrorCode           SupportsCreate(FsOptions o, Model model);
PetscErrorCode           SupportsDestroy(Model model);
extern const FsOptionDoc support_options[];

/* The parts of LayoutSetUp that concern supports, in support_dofs.c. Collective. The argument
   support_of[c][i] is the support of component c of node i, or -1.
     SupportDofsApply  sets support_of and layout.supported, and checks them
     SupportDofsList   sets support_dof, moved and motion_of of layout, and Support.moment_point */
PetscErrorCode SupportDofsApply(Model model, PetscInt *support_of[COMPONENTS]);
PetscErrorCode SupportDofsList(Model model, PetscInt *const support_of[COMPONENTS]);

#endif
