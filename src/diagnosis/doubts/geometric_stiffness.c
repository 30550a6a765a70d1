/* geometric_stiffness.c: multiplies by the geometric stiffness of the axial and membrane forces of
   a linear model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "linear_buckling.h"
#include "math/rotation.h"
#include "math/small_dense.h"
#include "math/vector.h"
#include "model/parts/block.h"
#include "element/element.h"

/* SMALL: angles and strains of both steps of a difference. UNSTRAINED: strains below it are
   round-off, as in a flat plate that bends. It is below the strain t^2/L^2 at which a plate of
   the thickness t and the length L buckles if t/L is above 1e-6. */
static const PetscReal SMALL = 1e-3, UNSTRAINED = 1e-12;

/* Computes the axial forces of beams. The distance between the ends of a curved or eccentric beam
   also changes if the beam bends, so that it does not give this force. */
static PetscErrorCode FindAxialForces(const Evaluation *ev, GeometricStiffness *G)
{
  const Model model = G->model;
  PetscInt    n     = 0;
  double      values[ELEMENT_MAX_RESULTS];

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(model->nparts, &G->first));
  for (PetscInt k = 0; k < model->nparts; k++) {
    G->first[k] = n;
    n += model->block[k].ncells;
  }
  PetscCall(PetscCalloc1(n, &G->N));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b     = &model->block[k];
    const int    force = b->kernel->type->axial_force;

    for (PetscInt e = 0; e < b->ncells && force; e++) {
      ElementResults(ev, b, e, RESULTS_PLAIN, values);
      G->N[G->first[k] + e] = values[force];
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes two orthogonal unit vectors t of a cell at its mean tangents: along a line, which has
   one, or in a surface. Returns 0 if the cell has no such vectors. */
static int cell_axes(int dimension, const double tangent[2][3], double t[2][3])
{
  double across[3];

  memcpy(t, tangent, 2 * sizeof *t);
  if (!(norm(t[0]) > 0)) return 0;
  normalize(t[0]);
  if (dimension < 2) return 1;
  cross(t[0], tangent[1], across);
  if (!(norm(across) > 0)) return 0;
  normalize(across);
  cross(across, t[0], t[1]);
  return 2;
}

/* Computes the mean strains H [2][2] of a cell at the displacements of q, in its axes t. Returns
   the number of axes, or 0 if it has no strains. */
static int mean_strains(const GeometricStiffness *G, const Block *b, PetscInt e, double t[2][3],
                        double H[4])
{
  const Geometry *g    = &G->model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[e]], nn = shape_nodes(b->kernel->shape);
  double          tangent[2][3] = {{0}}, slope[2][3] = {{0}}, J[4] = {1, 0, 0, 1};
  ShapePoint      points[SHAPE_MAX_POINTS];
  const int       npoints = shape_points(b->kernel->shape, 0, points);
  int             n;

  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 3; c++)
      for (int k = 0; k < npoints; k++)
        for (int d = 0; d < shape_dimension(b->kernel->shape); d++) {
          tangent[d][c] += points[k].dN[i][d] * g->x[conn[i]][c];
          slope[d][c] += points[k].dN[i][d] * G->q[conn[i]].x[c];
        }
  n = cell_axes(shape_dimension(b->kernel->shape), (const double(*)[3])tangent, t);
  /* gradients H: slope = J H, with both in the axes t */
  memset(H, 0, 4 * sizeof *H);
  for (int d = 0; d < n; d++)
    for (int k = 0; k < n; k++) {
      J[2 * d + k] = dot(tangent[d], t[k]);
      H[2 * d + k] = dot(slope[d], t[k]);
    }
  if (!n || small_solve(2, 2, J, 2, H) == 0) return 0;
  H[1] = H[2] = (H[1] + H[2]) / 2;
  return n;
}

/* Returns whether an element may be compressed: a line that is, or a surface with strains. */
static PetscBool may_be_compressed(const GeometricStiffness *G, PetscInt k, PetscInt e)
{
  const Block *b = &G->model->block[k];
  double       t[2][3], H[4], most = 0;
  int          n;

  if (b->kernel->type->axial_force) return (PetscBool)(G->N[G->first[k] + e] < 0);
  n = mean_strains(G, b, e, t, H);
  for (int i = 0; i < 4; i++) most = PetscMax(most, n == 1 ? -H[i] : fabs(H[i]));
  return (PetscBool)(most > UNSTRAINED);
}

