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

/* AssemblySliders - Returns the data of all sliders on this rank, borrowed; NULL if the model has
   no sliders. */
SliderTerm *AssemblySliders(Assembly a);

/* SlidersGather - Finds the point of its path that is nearest to each slider's sliding point (the
   foot), and stores it in SliderTerm.at.

   The curvature of the path jumps from line to line, and forces jump with it. Therefore this
   function keeps a foot on its line of the last accepted state a little beyond the ends of the
   line. A step that ends there then has the forces of one line.
   Input:
     ev  a state of the model in which ev->nodes is not NULL
   Collective. */
PetscErrorCode SlidersGather(const Evaluation *ev);

/* SlidersGatherNextStep - Finds the foot of each slider (the point of its path nearest to the
   sliding point) for the start of a step. Unlike in SlidersGather, a foot changes its line exactly
   at the ends of the line. Collective. */
PetscErrorCode SlidersGatherNextStep(const Evaluation *ev);

/* SliderMultipliers - Copies the Lagrange multipliers of a slider out of a vector.

   Input:
     array   this rank's part of the global vector
   Output:
     lambda  [nrows] multipliers of the slider */
void SliderMultipliers(const Layout *l, const Slider *s, const PetscScalar array[],
                       double lambda[]);

/* SliderRows - Computes rows[nrows], the values of a slider's constraint equations Phi, or of their
   first or second time derivative, as level says. They are NaN if the slider has no foot on its
   path. */
void SliderRows(const SliderEvaluation *at, FsConstraintLevel level, double rows[]);

/* SlidersGatherColumns - Collects the chart columns (derivatives of a node's rotation by its dofs)
   of all nodes of this rank's sliders, for SliderColumns().

   Input:
     columns  [nnodes] chart columns of this rank's nodes
   Collective. */
PetscErrorCode SlidersGatherColumns(const Evaluation *ev, const ChartColumns columns[]);

/* SliderColumns - Finds the chart columns (derivatives of a node's rotation by its dofs) of the
   nodes of a slider.

   Call SlidersGatherColumns() first.
   Output:
     of_node  [SLIDER_NODES] pointers to the columns */
void SliderColumns(const SliderTerm *t, const SliderEvaluation *at, const ChartColumns *of_node[]);

/* SlidersOpenForces - Returns an array of zeros for the forces on the nodes of this rank's sliders,
   borrowed; SlidersCloseForces() sums the forces. Not collective. */
double *SlidersOpenForces(Assembly a);

/* SlidersCloseForces - Sums the forces that were added to the array of SlidersOpenForces() at the
   nodes of this rank.

   Output:
     sum  [nnodes] the forces on this rank's nodes, borrowed
   Collective. */
PetscErrorCode SlidersCloseForces(Assembly a, double (**sum)[COMPONENTS]);

#endif
