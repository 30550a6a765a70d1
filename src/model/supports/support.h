/* support.h: supports, which fix components of nodes or move them as functions of time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SUPPORTS_SUPPORT_H
#define FS_MODEL_SUPPORTS_SUPPORT_H

#include "input/formula/expression.h"
#include "model/supports/support_options.h"

/* A support. It fixes or moves components of all nodes of a set, if the nodes have them.

   Most components are no unknowns of the equations of motion. Others are unknowns, and a row of
   constraints fixes or moves them: components along axes of the support's own, displacements whose
   velocity is given, and one rotation alone (support_constraints.c). */
typedef struct {
  char     *name;
  PetscInt  set;
  int       fixed;           /* bits of the components that the support fixes or moves */
  int       rows;            /* bits of those that rows fix or move, except one rotation alone */
  PetscBool has_axes;        /* the bits of fixed and rows are components along axes */
  double    axes[3][3];      /* unit vectors; the global axes if the user gives none */
  PetscReal moment_point[3]; /* point about which the moment of the reaction is computed [m] */
  /* whether the user gives moment_point; otherwise it is the mean of the reference positions of the
     nodes */
  PetscBool has_moment_point;
  /* formula of t for the displacement [m] or rotation vector [rad]; NULL if the component does not
     move, or a row moves it */
  Expression motion[COMPONENTS];
  Harmonic   harmonic[COMPONENTS]; /* harmonic part of motion */
  /* of a rotation whose rate or acceleration is given: then motion is that formula, borrowed, and
     this driver integrates it; else NULL */
  JointDriver turn[3];
  /* of displacements that rows move; SupportConstraintsCreate() moves them into the joint */
  JointDriver driver[3];
} Support;

/* SupportsCreate - Creates the supports that n descriptions describe.

   Collective. Input errors: there is no such set; a formula does not parse; axes have no effect. */
PetscErrorCode SupportsCreate(Model model, PetscInt n, const SupportOptions supports[]);

/* SupportRowsAt - Returns the bits of the components of a node that rows of support s fix or move.

   The bits are components along the axes of the support. Not collective. */
int SupportRowsAt(Model model, PetscInt s, PetscInt node);

/* SupportConstraintsCreate - Adds the rows of supports to the model, as joints to ground.

   model->joint must have room for SupportConstraintsCount(). Collective. Input errors: a node lacks
   the component that a row fixes. */
PetscErrorCode SupportConstraintsCreate(Model model);
PetscInt       SupportConstraintsCount(Model model);
PetscErrorCode SupportsDestroy(Model model);

/* The parts of LayoutSetUp that concern supports, in support_dofs.c. The argument support_of[c][i]
   is the index of the support of component c of node i, or -1 if there is no support.
     SupportDofsApply  sets support_of and layout.supported; input errors as in LayoutSetUp
     SupportDofsList   sets support_dof, moved and motion_of of layout, and Support.moment_point
   Both are collective. */
PetscErrorCode SupportDofsApply(Model model, PetscInt *support_of[COMPONENTS]);
PetscErrorCode SupportDofsList(Model model, PetscInt *const support_of[COMPONENTS]);

#endif
