/* joints.c: reads joints from the options, with their types, axes, cells and points. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <strings.h>
#include "base/error.h"
#include "friction_options.h"
#include "joint_nodes.h"
#include "member_joints.h"
#include "ties.h"
#include "math/rotation.h"
#include "math/vector.h"

enum { MAX_TYPES = 32 };
static char type_names[512]; /* filled in by JointsDocument */

static const FsOptionDoc joint_options[] = {
  {"-joints",                              "<name>,...", "names of joints, each described by -joint_<name>_..."},
  {"-joint_<name>_set",                    "<name>",
   "set of the mesh: its lines join their two ends, its points a node and ground; default: the "
   "name of the joint"                                                                                         },
  {"-joint_<name>_type",                   "required",   type_names                                            },
  {"-joint_<name>_axis",                   "<x,y,z>",
   "its axis in the reference configuration, fixed in the first node; default for a revolute joint "
   "in a plane model: the normal of the plane. In a pattern axes and points are those of the first "
   "copy; the pattern moves them, too"                                                                         },
  {"-joint_<name>_second_axis",            "<x,y,z>",
   "for a universal joint: the axis fixed in the second node, orthogonal to the first axis. For "
   "in_plane and planar: direction of the first displacement. For other joints: the axis in the "
   "second node (misaligned, or the second shaft)"                                                             },
  {"-joint_<name>_point",                  "<x,y,z>",
   "its position in the reference configuration; default: between its nodes. For a distance: its "
   "end on the first node or ground"                                                                           },
  {"-joint_<name>_second_point",           "<x,y,z>",
   "its point on the second node, if it differs in the reference configuration. For a distance: "
   "its "
   "other end; default: the node"                                                                              },
  {"-joint_<name>_length",                 "<L>",
   "length of a distance, or natural length of a spring_damper [m]; default: the reference length"             },
  {"-joint_<name>_stiffness",              "none",
   "for a bushing: 6 numbers, against displacements along _second_axis (default: x), across and "
   "_axis (z) [N/m] and rotations about them [N m/rad], or all 36 of a symmetric matrix, row by "
   "row; also _damping"                                                                                        },
  {"-joint_<name>_pitch",                  "required",
   "for a screw: advance along the axis per turn [m], positive if right-handed"                                },
  {"-joint_<name>_angle",                  "<f(t)>",
   "prescribed angle about the axis [rad], for joints that leave it free; also _second_angle, "
   "about "
   "the second axis of a universal joint"                                                                      },
  {"-joint_<name>_angular_velocity",       "<f(t)>",
   "instead: its rate [rad/s]; the angle is 0 at -t_start; also _second_angular_velocity"                      },
  {"-joint_<name>_displacement",           "<f(t)>",
   "prescribed displacement along the axis, or change of a distance [m]; also "
   "_second_displacement"                                                                                      },
  {"-joint_<name>_velocity",               "<f(t)>",
   "instead: its rate [m/s]; the displacement is 0 at -t_start; also _second_velocity"                         },
  {"-joint_<name>_<coordinate>_stiffness", "0",
   "spring on a free angle [N m/rad] or displacement [N/m]; also _damping, and _rest, the position "
   "without force"                                                                                             },
  {"-assemble",                            "none",
   "correct initial positions, velocities, or all so that they fit the joints, by the least motion "
   "in the norm of the mass matrix; without it they must fit"                                                  },
  {NULL,                                   NULL,         NULL                                                  }
};

