/* initial_rotations.c: initial rotations of beams that follow the slope of initial displacements.

   A tangent t of a beam becomes t' = t + du/ds. The rotation R of a node minimizes the sum of
   |R t - t'|^2 over its beams (Wahba's problem), by Gauss-Newton's method from R = 1. In linearized
   models the rotation vector minimizes the sum of |theta x t - du/ds|^2.

   Beams of one direction do not determine the rotation about it. There the directions of all
   displaced beams turn with the gradient of the displacements, because a frame that its
   displacements turn would otherwise be twisted between its corners. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "initial.h"
#include "math/rotation.h"
#include "math/small_dense.h"
#include "math/vector.h"
#include "model/parts/element_iterator.h"
#include "element/element.h"

/* Sums over the beams at a node. All members are doubles, because ranks add them. */
typedef struct {
  double tangent[9]; /* sum of t t^T */
  double turned[9];  /* sum of t' t^T */
  double nonlinear;  /* number of beams that are not linearized */
} TangentSums;

enum { TANGENT_NUMBERS = sizeof(TangentSums) / sizeof(double) };

/* Returns the trace of the sum of t t^T. */
static double number_of_beams(const TangentSums *sum)
{
  return sum->tangent[0] + sum->tangent[4] + sum->tangent[8];
}

/* Returns the initial field that gives a component of a node, or NULL. */
static const Initial *field_of_node(Model model, int node, int component)
{
  if (model->layout.dof[COMPONENTS * node + component] < 0) return NULL;
  for (PetscInt k = model->ninitials - 1; k >= 0; k--)
    if (model->initial[k].displacement[component] &&
        geometry_node_in_set(&model->mesh->g, node, (int)model->initial[k].set))
      return &model->initial[k];
  return NULL;
}

static PetscBool is_displaced(Model model, int node)
{
  for (int c = 0; c < 3; c++)
    if (field_of_node(model, node, c)) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Computes the derivative of component c by the parent coordinate, at node i of a beam whose
   tangent there is t. It is that of the formula if one formula gives the component at all nodes;
   otherwise it is that of the interpolated values of the nodes. */
static double displacement_slope(Model model, const ElementIterator *it, int i, int c,
                                 const double t[3])
{
  const Geometry *g                     = &model->mesh->g;
  const int       nn                    = shape_nodes(it->block->kernel->shape);
  const Initial  *field                 = field_of_node(model, it->node[i], c);
  double          u[SHAPE_MAX_NODES][3] = {{0}}, slope[3];
  PetscBool       one_formula           = (PetscBool)(field != NULL);

  for (int j = 0; j < nn; j++) {
    const Initial *of_node = field_of_node(model, it->node[j], c);

    if (of_node != field) one_formula = PETSC_FALSE;
    if (of_node) u[j][0] = ExpressionValue(of_node->displacement[c], g->x[it->node[j]]);
  }
  if (one_formula) {
    double sum = 0;

    for (int k = 0; k < 3; k++)
      if (t[k] != 0) sum += t[k] * ExpressionPartial(field->displacement[c], g->x[it->node[i]], k);
    if (isfinite(sum)) return sum; /* a formula may end at a node */
  }
  shape_line_derivative(nn, i, (const double(*)[3])u, slope);
  return isfinite(slope[0]) ? slope[0] : 0; /* a formula need not have values at fixed nodes */
}

/* Adds the tangents of a beam at its nodes. */
static void add_tangents(Model model, const ElementIterator *it, TangentSums sums[])
{
  const int nn = shape_nodes(it->block->kernel->shape);
  double    x[ELEMENT_MAX_NODES][3];

  geometry_cell_coordinates(&model->mesh->g, (int)it->block->cells[it->element], x);
  for (int i = 0; i < nn; i++) {
    TangentSums *sum = &sums[it->node[i]];
    double       t[3], turned[3], length;

    if (!is_displaced(model, it->node[i])) continue;
    shape_line_derivative(nn, i, (const double(*)[3])x, t);
    length = norm(t);
    for (int c = 0; c < 3; c++)
      turned[c] = (t[c] + displacement_slope(model, it, i, c, t)) / length;
    for (int c = 0; c < 3; c++) t[c] /= length;
    if (!it->block->linearized) {
      if (norm(turned) > 0) normalize(turned);
      sum->nonlinear++;
    }
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) {
        sum->tangent[3 * a + b] += t[a] * t[b];
        sum->turned[3 * a + b] += turned[a] * t[b];
      }
  }
}

/* Computes turned[9], the gradient of the displaced positions at a node times the mean of t t^T.
   Returns PETSC_FALSE if a formula has no derivative there. */
