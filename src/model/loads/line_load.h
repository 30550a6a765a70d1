/* line_load.h: loads along the lines of beams, and what each beam has of them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LINE_LOAD_H
#define FS_MODEL_LOADS_LINE_LOAD_H

#include "model/parts/block.h"

enum { LINE_LOAD_POINTS = 4, LINE_LOAD_NODES = 3 };

/* The part of a load on one element. */
typedef struct {
  PetscInt  block, element;
  PetscReal field[LINE_LOAD_POINTS]; /* factor at the points of shape_cell_points() */
  PetscReal N[LINE_LOAD_NODES];      /* integral of this factor times each shape function [m] */
} LineLoadPart;

/* A load per length on beams. Its nodal forces N vector are also in another load of the model. */
typedef struct {
  char         *name;
  LineLoadKind  kind;
  PetscReal     vector[3]; /* as in ElementLineLoad */
  Expression    time;      /* g(t) */
  Harmonic      harmonic;  /* harmonic part of the factor g(t) */
  Expression    moving; /* formula of x, y, z, t that replaces LineLoadPart.field and N, or NULL */
  PetscInt      n;      /* number of elements of this rank */
  LineLoadPart *part;   /* [n] in the order of blocks and elements */
} LineLoad;

typedef struct PlacedLoad PlacedLoad;

/* LineLoadAdd - Adds a load to Model.loads.line, if it acts on lines per length. Collective. */
PetscErrorCode LineLoadAdd(Model model, const PlacedLoad *placed);

PetscErrorCode LineLoadDestroy(LineLoad *load);

/* LineLoadPartAt - Returns a part at the time t [s], with the values of a moving field.

   Values that are not finite are 0, because the other load of the model reports them. */
LineLoadPart LineLoadPartAt(Model model, const LineLoad *load, PetscInt k, PetscReal t);

/* LineLoadHasInside - Returns whether elements of a block have forces of loads between their nodes.
 */
PetscBool LineLoadHasInside(const Block *block);

/* LineLoadHasInsideWeight - Returns whether the elements of a block are linear, and their weight
   has forces from between their nodes that are not in the product of their mass matrices and the
   acceleration. */
PetscBool LineLoadHasInsideWeight(Model model, const Block *block);

/* LineLoadAtRest - Adds the forces on the nodes of an element at rest that come from between them.

   Input:
     load   a load of LANES equal elements
   Output:
     f      [nd] += forces on the dofs of the element
   Not collective. */
void LineLoadAtRest(Model model, const Block *block, PetscInt element, const ElementLineLoad *load,
                    double f[]);

#endif
