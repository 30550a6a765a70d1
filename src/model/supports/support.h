/* support.h: supports, which fix components of nodes or move them as functions of time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SUPPORTS_SUPPORT_H
#define FS_MODEL_SUPPORTS_SUPPORT_H

#include "input/formula/expression.h"
#include "model/supports/support_options.h"

/* Support - A support: it fixes or moves components of all nodes of a set, if the nodes have them.

   Most components that a support fixes or moves are removed from the unknowns of the equations.
   Some remain unknowns, and a constraint with a multiplier, called a row, fixes or moves them.
   These are components along axes of the support's own, displacements whose velocity is given, and
   a single rotation of three (support_constraints.c). */
typedef struct _n_Support {
  char    *name;
  PetscInt set;   /* index of the set of nodes in Geometry.set_name */
  int      fixed; /* bits of the components that the support fixes or moves */
  /* bits of the components that constraints with multipliers (rows) fix or move; the bit of a
     single rotation is not set */
  int rows;
  /* PETSC_TRUE if the bits of fixed and rows are components along axes[], not along global axes */
  PetscBool has_axes;
  double    axes[3][3];      /* unit vectors; the global axes if the user gives none */
  PetscReal moment_point[3]; /* point about which the moment of the reaction is computed [m] */
  /* whether the user gives moment_point; otherwise it is the mean of the reference positions of the
     support's nodes */
  PetscBool has_moment_point;
  /* formula of t for the displacement [m] or rotation vector [rad] of each component; NULL if the
     component does not move, or if a constraint with a multiplier moves it */
  Expression motion[COMPONENTS];
  Harmonic   harmonic[COMPONENTS]; /* harmonic part of each motion */
  /* the driver that integrates the formula of a rotation whose rate or acceleration the user gives;
     motion is then this formula, borrowed from turn. NULL for other rotations */
  JointDriver turn[3];
  /* drivers of the displacements that constraints with multipliers move, NULL for others;
     SupportConstraintsCreate() moves them into a joint */
  JointDriver driver[3];
} Support;

/* SupportsCreate - Creates the supports that n descriptions describe.

   Collective. Input errors: there is no such set; a text is not a formula; axes have no effect. */
PetscErrorCode SupportsCreate(Model model, PetscInt n, const SupportOptions supports[]);

/* SupportRowsAt - Returns the bits of the components of a node that support number s fixes or moves
   by constraints with multipliers (rows). The components are along the axes of the support. Not
   collective. */
int SupportRowsAt(Model model, PetscInt s, PetscInt node);

/* SupportConstraintsCreate - Adds the constraints of supports that have multipliers to the model,
   as joints between nodes and ground. The array model->joint must have memory for
   SupportConstraintsCount() further joints.

   Collective. Input error: a node does not have the component that a row fixes. */
PetscErrorCode SupportConstraintsCreate(Model model);

/* SupportConstraintsCount - Returns an upper bound of the number of joints that
   SupportConstraintsCreate() adds. */
PetscInt       SupportConstraintsCount(Model model);
PetscErrorCode SupportsDestroy(Model model);

/* SupportDofsApply, SupportDofsList - Do the work of LayoutSetUp() that concerns supports, in
   support.c. Both are collective.

   The argument support_of[c][i] is the index of the support that fixes or moves component c of
   node i, or -1 if there is no such support.
     SupportDofsApply  sets support_of and layout.supported. Input errors: supports contradict each
                       other or fix nothing
     SupportDofsList   sets support_dof, moved and motion_of of layout, and Support.moment_point */
PetscErrorCode SupportDofsApply(Model model, PetscInt *support_of[COMPONENTS]);
PetscErrorCode SupportDofsList(Model model, PetscInt *const support_of[COMPONENTS]);

#endif
