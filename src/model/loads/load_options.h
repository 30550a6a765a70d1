/* load_options.h: the options of a load with a factor g(t), for the files of this folder alone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LOAD_OPTIONS_H
#define FS_MODEL_LOADS_LOAD_OPTIONS_H

#include "model/model.h"

typedef enum { LOAD_FORCE, LOAD_TRACTION, LOAD_MOMENT, LOAD_PRESSURE, NLOAD_KINDS } LoadKind;
extern const char *const load_kind_names[NLOAD_KINDS]; /* as in -load_<name>_<kind> */

/* LoadOptions - A load with a factor g(t), as the options describe it. */
struct LoadOptions {
  const char *name; /* borrowed */
  PetscInt    set;  /* set of the mesh on which the load acts */
  LoadKind    kind;
  /* a distributed load acts on cells of the dimensions d whose bits 1 << d are set; 0 if the load
     acts on nodes */
  int         cells;
  PetscReal   value[3];    /* [N], [N m], or per length or area; a pressure is value[0] */
  PetscBool   follower;    /* whether the load is fixed in the axes of the rotating node */
  char        option[256]; /* "-load_<name>_time" */
  const char *time;        /* the formula g(t); borrowed */
  Harmonic    harmonic;    /* harmonic part of the factor g(t) */
  Expression  field;       /* another factor, a formula of x, y, z, t; owned; NULL means 1 */
  PetscBool   is_moving;   /* whether field depends on t */
};

/* LoadOptionsRead - Reads the options of a load.

   Input:
     name      name of the load; options borrows it
     load_set  set of the mesh on which the load acts
   Output:
     options   the caller owns options->field
     found     whether an option gives one of the kinds; otherwise the load must be a law (law.h)
   Collective. Input errors: a load with several kinds; a harmonic load that moves. */
PetscErrorCode LoadOptionsRead(FsOptions o, Model model, const char name[], PetscInt load_set,
                               LoadOptions *options, PetscBool *found);

/* load_options_factor - Returns the value of options->field at the point x; 1 if field is NULL.

   The field must not depend on t. */
PetscReal load_options_factor(const LoadOptions *options, const double x[3]);

/* load_options_act_on_cell - Returns whether a distributed load acts on a cell. */
PetscBool load_options_act_on_cell(const Geometry *g, const LoadOptions *options, int cell);

/* load_options_node_weights - Integrates options->field times each shape function over a cell.

   If field is NULL, it counts as 1, so that the integrals are the tributary lengths or areas of the
   nodes. The field must not depend on t.
   Output:
     N  [nn] integral for each node */
void load_options_node_weights(const LoadOptions *options, Shape shape, const double x[][3],
                               double N[]);

#endif
