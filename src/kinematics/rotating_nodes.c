/* rotating_nodes.c: computes the states of freely rotating nodes, LANES at once.

   If the last group is not full, its last node is repeated in the other lanes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "rotating_nodes.h"
#include "math/rotation.h"
#include "math/rotations.h"
#include "math/vector.h"

PetscErrorCode RotatingNodesCreate(Model model, const PetscInt moving_support[], RotatingNodes *t)
{
  const Layout  *l = &model->layout;
  const PetscInt n = model->mesh->g.nnodes;

  PetscFunctionBeginUser;
  *t = (RotatingNodes){0};
  PetscCall(PetscMalloc4(n, &t->node, n, &t->at, n, &t->first, n, &t->other));
  for (PetscInt i = 0; i < n; i++) {
    PetscBool rotates = PETSC_FALSE, moved = PETSC_FALSE, contiguous = PETSC_TRUE;

    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c],
                     at  = dof < 0 || l->global[dof] < 0 ? -1 : dof;

      t->at[t->n][c] = at;
      if (at < 0 || at != t->at[t->n][0] + c) contiguous = PETSC_FALSE;
      if (c >= 3 && at >= 0) rotates = PETSC_TRUE;
      if (at < 0 && moving_support && moving_support[COMPONENTS * i + c] >= 0) moved = PETSC_TRUE;
    }
    t->first[t->n] = contiguous ? t->at[t->n][0] : -1;
    if (rotates && !moved && !model->linearize) t->node[t->n++] = i;
    else t->other[t->nother++] = i;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RotatingNodesDestroy(RotatingNodes *t)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree4(t->node, t->at, t->first, t->other));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the index of the node in lane k of the group that starts at first. */
static inline PetscInt node_number(const RotatingNodes *t, PetscInt first, int k)
{
  return PetscMin(first + k, t->n - 1);
}

static void copy_vector(const double from[3], double to[3])
{
  for (int c = 0; c < 3; c++) to[c] = from[c];
}

/* Sets the state of node m except its orientation. */
static void set_motion(const RotatingNodes *t, PetscInt m, const double x[3],
                       const PetscScalar *const arrays[3], NodeState *s)
{
  static const double none[COMPONENTS] = {0};
  double              own[3][COMPONENTS];
  const double       *qva[3];

  for (int k = 0; k < 3; k++) {
    qva[k] = !arrays[k] ? none : t->first[m] >= 0 ? arrays[k] + t->first[m] : own[k];
    for (int c = 0; c < COMPONENTS && qva[k] == own[k]; c++)
      own[k][c] = t->at[m][c] < 0 ? 0 : arrays[k][t->at[m][c]];
  }
  for (int c = 0; c < 3; c++) s->x[c] = x[c] + qva[0][c];
  copy_vector(qva[0] + 3, s->turn);
  copy_vector(qva[1], s->v);
  copy_vector(qva[1] + 3, s->w);
  copy_vector(qva[2], s->a);
  copy_vector(qva[2] + 3, s->wd);
}

void rotating_nodes_states(const RotatingNodes     *t, double (*const x)[3], double (*const ref)[4],
                           const PetscScalar *const arrays[3], NodeState state[])
{
  for (PetscInt first = 0; first < t->n; first += LANES) {
    const double *origin[LANES], *theta[LANES];
    double       *q[LANES], *R[LANES];

    for (int k = 0; k < LANES; k++) {
      const PetscInt m = node_number(t, first, k), node = t->node[m];
      NodeState     *s = &state[node];

      set_motion(t, m, x[node], arrays, s);
      origin[k] = ref[node];
      theta[k]  = s->turn;
      q[k]      = s->q;
      R[k]      = s->R;
    }
    rotations_update(origin, theta, q, R);
  }
}

void rotating_nodes_columns(const RotatingNodes *t, const PetscScalar theta[],
                            const PetscScalar rate[], FsShift shift, ChartColumns columns[])
{
  for (PetscInt first = 0; first < t->n; first += LANES) {
    double        g[LANES][3], dg[LANES][3], T[LANES][9], slope[LANES][9];
    const double *turn[LANES]  = {g[0], g[1], g[2], g[3]},
                 *rates[LANES] = {dg[0], dg[1], dg[2], dg[3]};
    double *map[LANES]         = {T[0], T[1], T[2], T[3]},
           *slopes[LANES]      = {slope[0], slope[1], slope[2], slope[3]};

    for (int k = 0; k < LANES; k++) {
      const PetscInt *at = t->at[node_number(t, first, k)] + 3;

      chart_get(at, theta, g[k]);
      if (rate) chart_get(at, rate, dg[k]);
    }
    rotations_tangent(turn, rate ? rates : NULL, map, slopes);
    for (int k = 0; k < LANES; k++)
      chart_columns_of(T[k], rate ? slope[k] : NULL, shift,
                       &columns[t->node[node_number(t, first, k)]]);
  }
}

void rotating_nodes_accept(const RotatingNodes *t, const PetscScalar theta[], double (*ref)[4],
                           PetscReal *max_rotation)
{
  for (PetscInt first = 0; first < t->n; first += LANES) {
    double        g[LANES][3], q[LANES][4], matrix[LANES][9];
    const double *turn[LANES]  = {g[0], g[1], g[2], g[3]}, *origin[LANES];
    double       *after[LANES] = {q[0], q[1], q[2], q[3]},
           *R[LANES]           = {matrix[0], matrix[1], matrix[2], matrix[3]};

    for (int k = 0; k < LANES; k++) {
      const PetscInt m = node_number(t, first, k);

      chart_get(t->at[m] + 3, theta, g[k]);
      origin[k]     = ref[t->node[m]];
      *max_rotation = PetscMax(*max_rotation, norm(g[k]));
    }
    rotations_update(origin, turn, after, R);
    for (int k = 0; k < LANES && first + k < t->n; k++)
      for (int i = 0; i < 4; i++) ref[t->node[first + k]][i] = q[k][i];
  }
}
