/* momentum.c: computes the linear and angular momentum of a model about the origin, in global axes.

   For nonlinear models it sums M v at the current positions of the nodes. For linear models, whose
   nodes stay at their reference positions, it computes v . M r for each rigid motion r. The vectors
   M r are computed once. A reading then costs two dot products, or fewer with compressed
   vectors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "momentum.h"
#include "piecewise_linear_vectors.h"
#include "assembly/terms/terms.h"
#include "math/sums.h"
#include "math/vector.h"
#include "model/parts/element_iterator.h"
#include "model/supports/prescribed_motion.h"

void MomentumOfNodes(const Evaluation *ev, const PetscScalar global[], const PetscScalar local[],
                     PetscReal momentum[MOMENTA])
{
  const Mesh    mesh = ev->assembly->model->mesh;
  const Layout *l    = &ev->assembly->model->layout;

  for (int i = 0; i < mesh->g.nnodes; i++) {
    const NodeState *node = ev->nodes ? &ev->nodes[i] : NULL;
    double           part[COMPONENTS], x[3], arm[3], spin[3] = {0};

    if (!l->components[i]) continue;
    for (int c = 0; c < 3; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c];

      x[c] = node ? node->x[c] : mesh->g.x[i][c] + (dof < 0 ? 0 : ev->displacements[dof]);
    }
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c];

      if (dof < 0) part[c] = 0;
      else if (l->global[dof] < 0) part[c] = local[dof];
      else part[c] = mesh->owned[i] ? global[l->global[dof] - l->first] : 0;
    }
    cross(x, part, arm);
    if (node) mat_vec(node->R, part + 3, spin);
    for (int c = 0; c < 3; c++) {
      momentum[c] += part[c];
      momentum[3 + c] += arm[c] + spin[c];
    }
  }
}

/* ---- linear models ---- */

struct _n_RigidMomentum {
  Model           model;                 /* borrowed */
  Vec             free_product[MOMENTA]; /* M r of the free dofs; NULL if it is 0 or in piecewise */
  PiecewiseLinear piecewise;             /* the compressed vectors; NULL without any */
  PetscInt        npiecewise;
  int             motion_of_vector[MOMENTA]; /* the rigid motion of each compressed vector */
  PetscScalar    *moved[MOMENTA]; /* [nmoved] this rank's share of M r of the moved dofs */
};

/* Returns component c of the rigid motion k at x: k of 0 to 2 is a displacement along an axis, k of
   3 to 5 a rotation about it. */
static double rigid_component(int k, int c, const double x[3])
{
  if (k < 3 || c >= 3) return k == c;
  return c == k - 3 ? 0 : (k - 2) % 3 == c ? -x[(c + 1) % 3] : x[(c + 2) % 3];
}

