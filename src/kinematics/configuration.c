/* configuration.c: computes node states from vectors of dofs and prescribed motions.

   It also stores the orientations R_ref as quaternions (math/rotation.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "configuration.h"
#include "node_state.h"
#include "rotating_frame.h"
#include "base/profile.h"
#include <string.h>
#include "input/formula/given.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "model/supports/prescribed_motion.h"

struct _n_Configuration {
  Model model; /* borrowed */
  /* at motions_t under motions_loading, kept because formulas are evaluated once for each time */
  PrescribedMotion motions;
  PetscReal        motions_t;
  FsLoading        motions_loading;
  PetscInt         motions_version; /* given_motions_version */
  PetscInt        *moving_support;  /* see NodeReference */
  Chart            chart;
  PetscInt        *node; /* [chart.n] local numbers of the chart's nodes */
  double (*ref)[4];      /* see NodeReference */
  NodeReference origin;
  RotatingNodes rotating;
  /* sum of all accepted rotation vectors in body axes; NULL without finite rotations */
  Vec           turned;
  NodeState    *state;    /* [nnodes]; NULL until it is needed */
  NodesKey      state_of; /* what state was computed from */
  NodeState    *inertial; /* [nnodes] against inertial space; NULL if the frame does not rotate */
  ChartColumns *columns;  /* [nnodes]; NULL until it is needed */
  Vec           lq, lv, la;
  /* arrays of lq, lv and la that a caller reads; NULL if there is no such caller */
  const PetscScalar *lent[3];
  /* largest rotation of this rank since the last call of ConfigurationMaxRotation() [rad] */
  PetscReal max_rotation;
};

static PetscErrorCode CreateChart(Configuration cfg)
{
  const Layout *l = &cfg->model->layout;
  const Mesh    m = cfg->model->mesh;

  PetscFunctionBeginUser;
  if (!l->rotates) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc2(m->nowned, &cfg->chart.at, m->nowned, &cfg->node));
  for (int i = 0; i < m->g.nnodes; i++) {
    PetscBool free = PETSC_FALSE;

    if (!m->owned[i]) continue;
    for (int c = 0; c < 3; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + 3 + c], at = dof < 0 ? -1 : l->global[dof];

      cfg->chart.at[cfg->chart.n][c] = at < 0 ? -1 : at - l->first;
      if (at >= 0) free = PETSC_TRUE;
    }
    if (free) cfg->node[cfg->chart.n++] = i;
  }
  PetscCall(PetscMalloc1(m->g.nnodes, &cfg->ref));
  for (int i = 0; i < m->g.nnodes; i++) {
    const double identity[4] = {1, 0, 0, 0};

    memcpy(cfg->ref[i], identity, sizeof identity);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConfigurationCreate(Model model, Configuration *out)
{
  const Layout *l = &model->layout;
  Configuration c;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&c));
  c->model     = model;
  c->motions_t = PETSC_MAX_REAL;
  PetscCall(PrescribedMotionCreate(model, &c->motions));
  if (l->nmoved) {
    PetscInt *at;

    PetscCall(PetscMalloc1(COMPONENTS * (size_t)model->mesh->g.nnodes, &c->moving_support));
    PetscCall(PetscMalloc1(l->nlocal, &at));
    for (PetscInt i = 0; i < l->nlocal; i++) at[i] = -1;
    for (PetscInt m = 0; m < l->nmoved; m++) at[l->moved[m].dof] = l->moved[m].support;
    for (PetscInt i = 0; i < COMPONENTS * model->mesh->g.nnodes; i++)
      c->moving_support[i] = l->dof[i] < 0 ? -1 : at[l->dof[i]];
    PetscCall(PetscFree(at));
  }
  PetscCall(CreateChart(c));
  c->origin = (NodeReference){.model = model, .moving_support = c->moving_support, .ref = c->ref};
  PetscCall(RotatingNodesCreate(model, c->moving_support, &c->rotating));
  if (l->rotates && !model->linearize) {
    PetscCall(DMCreateGlobalVector(model->mesh->dm, &c->turned));
    PetscCall(VecZeroEntries(c->turned));
  }
  *out = c;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Restores the arrays that callers have borrowed. */
