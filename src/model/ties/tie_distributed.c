/* tie_distributed.c: creates distributed couplings, whose master follows the mean motion of nodes.

   With weights w_i of sum 1, the nodes x_i, their reference places X_i, the master x, R and X, and
   r_i = X_i - sum_k w_k X_k the constraints are

     sum w_i (R^T (x_i - x) - (X_i - X)) = 0
     sum w_i (e_c x r_i) . R^T (x_i - x) = 0   for the axes e_c

   The second is the condition for the R that minimises sum w_i |x_i - x - R r_i - d|^2, with any d.
   Each sum has a share of each node, a displacement along a direction of the master's axes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/error.h"
#include "math/vector.h"
#include "tie_kind.h"

static const JointType share_type = {"distributed", AXES_NONE, 1,
                                     {ALONG_AXIS},  0,         {{ROW_DISTANCE, 0, 0, 0}}};

/* The nodes of the tie on this rank, as cells of a joint. */
typedef struct {
  Joint  *joint;
  double *weight;    /* [ncells] the sum over all ranks is 1 */
  double (*arm)[3];  /* [ncells] r_i / radius */
  double inertia[9]; /* sum w_i (|r_i|^2 - r_i r_i^T) / radius^2 */
  int    master;     /* components of the master */
} Cloud;

/* ---- weights and arms ------------------------------------------------------------------------ */

static PetscErrorCode EvaluateWeights(Model model, const TieOptions *x, Cloud *cloud)
{
  static const char *const xyz[]     = {"x", "y", "z"};
  const Geometry          *g         = &model->mesh->g;
  const double             origin[3] = {0, 0, 0}, *wrong = origin;
  double                   sum = 0, value = 0;
  char                     option[256];
  Expression               e;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(option, sizeof option, "-tie_%s_weight", x->name));
  PetscCall(ExpressionCreate(model->symbols, option, x->weight, 3, xyz, &e));
  for (PetscInt k = 0; k < cloud->joint->ncells; k++) {
    const double *place = g->x[g->conn[g->offset[cloud->joint->cells[k]] + 1]];

    cloud->weight[k] = ExpressionValue(e, place);
    if (!(cloud->weight[k] > 0 && isfinite(cloud->weight[k])))
      wrong = place, value = cloud->weight[k];
    sum += cloud->weight[k];
  }
  PetscCall(ExpressionDestroy(&e));
  PetscCall(CheckAllRanks(model->comm, (PetscBool)(wrong != origin),
                          "%s: the weight of the node at (%.6g, %.6g, %.6g) is %.6g; give positive "
                          "weights",
                          option, wrong[0], wrong[1], wrong[2], value));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, model->comm));
  for (PetscInt k = 0; k < cloud->joint->ncells; k++) cloud->weight[k] /= sum;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the arms, the inertia, and the components of the master. */
