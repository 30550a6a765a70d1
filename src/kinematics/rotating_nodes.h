/* rotating_nodes.h: nodes of this rank, ghosts included, that rotate freely and are moved by no support: LANES of them at once. Used by
   configuration.c. */
#ifndef FS_KINEMATICS_ROTATING_NODES_H
#define FS_KINEMATICS_ROTATING_NODES_H

#include "chart.h"
#include "model/model.h"

typedef struct {
  PetscInt  n, nother;
  PetscInt *node;             /* [n] */
  PetscInt (*at)[COMPONENTS]; /* [n] where their components are in local vectors, -1: held, at 0 */
  PetscInt *first;            /* [n] at[0], where all are free and follow it; else -1 */
  PetscInt *other;            /* [nrest] the other nodes of the rank */
} RotatingNodes;

/* mover[nnodes][COMPONENTS] >= 0: a support moves it; NULL: none moves anything. With -linearize no node is one of these. */
PetscErrorCode RotatingNodesCreate(Model model, const PetscInt moving_support[], RotatingNodes *t);
PetscErrorCode RotatingNodesDestroy(RotatingNodes *t);

/* state[nnodes] of these nodes, their other entries stay: from arrays of local vectors of q, v, a (NULL: 0), positions x[nnodes] and orientations
   ref[nnodes], where the chart is 0. */
void rotating_nodes_states(const RotatingNodes     *t, double (*const x)[3], double (*const ref)[4],
                           const PetscScalar *const arrays[3], NodeState state[]);

/* columns[nnodes] of these nodes at the rotations of theta; rate: as in chart_columns, of an array. */
void rotating_nodes_columns(const RotatingNodes *t, const PetscScalar theta[],
                            const PetscScalar rate[], FsShift shift, ChartColumns columns[]);

/* ref[nnodes] of these nodes = ref exp(theta); *most = the largest |theta| [rad], if that is more. */
void rotating_nodes_accept(const RotatingNodes *t, const PetscScalar theta[], double (*ref)[4],
                           PetscReal *max_rotation);

#endif
