/* slider_constraint.h: evaluates the sliders of this rank at the states of their nodes.

   A slider keeps a point of its sliding node, the sliding point, on a path. The path is a smooth
   curve through the nodes of lines of beams (model/sliders/sliders.h). The rank that owns the
   sliding node has the slider, but the nodes of the path may belong to other ranks. Start with
   SlidersGather(). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_SLIDERS_SLIDER_CONSTRAINT_H
#define FS_ASSEMBLY_CONSTRAINTS_SLIDERS_SLIDER_CONSTRAINT_H

#include "assembly/term.h"
#include "model/sliders/sliders.h"

/* SliderEvaluation - One slider at a state. Its foot is the point of the path that is nearest to
   the sliding point. */
typedef struct SliderEvaluation {
  const Slider *slider; /* the slider; NULL if another rank has it */
  PetscInt      line;   /* index of the line of the path on which the foot is */
  /* whether no foot was found nearby; then the constraint equations are NaN */
  PetscBool   has_no_foot;
  SliderState state;
} SliderEvaluation;

/* SliderTerm - The data of all sliders of a model on one rank. Leaves are the nodes of the sliders
   of this rank: the sliding nodes and the nodes of their paths. n is the number of sliders of the
   model. */
typedef struct {
  /* MPI types of the messages about a node: its state, its chart columns (derivatives of its
     rotation by its dofs), and the COMPONENTS forces on it */
  MPI_Datatype  node, columns, force_type;
  NodeState    *states;        /* [nleaves] states of the nodes of this rank's sliders */
  ChartColumns *leaf_columns;  /* [nleaves] chart columns of these nodes */
  double (*force)[COMPONENTS]; /* [nleaves] forces on these nodes */
  /* [nnodes] sums of the sliders' forces on the nodes of this rank */
  double (*node_force)[COMPONENTS];
  /* [n] for each slider the line of the foot at the last accepted state, on all ranks */
  PetscInt         *line;
  double           *xi; /* [n] place of the foot on its line, from -1 to 1, on all ranks */
  SliderEvaluation *at; /* [n] the sliders at the state that was gathered last */
} SliderTerm;

#endif
