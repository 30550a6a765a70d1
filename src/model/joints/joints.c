/* joints.c: creates joints with their axes, cells and points. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_options.h"
#include "joints.h"
#include "model/ends/member_joints.h"
#include "model/ties/ties.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "friction_options.h"
#include "model/model.h"
#include "model/supports/support.h"

/* ---- drivers and laws of coordinates --------------------------------------------------------- */

/* Creates the driver of one coordinate. */
static PetscErrorCode CreateDriver(Model model, const CoordinateOptions *x, DriverTimes times,
                                   int kind, Joint *j)
{
  char option[256];

  PetscFunctionBeginUser;
  PetscCall(
    PetscSNPrintf(option, sizeof option, "-joint_%s_%s", j->name,
                  x->driver_is_rate ? joint_rate_names[kind] : joint_coordinate_names[kind]));
  PetscCall(JointDriverCreate(model->symbols, option, x->driver,
                              x->driver_is_rate ? DRIVER_RATE : DRIVER_VALUE, times, model->dt,
                              &j->driver[kind]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets driver, law and acts of a joint.

   Input:
     options  [JOINT_COORDINATES] one for each coordinate
     times    interval over which drivers integrate rates
   The name and the type of the joint must be set. Collective. Input errors: those of
   JointDriverCreate() and CoordinateLawCreate(). */
static PetscErrorCode JointCoordinatesCreate(Model model, const CoordinateOptions options[],
                                             DriverTimes times, Joint *j)
{
  PetscFunctionBeginUser;
  j->acts = (PetscBool)joint_is_bushing(j->type);
  for (int k = 0; k < JOINT_COORDINATES; k++) {
    char prefix[256];

    if (options[k].driver) PetscCall(CreateDriver(model, &options[k], times, k, j));
    PetscCall(
      PetscSNPrintf(prefix, sizeof prefix, "-joint_%s_%s", j->name, joint_coordinate_names[k]));
    PetscCall(
      CoordinateLawCreate(model->comm, model->symbols, prefix, &options[k].law, &j->law[k]));
    if (coordinate_acts(&j->law[k])) j->acts = PETSC_TRUE;
    if (coordinate_remembers(&j->law[k])) j->remembers = PETSC_TRUE;
    j->law[k].friction = friction_from_options(&options[k].friction, model->dt);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- joints ---------------------------------------------------------------------------------- */

static PetscBool has_screw(const Joint *j) { return (PetscBool)joint_type_has_pitch(j->type); }

/* ---- axes ------------------------------------------------------------------------------------ */

/* Aligns frame[0] with first, which is orthogonal to the given frame[2] up to rounding. Copies the
   frame to other. */
static void align_first_axis(const double first[3], double frame[3][3], double other[3][3])
{
  cross(frame[2], first, frame[1]);
  normalize(frame[1]);
  cross(frame[1], frame[2], frame[0]);
  for (int k = 0; k < 9; k++) ((double *)other)[k] = ((double *)frame)[k];
}

/* Sets other to the frame after the shortest rotation from frame[2] to the given other[2]. The
   shortest rotation to the opposite direction is arbitrary. A user who gives it means the same
   line, and other is the frame then, as for the same direction. */
static void turn_frame(const double frame[3][3], double other[3][3])
{
  /* [rad] between opposite directions: the angle of two unit vectors has a round-off of 1e-16, and
     users give axes with at most 16 digits. Without it the round-off would be the axis of a half
     turn. */
  const double round_off = 1e-12;
  double       axis[3], theta[3], q[4], R[9];
  double       sine, cosine;

  cross(frame[2], other[2], axis);
  sine   = norm(axis);
  cosine = dot(frame[2], other[2]);
  if (cosine < 0 && sine < round_off) sine = 0;
  for (int c = 0; c < 3; c++) theta[c] = sine > 0 ? atan2(sine, cosine) * axis[c] / sine : 0;
  rotation_exp(theta, q);
  rotation_matrix(q, R);
  for (int k = 0; k < 3; k++) mat_vec(R, frame[k], other[k]);
}

/* Sets frame and other from the axes that the user gives. The second axis of a universal joint and
   the first direction of a plane are frame[0] and other[0]. In other joints it is other[2]. */
static PetscErrorCode SetAxes(Model model, const JointOptions *x, Joint *j)
{
  JointCopy *const at = &j->first;
  /* Cosine of the angle of both axes, which are unit vectors: it admits axes that a user computed
     and wrote with ten digits, and it is far below the accuracy of a result.
     The test tests/model/refused_joints.py has axes at 45 degrees. */
  const double    tolerance = 1e-9;
  const JointAxes axes      = j->type->axes;
  PetscBool       turns_only;

  PetscFunctionBeginUser;
  at->frame[2][2] = 1;
  turns_only      = (PetscBool)(axes == AXES_ONE && j->type->free[JOINT_ANGLE] &&
                           !j->type->free[JOINT_DISPLACEMENT] && !has_screw(j));
  if (x->has_axis) PetscCall(PetscArraycpy(at->frame[2], x->axis, 3));
  if (!x->has_axis && turns_only) PetscCall(ModelPlaneNormal(model, at->frame[2], &j->normal));
  PetscCheck(x->has_axis || j->normal || !axes || axes == AXES_OPTIONAL, model->comm,
             PETSC_ERR_USER_INPUT, "joint '%s' has no axis: give -joint_%s_axis", j->name, j->name);
  joint_complete_frame(at->frame);
  if (!x->has_axis && axes == AXES_OPTIONAL)
    at->frame[0][0] = at->frame[1][1] = 1, at->frame[0][1] = at->frame[1][0] = 0;
  PetscCall(PetscArraycpy((double *)at->other, (double *)at->frame, 9));
  PetscCheck(x->has_second_axis || axes != AXES_TWO, model->comm, PETSC_ERR_USER_INPUT,
             "joint '%s' has no second axis: give -joint_%s_second_axis", j->name, j->name);
  if (!x->has_second_axis) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscArraycpy(at->other[2], x->second_axis, 3));
  PetscCheck(axes == AXES_ONE || fabs(dot(at->frame[2], at->other[2])) < tolerance, model->comm,
             PETSC_ERR_USER_INPUT, "-joint_%s_second_axis must be orthogonal to -joint_%s_axis",
             j->name, j->name);
  if (axes == AXES_ONE) turn_frame((const double(*)[3])at->frame, at->other);
  else align_first_axis(at->other[2], at->frame, at->other);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- points ---------------------------------------------------------------------------------- */

/* Sets ends[2], the joint's points in the reference configuration, on the first node (or ground)
   and on the second [m]. The position first of the first node is NULL if it is ground. Each
   user_point from the options is NULL if it is not given; it is at the first copy of the joint. */
static void joint_points(const Joint *j, const double *first, const double second[3],
                         const double *user_point[2], const PatternMotion *copy, double ends[2][3])
{
  double point[2][3];

  for (int k = 0; k < 2; k++) {
    if (!user_point[k]) continue;
    mat_vec(copy->R, user_point[k], point[k]);
    for (int c = 0; c < 3; c++) point[k][c] += copy->translation[c];
  }
  for (int c = 0; c < 3; c++) {
    const double middle = first ? (first[c] + second[c]) / 2 : second[c];

    ends[0][c] = user_point[0] ? point[0][c] : j->type->at_nodes && first ? first[c] : middle;
    ends[1][c] = user_point[1] ? point[1][c] : j->type->at_nodes ? second[c] : ends[0][c];
  }
}

/* Sets the points and the length of every cell. */
static PetscErrorCode SetPoints(Model model, const JointOptions *options, Joint *j)
{
  const Geometry *g             = &model->mesh->g;
  const double   *user_point[2] = {NULL, NULL};
  PatternMotion  *copy;

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++)
    if (options->has_point[k]) user_point[k] = options->point[k];
  PetscCall(PetscCalloc2(j->ncells, &j->offset, j->ncells, &j->length));
  PetscCall(PetscMalloc1(j->ncells, &copy));
  PetscCall(JointFindCopies(model, j, copy));
  for (PetscInt e = 0; e < j->ncells; e++) {
    const double *x[2];
    PetscInt      node[2];
    double        ends[2][3], separation[3];

    JointNodes(model, j, e, node);
    for (int k = 0; k < 2; k++) x[k] = node[k] < 0 ? NULL : g->x[node[k]];
    joint_points(j, x[0], x[1], user_point, &copy[e], ends);
    for (int c = 0; c < 3; c++) {
      for (int k = 0; k < 2; k++) j->offset[e][k][c] = ends[k][c] - (x[k] ? x[k][c] : 0);
      separation[c] = ends[1][c] - ends[0][c];
    }
    j->length[e] = options->has_length ? options->length : norm(separation);
  }
  PetscCall(PetscFree(copy));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the natural length of springs whose ends are at one place, up to round-off, to 0. size is
   that of the model [m]. */
static void drop_round_off_lengths(Model model, PetscReal size, Joint *j)
{
  for (PetscInt e = 0; e < j->ncells; e++)
    if (JointEndsCoincide(model, j, e, size)) j->length[e] = 0;
}

/* ---- a joint --------------------------------------------------------------------------------- */

static PetscErrorCode CreateJoint(Model model, const JointOptions *x, DriverTimes times, Joint *j)
{
  const PetscReal turn = 2 * PETSC_PI;

  PetscFunctionBeginUser;
  j->support = -1;
  j->type    = x->type;
  j->pitch   = x->pitch / turn;
  PetscCall(PetscStrallocpy(x->name, &j->name));
  PetscCall(MeshSelect(model->mesh, &x->cells, &j->set));
  PetscCheck(x->type, model->comm, PETSC_ERR_USER_INPUT,
             "joint '%s' has no type: give -joint_%s_type (spherical, revolute, ...)", x->name,
             x->name);
  PetscCall(SetAxes(model, x, j));
  bushing_from_options(&x->bushing, (const double(*)[3])j->first.frame, &j->first.bushing);
  PetscCall(JointCoordinatesCreate(model, x->coordinate, times, j));
  PetscCall(JointFindCells(model, j));
  PetscCall(SetPoints(model, x, j));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointsCreate(Model model, const ConstraintOptions *options)
{
  const JointsOptions *const joints = &options->joints;
  const PetscInt n = joints->n + MemberJointsCount(&options->ends) + options->ties->n * TIE_JOINTS +
                     SupportConstraintsCount(model);
  PetscReal size;

  PetscFunctionBeginUser;
  model->assemble = options->assemble;
  PetscCall(PetscCalloc1(n, &model->joint));
  for (PetscInt i = 0; i < joints->n; i++)
    PetscCall(
      CreateJoint(model, &joints->joint[i], joints->times, &model->joint[model->njoints++]));
  PetscCall(MemberJointsCreate(model, &options->ends));
  PetscCall(JointNodesSetComponents(model));
  PetscCall(ModelSize(model, &size));
  for (PetscInt i = 0; i < joints->n; i++)
    if (!joints->joint[i].type->nrows && !joints->joint[i].has_length)
      drop_round_off_lengths(model, size, &model->joint[i]);
  for (PetscInt i = 0; i < model->njoints; i++) {
    PetscCall(JointSetUpRows(model, &model->joint[i]));
    PetscCall(JointCheckNodes(model, &model->joint[i], size));
  }
  PetscCall(TiesCreate(model, options->ties));
  PetscCall(SupportConstraintsCreate(model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointsDestroy(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++) {
    Joint *j = &model->joint[i];

    PetscCall(PetscFree(j->name));
    PetscCall(PetscFree(j->own_type));
    for (int k = 0; k < JOINT_COORDINATES; k++) {
      PetscCall(JointDriverDestroy(&j->driver[k]));
      PetscCall(CoordinateLawDestroy(&j->law[k]));
    }
    PetscCall(PetscFree(j->cells));
    PetscCall(PetscFree(j->node));
    PetscCall(PetscFree(j->dofs));
    PetscCall(PetscFree2(j->offset, j->length));
    PetscCall(PetscFree(j->turned));
  }
  PetscCall(PetscFree(model->joint));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool JointHasStepMotor(const Joint *j)
{
  for (int k = 0; k < JOINT_COORDINATES; k++)
    if (j->law[k].motor_per_step) return PETSC_TRUE;
  return PETSC_FALSE;
}

const char *joint_with_step_motor(const struct _n_Model *model)
{
  for (PetscInt i = 0; i < model->njoints; i++)
    if (JointHasStepMotor(&model->joint[i])) return model->joint[i].name;
  return NULL;
}

/* ---- joint copies ---------------------------------------------------------------------------- */

/* Sets the axes and the bushing of a copy that the pattern has turned by R. */
static void turn_copy(const JointCopy *first, const double R[9], JointCopy *copy)
{
  *copy = *first;
  for (int k = 0; k < 3; k++) {
    mat_vec(R, first->frame[k], copy->frame[k]);
    mat_vec(R, first->other[k], copy->other[k]);
  }
  bushing_turn(&first->bushing, R, &copy->bushing);
}

/* Returns whether R is the identity up to round-off. */
static PetscBool is_identity(const double R[9])
{
  /* Relative to entries of a rotation matrix, which are at most 1. A product of a few such matrices
     has a round-off of 1e-16 to 1e-15. The test tests/model/joint_copies.py has copies that are
     turned, and copies that are only moved. */
  const double rounding = 1e-14;

  return (PetscBool)(fabs(R[0] - 1) < rounding && fabs(R[4] - 1) < rounding &&
                     fabs(R[8] - 1) < rounding && fabs(R[1] - R[3]) < rounding &&
                     fabs(R[2] - R[6]) < rounding && fabs(R[5] - R[7]) < rounding);
}

PetscErrorCode JointFindCopies(Model model, Joint *j, PatternMotion motion[])
{
  PetscBool moved, turned = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(PatternCopiesMotions(model->mesh->copies, model->comm, &model->mesh->g, (int)j->ncells,
                                 j->cells, motion, &moved));
  for (PetscInt e = 0; e < j->ncells && moved; e++)
    if (!is_identity(motion[e].R)) turned = PETSC_TRUE;
  if (!turned) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(j->ncells, &j->turned));
  for (PetscInt e = 0; e < j->ncells; e++) turn_copy(&j->first, motion[e].R, &j->turned[e]);
  PetscFunctionReturn(PETSC_SUCCESS);
}
