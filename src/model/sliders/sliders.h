/* sliders.h: points of nodes that slide along paths of beams.

   The sliding node belongs to a cell that is a point. The rank that has this cell evaluates the
   slider. Sliders.nodes brings the states of the path's nodes to this rank, and the forces on these
   nodes back to their ranks. The equations are in element/joint/slider.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SLIDERS_SLIDERS_H
#define FS_MODEL_SLIDERS_SLIDERS_H

#include "element/joint/slider.h"
#include "model/model.h"
#include "slider_options.h"

enum { SLIDER_LINE_DOFS = SLIDER_DOFS + SLIDER_ROWS };

/* A line of a path. Its node with index 0 comes first along the path. x has the reference positions
   of the nodes [m]. The other members are as in SliderState. */
typedef struct {
  PetscReal x[2][3], length;
  double    tangent[2][3], across[2][SLIDER_ROWS][3];
} SliderLine;

/* A slider. All members except cell, node, dof, leaf and first_line are the same on all ranks. */
typedef struct {
  char       *name;
  PetscInt    set, along; /* sets of the sliding node and of the path */
  int         nrows;
  PetscInt    nlines;
  SliderLine *line;      /* [nlines] in the order of the path */
  PetscInt (*path)[2];   /* [nlines + 1] for each node: rank that owns it, its number there */
  PetscReal *arc_length; /* [nlines + 1] reference length of the path up to each node [m] */
  double     offset[3];  /* reference vector from the sliding node to its point [m] */
  /* line of the path that has the point in the reference configuration, and xi there */
  PetscInt initial_line;
  double   initial_xi;
  PetscInt cell, node;       /* cell and local number of the sliding node; -1 on other ranks */
  PetscInt dof[SLIDER_ROWS]; /* multipliers, as indices in local vectors */
  PetscInt leaf;       /* index of the sliding node among the leaves; the path's nodes follow */
  PetscInt first_line; /* index of the first line of its path in Sliders.dofs */
} Slider;

/* All sliders of a model. Leaves are copies of nodes for the sliders that this rank evaluates. */

typedef struct _n_Sliders {
  PetscInt n, nleaves;
  Slider  *slider; /* [n] */
  PetscSF  nodes;  /* from the nodes of all ranks (roots) to the leaves of this rank */
  /* Global dofs. The first are [nleaves][COMPONENTS] of the leaves, -1 if a dof is not free. The
     next are [n][SLIDER_ROWS] of the rows, -1 if this rank does not evaluate the slider. */
  PetscInt *global;
  /* [ncells][SLIDER_LINE_DOFS] indices into global for each line of the sliders of this rank. They
     belong to the sliding node, the first and the second node of the line, and the rows. */
  PetscInt *dofs;
  PetscInt  ncells; /* number of lines of the sliders of this rank */
} * Sliders;

/* SliderBuildPath - Orders the lines of the set s->along, and sets the directions at the nodes.

   Sets nlines, line, arc_length and nrows of the slider.
   Output:
     path  [nlines + 1][2] rank of each node and its number there; the caller frees it
   Collective. Input errors: no lines, lines of three nodes, a branch, a ring, several paths, nodes
   that do not rotate. In slider_path.c. */
PetscErrorCode SliderBuildPath(Model model, Slider *s, PetscInt (**path)[2]);

/* SlidersCreate - Creates the sliders of the options. Call it after ComponentsCreate.

   Collective. Input errors: -linearize is set; there is not exactly one sliding node; the node is
   on the path or belongs to no part; its point has no foot on the path. If the node does not
   rotate, the point must be at the node. SliderBuildPath has further input errors. */
PetscErrorCode SlidersCreate(Model model, const SlidersOptions *options);

/* SlidersIndexDofs - Sets the index tables of Sliders, and Slider.leaf.

   Call it after dofs have numbers. Collective. */
PetscErrorCode SlidersIndexDofs(Model model);
PetscErrorCode SlidersDestroy(Model model);

/* SliderFindFoot - Finds the foot of the point on the path by Newton's method.

   Input:
     nodes    states of the sliding node, then of the nodes of the path
     slack    if xi of the foot is outside [-slack, 1 + slack], the function tries the next line
     line, s  the search starts at s->xi on this line
   Output:
     line, s  line of the foot, and state of the slider on this line with xi of the foot
   The first and the last line continue beyond the ends of the path. The function returns 0, or 1 if
   there is no foot nearby. Not collective. */
int SliderFindFoot(const Slider *slider, const NodeState nodes[], double slack, PetscInt *line,
                   SliderState *s);

#endif