static PetscErrorCode RestoreLentArrays(Configuration c)
{
  PetscFunctionBeginUser;
  if (c->lent[0]) PetscCall(VecRestoreArrayRead(c->lq, &c->lent[0]));
  if (c->lent[1]) PetscCall(VecRestoreArrayRead(c->lv, &c->lent[1]));
  if (c->lent[2]) PetscCall(VecRestoreArrayRead(c->la, &c->lent[2]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConfigurationDestroy(Configuration *out)
{
  Configuration c = *out;

  PetscFunctionBeginUser;
  if (!c) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PrescribedMotionDestroy(&c->motions));
  PetscCall(PetscFree(c->moving_support));
  PetscCall(PetscFree2(c->chart.at, c->node));
  PetscCall(PetscFree(c->ref));
  PetscCall(RotatingNodesDestroy(&c->rotating));
  PetscCall(PetscFree(c->state));
  PetscCall(PetscFree(c->inertial));
  PetscCall(PetscFree(c->columns));
  PetscCall(VecDestroy(&c->turned));
  PetscCall(RestoreLentArrays(c));
  PetscCall(VecDestroy(&c->lq));
  PetscCall(VecDestroy(&c->lv));
  PetscCall(VecDestroy(&c->la));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- prescribed motions ---- */

PetscErrorCode ConfigurationPrescribedMotions(Configuration c, PetscReal t,
                                              const FsLoading         *loading,
                                              const PrescribedMotion **motions)
{
  const PetscInt version = given_motions_version(c->model->symbols);

  PetscFunctionBeginUser;
  *motions = &c->motions;
  if (t == c->motions_t && version == c->motions_version &&
      is_same_loading(loading, &c->motions_loading))
    PetscFunctionReturn(PETSC_SUCCESS);
  /* invalid until all have their values, because a formula may raise an error */
  c->motions_t = PETSC_MAX_REAL;
  PetscCall(PrescribedMotionAt(c->model, t, loading->factor, loading->quasistatic,
                               &loading->harmonic, &c->motions));
  c->motions_t       = t;
  c->motions_loading = *loading;
  c->motions_version = version;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void ConfigurationPrescribedRotation(Configuration c, PetscInt node,
                                     const PrescribedMotion *motions, double theta[3])
{
  for (int k = 0; k < 3; k++) {
    const PetscInt moving_support =
      c->moving_support ? c->moving_support[COMPONENTS * node + 3 + k] : -1;

    theta[k] = moving_support < 0 ? 0 : motions->support[moving_support][3 + k][0];
  }
}

const Chart *ConfigurationChart(Configuration c) { return &c->chart; }

/* ---- nodes ---- */

void ConfigurationNodeState(Configuration c, const NodeSource *from, PetscInt node,
                            NodeState *state)
{
  *state = node_at_rest(c->model->mesh->g.x[node]);
  node_local_state(&c->origin, node, from, state);
}

void ConfigurationOwnedNodeState(Configuration c, PetscInt node, const PrescribedMotion *motions,
                                 const PetscScalar q[], const PetscScalar v[],
                                 const PetscScalar a[], NodeState *state)
{
  const PetscScalar *const arrays[3] = {q, v, a};

  node_state(&c->origin, node, motions, c->model->layout.global, c->model->layout.first, arrays,
             state);
}

static PetscErrorCode GetLocalArray(Configuration c, Vec global, Vec *local, const PetscScalar **x)
{
  PetscFunctionBeginUser;
  *x = NULL;
  PetscCall(RestoreLentArrays(c));
  if (!global) PetscFunctionReturn(PETSC_SUCCESS);
  if (!*local) PetscCall(DMCreateLocalVector(c->model->mesh->dm, local));
  PetscCall(ModelGlobalToLocal(c->model, global, *local));
  PetscCall(VecGetArrayRead(*local, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes c->state from a state. */
static PetscErrorCode ComputeNodeStates(Configuration c, const FsState *s, const FsLoading *loading)
{
  const Vec  global[3] = {s->q, s->v, s->a};
  Vec       *local[3]  = {&c->lq, &c->lv, &c->la};
  NodeSource from      = {NULL};
  NodesKey   key;

  PetscFunctionBeginUser;
  PetscCall(NodesKeyMake(c->model, s, loading, &key));
  if (nodes_key_equal(&key, &c->state_of)) PetscFunctionReturn(PETSC_SUCCESS);
  c->state_of.valid = PETSC_FALSE;
  PetscCall(ConfigurationPrescribedMotions(c, s->t, loading, &from.motions));
  for (int k = 0; k < 3; k++) PetscCall(GetLocalArray(c, global[k], local[k], &from.x[k]));
  rotating_nodes_states(&c->rotating, c->model->mesh->g.x, c->ref, from.x, c->state);
  for (PetscInt k = 0; k < c->rotating.nother; k++)
    node_local_state(&c->origin, c->rotating.other[k], &from, &c->state[c->rotating.other[k]]);
  for (int k = 0; k < 3; k++)
    if (from.x[k]) PetscCall(VecRestoreArrayRead(*local[k], &from.x[k]));
  c->state_of = key;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConfigurationNodeStates(Configuration c, const FsState *s, const FsLoading *loading,
                                       const NodeState **nodes, const NodeState **inertial)
{
  const int           n     = c->model->mesh->g.nnodes;
  const RotatingFrame frame = RotatingFrameOf(c->model, loading);

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_NODES));
  if (!c->state) {
    PetscCall(PetscMalloc1(n, &c->state));
    for (int i = 0; i < n; i++) c->state[i] = node_at_rest(c->model->mesh->g.x[i]);
  }
  PetscCall(ComputeNodeStates(c, s, loading));
  *nodes = *inertial = c->state;
  if (c->model->spin.active) {
    if (!c->inertial) PetscCall(PetscCalloc1(n, &c->inertial));
    for (int i = 0; i < n; i++) rotating_frame_state(&frame, &c->state[i], &c->inertial[i]);
    *inertial = c->inertial;
  }
  PetscCall(EventEnd(EVENT_NODES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConfigurationPrepareNodes(Configuration c, const FsState *s,
                                         const FsLoading *loading, NodeSource *from)
{
  PetscFunctionBeginUser;
  *from = (NodeSource){NULL};
  PetscCall(ConfigurationPrescribedMotions(c, s->t, loading, &from->motions));
  PetscCall(GetLocalArray(c, s->q, &c->lq, &from->x[0]));
  PetscCall(GetLocalArray(c, s->v, &c->lv, &from->x[1]));
  PetscCall(GetLocalArray(c, s->a, &c->la, &from->x[2]));
  for (int k = 0; k < 3; k++) c->lent[k] = from->x[k];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConfigurationSupportDisplacements(Configuration c, const FsState *s,
                                                 const FsLoading *loading, const PetscScalar **u)
{
  const Layout           *l = &c->model->layout;
  const PrescribedMotion *motions;
  PetscScalar            *x;

  PetscFunctionBeginUser;
  PetscCall(ConfigurationPrescribedMotions(c, s->t, loading, &motions));
  PetscCall(RestoreLentArrays(c));
  if (!c->lq) PetscCall(DMCreateLocalVector(c->model->mesh->dm, &c->lq));
  PetscCall(VecGetArray(c->lq, &x));
  for (PetscInt k = 0; k < l->nsupport_dofs; k++) x[l->support_dof[k].dof] = 0;
  for (PetscInt k = 0; k < l->nmoved; k++)
    x[l->moved[k].dof] = motions->support[l->moved[k].support][l->moved[k].component][0];
  PetscCall(VecRestoreArray(c->lq, &x));
  PetscCall(VecGetArrayRead(c->lq, &c->lent[0]));
  *u = c->lent[0];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConfigurationDisplacements(Configuration c, const FsState *s,
                                          const FsLoading *loading, const PetscScalar **u)
{
  const PetscScalar *inside;

  PetscFunctionBeginUser;
  PetscCall(GetLocalArray(c, s->q, &c->lq, &inside));
  PetscCall(VecRestoreArrayRead(c->lq, &inside));
  PetscCall(ConfigurationSupportDisplacements(c, s, loading, u));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rotations ---- */

/* Finds the rotations of a node in local vectors; -1 if they are fixed. */
static void free_rotations(const Layout *l, PetscInt node, PetscInt at[3])
{
  for (int c = 0; c < 3; c++) {
    const PetscInt dof = l->dof[COMPONENTS * node + 3 + c];

    at[c] = dof < 0 || l->global[dof] < 0 ? -1 : dof;
  }
}

PetscErrorCode ConfigurationAccept(Configuration c, Vec q)
{
  const PetscScalar *theta;

  PetscFunctionBeginUser;
  c->state_of.valid = PETSC_FALSE;
  PetscCall(GetLocalArray(c, q, &c->lq, &theta));
  rotating_nodes_accept(&c->rotating, theta, c->ref, &c->max_rotation);
  for (PetscInt k = 0; k < c->rotating.nother; k++) {
    const PetscInt i = c->rotating.other[k];
    PetscInt       at[3];
    double         g[3], turn[4];

    free_rotations(&c->model->layout, i, at);
    chart_get(at, theta, g);
    rotation_exp(g, turn);
    rotation_compose(c->ref[i], turn, c->ref[i]);
    c->max_rotation = PetscMax(c->max_rotation, norm(g));
  }
  PetscCall(VecRestoreArrayRead(c->lq, &theta));
  if (c->turned)
    PetscCall(VecAXPY(c->turned, 1, q)); /* its entries of displacements are not used */
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConfigurationMaxRotation(Configuration c, PetscReal *max_rotation)
{
  PetscFunctionBeginUser;
  *max_rotation   = c->max_rotation;
  c->max_rotation = 0;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, max_rotation, 1, MPIU_REAL, MPIU_MAX, c->model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConfigurationLargestTurn(Configuration c, PetscReal *angle)
{
  PetscReal cosine = 1; /* of half of the angle */

  PetscFunctionBeginUser;
  for (int i = 0; i < c->model->mesh->g.nnodes; i++)
    cosine = PetscMin(cosine, PetscAbsReal(c->ref[i][0]));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &cosine, 1, MPIU_REAL, MPIU_MIN, c->model->comm));
  *angle = 2 * PetscAcosReal(cosine);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConfigurationPath(Configuration c, Vec q, Vec path)
{
  const PetscScalar *turned;
  PetscScalar       *x;

  PetscFunctionBeginUser;
  PetscCall(VecCopy(q, path));
  if (!c->turned) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecGetArrayRead(c->turned, &turned));
  PetscCall(VecGetArray(path, &x));
  for (PetscInt k = 0; k < c->chart.n; k++) {
    double theta[3], sum[3];

    chart_get(c->chart.at[k], x, theta);
    chart_get(c->chart.at[k], turned, sum);
    for (int i = 0; i < 3; i++) sum[i] += theta[i];
    chart_put(c->chart.at[k], sum, x);
  }
  PetscCall(VecRestoreArray(path, &x));
  PetscCall(VecRestoreArrayRead(c->turned, &turned));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConfigurationToBodyAxes(Configuration c, Vec v)
{
  PetscScalar *x;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(v, &x));
  for (PetscInt k = 0; k < c->chart.n; k++) {
    double R[9], w[3], turned[3];

    rotation_matrix(c->ref[c->node[k]], R);
    chart_get(c->chart.at[k], x, w);
    mat_t_vec(R, w, turned);
    chart_put(c->chart.at[k], turned, x);
  }
  PetscCall(VecRestoreArray(v, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConfigurationColumns(Configuration c, Vec theta, Vec rate, FsShift shift,
                                    const ChartColumns **columns)
{
  const int          n = c->model->mesh->g.nnodes;
  const PetscScalar *x, *xd;

  PetscFunctionBeginUser;
  if (!c->columns) PetscCall(PetscMalloc1(n, &c->columns));
  PetscCall(GetLocalArray(c, theta, &c->lq, &x));
  PetscCall(GetLocalArray(c, shift.rates ? rate : NULL, &c->lv, &xd));
  rotating_nodes_columns(&c->rotating, x, xd, shift, c->columns);
  for (PetscInt k = 0; k < c->rotating.nother; k++) {
    const PetscInt i = c->rotating.other[k];
    PetscInt       at[3];
    double         g[3] = {0, 0, 0}, dg[3] = {0, 0, 0};

    if (c->model->linearize) { /* rotations are small: the rotation vector is no chart */
      chart_columns(g, xd ? dg : NULL, shift, &c->columns[i]);
      continue;
    }
    free_rotations(&c->model->layout, i, at);
    chart_get(at, x, g);
    if (xd) chart_get(at, xd, dg);
    chart_columns(g, xd ? dg : NULL, shift, &c->columns[i]);
  }
  if (xd) PetscCall(VecRestoreArrayRead(c->lv, &xd));
  PetscCall(VecRestoreArrayRead(c->lq, &x));
  *columns = c->columns;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConfigurationArchive(Configuration c, FsArchive a)
{
  const PetscInt n = c->model->mesh->g.nnodes;
  PetscInt      *count, *at, k = 0;

  PetscFunctionBeginUser;
  c->state_of.valid = PETSC_FALSE;
  if (!c->turned) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc2(n, &count, n, &at));
  for (PetscInt i = 0; i < n; i++) {
    count[i] = (c->model->layout.components[i] & ROTATIONS) != 0;
    if (count[i]) at[k++] = i;
  }
  PetscCall(FsArchivePushScope(a, "configuration"));
  PetscCall(FsArchiveRows(a, "ref", FS_ARCHIVE_NODES, count, at, 4, (PetscReal *)c->ref));
  PetscCall(FsArchiveVec(a, "turned", c->turned));
  PetscCall(FsArchivePopScope(a));
  PetscCall(PetscFree2(count, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}
