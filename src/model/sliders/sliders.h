/* sliders.h: points of nodes that slide along paths of beams.

   A path is a chain of lines of beams. The foot is the point of the path that is nearest to the
   sliding point; xi is its position in a line, from 0 at the first node to 1 at the second one.
   The constraints of a slider, called rows, keep the sliding point at its foot; the equations
   are in element/joint/slider.h.

   The sliding node has a cell that is a point. The rank that has this cell evaluates the slider.
   It gets copies of the states of the path's nodes, and returns the forces on these nodes to the
   ranks that own them. These copies are called leaves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SLIDERS_SLIDERS_H
#define FS_MODEL_SLIDERS_SLIDERS_H

#include "element/joint/slider.h"
#include "model/model.h"
#include <fs/options.h>

/* ---- slider options -------------------------------------------------------------------------- */

/* SliderOptions - The description of a slider. The texts are borrowed from the options. */
typedef struct {
  const char *name;      /* borrowed from SlidersOptions */
  const char *set;       /* name of the set of the sliding node; NULL: the set `name` */
  const char *along;     /* name of the set of lines of beams that are the path */
  PetscBool   has_point; /* whether point is given */
  /* point, fixed in the sliding node, that stays on the path, in the reference configuration [m];
     default the node */
  PetscReal point[3];
} SliderOptions;

/* SlidersOptions - The description of all sliders of -sliders. */
typedef struct {
  PetscInt       n;
  char         **names;  /* [n] */
  SliderOptions *slider; /* [n] */
} SlidersOptions;

/* SlidersOptionsRead - Reads the sliders, nodes that slide along lines, from -sliders and
   -slider_<name>_....

   Output:
     sliders  the caller frees its arrays by SlidersOptionsFree()
   Collective. Input error: a slider has no path. */
PetscErrorCode SlidersOptionsRead(FsOptions o, MPI_Comm comm, SlidersOptions *sliders);
PetscErrorCode SlidersOptionsFree(SlidersOptions *sliders);

extern const FsOptionDoc slider_options[];

/* ---- sliders --------------------------------------------------------------------------------- */

enum { SLIDER_LINE_DOFS = SLIDER_DOFS + SLIDER_ROWS };

/* SliderLine - A line of a path, from the node with index 0 to the node with index 1. The
   member x has the positions of the nodes, and length is the length of the line, in the reference
   configuration [m]. The member tangent has the tangent of the path at each node, and across has
   the unit vectors orthogonal to it, in the axes of the node. */
typedef struct {
  PetscReal x[2][3], length;
  double    tangent[2][3], across[2][SLIDER_ROWS][3];
} SliderLine;

/* Slider - A slider, a node that slides along a path of lines. All members except cell, node, dof,
   leaf and first_line are the same on all ranks. */
typedef struct {
  char       *name;
  PetscInt    set, along; /* indices of the sets of the sliding node and of the path */
  int         nrows;      /* number of rows: 2, or 1 in a plane model */
  PetscInt    nlines;     /* number of lines of the path */
  SliderLine *line;       /* [nlines] in the order of the path */
  PetscInt(
    /* [nlines + 1] the rank that owns each node of the path, and the index of the node there */
    *path)[2];
  /* [nlines + 1] length of the path up to each node, in the reference configuration [m] */
  PetscReal *arc_length;
  /* vector from the sliding node to its sliding point, in the reference configuration [m] */
  double offset[3];
  /* line of the path that is nearest to the sliding point in the reference configuration, and
     position xi of the nearest point (foot) on it */
  PetscInt initial_line;
  double   initial_xi;
  PetscInt cell, node; /* indices of the point cell and of the sliding node; -1 on other ranks */
  PetscInt dof[SLIDER_ROWS]; /* indices of the multipliers in local vectors */
  PetscInt leaf;       /* index of the sliding node among the leaves; nodes of the path follow */
  PetscInt first_line; /* index of the first line of the path in Sliders.dofs */
} Slider;

/* Sliders - All sliders of a model, and the leaves of this rank. */
typedef struct _n_Sliders {
  PetscInt n, nleaves; /* number of sliders; number of leaves of this rank */
  Slider  *slider;     /* [n] */
  PetscSF  nodes;      /* connects nodes of all ranks (roots) to the leaves of this rank */
  /* Indices in global vectors: first [nleaves][COMPONENTS] those of the dofs of the leaves, -1 if a
     dof is not free; then [n][SLIDER_ROWS] those of the multipliers, -1 if another rank has the
     slider. */
  PetscInt *global;
  /* [ncells][SLIDER_LINE_DOFS] for each line of the sliders that this rank evaluates: positions in
     `global` of the dofs of the sliding node, of the two nodes of the line, and of the
     multipliers */
  PetscInt *dofs;
  PetscInt  ncells; /* number of lines of the sliders that this rank evaluates */
} * Sliders;

/* SliderBuildPath - Orders the lines of the set s->along to a path, and computes the directions at
   its nodes. In slider_path.c.

   Sets nlines, line, arc_length and nrows of the slider.
   Output:
     path  [nlines + 1] rank that owns each node, and index of the node there; the caller frees it
           by PetscFree()
   Collective. Input errors: the set has no lines, or lines of three nodes; the lines branch, form a
   ring or several paths; nodes of the path do not rotate. */
PetscErrorCode SliderBuildPath(Model model, Slider *s, PetscInt (**path)[2]);

/* SlidersCreate - Creates the sliders of the options. Call it after ComponentsCreate.

   Collective. Input errors: -linearize is set. There is not exactly one sliding node. The node is
   on the path, or belongs to no part. The sliding point has no foot on the path. The point is not
   at the node, although the node does not rotate. The set of the path is wrong (SliderBuildPath()).
   */
PetscErrorCode SlidersCreate(Model model, const SlidersOptions *options);

/* SlidersIndexDofs - Creates the leaves, this rank's copies of nodes of sliders and their paths,
   and sets the indices of their dofs. Call it after the dofs are numbered. Collective. */
PetscErrorCode SlidersIndexDofs(Model model);
PetscErrorCode SlidersDestroy(Model model);

/* SliderFindFoot - Finds the foot of the sliding point on the path by Newton's method.

   The first and the last line continue beyond the ends of the path.
   Input:
     nodes  [nlines + 2] states of the sliding node, then of the nodes of the path
     slack  if xi of the foot is outside [-slack, 1 + slack], the function tries the next line
   Changed:
     line   on entry, the line where the search starts; on return, the line that has the foot
     s      on entry, s->xi is where the search starts; on return, the state of the slider on this
            line, with xi of the foot
   Returns 0, or 1 if there is no foot nearby. Not collective. */
int SliderFindFoot(const Slider *slider, const NodeState nodes[], double slack, PetscInt *line,
                   SliderState *s);

#endif
