/* node_state.c: computes the state of one node, or those of LANES freely rotating nodes at once.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petsc/private/petscimpl.h> /* PetscObjectStateGet */
#include "node_state.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "input/formula/given.h"
#include "math/rotations.h"
#include "model/supports/prescribed_motion.h"

/* Computes qva[k][c], which is q, v, a of component c of a node; prescribed components have the
   motion of their support. Returns the bits of the free components. index and first are those of
   node_state(). */
static int components(const NodeReference *o, PetscInt node, const PrescribedMotion *motions,
                      const PetscInt index[], PetscInt first, const PetscScalar *const arrays[3],
                      double qva[3][COMPONENTS])
{
  const PetscInt *dof  = o->model->layout.dof + COMPONENTS * node;
  int             free = 0;

  for (int c = 0; c < COMPONENTS; c++) {
    const PetscInt at = dof[c] < 0 || o->model->layout.global[dof[c]] < 0 ? -1
                        : index                                           ? index[dof[c]] - first
                                                                          : dof[c];
    const PetscInt moving_support =
      at < 0 && o->moving_support ? o->moving_support[COMPONENTS * node + c] : -1;

    if (at >= 0) free |= 1 << c;
    for (int k = 0; k < 3; k++)
      qva[k][c] = at >= 0               ? arrays[k] ? arrays[k][at] : 0
                  : moving_support >= 0 ? motions->support[moving_support][c][k]
                                        : 0;
  }
  return free;
}

void node_state(const NodeReference *o, PetscInt node, const PrescribedMotion *motions,
                const PetscInt index[], PetscInt first, const PetscScalar *const arrays[3],
                NodeState *s)
{
  double    qva[3][COMPONENTS];
  const int free = components(o, node, motions, index, first, arrays, qva);

  for (int c = 0; c < 3; c++) {
    s->x[c]  = o->model->mesh->g.x[node][c] + qva[0][c];
    s->v[c]  = qva[1][c];
    s->a[c]  = qva[2][c];
    s->w[c]  = qva[1][3 + c];
    s->wd[c] = qva[2][3 + c];

    s->turn[c] = free & ROTATIONS || o->model->linearize ? qva[0][3 + c] : 0;
  }
  rotation_exp(&qva[0][3], s->q);
  if (o->model->linearize) {
    static const double identity[4] = {1, 0, 0, 0};

    rotation_matrix(identity, s->R);
    return;
  }
  if (free & ROTATIONS) {
    rotation_compose(o->ref[node], s->q, s->q);
  } else if (o->moving_support) {
    /* the rotation vector is a given function of time: w = T theta', w' = T theta'' + T' theta' */
    double T[9], slope[9], part[3];

    rotation_tangent(&qva[0][3], T);
    rotation_tangent_slope(&qva[0][3], &qva[1][3], slope);
    mat_vec(T, &qva[1][3], s->w);
    mat_vec(T, &qva[2][3], s->wd);
    mat_vec(slope, &qva[1][3], part);
    for (int c = 0; c < 3; c++) s->wd[c] += part[c];
  }
  rotation_matrix(s->q, s->R);
}

/* Computes the state of a node without rotations; the orientation in *s stays. */
static void translation(const NodeReference *o, PetscInt node, const NodeSource *from, NodeState *s)
{
  const PetscInt *dof    = o->model->layout.dof + COMPONENTS * node;
  const double   *x      = o->model->mesh->g.x[node];
  double *const   qva[3] = {s->x, s->v, s->a};

  for (int c = 0; c < 3; c++) {
    const PetscInt at = dof[c] < 0 || o->model->layout.global[dof[c]] < 0 ? -1
                        : from->at                                        ? from->at[dof[c]]
                                                                          : dof[c];
    const PetscInt moving_support =
      at < 0 && o->moving_support ? o->moving_support[COMPONENTS * node + c] : -1;

    for (int k = 0; k < 3; k++)
      qva[k][c] =
        (k == 0 ? x[c] : 0) + (at >= 0               ? from->x[k] ? from->x[k][at] : 0
                               : moving_support >= 0 ? from->motions->support[moving_support][c][k]
                                                     : 0);
  }
}

void node_local_state(const NodeReference *o, PetscInt node, const NodeSource *from, NodeState *s)
{
  if (o->model->layout.components[node] & ROTATIONS)
    node_state(o, node, from->motions, from->at, 0, from->x, s);
  else translation(o, node, from, s);
}

/* ---- nodes key ------------------------------------------------------------------------------- */

PetscBool is_same_loading(const FsLoading *a, const FsLoading *b)
{
  return (PetscBool)(a->factor == b->factor && a->quasistatic == b->quasistatic &&
                     a->harmonic.size == b->harmonic.size &&
                     a->harmonic.omega == b->harmonic.omega &&
                     a->harmonic.angle == b->harmonic.angle);
}

PetscErrorCode NodesKeyMake(Model model, const FsState *s, const FsLoading *loading, NodesKey *key)
{
  const Vec   x[3] = {s->q, s->v, s->a};
  PetscMPIInt size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(model->comm, &size));
  *key = (NodesKey){.t       = s->t,
                    .loading = *loading,
                    .version = given_motions_version(model->symbols),
                    .valid   = (PetscBool)(size == 1)};
  for (int k = 0; k < 3; k++) {
    if (!x[k]) continue;
    PetscCall(PetscObjectGetId((PetscObject)x[k], &key->vec[k]));
    PetscCall(PetscObjectStateGet((PetscObject)x[k], &key->contents[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool nodes_key_equal(const NodesKey *a, const NodesKey *b)
{
  for (int k = 0; k < 3; k++)
    if (a->vec[k] != b->vec[k] || a->contents[k] != b->contents[k]) return PETSC_FALSE;
  return (PetscBool)(a->valid && b->valid && a->t == b->t && a->version == b->version &&
                     is_same_loading(&a->loading, &b->loading));
}

/* ---- rotating nodes -------------------------------------------------------------------------- */

/* Computes the states of freely rotating nodes, LANES at once.

   If the last group is not full, its last node is repeated in the other lanes. */

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
  return PetscFree4(t->node, t->at, t->first, t->other);
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
