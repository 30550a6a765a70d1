/* slider_state.h: the sliders (model/joints/sliders.h) of this rank at the states of their nodes, wherever these are. For
   slider_term.c, slider_constraints.c, constraint_cells.c and output. Begin with SlidersGather. */
#ifndef FS_ASSEMBLY_CONSTRAINTS_SLIDER_STATE_H
#define FS_ASSEMBLY_CONSTRAINTS_SLIDER_STATE_H

#include "assembly/term.h"
#include "model/joints/sliders.h"

/* A slider of this rank at an evaluation. */
typedef struct SliderEvaluation {
  const Slider *slider;
  PetscInt      line, cell;  /* of the foot: of the path, of Sliders.dofs */
  PetscBool     has_no_foot; /* there is no foot nearby: rows are NaN */
  SliderState   state;
} SliderEvaluation;

#define SLIDERS "sliders" /* the name of the term */

/* What the term keeps. */
typedef struct {
  MPI_Datatype  node, columns, force_type; /* NodeState, ChartColumns, [COMPONENTS] */
  NodeState    *states;                    /* [nleaves] */
  ChartColumns *leaf_columns;              /* [nleaves] */
  double (*force)[COMPONENTS];             /* [nleaves] */
  double (*node_force)[COMPONENTS];        /* [nnodes] */
  PetscInt         *line;     /* [n] of the foot at the last accepted state, on all ranks */
  double           *xi;       /* [n] likewise */
  SliderEvaluation *at;       /* [n] */
  Location          location; /* NULL until the first tangent */
} SliderTerm;
SliderTerm *AssemblySliders(Assembly a); /* NULL: there are none */

/* at[n] of the term at an evaluation with nodes; slider NULL of those of other ranks. Where a line ends the curve's curvature
   jumps, and forces with it: SlidersGather stays on a line a little beyond its end, so that a step that ends there
   has the forces of one line; SlidersGatherNextStep does not, for the next step. Collective. */
PetscErrorCode SlidersGather(const Evaluation *ev);
PetscErrorCode SlidersGatherNextStep(const Evaluation *ev);

/* lambda[SLIDER_ROWS] of one of this rank; array: this rank's part of a global vector. */
void SliderMultipliers(const Layout *l, const Slider *s, const PetscScalar array[],
                       double lambda[]);

/* Rows of that level, unscaled. RowSlopes: K, C, M [nrows][SLIDER_DOFS] += scale times their derivatives, as those of joints. */
void SliderRows(const SliderEvaluation *at, FsConstraintLevel level, double rows[]);
void SliderRowSlopes(const SliderEvaluation *at, FsConstraintLevel level, double scale, double K[],
                     double C[], double M[]);

/* node_force = G^T lambda of all sliders, on the nodes of this rank; of the global vector lambda. After SlidersGather. Collective. */
PetscErrorCode SlidersComputeForces(const Evaluation *ev, Vec lambda);

/* leaf_columns from the columns of this rank's nodes. Collective. */
PetscErrorCode SlidersGatherColumns(const Evaluation *ev, const ChartColumns columns[]);

/* values[SLIDER_LINE_DOFS][SLIDER_DOFS] = derivatives along the shift of G^T lambda and of scale times the rows. */
void SliderTangent(const SliderTerm *t, const SliderEvaluation *at, const double lambda[],
                   FsConstraintLevel level, double scale, FsShift shift, double values[]);

/* slider_constraints.c: their parts of FsSystemConstraints, added to A and y; see fs/system.h. Collective. */
PetscErrorCode SlidersAddBorder(const Evaluation *ev, PetscReal factor, Mat A);
PetscErrorCode SlidersAddForces(const Evaluation *ev, Vec lambda, PetscScalar local[]);
PetscErrorCode SlidersAddTangent(const Evaluation *ev, const ChartColumns columns[], Vec lambda,
                                 PetscReal factor, FsConstraintLevel level, PetscReal scale,
                                 FsShift shift, Mat A);

#endif
