/* rigid_motions.c: rigid motions of a model in a state, as increments of its dofs. About an axis w a node at r from the middle moves by
   w x r, and its spin in body axes is R^T w. The rotation vector in the chart changes with that spin by T(theta)^-1. */
#include "rigid_motions.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "term.h"

/* This rank's part of the state, and what is prescribed beside it. */
typedef struct {
  Assembly                a;
  const PrescribedMotion *motions;
  const PetscScalar      *q;
  double                  middle[3];
} Place;

/* place->middle: the mean over the owned nodes of all ranks. */
static PetscErrorCode FindMiddle(Place *place)
{
  enum { COUNT = 3, N };
  const Mesh mesh   = place->a->model->mesh;
  PetscReal  sum[N] = {0};

  PetscFunctionBeginUser;
  for (int i = 0; i < mesh->g.nnodes; i++) {
    NodeState node;

    if (!mesh->owned[i]) continue;
    ConfigurationOwnedNode(place->a->configuration, i, place->motions, place->q, NULL, NULL, &node);
    for (int c = 0; c < 3; c++) sum[c] += node.x[c];
    sum[COUNT]++;
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sum, N, MPIU_REAL, MPI_SUM, place->a->model->comm));
  for (int c = 0; c < 3; c++) place->middle[c] = sum[c] / sum[COUNT];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* x[k] = by how much the components of an owned node change in motion k. */
static void node_motions(const Place *place, int i, double x[FS_RIGID_MOTIONS][COMPONENTS])
{
  const PetscBool small = place->a->model->linearize;
  NodeState       node;
  double          arm[3], theta[3], inverse[9];

  ConfigurationOwnedNode(place->a->configuration, i, place->motions, place->q, NULL, NULL, &node);
  for (int c = 0; c < 3; c++) {
    arm[c]   = node.x[c] - place->middle[c];
    theta[c] = small ? 0 : node.turn[c];
  }
  rotation_tangent_inverse(theta, inverse);
  for (int k = 0; k < 3; k++) {
    double axis[3] = {0, 0, 0}, spin[3];

    axis[k] = 1;
    for (int c = 0; c < COMPONENTS; c++) x[k][c] = c == k;
    cross(axis, arm, x[3 + k]);
    mat_t_vec(node.R, axis, spin);
    mat_vec(inverse, spin, &x[3 + k][3]);
  }
}

PetscErrorCode Rigid_Assembly(FsSystem sys, const FsState *s, const FsLoading *loading,
                              const Vec motion[FS_RIGID_MOTIONS])
{
  Place         place = {.a = sys->data};
  const Mesh    mesh  = place.a->model->mesh;
  const Layout *l     = &place.a->model->layout;
  PetscScalar  *to[FS_RIGID_MOTIONS];

  PetscFunctionBeginUser;
  PetscCall(ConfigurationMotions(place.a->configuration, s->t, loading, &place.motions));
  PetscCall(VecGetArrayRead(s->q, &place.q));
  PetscCall(FindMiddle(&place));
  for (int k = 0; k < FS_RIGID_MOTIONS; k++) {
    PetscCall(VecZeroEntries(motion[k]));
    PetscCall(VecGetArray(motion[k], &to[k]));
  }
  for (int i = 0; i < mesh->g.nnodes; i++) {
    double x[FS_RIGID_MOTIONS][COMPONENTS];

    if (!mesh->owned[i]) continue;
    node_motions(&place, i, x);
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c], at = dof < 0 ? -1 : l->global[dof];

      for (int k = 0; k < FS_RIGID_MOTIONS && at >= 0; k++) to[k][at - l->first] = x[k][c];
    }
  }
  for (int k = 0; k < FS_RIGID_MOTIONS; k++) PetscCall(VecRestoreArray(motion[k], &to[k]));
  PetscCall(VecRestoreArrayRead(s->q, &place.q));
  PetscFunctionReturn(PETSC_SUCCESS);
}
