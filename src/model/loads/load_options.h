/* load_options.h: the options of a load with a factor g(t). Used only inside of this folder. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LOAD_OPTIONS_H
#define FS_MODEL_LOADS_LOAD_OPTIONS_H

#include "model/model.h"

typedef enum { LOAD_FORCE, LOAD_TRACTION, LOAD_MOMENT, LOAD_PRESSURE, NLOAD_KINDS } LoadKind;
extern const char *const load_kind_names[NLOAD_KINDS]; /* as in -load_<name>_<kind> */

typedef struct {
  const char *name; /* borrowed */
  PetscInt    set;
  LoadKind    kind;
  int       cells; /* bits 1 << dimension of the cells of a distributed load; 0: it acts on nodes */
  PetscReal value[3];    /* [N], [N m], or per length or area of them; a pressure is value[0] */
  PetscBool follower;    /* fixed in the axes of the node */
  char      option[256]; /* "-load_<name>_time" */
  const char *time;      /* the formula g; borrowed */
  Harmonic    harmonic;
  Expression  field;     /* factor, a formula of x, y, z, t; owned; NULL means 1 */
  PetscBool   is_moving; /* field depends on t */
} LoadOptions;

/* LoadOptionsRead - Reads the options of a load.

   Input:
     name      borrowed by options
     load_set  set of the mesh on which it acts
   Output:
     options   the caller owns options->field
     found     whether the load has one of the kinds; otherwise it must have formulas (law.c)
   Collective. Input errors: several kinds, a harmonic load that moves. */
PetscErrorCode LoadOptionsRead(FsOptions o, Model model, const char name[], PetscInt load_set,
                               LoadOptions *options, PetscBool *found);

/* load_options_factor - Returns the field, which must not depend on t, at a place. */
PetscReal load_options_factor(const LoadOptions *options, const double x[3]);

/* load_options_act_on_cell - Returns whether a distributed load acts on a cell. */
PetscBool load_options_act_on_cell(const Geometry *g, const LoadOptions *options, int cell);

/* load_options_node_weights - Computes the tributary lengths or areas of a cell's nodes, times the
   field. */
void load_options_node_weights(const LoadOptions *options, Shape shape, const double x[][3],
                               double N[]);

#endif