static PetscErrorCode AnyIsCompressed(const GeometricStiffness *G, PetscBool *compressed)
{
  const Model model = G->model;

  PetscFunctionBeginUser;
  *compressed = PETSC_FALSE;
  for (PetscInt k = 0; k < model->nparts; k++)
    for (PetscInt e = 0; e < model->block[k].ncells && !*compressed; e++)
      if (model->block[k].linearized) *compressed = may_be_compressed(G, k, e);
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, compressed, 1, MPIU_BOOL, MPI_LOR, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GeometricCreate(FsSystem sys, const FsState *s, const FsLoading *loading,
                               GeometricStiffness *G, PetscBool *compressed)
{
  const PetscReal length = FsSystemCharacteristicLength(sys);
  const Geometry *g;
  PetscReal       most = 0;
  Evaluation      ev;

  PetscFunctionBeginUser;
  *G = (GeometricStiffness){.model = AssemblyModel(AssemblyOf(sys))};
  g  = &G->model->mesh->g;
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
  PetscCall(PetscMalloc1(g->nnodes, &G->q));
  PetscCall(FindAxialForces(&ev, G));
  for (int i = 0; i < g->nnodes; i++) {
    G->q[i] = ev.nodes[i];
    for (int c = 0; c < 3; c++) {
      G->q[i].x[c] -= g->x[i][c];
      most = PetscMax(most, PetscAbsReal(G->q[i].x[c]) / length);
    }
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &most, 1, MPIU_REAL, MPIU_MAX, sys->comm));
  *compressed = (PetscBool)(most > 0 && !PetscIsInfOrNanReal(most));
  G->size     = *compressed ? SMALL / most : 0;
  if (*compressed) PetscCall(AnyIsCompressed(G, compressed));
  for (int k = 0; k < 2; k++) PetscCall(DMCreateLocalVector(G->model->mesh->dm, &G->local[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GeometricDestroy(GeometricStiffness *G)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(G->q));
  PetscCall(PetscFree(G->first));
  PetscCall(PetscFree(G->N));
  for (int k = 0; k < 2; k++) PetscCall(VecDestroy(&G->local[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the displacements u[nn][3] of a cell that have the mean strains of the displacements of
   q, and neither its rotation nor its curvature. */
static void strain_displacements(const GeometricStiffness *G, const Block *b, PetscInt e,
                                 double u[ELEMENT_MAX_NODES][3])
{
  const Geometry *g    = &G->model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[e]], nn = shape_nodes(b->kernel->shape);
  double          t[2][3], H[4], middle[3] = {0};
  const int       n = mean_strains(G, b, e, t, H);

  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 3; c++) {
      middle[c] += g->x[conn[i]][c] / nn;
      u[i][c] = 0;
    }
  for (int i = 0; i < nn; i++) {
    const double r[3] = {g->x[conn[i]][0] - middle[0], g->x[conn[i]][1] - middle[1],
                         g->x[conn[i]][2] - middle[2]};

    for (int k = 0; k < n; k++)
      for (int d = 0; d < n; d++)
        for (int c = 0; c < 3; c++) u[i][c] += t[k][c] * H[2 * k + d] * dot(r, t[d]);
  }
}

/* Sets the states of an element's nodes to those at displacements factor[0] u and at factor[1] x.
 */
static void displace_nodes(const GeometricStiffness *G, const Block *b, PetscInt e,
                           const PetscReal factor[2], const double u[ELEMENT_MAX_NODES][3],
                           const PetscScalar x[], NodeState node[ELEMENT_MAX_NODES])
{
  const Geometry *g    = &G->model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[e]], nc = b->kernel->nc;
  double          turn[ELEMENT_MAX_NODES][3] = {{0}};

  for (int n = 0; n < b->nd / nc; n++) {
    node[n] = node_at_rest(g->x[conn[n]]);
    for (int c = 0; c < 3; c++) node[n].x[c] += factor[0] * u[n][c];
  }
  for (PetscInt i = 0; i < b->nd; i++) {
    const PetscInt dof = BlockDofs(b, e)[i];
    const int      c   = BlockComponent(b, i);

    if (dof >= 0) *(c < 3 ? &node[i / nc].x[c] : &turn[i / nc][c - 3]) += factor[1] * x[dof];
  }
  for (int n = 0; n < b->nd / nc; n++) {
    rotation_exp(turn[n], node[n].q);
    rotation_matrix(node[n].q, node[n].R);
  }
}

/* Computes the forces r[nd] of an element at displacements factor[0] u and at factor[1] x. Returns
   0, or another number if the element has collapsed. */
static int element_forces(const GeometricStiffness *G, const Block *b, PetscInt e,
                          const PetscReal factor[2], const double u[ELEMENT_MAX_NODES][3],
                          const PetscScalar x[], double r[])
{
  static const double none[3] = {0, 0, 0};
  NodeState           node[ELEMENT_MAX_NODES];
  ElementState        s;

  displace_nodes(G, b, e, factor, u, x, node);
  BlockGather(G->model, b, e, G->q, 0, 1, none, &s);
  for (int n = 0; n < b->nd / b->kernel->nc; n++) s.node[n] = &node[n];
  for (PetscInt i = 0; i < b->nd; i++) r[i] = 0;
  return b->kernel->type->forces(&s, r, NULL, NULL, NULL);
}

/* Scales the displacements u of a beam, which stretch it, so that its axial force becomes N. The
   work of the forces at h u, over h, is the stiffness EA times the strain times the elongation. */
static void set_axial_force(const GeometricStiffness *G, const Block *b, PetscInt e, PetscReal N,
                            const PetscScalar x[], double u[ELEMENT_MAX_NODES][3])
{
  const Geometry *g         = &G->model->mesh->g;
  const int      *conn      = g->conn + g->offset[b->cells[e]];
  const double    length    = distance_between(g->x[conn[0]], g->x[conn[1]]),
               stretched    = distance_between(u[0], u[1]);
  const PetscReal factor[2] = {stretched > 0 ? 1e-6 * length / stretched : 0, 0};
  double          r[ELEMENT_MAX_DOFS], work = 0, along = 0;

  if (element_forces(G, b, e, factor, (const double(*)[3])u, x, r)) return;
  for (PetscInt i = 0; i < b->nd; i++)
    if (BlockComponent(b, i) < 3) work += r[i] * u[i / b->kernel->nc][BlockComponent(b, i)];
  for (int c = 0; c < 3; c++) along += (u[1][c] - u[0][c]) * (g->x[conn[1]][c] - g->x[conn[0]][c]);
  for (int n = 0; n < shape_nodes(b->kernel->shape); n++)
    for (int c = 0; c < 3; c++) u[n][c] *= work > 0 ? N * along / length * factor[0] / work : 0;
}

/* Adds -K_g x of element e of part k to y; size is the factor of x. */
static void add_element(const GeometricStiffness *G, PetscInt k, PetscInt e, PetscReal size,
                        const PetscScalar x[], PetscScalar y[])
{
  const Block *b = &G->model->block[k];
  double       r[4][ELEMENT_MAX_DOFS], u[ELEMENT_MAX_NODES][3];

  strain_displacements(G, b, e, u);
  if (b->kernel->type->axial_force) set_axial_force(G, b, e, G->N[G->first[k] + e], x, u);
  for (int j = 0; j < 4; j++) {
    const PetscReal factor[2] = {j & 1 ? -G->size : G->size, j & 2 ? -size : size};

    if (element_forces(G, b, e, factor, (const double(*)[3])u, x, r[j])) return;
  }
  for (PetscInt i = 0; i < b->nd; i++)
    if (BlockDofs(b, e)[i] >= 0)
      y[BlockDofs(b, e)[i]] -= (r[0][i] - r[1][i] - r[2][i] + r[3][i]) / (4 * G->size * size);
}

PetscErrorCode GeometricProduct(FsSystem sys, const GeometricStiffness *G, Vec x, Vec y)
{
  const DM           dm = G->model->mesh->dm;
  const PetscScalar *from;
  PetscScalar       *to;
  PetscReal          size;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(FsSystemNorm(sys, x, &size));
  PetscCall(VecGetSize(x, &n));
  size /= FsSystemCharacteristicLength(sys) * PetscSqrtReal((PetscReal)n); /* mean angle */
  PetscCall(VecZeroEntries(G->local[0])); /* supported dofs do not move */
  PetscCall(VecZeroEntries(G->local[1]));
  PetscCall(DMGlobalToLocal(dm, x, INSERT_VALUES, G->local[0]));
  PetscCall(VecGetArrayRead(G->local[0], &from));
  PetscCall(VecGetArray(G->local[1], &to));
  for (PetscInt k = 0; k < G->model->nparts; k++)
    for (PetscInt e = 0; e < G->model->block[k].ncells; e++)
      if (G->model->block[k].linearized) add_element(G, k, e, SMALL / size, from, to);
  PetscCall(VecRestoreArray(G->local[1], &to));
  PetscCall(VecRestoreArrayRead(G->local[0], &from));
  PetscCall(VecZeroEntries(y));
  PetscCall(DMLocalToGlobal(dm, G->local[1], ADD_VALUES, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}