PetscErrorCode JointsDocument(FsOptions o)
{
  PetscFunctionBeginUser;
  type_names[0] = 0;
  for (const JointType *type = joint_types; type->name; type++) {
    PetscCall(PetscStrlcat(type_names, type == joint_types ? "one of " : ", ", sizeof type_names));
    PetscCall(PetscStrlcat(type_names, type->name, sizeof type_names));
  }
  PetscCall(FsOptionsDocument(o, "Joints", joint_options));
  PetscCall(
    FsOptionsDocument(o, "Springs, dampers, motors and stops of joints", joint_law_options));
  PetscCall(FsOptionsDocument(o, "Initial values of joints", joint_start_options));
  PetscCall(JointFrictionDocument(o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool has_screw(const Joint *j) { return (PetscBool)joint_type_has(j->type, ROW_SCREW); }

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

/* Sets other to the frame after the shortest rotation from frame[2] to the given other[2]. */
static void turn_frame(const double frame[3][3], double other[3][3])
{
  double axis[3], theta[3], q[4], R[9];
  double sine, angle;

  cross(frame[2], other[2], axis);
  sine  = norm(axis);
  angle = atan2(sine, dot(frame[2], other[2]));
  for (int c = 0; c < 3; c++) theta[c] = sine > 0 ? angle * axis[c] / sine : 0;
  rotation_exp(theta, q);
  rotation_matrix(q, R);
  for (int k = 0; k < 3; k++) mat_vec(R, frame[k], other[k]);
}

/* Reads -joint_<name>_<what>, a direction, as the unit vector x. Input error: the joint has no
   axis. */
static PetscErrorCode DirectionFromOptions(FsOptions o, Model model, const Joint *j,
                                           const char what[], double x[3], PetscBool *set)
{
  const char *option = FsOptionName(o, "-joint_%s_%s", j->name, what);
  PetscInt    three  = 3;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, option, 3, &three, x, set));
  if (!*set) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(norm(x) > 0, model->comm, PETSC_ERR_USER_INPUT,
             "%s: joint '%s' needs a direction that is not 0,0,0", option, j->name);
  PetscCheck(j->type->axes, model->comm, PETSC_ERR_USER_INPUT, "%s: a %s joint has no axis", option,
             j->type->name);
  normalize(x);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets frame and other from -joint_<name>_axis and _second_axis. The second axis of a universal
   joint and the first direction of a plane are frame[0] and other[0]. In other joints it is
   other[2]. */
static PetscErrorCode AxesFromOptions(FsOptions o, Model model, Joint *j)
{
  JointCopy *const at        = &j->first;
  const double     tolerance = 1e-9;
  const JointAxes  axes      = j->type->axes;
  PetscBool        set, second, turns_only;

  PetscFunctionBeginUser;
  at->frame[2][2] = 1;
  turns_only      = (PetscBool)(axes == AXES_ONE && j->type->free[JOINT_ANGLE] &&
                           !j->type->free[JOINT_DISPLACEMENT] && !has_screw(j));
  PetscCall(DirectionFromOptions(o, model, j, "axis", at->frame[2], &set));
  if (!set && turns_only) PetscCall(ModelPlaneNormal(model, at->frame[2], &j->normal));
  PetscCheck(set || j->normal || !axes || axes == AXES_OPTIONAL, model->comm, PETSC_ERR_USER_INPUT,
             "joint '%s' has no axis: give -joint_%s_axis", j->name, j->name);
  joint_complete_frame(at->frame);
  if (!set && axes == AXES_OPTIONAL)
    at->frame[0][0] = at->frame[1][1] = 1, at->frame[0][1] = at->frame[1][0] = 0;
  PetscCall(PetscArraycpy((double *)at->other, (double *)at->frame, 9));
  PetscCall(DirectionFromOptions(o, model, j, "second_axis", at->other[2], &second));
  PetscCheck(second || axes != AXES_TWO, model->comm, PETSC_ERR_USER_INPUT,
             "joint '%s' has no second axis: give -joint_%s_second_axis", j->name, j->name);
  if (!second) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(axes == AXES_ONE || fabs(dot(at->frame[2], at->other[2])) < tolerance, model->comm,
             PETSC_ERR_USER_INPUT, "-joint_%s_second_axis must be orthogonal to -joint_%s_axis",
             j->name, j->name);
  if (axes == AXES_ONE) turn_frame((const double(*)[3])at->frame, at->other);
  else align_first_axis(at->other[2], at->frame, at->other);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads -joint_<name>_pitch of a screw. */
static PetscErrorCode PitchFromOptions(FsOptions o, Model model, Joint *j)
{
  const char *option = FsOptionName(o, "-joint_%s_pitch", j->name);
  PetscBool   set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReal(o, option, &j->pitch, &set));
  PetscCheck(!set || has_screw(j), model->comm, PETSC_ERR_USER_INPUT, "%s: a %s joint has no pitch",
             option, j->type->name);
  PetscCheck(j->pitch != 0 || !has_screw(j), model->comm, PETSC_ERR_USER_INPUT,
             "%s: joint '%s' is a screw and needs its advance per turn [m], not 0", option,
             j->name);
  j->pitch /= 2 * PETSC_PI;
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

/* Sets the points of every cell; user_point as in joint_points. */
static PetscErrorCode SetPoints(Model model, Joint *j, const double *user_point[2],
                                PetscBool length_set, PetscReal length)
{
  const Geometry *g        = &model->mesh->g;
  const double    rounding = 1e-12;
  PatternMotion  *copy;

  PetscFunctionBeginUser;
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
    j->length[e] = length_set ? length : norm(separation);
    if (!j->type->nrows && !length_set && norm(separation) < rounding * (1 + norm(x[1])))
      j->length[e] = 0;
  }
  PetscCall(PetscFree(copy));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets points and length of every cell from -joint_<name>_point, _second_point, _length. */
static PetscErrorCode PointsFromOptions(FsOptions o, Model model, Joint *j)
{
  const char *const what[]      = {"point", "second_point"};
  const PetscBool   is_distance = (PetscBool)(j->type->row[0].kind == ROW_DISTANCE);
  PetscReal         point[2][3], length = 0;
  const double     *user_point[2] = {NULL, NULL};
  PetscBool         length_set;

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    PetscInt  three = 3;
    PetscBool set;

    PetscCall(FsOptionsReals(o, FsOptionName(o, "-joint_%s_%s", j->name, what[k]), 3, &three,
                             point[k], &set));
    if (set) user_point[k] = point[k];
  }
  if (j->type->nrows)
    PetscCall(
      FsOptionsPositive(o, FsOptionName(o, "-joint_%s_length", j->name), &length, &length_set));
  else
    PetscCall(FsOptionsReal(o, FsOptionName(o, "-joint_%s_length", j->name), &length, &length_set));
  PetscCheck(!length_set || is_distance, model->comm, PETSC_ERR_USER_INPUT,
             "-joint_%s_length: a %s joint has no length", j->name, j->type->name);
  PetscCheck(length >= 0, model->comm, PETSC_ERR_USER_INPUT,
             "-joint_%s_length %.6g: must not be negative", j->name, (double)length);
  PetscCall(SetPoints(model, j, user_point, length_set, length));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TypeFromOptions(FsOptions o, Model model, Joint *j)
{
  const char *names[MAX_TYPES], *option = FsOptionName(o, "-joint_%s_type", j->name);
  PetscInt    n = 0, chosen = -1;

  PetscFunctionBeginUser;
  for (; n < MAX_TYPES - 1 && joint_types[n].name; n++) names[n] = joint_types[n].name;
  PetscCheck(!joint_types[n].name, model->comm, PETSC_ERR_PLIB,
             "more than %d types of joints: enlarge MAX_TYPES", MAX_TYPES - 1);
  names[n] = NULL;
  PetscCall(FsOptionsChoice(o, option, names, &chosen, NULL));
  PetscCheck(chosen >= 0, model->comm, PETSC_ERR_USER_INPUT,
             "joint '%s' has no type: give %s (spherical, revolute, ...)", j->name, option);
  j->type = &joint_types[chosen];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointsCreate(FsOptions o, Model model)
{
  static const char *const what[] = {"none", "positions", "velocities", "all", NULL};
  PetscInt                 n, nends, nsliders, assemble = 0;
  char                   **names, **sliders;
  TiesOptions              ties;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-joints", &n, &names));
  PetscCall(MemberJointsCount(o, model, &nends));
  PetscCall(FsOptionsNames(o, "-sliders", &nsliders, &sliders));
  PetscCall(TiesOptionsRead(o, model->comm, &ties));
  if (n || nends || nsliders || ties.n)
    PetscCall(FsOptionsChoice(o, "-assemble", what, &assemble, NULL));
  PetscCall(PetscStrNArrayDestroy(nsliders, &sliders));
  model->assemble.positions  = (PetscBool)(assemble & 1);
  model->assemble.velocities = (PetscBool)(assemble >> 1);
  PetscCall(PetscCalloc1((size_t)(n + nends + ties.n * TIE_JOINTS + SupportConstraintsCount(model)),
                         &model->joint));
  for (PetscInt i = 0; i < n; i++) {
    Joint        *j = &model->joint[model->njoints++];
    MeshSelection selection;

    j->support = -1;
    PetscCall(PetscStrallocpy(names[i], &j->name));
    PetscCall(MeshSelectionFromOptions(o, model->comm, "joint", names[i], &selection));
    PetscCall(MeshSelect(model->mesh, &selection, &j->set));
    PetscCall(TypeFromOptions(o, model, j));
    PetscCall(AxesFromOptions(o, model, j));
    PetscCall(PitchFromOptions(o, model, j));
    PetscCall(BushingFromOptions(o, model->comm, j->name, j->type,
                                 (const double(*)[3])j->first.frame, &j->first.bushing));
    PetscCall(JointCoordinatesFromOptions(o, model, j));
    PetscCall(JointFindCells(model, j));
    PetscCall(PointsFromOptions(o, model, j));
  }
  PetscCall(MemberJointsCreate(o, model));
  PetscCall(JointNodesSetComponents(model));
  for (PetscInt i = 0; i < model->njoints; i++) {
    PetscCall(JointSetUpRows(model, &model->joint[i]));
    PetscCall(JointCheckNodes(model, &model->joint[i]));
  }
  PetscCall(JointStartsFromOptions(o, model));
  PetscCall(TiesCreate(model, &ties));
  PetscCall(TiesOptionsFree(&ties));
  PetscCall(SupportConstraintsCreate(model));
  PetscCall(PetscStrNArrayDestroy(n, &names));
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
