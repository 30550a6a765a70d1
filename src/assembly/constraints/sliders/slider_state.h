/* slider_state.h: evaluates the sliders of this rank at the states of their nodes.

   A slider keeps a point of its sliding node, the sliding point, on a path. The path is a smooth
   curve through the nodes of lines of beams (model/sliders/sliders.h). The rank that owns the
   sliding node has the slider, but the nodes of the path may belong to other ranks. Start with
   SlidersGather(). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_SLIDERS_SLIDER_STATE_H
#define FS_ASSEMBLY_CONSTRAINTS_SLIDERS_SLIDER_STATE_H

#include "assembly/term.h"
#include "model/sliders/sliders.h"

/* One slider at a state. Its foot is the point of the path that is nearest to the sliding point. */
typedef struct SliderEvaluation {
  const Slider *slider;      /* NULL if another rank has the slider */
  PetscInt      line;        /* index of the line of the path on which the foot is */
  PetscBool     has_no_foot; /* no foot was found nearby; then rows are NaN */
  SliderState   state;
} SliderEvaluation;

/* The data of the term of sliders. Leaves are the nodes of the sliders of this rank: the sliding
   nodes and the nodes of their paths. n is the number of sliders of the model. */
typedef struct {
  /* types of messages: a NodeState, a ChartColumns, the COMPONENTS forces on a node */
  MPI_Datatype  node, columns, force_type;
  NodeState    *states;             /* [nleaves] states of the leaves */
  ChartColumns *leaf_columns;       /* [nleaves] chart columns of the leaves */
  double (*force)[COMPONENTS];      /* [nleaves] forces on the leaves */
  double (*node_force)[COMPONENTS]; /* [nnodes] their sums on the nodes of this rank */
  PetscInt         *line; /* [n] line of the foot at the last accepted state, on all ranks */
  double           *xi;   /* [n] place of the foot on that line, on all ranks */
  SliderEvaluation *at;   /* [n] */
} SliderTerm;

/* AssemblySliders - Returns the data of the term of sliders; NULL if the model has no sliders. */
SliderTerm *AssemblySliders(Assembly a);

/* SlidersGather - Finds the feet of all sliders and sets SliderTerm.at.

   The curvature of the path jumps from line to line, and forces jump with it. Therefore this
   function keeps a foot on its line of the last accepted state a little beyond the ends of the
   line. A step that ends there then has the forces of one line.
   Input:
     ev  an evaluation with nodes
   Collective. */
PetscErrorCode SlidersGather(const Evaluation *ev);

/* SlidersGatherNextStep - Does the same, except that a foot changes its line exactly at the ends.

   The new line is the one on which the next step starts. Collective. */
PetscErrorCode SlidersGatherNextStep(const Evaluation *ev);

/* SliderMultipliers - Copies the multipliers of a slider.

   Input:
     array   this rank's part of a global vector
   Output:
     lambda  [nrows] */
void SliderMultipliers(const Layout *l, const Slider *s, const PetscScalar array[],
                       double lambda[]);

/* SliderRows - Computes rows[nrows] of a level, without a scale: Phi, or its first or second time
   derivative. They are NaN if the slider has no foot. */
void SliderRows(const SliderEvaluation *at, FsConstraintLevel level, double rows[]);

/* SlidersGatherColumns - Sets SliderTerm.leaf_columns, which SliderColumns() reads.

   Input:
     columns  [nnodes] chart columns of this rank's nodes (kinematics/chart.h)
   Collective. */
PetscErrorCode SlidersGatherColumns(const Evaluation *ev, const ChartColumns columns[]);

/* SliderColumns - Finds the chart columns of the nodes of a slider.

   Call SlidersGatherColumns() first.
   Output:
     of_node  [SLIDER_NODES] pointers to the columns */
void SliderColumns(const SliderTerm *t, const SliderEvaluation *at, const ChartColumns *of_node[]);

/* SlidersOpenForces - Returns SliderTerm.force as an array of zeros, borrowed. Not collective. */
double *SlidersOpenForces(Assembly a);

/* SlidersCloseForces - Sums SliderTerm.force at the nodes of this rank.

   Output:
     sum  [nnodes] the sums, borrowed
   Collective. */
PetscErrorCode SlidersCloseForces(Assembly a, double (**sum)[COMPONENTS]);

#endif