static PetscErrorCode FindArms(Model model, Cloud *cloud)
{
  const Geometry *g       = &model->mesh->g;
  const Joint    *j       = cloud->joint;
  double          mean[3] = {0, 0, 0}, radius = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < j->ncells; k++) {
    const int *node = g->conn + g->offset[j->cells[k]];

    cloud->master = model->layout.components[node[0]];
    for (int c = 0; c < 3; c++) mean[c] += cloud->weight[k] * g->x[node[1]][c];
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, mean, 3, MPI_DOUBLE, MPI_SUM, model->comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &cloud->master, 1, MPI_INT, MPI_BOR, model->comm));
  for (PetscInt k = 0; k < j->ncells; k++) {
    const int *node = g->conn + g->offset[j->cells[k]];

    for (int c = 0; c < 3; c++) cloud->arm[k][c] = g->x[node[1]][c] - mean[c];
    radius += cloud->weight[k] * dot(cloud->arm[k], cloud->arm[k]);
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &radius, 1, MPI_DOUBLE, MPI_SUM, model->comm));
  radius = sqrt(radius);
  for (PetscInt k = 0; k < j->ncells; k++) {
    double *r = cloud->arm[k];

    for (int c = 0; c < 3; c++) r[c] = radius > 0 ? r[c] / radius : 0;
    for (int i = 0; i < 9; i++)
      cloud->inertia[i] += cloud->weight[k] * ((i % 4 ? 0 : dot(r, r)) - r[i / 3] * r[i % 3]);
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, cloud->inertia, 9, MPI_DOUBLE, MPI_SUM, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: the nodes leave a rotation of the master undetermined. */
static PetscErrorCode CheckRotation(Model model, const Tie *tie, const Cloud *cloud)
{
  /* Inertia of the nodes about their mean, over the square of their mean radius, has no unit. Its
     determinant is the square of width over length of the cloud. guards.py has nodes 1e-2 and 1e-12
     off a line. */
  const double  least = 1e-9;
  const double *J     = cloud->inertia;
  double        determinant, across[3];
  const int     turns = cloud->master >> 3;

  PetscFunctionBeginUser;
  cross(J, J + 3, across);
  determinant = dot(across, J + 6);
  if (turns != 7) {
    determinant = 1;
    for (int c = 0; c < 3; c++)
      if (turns >> c & 1) determinant = PetscMin(determinant, J[4 * c]);
  }
  PetscCheck(determinant > least, model->comm, PETSC_ERR_USER_INPUT,
             "tie '%s': its nodes are at one place or on one line, and do not determine how the "
             "master rotates; give more nodes by -tie_%s_set",
             tie->name, tie->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- constraints ----------------------------------------------------------------------------- */

/* Adds the sum of displacements along axis c of the master, or of those that rotate about it. */
static PetscErrorCode AddRow(Model model, Tie *tie, const Cloud *cloud, int c, PetscBool rotation)
{
  const double axis[3] = {c == 0, c == 1, c == 2};
  Joint       *j       = TieAddJoint(model, tie, &share_type);
  Coupling    *coupling;

  PetscFunctionBeginUser;
  PetscCall(TieFindLines(model, tie, -1, j));
  PetscCall(PetscMalloc1(j->ncells, &j->turned));
  for (PetscInt e = 0; e < j->ncells; e++) {
    double *direction = j->turned[e].frame[2];

    j->turned[e] = j->first;
    if (rotation) cross(axis, cloud->arm[e], direction);
    for (int k = 0; k < 3; k++)
      direction[k] = cloud->weight[e] * (rotation ? direction[k] : axis[k]);
  }
  PetscCall(TieAddCoupling(model, tie, (PetscInt)(j - model->joint), JOINT_DISPLACEMENT, PETSC_TRUE,
                           &coupling));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DistributedCreate(Model model, const TieOptions *x, Tie *tie)
{
  Joint lines = {0}; /* only to find the nodes */
  Cloud cloud = {.joint = &lines};

  PetscFunctionBeginUser;
  PetscCall(TieFindLines(model, tie, -1, &lines));
  PetscCall(PetscMalloc2(lines.ncells, &cloud.weight, lines.ncells, &cloud.arm));
  PetscCall(EvaluateWeights(model, x, &cloud));
  PetscCall(FindArms(model, &cloud));
  PetscCall(CheckRotation(model, tie, &cloud));
  for (int c = 0; c < 3; c++)
    if (cloud.master >> c & 1) PetscCall(AddRow(model, tie, &cloud, c, PETSC_FALSE));
  for (int c = 0; c < 3; c++)
    if (cloud.master >> (3 + c) & 1) PetscCall(AddRow(model, tie, &cloud, c, PETSC_TRUE));
  PetscCall(PetscFree2(cloud.weight, cloud.arm));
  PetscCall(PetscFree(lines.name));
  PetscCall(PetscFree(lines.cells));
  PetscCall(PetscFree2(lines.offset, lines.length));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadDistributed(FsOptions o, MPI_Comm comm, TieOptions *tie)
{
  PetscFunctionBeginUser;
  PetscCall(TieReadStar(o, comm, tie));
  PetscCheck(tie->master, comm, PETSC_ERR_USER_INPUT,
             "tie '%s' has no master: give -tie_%s_master, a set with the node that follows the "
             "mean motion of the others",
             tie->name, tie->name);
  PetscCall(FsOptionsText(o, FsOptionName(o, "-tie_%s_weight", tie->name), &tie->weight, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TieKind distributed_tie = {.name      = "distributed",
                                 .read      = ReadDistributed,
                                 .add_lines = TieAddStar,
                                 .create    = DistributedCreate,
                                 .force     = TIE_FORCE_ON_MASTER};
