/* sliders.h: points of nodes that slide along paths of beams.

   The rank that has the cell of the sliding node evaluates a slider. Sliders.nodes brings the
   states of the nodes of the path to this rank, and the forces on them back. The mathematics are in
   element/joint/slider.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_SLIDERS_H
#define FS_MODEL_JOINTS_SLIDERS_H

#include "element/joint/slider.h"
#include "model/model.h"

enum { SLIDER_LINE_DOFS = SLIDER_DOFS + SLIDER_ROWS };

/* A line of a path. Its first node comes first along the path. Members as in SliderState. */
typedef struct {
  PetscReal x[2][3], length;
  double    tangent[2][3], across[2][SLIDER_ROWS][3];
} SliderLine;

/* All members except cell, node, dof and leaf are the same on all ranks. */
typedef struct {
  char       *name;
  PetscInt    set, along; /* sets of the sliding node and of the path */
  int         nrows;
  PetscInt    nlines;
  SliderLine *line;        /* [nlines] in the order of the path */
  PetscInt (*path)[2];     /* [nlines + 1] rank that has the node, its number there */
  PetscReal *arc_length;   /* [nlines + 1] length of the path before each line, reference [m] */
  double     offset[3];    /* from the sliding node to its point, reference [m] */
  PetscInt   initial_line; /* position of the point in the reference configuration */
  double     initial_xi;
  PetscInt   cell, node;       /* of the sliding node; -1 on other ranks */
  PetscInt   dof[SLIDER_ROWS]; /* multipliers, in local vectors */
  PetscInt   leaf; /* index of the sliding node among the leaves; the path's nodes follow */
} Slider;

typedef struct _n_Sliders {
  PetscInt  n, nleaves;
  Slider   *slider; /* [n] */
  PetscSF   nodes;  /* from nodes of ranks (roots) to those of sliders of this rank (leaves) */
  PetscInt *global; /* [nleaves][COMPONENTS] global dofs of the leaves, -1 if not free; then
                       [n][SLIDER_ROWS] of the rows, -1 if not on this rank */
  PetscInt *dofs;   /* [ncells][SLIDER_LINE_DOFS] indices of global: of the sliding node, the first
                     and the second node of the line, and the rows */
  PetscInt  ncells; /* lines of sliders of this rank */
} * Sliders;

/* SliderBuildPath - Orders the lines of a set along a path, and sets the directions at its nodes.

   Sets nlines, line, arc_length and nrows of the slider.
   Output:
     path  [nlines + 1][2] rank of each node and its number there; the caller frees it
   Collective. Input errors: no lines, lines of three nodes, a branch, a ring, several paths, nodes
   that do not rotate. In slider_path.c. */
PetscErrorCode SliderBuildPath(Model model, Slider *s, PetscInt (**path)[2]);

/* SlidersCreate - Reads the sliders from the options, after the components of nodes.

   Collective. Input errors: those of SliderBuildPath; not exactly one sliding node; this node is on
   the path or belongs to no part; its point is not beside the path. */
PetscErrorCode SlidersCreate(FsOptions o, Model model);

/* SlidersIndexDofs - Sets nodes, leaves, global and dofs, after the dofs have numbers. Collective.
   */
PetscErrorCode SlidersIndexDofs(Model model);
PetscErrorCode SlidersDestroy(Model model);

/* SliderFindFoot - Finds the foot of the point on the path by Newton's method.

   Input:
     nodes    states of the sliding node, then of the nodes of the path
     slack    distance in xi by which the foot may be beyond a line before the next line is tried
     line, s  initial line and s->xi
   Output:
     line, s  line of the foot; s with the nodes of this line and xi of the foot
   The last line continues beyond the end of the path. Returns 0, or 1 if there is no foot nearby.
   Not collective. */
int SliderFindFoot(const Slider *slider, const NodeState nodes[], double slack, PetscInt *line,
                   SliderState *s);

extern const FsOptionDoc slider_options[];

#endif