static PetscBool turn_all_directions(Model model, int node, const double mean[9], double turned[9])
{
  double F[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

  for (int c = 0; c < 3; c++) {
    const Initial *field = field_of_node(model, node, c);

    for (int k = 0; field && k < 3; k++)
      F[3 * c + k] += ExpressionPartial(field->displacement[c], model->mesh->g.x[node], k);
  }
  mat_mat(F, mean, turned);
  for (int k = 0; k < 9; k++)
    if (!isfinite(turned[k])) return PETSC_FALSE;
  return PETSC_TRUE;
}

/* Computes the vector v = sum of (R t) x t' from turned, the sum of t' t^T. */
static void sum_moments(const double turned[9], const double R[9], double v[3])
{
  double P[9];

  mat_mat_t(turned, R, P);
  v[0] = P[7] - P[5];
  v[1] = P[2] - P[6];
  v[2] = P[3] - P[1];
}

/* Computes the unit vector t along the direction of most beams. */
static void main_direction(const TangentSums *sum, double t[3])
{
  int k = 0;

  for (int i = 1; i < 3; i++)
    if (sum->tangent[4 * i] > sum->tangent[4 * k]) k = i;
  memcpy(t, sum->tangent + 3 * k, 3 * sizeof *t);
  normalize(t);
}

/* Returns the part of the directions in tangent, the sum of t t^T, that is perpendicular to t. */
static double perpendicular_part(const double tangent[9], const double t[3])
{
  double along[3];

  mat_vec(tangent, t, along);
  return tangent[0] + tangent[4] + tangent[8] - dot(along, t);
}

/* Computes the rotation vector without a part along t that turns t to the direction of turned. */
static void shortest_rotation(const double t[3], const double turned[3], double theta[3])
{
  /* A cross product with a unit vector, relative to the length of the other vector: some units in
     the last place. A sine below it has no direction, so that the axis would be arbitrary.
     The test tests/model/initial_shapes.py has motions that do not turn a beam. */
  const double round_off = 1e-15 * norm(turned);
  double       sine, angle;

  cross(t, turned, theta);
  sine  = norm(theta);
  angle = atan2(sine, dot(t, turned));
  if (!(sine > round_off)) { /* a half turn about any axis, or none */
    const double e[3] = {fabs(t[0]) < 0.5, fabs(t[0]) >= 0.5, 0};

    if (dot(t, turned) > 0) memset(theta, 0, 3 * sizeof *theta);
    else cross(t, e, theta), sine = norm(theta);
  }
  for (int c = 0; c < 3 && sine > round_off; c++) theta[c] *= angle / sine;
}

/* Turns q about the axis by the angle that fits turned, the sum of t' t^T. */
static void add_twist(const double turned[9], const double axis[3], double q[4])
{
  double R[9], P[9], v[3], along[3], theta[3], more[4], twist;

  rotation_matrix(q, R);
  sum_moments(turned, R, v);
  mat_mat_t(turned, R, P);
  mat_vec(P, axis, along);
  twist = atan2(dot(v, axis), P[0] + P[4] + P[8] - dot(along, axis));
  for (int c = 0; c < 3; c++) theta[c] = twist * axis[c];
  rotation_exp(theta, more);
  rotation_compose(more, q, q);
}

/* Computes the increment of the rotation that follows R, if beams of several directions meet. */
static void rotation_increment(const TangentSums *sum, const double R[9], double increment[3])
{
  double RT[9], A[9];

  mat_mat(R, sum->tangent, RT);
  mat_mat_t(RT, R, A);
  for (int k = 0; k < 9; k++) A[k] = (k % 4 ? 0 : number_of_beams(sum)) - A[k];
  sum_moments(sum->turned, R, increment);
  small_solve(3, 3, A, 1, increment);
}

/* Fits a finite rotation. all: result of turn_all_directions() if the beams have one direction and
   others do not; otherwise NULL. several: the beams have several directions. */
static void fit_finite_rotation(const TangentSums *sum, const double t[3], PetscBool several,
                                const double all[9], double theta[3])
{
  enum { MAX_ITERATIONS = 50 };
  const double round_off = 1e-15; /* [rad] a correction that changes no digit of a rotation */
  double       turned[3], q[4];

  mat_vec(sum->turned, t, turned);
  shortest_rotation(t, turned, theta);
  rotation_exp(theta, q);
  if (norm(turned) > 0) normalize(turned);
  if (several || all) add_twist(several ? sum->turned : all, turned, q);
  for (int k = 0; k < MAX_ITERATIONS && several; k++) {
    double R[9], more[4];

    rotation_matrix(q, R);
    rotation_increment(sum, R, theta);
    rotation_exp(theta, more);
    rotation_compose(more, q, q);
    if (norm(theta) <= round_off) break;
  }
  rotation_log(q, theta);
}

/* Fits a small rotation; arguments are as in fit_finite_rotation(). mean: mean of t t^T over all
   displaced beams. */
static void fit_small_rotation(const TangentSums *sum, const double t[3], PetscBool several,
                               const double all[9], const double mean[9], double theta[3])
{
  static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  double              v[3];

  if (several) {
    rotation_increment(sum, one, theta);
    return;
  }
  sum_moments(sum->turned, one, theta);
  for (int c = 0; c < 3; c++) theta[c] /= number_of_beams(sum);
  if (!all) return;
  sum_moments(all, one, v);
  for (int c = 0; c < 3; c++) theta[c] += t[c] * dot(v, t) / perpendicular_part(mean, t);
}

/* Computes the rotation vector of a node from the sums over its beams. */
static void fit_rotation(Model model, int node, const double mean[9], const TangentSums *sum,
                         double theta[3])
{
  /* Squared sine of the angle between directions that count as one, for one beam on average: 1e-3
     rad. The rotation about one common direction is not determined, and that about directions which
     are nearly one divides the errors of the field by this angle. The test
     tests/model/initial_shapes.py has straight lines in any direction. */
  const double  parallel = 1e-6;
  double        t[3], turned[9];
  const double *all = NULL;
  PetscBool     several;

  main_direction(sum, t);
  several = (PetscBool)(perpendicular_part(sum->tangent, t) > parallel * number_of_beams(sum));
  if (!several && perpendicular_part(mean, t) > parallel &&
      turn_all_directions(model, node, mean, turned))
    all = turned;
  if (sum->nonlinear > 0) fit_finite_rotation(sum, t, several, all, theta);
  else fit_small_rotation(sum, t, several, all, mean, theta);
}

/* Sets the free rotations of a node that no initial field gives. Returns whether it turns. */
static PetscBool set_rotation(Model model, int node, const double theta[3], PetscInt first,
                              PetscScalar u[])
{
  const Layout *l     = &model->layout;
  PetscBool     turns = PETSC_FALSE;

  for (int c = 3; c < COMPONENTS; c++) {
    const PetscInt dof = l->dof[COMPONENTS * node + c];

    if (dof < 0 || l->global[dof] < 0 || field_of_node(model, node, c)) continue;
    u[l->global[dof] - first] = theta[c - 3];
    if (theta[c - 3] != 0) turns = PETSC_TRUE;
  }
  return turns;
}

/* Sums the tangents of all ranks. */
static PetscErrorCode SumTangents(Model model, TangentSums sums[])
{
  MPI_Datatype unit;

  PetscFunctionBeginUser;
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    if (it.block->kernel->type->has_section) add_tangents(model, &it, sums);
  PetscCallMPI(MPI_Type_contiguous(TANGENT_NUMBERS, MPI_DOUBLE, &unit));
  PetscCallMPI(MPI_Type_commit(&unit));
  PetscCall(MeshCombineNodes(model->mesh, unit, sums, MPI_SUM));
  PetscCallMPI(MPI_Type_free(&unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the mean of t t^T over the displaced beams of all ranks; 0 without such beams. */
static PetscErrorCode MeanDirections(Model model, const TangentSums sums[], double mean[9])
{
  PetscReal trace;

  PetscFunctionBeginUser;
  memset(mean, 0, 9 * sizeof *mean);
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    for (int k = 0; k < 9 && model->mesh->owned[i]; k++) mean[k] += sums[i].tangent[k];
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, mean, 9, MPI_DOUBLE, MPI_SUM, model->comm));
  trace = mean[0] + mean[4] + mean[8];
  for (int k = 0; k < 9 && trace > 0; k++) mean[k] /= trace;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether any initial field gives a displacement; the same on all ranks. */
static PetscBool has_displacements(Model model)
{
  for (PetscInt k = 0; k < model->ninitials; k++)
    for (int c = 0; c < 3; c++)
      if (model->initial[k].displacement[c]) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode ModelFollowSlopes(Model model, Vec q, PetscInt *n)
{
  const Geometry *g = &model->mesh->g;
  TangentSums    *sums;
  double          mean[9];
  PetscScalar    *u;
  PetscInt        first;

  PetscFunctionBeginUser;
  *n = 0;
  if (!has_displacements(model)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(g->nnodes, &sums));
  PetscCall(SumTangents(model, sums));
  PetscCall(MeanDirections(model, sums, mean));
  PetscCall(VecGetOwnershipRange(q, &first, NULL));
  PetscCall(VecGetArray(q, &u));
  for (int i = 0; i < g->nnodes; i++) {
    double theta[3];

    if (!model->mesh->owned[i] || number_of_beams(&sums[i]) == 0) continue;
    fit_rotation(model, i, mean, &sums[i], theta);
    if (set_rotation(model, i, theta, first, u)) ++*n;
  }
  PetscCall(VecRestoreArray(q, &u));
  PetscCall(PetscFree(sums));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, n, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
