/* node_state.c: computes the state of one node, with the motions that supports prescribe. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petsc/private/petscimpl.h> /* PetscObjectStateGet */
#include "node_state.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "input/formula/given.h"

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
