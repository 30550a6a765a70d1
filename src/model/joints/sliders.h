/* sliders.h: points of nodes that slide along paths of beams. Made by ModelCreate, read by src/assembly and src/output.
   Begin at struct _n_Sliders.

   The rank that has the cell of the sliding node evaluates a slider; the states of the nodes of its path come to it, and forces on them
   go back, by Sliders.nodes. The mathematics are in element/joint/slider.h. */
#ifndef FS_MODEL_JOINTS_SLIDERS_H
#define FS_MODEL_JOINTS_SLIDERS_H

#include "element/joint/slider.h"
#include "model/model.h"

enum { SLIDER_LINE_DOFS = SLIDER_DOFS + SLIDER_ROWS };

/* A line of a path, from its first node to its second along the path; see SliderState. */
typedef struct {
  PetscReal x[2][3], length;
  double    tangent[2][3], across[2][SLIDER_ROWS][3];
} SliderLine;

/* Everything but cell, node, dof, leaf is the same on all ranks. */
typedef struct {
  char       *name;
  PetscInt    set, along;
  int         nrows;
  PetscInt    nlines;
  SliderLine *line;    /* [nlines] from the path's start on */
  PetscInt (*path)[2]; /* [nlines + 1] rank that has the node, its number there */
  PetscReal
          *arc_length; /* [nlines + 1] length of the path before each line, in the reference [m] */
  double   offset[3];
  PetscInt initial_line; /* where the point is in the reference */
  double   initial_xi;
  PetscInt cell, node;       /* of the sliding node; -1 on other ranks */
  PetscInt dof[SLIDER_ROWS]; /* multipliers, in local vectors */
  PetscInt leaf; /* the sliding node among the leaves; those of the path's nodes are next */
} Slider;

typedef struct _n_Sliders {
  PetscInt n, nleaves;
  Slider  *slider; /* [n] */
  PetscSF  nodes;  /* from nodes of ranks (roots) to those of sliders of this rank (leaves) */
  PetscInt *
    global; /* [nleaves][COMPONENTS] global dofs of leaves, -1: none or held; then [n][SLIDER_ROWS] of the rows, -1: not on this rank */
  PetscInt        *
    dofs; /* [lines of sliders of this rank][SLIDER_LINE_DOFS] indices of global: sliding node, first, second, rows */
  PetscInt ncells; /* lines of sliders of this rank */
} * Sliders;

/* slider_path.c: the path of a set of lines. Path: fills in line, start, nlines and path[nlines + 1][2], rank and node there, which the caller
   frees. Collective. Input errors: no lines, lines of three nodes, a branch, a ring, several paths, nodes that do not rotate. */
PetscErrorCode SliderBuildPath(Model model, Slider *s, PetscInt (**path)[2]);

/* The parts of ModelCreate: Create after the layout has components, Index when dofs have numbers. Collective. Input errors: see SliderBuildPath; not one
   sliding node; it is on the path, belongs to no part; its point is not on the path. */
PetscErrorCode SlidersCreate(FsOptions o, Model model);
PetscErrorCode SlidersIndexDofs(Model model);
PetscErrorCode SlidersDestroy(Model model);

/* *line and *xi follow s, whose nodes are those of the line, to the foot of its point, by Newton's method; beyond an end of
   the path the last line goes on. nodes: states of the sliding node, then of the path. slack: how far beyond a line, in xi, the
   foot may be before the next line counts. Returns 0, or 1 where there is none nearby. */
int SliderFindFoot(const Slider *slider, const NodeState nodes[], double slack, PetscInt *line,
                   SliderState *s);

extern const FsOptionDoc slider_options[];

#endif
