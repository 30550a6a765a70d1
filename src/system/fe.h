/* fe.h: inside of the System of a Model. */
#ifndef FE_H
#define FE_H

#include "drive.h"
#include "places.h"
#include "stencil.h"
#include "system.h"

typedef struct {
  Model         model;               /* borrowed */
  Mat           M, C, K;             /* of the elements' linear parts, on the free dofs; NULL where there are none */
  Stencil       stencil;             /* of them, which are operators then; NULL: they are assembled */
  Vec           field[3];            /* forces of those parts in a unit acceleration in x, y, z; NULL without gravity */
  Drive         drive;               /* NULL when no support moves */
  Places       *of_block, *of_joint; /* [nblocks], [njoints] of nonlinear models; NULL: not asked for yet */
  Vec           local;               /* forces of elements, of a nonlinear model */
  ChartColumns *columns;             /* [nnodes] of the tangent under way */
  Vec turned; /* rotation vectors of the accepted steps since the energies were read, summed; NULL: no rotations */
  PetscReal factor; /* of all loads */
} FE;

/* f += forces of the model's laws. */
PetscErrorCode ForceOfLaws(FE *fe, PetscReal t, Vec q, Vec v, Vec f);

/* constraints.c: nodes as elements see them; a: multipliers, of this rank's part of a global vector. y += their share of
   the residual, an array of a local vector; A += their tangent. */
void           JointsResidual(const FE *fe, const Constraints *how, const NodeState nodes[], const PetscScalar a[],
                              PetscScalar y[]);
PetscErrorCode JointsTangent(FE *fe, const Constraints *how, const NodeState nodes[], const PetscScalar a[],
                             PetscReal cm, PetscReal cc, PetscReal ck, const Adding *A);

/* Operations of a model's system: vectors.c, constraints.c. */
void VectorOps(SystemOps *ops);
void ConstraintOps(SystemOps *ops);

/* Diameter of the box around all nodes and points of joints. */
PetscErrorCode ModelReach(Model model, PetscReal *reach);

/* pattern.c: the pattern of all matrices. */
PetscErrorCode PatternCreate(Model model, PetscBool linear, Mat *pattern);

/* elements.c: what depends on the configuration, nonlinear elements and turning loads. r += their residual (NaN
   where an element collapsed), A += their tangent, see SystemOps. */
PetscErrorCode ElementsResidual(FE *fe, const Constraints *how, PetscReal t, Vec q, Vec v, Vec a, Vec r);
PetscErrorCode ElementsTangent(FE *fe, const Constraints *how, PetscReal t, Vec q, Vec qd, Vec v, Vec a, PetscReal cm,
                               PetscReal cc, PetscReal ck, Mat A);
PetscErrorCode ElementsForget(FE *fe); /* what these keep */
/* How the nodes that rotate freely turn along the unknown: fe->columns. */
PetscErrorCode ElementsColumns(FE *fe, Vec q, Vec qd, PetscReal cm, PetscReal cc, PetscReal ck);
/* A = K P + C W + M X, [rows][nd]: columns of nodes with nc dofs each, rotations by their 3 x 3 matrices. */
void ElementsCombine(PetscInt rows, PetscInt nd, int nc, const ChartColumns *const columns[], PetscReal cm,
                     PetscReal cc, PetscReal ck, const double K[], const double C[], const double M[], double A[]);

/* Sums over this rank's nonlinear elements, and forces that loads (gravity included) apply through them and turning
   loads: applied += on free dofs; reaction[] += of motions (a motion: a component of a support that moves, in their
   order). */
typedef struct {
  PetscReal kinetic, strain; /* [J] */
  PetscReal power;           /* dissipated by dampers [W] */
} ElementSums;
PetscErrorCode ElementsBalance(FE *fe, const State *s, Vec momentum, Vec applied, PetscReal reaction[],
                               ElementSums *sums);

/* Forces on the components of a node that supports move, each into its motion; a rotation vector's share of a moment in
   body axes is T^T m. */
void ReactionsOfNode(const FE *fe, PetscInt node, int nc, const PetscInt dofs[], const double force[],
                     PetscReal reaction[]);

/* constraints.c: of a balance, the joints' part; how many drivers they have, and their values. */
void     JointsBalance(const FE *fe, const NodeState nodes[], const PetscScalar a[], PetscReal reaction[],
                       ElementSums *sums);
PetscInt JointsCountDrivers(Model model);
void     JointsDriven(Model model, PetscReal value[]);

/* frequency.c */
PetscErrorCode Frequency_FE(System sys, const State *s, PetscReal *omega, PetscReal *damping);

#endif