/* Fills r with the free dofs of the rigid motion k. */
static PetscErrorCode FillRigidMotion(Model model, int k, Vec r)
{
  const Layout *l = &model->layout;
  PetscScalar  *value;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(r));
  PetscCall(VecGetArray(r, &value));
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    for (int c = 0; c < COMPONENTS && model->mesh->owned[i]; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c], at = dof < 0 ? -1 : l->global[dof];

      if (at >= 0) value[at - l->first] = rigid_component(k, c, model->mesh->g.x[i]);
    }
  PetscCall(VecRestoreArray(r, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds to sum[nlocal] the products that the matrix M of the free dofs leaves out of M r_k: those
   with constrained dofs, and the rows of constrained dofs. Only elements with constrained dofs have
   any. */
static PetscErrorCode AddHeldProducts(Model model, int k, PetscScalar sum[])
{
  enum { N = ELEMENT_MAX_DOFS };
  const Geometry *g = &model->mesh->g;

  PetscFunctionBeginUser;
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const Block    *b    = it.block;
    const PetscInt *dofs = BlockDofs(b, it.element);
    PetscBool       held[N], any = PETSC_FALSE;
    double          M[N * N], C[N * N], K[N * N];

    for (PetscInt i = 0; i < b->nd; i++) {
      held[i] = (PetscBool)(dofs[i] >= 0 && model->layout.global[dofs[i]] < 0);
      any     = (PetscBool)(any || held[i]);
    }
    if (!any) continue;
    PetscCall(ElementLinearPart(model, b, it.element, M, C, K));
    for (PetscInt i = 0; i < b->nd; i++)
      for (PetscInt j = 0; j < b->nd && dofs[i] >= 0; j++)
        if (dofs[j] >= 0 && (held[i] || held[j]))
          sum[dofs[i]] += M[i * b->nd + j] * rigid_component(k, BlockComponent(b, j),
                                                             g->x[it.node[j / b->kernel->nc]]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes free_product[k] and moved[k]. */
static PetscErrorCode ComputeRigidProduct(RigidMomentum rm, Term linear, int k, Vec r)
{
  const Layout *l  = &rm->model->layout;
  const DM      dm = rm->model->mesh->dm;
  PetscScalar  *sum;
  PetscReal     norm;
  Vec           local;

  PetscFunctionBeginUser;
  PetscCall(FillRigidMotion(rm->model, k, r));
  PetscCall(VecDuplicate(r, &rm->free_product[k]));
  PetscCall(LinearProduct(linear, NULL, NULL, r, rm->free_product[k]));
  PetscCall(PetscMalloc1(l->nmoved, &rm->moved[k]));
  PetscCall(DMGetLocalVector(dm, &local));
  PetscCall(VecZeroEntries(local));
  PetscCall(VecGetArray(local, &sum));
  PetscCall(AddHeldProducts(rm->model, k, sum));
  for (PetscInt m = 0; m < l->nmoved; m++) rm->moved[k][m] = sum[l->moved[m].dof];
  PetscCall(VecRestoreArray(local, &sum));
  PetscCall(DMLocalToGlobalBegin(dm, local, ADD_VALUES, rm->free_product[k]));
  PetscCall(DMLocalToGlobalEnd(dm, local, ADD_VALUES, rm->free_product[k]));
  PetscCall(DMRestoreLocalVector(dm, &local));
  PetscCall(VecNorm(rm->free_product[k], NORM_INFINITY, &norm));
  if (norm == 0) PetscCall(VecDestroy(&rm->free_product[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the largest number of free dofs of a node of this rank. */
static PetscInt max_node_rows(Model model)
{
  const Layout *l    = &model->layout;
  PetscInt      most = 1;

  for (int i = 0; i < model->mesh->g.nnodes; i++) {
    PetscInt rows = 0;

    for (int c = 0; c < COMPONENTS && model->mesh->owned[i]; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c];

      if (dof >= 0 && l->global[dof] >= 0) rows++;
    }
    most = PetscMax(most, rows);
  }
  return most;
}

/* Compresses the products if this saves memory. */
static PetscErrorCode CompressProducts(RigidMomentum rm)
{
  const PetscScalar *y[MOMENTA];
  PetscInt           n = 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < MOMENTA; k++) {
    if (!rm->free_product[k]) continue;
    PetscCall(VecGetLocalSize(rm->free_product[k], &n));
    PetscCall(VecGetArrayRead(rm->free_product[k], &y[rm->npiecewise]));
    rm->motion_of_vector[rm->npiecewise++] = k;
  }
  PetscCall(PiecewiseLinearCreate(rm->npiecewise, n, max_node_rows(rm->model), y, &rm->piecewise));
  for (PetscInt i = 0; i < rm->npiecewise; i++) {
    PetscCall(VecRestoreArrayRead(rm->free_product[rm->motion_of_vector[i]], &y[i]));
    if (rm->piecewise) PetscCall(VecDestroy(&rm->free_product[rm->motion_of_vector[i]]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RigidMomentumCreate(Assembly a, RigidMomentum *out)
{
  RigidMomentum rm;
  Vec           r;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&rm));
  rm->model = a->model;
  PetscCall(DMCreateGlobalVector(a->model->mesh->dm, &r));
  for (int k = 0; k < MOMENTA; k++)
    PetscCall(ComputeRigidProduct(rm, AssemblyTerm(a, &linear_term), k, r));
  PetscCall(VecDestroy(&r));
  PetscCall(CompressProducts(rm));
  *out = rm;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RigidMomentumDestroy(RigidMomentum *out)
{
  RigidMomentum rm = *out;

  PetscFunctionBeginUser;
  if (!rm) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < MOMENTA; k++) {
    PetscCall(VecDestroy(&rm->free_product[k]));
    PetscCall(PetscFree(rm->moved[k]));
  }
  PetscCall(PiecewiseLinearDestroy(&rm->piecewise));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the products of v with M r of the free dofs to the momentum. */
static PetscErrorCode AddFreeProducts(RigidMomentum rm, Vec v, PetscReal momentum[MOMENTA])
{
  enum { ENTRIES_AT_ONCE = 1024 }; /* entries of v that stay in the cache for all motions */
  const PetscScalar *x, *y[MOMENTA] = {NULL};
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(v, &n));
  PetscCall(VecGetArrayRead(v, &x));
  for (int k = 0; k < MOMENTA; k++)
    if (rm->free_product[k]) PetscCall(VecGetArrayRead(rm->free_product[k], &y[k]));
  for (PetscInt from = 0; from < n; from += ENTRIES_AT_ONCE)
    for (int k = 0; k < MOMENTA; k++)
      if (y[k])
        momentum[k] += array_dot(PetscMin(ENTRIES_AT_ONCE, n - from), x + from, y[k] + from);
  for (int k = 0; k < MOMENTA; k++)
    if (rm->free_product[k]) PetscCall(VecRestoreArrayRead(rm->free_product[k], &y[k]));
  PetscCall(VecRestoreArrayRead(v, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddPiecewiseProducts(RigidMomentum rm, Vec v, PetscReal momentum[MOMENTA])
{
  const PetscScalar *x;
  PetscReal          dot[MOMENTA];

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(v, &x));
  PiecewiseLinearDot(rm->piecewise, x, dot);
  PetscCall(VecRestoreArrayRead(v, &x));
  for (PetscInt i = 0; i < rm->npiecewise; i++) momentum[rm->motion_of_vector[i]] += dot[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RigidMomentumAdd(RigidMomentum rm, Vec v, const PrescribedMotion *motions,
                                PetscReal momentum[MOMENTA])
{
  const Layout *l = &rm->model->layout;

  PetscFunctionBeginUser;
  if (rm->piecewise) PetscCall(AddPiecewiseProducts(rm, v, momentum));
  else PetscCall(AddFreeProducts(rm, v, momentum));
  for (PetscInt m = 0; m < l->nmoved; m++)
    for (int k = 0; k < MOMENTA; k++)
      momentum[k] +=
        rm->moved[k][m] * motions->support[l->moved[m].support][l->moved[m].component][1];
  PetscFunctionReturn(PETSC_SUCCESS);
}
