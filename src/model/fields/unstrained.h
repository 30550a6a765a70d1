/* unstrained.h: the unstrained state of the elements of a part: initial strain, temperature, winch.

   An element has no strain in the mesh, unless the user gives an initial strain, a temperature or
   an unstrained length, which a winch changes. These change with time; ModelUnstrain(), which
   AssemblyEvaluate() calls, brings all elements to a time. Nonlinear elements read their unstrained
   state from Block.data. Linear elements, and all elements with -linearize, get forces instead
   (assembly/terms/elements/unstrained_term.c); their data have only the initial strain. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_FIELDS_UNSTRAINED_H
#define FS_MODEL_FIELDS_UNSTRAINED_H

#include "input/formula/expression.h"
#include "model/components.h"
#include "model/parts/part_options.h"

struct _n_Block;
struct ElementUnstrained; /* element/element.h */

/* the temperature, and its gradients along the section's y and z axes */
enum { TEMPERATURE, GRADIENT_Y, GRADIENT_Z, TEMPERATURES };

/* Unstrained - The formulas and arrays for the state in which a block of elements has no stress
   (temperature, initial strain, winch). A formula is NULL if it is not given. */
typedef struct _n_Unstrained {
  Expression initial;                   /* initial strain, a formula of x, y, z */
  Expression temperature[TEMPERATURES]; /* formulas of x, y, z, t [K], [K/m] */
  Expression
    length;        /* unstrained length of all elements of the part together [m], a formula of t */
  Expression time; /* factor g(t) of the temperatures that are formulas of the place alone */
  /* coefficient of thermal expansion [1/K]; 1 if properties of the element have the coefficients */
  PetscReal expansion;
  PetscReal mesh_length;           /* length of all elements of the part in the mesh [m] */
  PetscBool varies;                /* whether some formula depends on t */
  int       npoints;               /* number of points of an element where formulas are evaluated */
  PetscInt  nplaces;               /* number of these points of all elements of this rank */
  PetscReal (*place)[3];           /* [ncells][npoints] positions of the points [m] */
  double                   *rest;  /* [ncells][ndata] Block.data without an unstrained state */
  double                   *small; /* [ndata] work array of UnstrainedSmallData(), or NULL */
  struct ElementUnstrained *now;   /* [ncells][npoints] the unstrained state at the last time */
  PetscReal                 scale; /* factor of the temperatures in now */
  PetscInt                  version; /* number that increases when now changes */
} * Unstrained;

/* UnstrainedCreate - Creates the formulas of the unstrained state of a block's part.

   Output:
     block->unstrained  NULL if the user gives no temperature, initial strain or length
   Collective. Input errors: properties that exclude each other or have no effect. */
PetscErrorCode UnstrainedCreate(Model model, const PartOptions *part, struct _n_Block *block);

/* UnstrainedSetUp - Computes the points of the elements and the initial strain. Call it after the
   kernel's function setup has been called for all elements.

   Does nothing if block->unstrained is NULL. Collective. Input error: a strain is not finite, or is
   so large that an element has no length. */
PetscErrorCode UnstrainedSetUp(Model model, struct _n_Block *block);
PetscErrorCode UnstrainedDestroy(Unstrained *unstrained);

/* UnstrainedHasLength - Returns whether the part has an unstrained length that changes. Then the
   mass of the elements changes with this length, and is not in their constant matrices. */
PetscBool UnstrainedHasLength(const struct _n_Block *block);

/* UnstrainedIsConstant - Returns whether the state without stress of a part never changes. */
PetscBool UnstrainedIsConstant(const struct _n_Block *block);

/* ModelUnstrain - Brings the unstrained state of all elements to the time t [s].

   Input:
     factor  factor by which temperatures are multiplied (FsLoading.factor), but not initial strains
             and lengths
   Collective. Input error: a formula has no finite value, or an element has no length. */
PetscErrorCode ModelUnstrain(Model model, PetscReal t, PetscReal factor);

/* UnstrainedSmallData - Computes the constants (Block.data) of a linear element for its present
   temperature or initial strain. The type of the element must have the function small_unstrain.

   Returns an array [ndata], which the block owns and which is valid until the next call for this
   block. Not collective. */
const double *UnstrainedSmallData(Model model, const struct _n_Block *block, PetscInt element);

/* UnstrainedMotion - Computes the small displacements of the nodes of a linear element at which the
   element is free of stress, for instance those of thermal expansion.

   Output:
     motion  [nd] displacements and rotation vectors
   Not collective. */
void UnstrainedMotion(Model model, const struct _n_Block *block, PetscInt element, double motion[]);

/* UnstrainedOutsideTable - Returns whether some formula, at the time t [s] and some point, calls a
   table with an argument for which the table has no value.

   Input:
     size  number of bytes of text
   Output:
     text  [size] error message; set only if the result is PETSC_TRUE */
PetscBool UnstrainedOutsideTable(const struct _n_Block *block, PetscReal t, char text[],
                                 size_t size);

#endif
