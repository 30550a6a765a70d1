/* unstrained.h: the unstrained state of the elements of a part: initial strain, temperature, winch.

   Without these, an element has no strain in the mesh. The unstrained state is that of the last
   ModelUnstrain(), which AssemblyEvaluate() calls. Elements with forces read it from Block.data.
   Linear elements, and all elements with -linearize, get forces instead
   (assembly/terms/elements/unstrained_term.c); their data have only the initial strain. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_FIELDS_UNSTRAINED_H
#define FS_MODEL_FIELDS_UNSTRAINED_H

#include "element/element.h"
#include "input/formula/expression.h"
#include "model/components.h"
#include "model/parts/part_options.h"

struct _n_Block;

/* Temperature, and its gradients along the section's y and z axes. */
enum { TEMPERATURE, GRADIENT_Y, GRADIENT_Z, TEMPERATURES };

/* Unstrained - What gives a block its unstrained state. Formulas are NULL if not given. */
typedef struct {
  Expression initial;                   /* initial strain, a formula of x, y, z */
  Expression temperature[TEMPERATURES]; /* [K], [K/m], formulas of x, y, z, t */
  Expression length;                    /* [m] of all elements of the part, a formula of t */
  Expression time;            /* factor g(t) of those temperatures that do not depend on t */
  PetscReal  expansion;       /* [1/K]; 1 if the kernel's properties have the coefficients */
  PetscReal  mesh_length;     /* length of all elements in the mesh [m] */
  PetscBool  varies;          /* whether some formula depends on t */
  int        npoints;         /* element_unstrained_points() */
  PetscInt   nplaces;         /* ncells npoints */
  PetscReal (*place)[3];      /* [ncells][npoints] points of elements [m] */
  double            *rest;    /* [ncells][ndata] data in the mesh */
  double            *small;   /* [ndata] for UnstrainedSmallData(), or NULL */
  ElementUnstrained *now;     /* [ncells][npoints] */
  PetscReal          scale;   /* factor of temperatures in now */
  PetscInt           version; /* increases when now changes */
} * Unstrained;

/* UnstrainedCreate - Creates the formulas of the unstrained state of a block's part.

   Output:
     block->unstrained  NULL if the user gives none of them
   Collective. Input errors: properties that exclude each other or have no effect. */
PetscErrorCode UnstrainedCreate(Model model, const PartOptions *part, struct _n_Block *block);

/* UnstrainedSetUp - Computes places and the initial strain, after the kernel's setup.

   Does nothing if block->unstrained is NULL. Collective. Input error: a strain is not finite or so
   large that an element has no length. */
PetscErrorCode UnstrainedSetUp(Model model, struct _n_Block *block);
PetscErrorCode UnstrainedDestroy(Unstrained *unstrained);

/* UnstrainedHasLength - Returns whether the part has an unstrained length. The mass of its elements
   is then that of this length, and is not in their constant matrices. */
PetscBool UnstrainedHasLength(const struct _n_Block *block);

/* UnstrainedIsConstant - Returns whether the unstrained state never changes. */
PetscBool UnstrainedIsConstant(const struct _n_Block *block);

/* ModelUnstrain - Makes the unstrained state of all elements that at t [s].

   Input:
     factor  of temperatures, FsLoading.factor; initial strains and lengths do not have it
   Collective. Input error: a formula has no finite value, or an element has no length. */
PetscErrorCode ModelUnstrain(Model model, PetscReal t, PetscReal factor);

/* UnstrainedSmallData - Computes the data of a linear element in its unstrained state, for types
   with the function small_unstrain.

   Returns [ndata], which is valid until the next call for this block. Not collective. */
const double *UnstrainedSmallData(Model model, const struct _n_Block *block, PetscInt element);

/* UnstrainedMotion - Computes the small motion of the nodes of a linear element by which it gets
   its unstrained state without stress.

   Output:
     motion  [nd] displacements and rotation vectors
   Not collective. */
void UnstrainedMotion(Model model, const struct _n_Block *block, PetscInt element, double motion[]);

/* UnstrainedOutsideTable - Returns whether a formula is outside a table at t and some place.

   Output:
     text  as in ExpressionIsOutsideTable */
PetscBool UnstrainedOutsideTable(const struct _n_Block *block, PetscReal t, char text[],
                                 size_t size);

#endif
