/* slider_state.h: evaluates the sliders of this rank at the states of their nodes.

   The nodes of a slider's path may belong to other ranks (model/joints/sliders.h). Start with
   SlidersGather(). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_SLIDER_STATE_H
#define FS_ASSEMBLY_CONSTRAINTS_SLIDER_STATE_H

#include "assembly/term.h"
#include "model/joints/sliders.h"

/* One slider at an evaluation. Its foot is the point of the path that is nearest to its node. */
typedef struct SliderEvaluation {
  const Slider *slider;      /* NULL if another rank has the slider */
  PetscInt      line;        /* line of the path that has the foot */
  PetscInt      cell;        /* the same line in Sliders.dofs */
  PetscBool     has_no_foot; /* there is no foot nearby: rows are NaN */
  SliderState   state;
} SliderEvaluation;

#define SLIDERS "sliders" /* the name of the term */

/* The data of the term of sliders. */
typedef struct {
  MPI_Datatype  node, columns, force_type; /* NodeState, ChartColumns, [COMPONENTS] */
  NodeState    *states;                    /* [nleaves] */
  ChartColumns *leaf_columns;              /* [nleaves] */
  double (*force)[COMPONENTS];             /* [nleaves] */
  double (*node_force)[COMPONENTS];        /* [nnodes] */
  PetscInt         *line;     /* [n] line of the foot at the last accepted state, on all ranks */
  double           *xi;       /* [n] place of the foot on that line, on all ranks */
  SliderEvaluation *at;       /* [n] */
  Location          location; /* NULL until the first tangent */
} SliderTerm;

/* AssemblySliders - Returns the data of the term of sliders; NULL if the model has no sliders. */
SliderTerm *AssemblySliders(Assembly a);

/* SlidersGather - Finds the feet of all sliders and sets SliderTerm.at.

   The curvature of the path jumps between two lines, and forces with it. This function keeps the
   line of the last accepted state a little beyond its ends. A step that ends there then has the
   forces of one line.
   Input:
     ev  an evaluation with nodes
   Collective. */
PetscErrorCode SlidersGather(const Evaluation *ev);

/* SlidersGatherNextStep - Does the same, but changes the line exactly at its ends.

   It decides on which line the next step starts. Collective. */
PetscErrorCode SlidersGatherNextStep(const Evaluation *ev);

/* SliderMultipliers - Copies lambda[nrows] of a slider from this rank's part of a global vector. */
void SliderMultipliers(const Layout *l, const Slider *s, const PetscScalar array[],
                       double lambda[]);

/* SliderRows - Computes the rows[nrows] of a level, as JointRows() does; unscaled. */
void SliderRows(const SliderEvaluation *at, FsConstraintLevel level, double rows[]);

/* SliderRowSlopes - Adds scale times the derivatives of the rows, as JointRowSlopes() does.

   Output:
     K, C, M  [nrows][SLIDER_DOFS] */
void SliderRowSlopes(const SliderEvaluation *at, FsConstraintLevel level, double scale, double K[],
                     double C[], double M[]);

/* SlidersComputeForces - Computes the forces G^T lambda of all sliders on the nodes of this rank.

   Call SlidersGather() first. The result is in SliderTerm.node_force.
   Input:
     lambda  a global vector with the multipliers
   Collective. */
PetscErrorCode SlidersComputeForces(const Evaluation *ev, Vec lambda);

/* SlidersGatherColumns - Sets leaf_columns from the columns of this rank's nodes. Collective. */
PetscErrorCode SlidersGatherColumns(const Evaluation *ev, const ChartColumns columns[]);

/* SliderTangent - Computes derivatives along the shift of G^T lambda and of scale times the rows.

   Output:
     values  [SLIDER_LINE_DOFS][SLIDER_DOFS] */
void SliderTangent(const SliderTerm *t, const SliderEvaluation *at, const double lambda[],
                   FsConstraintLevel level, double scale, FsShift shift, double values[]);

/* SlidersAddBorder - Adds factor G and factor G^T of all sliders (FsSystemConstraints.gradient).

   Does nothing if the model has no sliders, as the next two. Collective. */
PetscErrorCode SlidersAddBorder(const Evaluation *ev, PetscReal factor, Mat A);

/* SlidersAddForces - Adds G^T lambda of all sliders to a local array. Collective. */
PetscErrorCode SlidersAddForces(const Evaluation *ev, Vec lambda, PetscScalar local[]);

/* SlidersAddTangent - Adds what sliders contribute to FsSystemConstraints.tangent.

   Input:
     lambda  a global vector with the multipliers, which are multiplied by factor
   Collective. */
PetscErrorCode SlidersAddTangent(const Evaluation *ev, const ChartColumns columns[], Vec lambda,
                                 PetscReal factor, FsConstraintLevel level, PetscReal scale,
                                 FsShift shift, Mat A);

#endif
