/* support.h: supports, which fix components of nodes or move them as functions of time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SUPPORT_H
#define FS_MODEL_SUPPORT_H

#include "input/formula/expression.h"
#include "model/components.h"
#include "model/loads/harmonic_load.h"

/* A support. It fixes or moves components of all nodes of a set, if the nodes have them. */
typedef struct {
  char     *name;
  PetscInt  set;
  int       fixed;           /* bits of the components that the support fixes or moves */
  PetscReal moment_point[3]; /* point about which the moment of the reaction is computed [m] */
  /* whether the user gives moment_point; otherwise it is the mean of the reference positions of the
     nodes */
  PetscBool has_moment_point;
  /* formula of t for the displacement [m] or rotation vector [rad]; NULL if the component does not
     move */
  Expression motion[COMPONENTS];
  Harmonic   harmonic[COMPONENTS]; /* harmonic part of motion */
} Support;

/* SupportsCreate - Reads the supports from the options. Collective. */
PetscErrorCode           SupportsCreate(FsOptions o, Model model);
PetscErrorCode           SupportsDestroy(Model model);
extern const FsOptionDoc support_options[];

/* The parts of LayoutSetUp that concern supports, in support_dofs.c. The argument support_of[c][i]
   is the index of the support of component c of node i, or -1 if there is no support.
     SupportDofsApply  sets support_of and layout.supported; input errors as in LayoutSetUp
     SupportDofsList   sets support_dof, moved and motion_of of layout, and Support.moment_point
   Both are collective. */
PetscErrorCode SupportDofsApply(Model model, PetscInt *support_of[COMPONENTS]);
PetscErrorCode SupportDofsList(Model model, PetscInt *const support_of[COMPONENTS]);

#endif
