/* joint_results.c: computes reactions, coordinates, energies and power of joints for output. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/constraints/forces/joint_friction.h"
#include "assembly/constraints/forces/joint_term.h"
#include "assembly/term.h"
#include "base/error.h"
#include "math/vector.h"
#include "assembly/constraints/joint_results.h"
#include "assembly/constraints/joint_checks.h"

enum { N = JOINT_DOFS, ROWS = JOINT_ROWS };

/* Gathers a cell of a joint and its multipliers lambda[ROWS]. */
static PetscErrorCode GatherJoint(const Evaluation *ev, PetscInt i, PetscInt e, JointEvaluation *at,
                                  double lambda[])
{
  const PetscScalar *a;

  PetscFunctionBeginUser;
  JointGatherWithHistory(ev, i, e, at);
  PetscCall(VecGetArrayRead(ev->s->a, &a));
  JointMultipliers(&ev->assembly->model->layout, at, a, lambda);
  PetscCall(VecRestoreArrayRead(ev->s->a, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointAddEnergies(const Evaluation *ev, PetscInt i, PetscInt e,
                                PetscReal energies[JOINT_ENERGIES])
{
  double          lambda[ROWS];
  JointEvaluation at;

  PetscFunctionBeginUser;
  PetscCall(GatherJoint(ev, i, e, &at, lambda));
  JointLawAddEnergies(&at, energies);
  energies[JOINT_DISSIPATION] += JointFrictionPower(&at, lambda);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes r[N] = G^T lambda + forces of laws and friction. */
static void joint_forces(const JointEvaluation *at, const double lambda[], double r[])
{
  const Joint *j = at->joint;
  double       G[ROWS][N];

  for (int n = 0; n < N; n++) r[n] = 0;
  joint_gradient(at->axes->row, j->nrows, &at->state, G);
  for (int k = 0; k < j->nrows; k++)
    for (int n = 0; n < N; n++) r[n] += lambda[k] * G[k][n];
  JointLawForces(at, r, NULL, NULL);
  JointFrictionForces(at, lambda, r, NULL, NULL, NULL);
}

PetscErrorCode JointNodalForces(const Evaluation *ev, PetscInt i, PetscInt e, double r[])
{
  double          lambda[ROWS];
  JointEvaluation at;

  PetscFunctionBeginUser;
  PetscCall(GatherJoint(ev, i, e, &at, lambda));
  joint_forces(&at, lambda, r);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the force [N] and the moment [N m] of the joint on its second node.

   Springs, dampers, friction and drivers are included. The moment is about the point of the joint
   on the second node. Axes are global. */
static void joint_reaction(const JointEvaluation *at, const double lambda[],
                           double reaction[COMPONENTS])
{
  double r[N], arm[3], lever[3];

  joint_forces(at, lambda, r);
  for (int c = 0; c < N; c++) r[c] = -r[c];
  for (int c = 0; c < 3; c++) reaction[c] = r[COMPONENTS + c];
  mat_vec(at->state.node[1]->R, r + COMPONENTS + 3, reaction + 3);
  mat_vec(at->state.node[1]->R, at->state.offset[1], arm);
  cross(arm, reaction, lever);
  for (int c = 0; c < 3; c++) reaction[3 + c] -= lever[c];
}

PetscReal JointLawBeyond(const Evaluation *ev, PetscInt i, PetscInt e, int *coordinate,
                         PetscReal *u)
{
  PetscReal       farthest = 0;
  JointEvaluation at;

  *coordinate = 0;
  *u          = 0;
  JointGatherWithHistory(ev, i, e, &at);
  for (int k = 0; k < JOINT_COORDINATES; k++) {
    double    gradient[N];
    PetscReal value, beyond;

    if (!at.joint->law[k].uniaxial) continue;
    value  = JointCoordinate(&at, (JointCoordinateKind)k, gradient, NULL);
    beyond = coordinate_law_beyond(&at.joint->law[k], value);
    if (beyond <= farthest) continue;
    farthest    = beyond;
    *coordinate = k;
    *u          = value;
  }
  return farthest;
}

/* ---- results in the output file -------------------------------------------------------------- */

/* Numbers of results after the reaction, which is 0, and the free coordinates. */
enum {
  POWER    = 1 + JOINT_COORDINATES,       /* power of drivers and motors */
  FRICTION = POWER + 1,                   /* friction in the first free coordinate */
  FORCE    = FRICTION + JOINT_COORDINATES /* force of drivers and laws in the first one */
};

static const char *const friction_names[JOINT_COORDINATES] = {
  "displacement_friction", "angle_friction", "second_displacement_friction",
  "second_angle_friction"};

static const char *const force_names[JOINT_COORDINATES] = {
  "displacement_force", "angle_moment", "second_displacement_force", "second_angle_moment"};

static PetscBool has_power(const Joint *joint)
{
  for (int k = 0; k < JOINT_COORDINATES; k++)
    if (joint->driver[k] || joint->law[k].motor) return PETSC_TRUE;
  return PETSC_FALSE;
}

ConstraintResult JointResult(Model model, PetscInt i, int k)
{
  const Joint *joint = &model->joint[i];
  const int    c     = k < POWER ? k - 1 : k < FORCE ? k - FRICTION : k - FORCE; /* coordinate */

  if (k == 0) return (ConstraintResult){"reaction", COMPONENTS, PETSC_FALSE};
  if (k == POWER) return (ConstraintResult){has_power(joint) ? "motor_power" : NULL, 1, PETSC_TRUE};
  if (k < POWER)
    return (ConstraintResult){joint->type->free[c] ? joint_coordinate_names[c] : NULL, 1,
                              PETSC_FALSE};
  if (k >= FORCE)
    return (ConstraintResult){
      joint->driver[c] || coordinate_acts(&joint->law[c]) ? force_names[c] : NULL, 1, PETSC_TRUE};
  return (ConstraintResult){friction_acts(&joint->law[c].friction) ? friction_names[c] : NULL, 1,
                            PETSC_FALSE};
}

PetscErrorCode JointResultValue(const Evaluation *ev, PetscInt joint, PetscInt e, int k,
                                PetscReal value[])
{
  double          lambda[ROWS], gradient[N];
  JointEvaluation at;

  PetscFunctionBeginUser;
  PetscCall(GatherJoint(ev, joint, e, &at, lambda));
  if (k == 0) joint_reaction(&at, lambda, value);
  else if (k < POWER) value[0] = JointCoordinate(&at, (JointCoordinateKind)(k - 1), gradient, NULL);
  else if (k == POWER) value[0] = JointMotorPower(&at, lambda);
  else if (k < FORCE)
    value[0] = JointFrictionAlong(&at, lambda, (JointCoordinateKind)(k - FRICTION));
  else value[0] = JointForceAlong(&at, lambda, (JointCoordinateKind)(k - FORCE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- functions of laws ----------------------------------------------------------------------- */

PetscErrorCode JointsCheckLaws(Assembly a, const FsState *s)
{
  const FsLoading loading   = FsLoadingOfMotion();
  const Model     model     = a->model;
  char            text[800] = "";
  Evaluation      ev;
  JointIterator   it;

  PetscFunctionBeginUser;
  if (!model->njoints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(AssemblyEvaluate(a, s, &loading, PETSC_TRUE, &ev));
  PetscCall(JointIteratorOpen(&ev, &it));
  while (!text[0] && JointIteratorNext(&it)) JointFindNonFinite(model, &it.at, text, sizeof text);
  PetscCall(JointIteratorClose(&it));
  PetscCall(CheckAllRanks(model->comm, (PetscBool)(text[0] != 0), "%s", text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointsCallMotors(Assembly a, const FsState *s)
{
  const FsLoading  loading   = FsLoadingOfMotion();
  const StepMotors motors    = JointStepMotors(a);
  char             text[800] = "";
  Evaluation       ev;
  JointIterator    it;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(a, s, &loading, PETSC_TRUE, &ev));
  PetscCall(JointIteratorOpen(&ev, &it));
  while (JointIteratorNext(&it))
    if (motors[it.cell.i])
      step_motors_call(a->model, &it.at, motors[it.cell.i][it.cell.e], text, sizeof text);
  PetscCall(JointIteratorClose(&it));
  PetscCall(CheckAllRanks(a->model->comm, (PetscBool)(text[0] != 0), "%s", text));
  PetscFunctionReturn(PETSC_SUCCESS);
}
