/* joint_options.c: reads the description of joints from the options, and those of all
   constraints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "input/given/option_plugins.h"
#include "joint_options.h"
#include "joint_starts.h"
#include "math/vector.h"
#include "constraint_options.h"
#include "model/ends/member_joints.h"

enum { MAX_TYPES = 32 };
static char type_names[512]; /* filled in by JointsDocument */

static const FsOptionDoc joint_options[] = {
  {"-joints",                              "<name>,...", "names of joints, each described by -joint_<name>_..."},
  {"-joint_<name>_set",                    "<name>",
   "set of the mesh: its lines join their two ends, its points a node and ground; default: the "
   "name of the joint"                                                                                         },
  {"-joint_<name>_place",                  "<x,y,z>",
   "instead of a set: joins the node at this place to ground; a beam, truss, bar or cable is split "
   "there"                                                                                                     },
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
  PetscCall(FsOptionsDocument(o, "Friction of joints", friction_options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads -joint_<name>_<what>, a direction, as the unit vector x. Input error: the joint has no
   axis. */
static PetscErrorCode ReadDirection(FsOptions o, MPI_Comm comm, const JointOptions *j,
                                    const char what[], double x[3], PetscBool *set)
{
  const char *option = FsOptionName(o, "-joint_%s_%s", j->name, what);
  PetscInt    three  = 3;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, option, 3, &three, x, set));
  if (!*set) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(norm(x) > 0, comm, PETSC_ERR_USER_INPUT,
             "%s: joint '%s' needs a direction that is not 0,0,0", option, j->name);
  PetscCheck(j->type->axes, comm, PETSC_ERR_USER_INPUT, "%s: a %s joint has no axis", option,
             j->type->name);
  normalize(x);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadPitch(FsOptions o, MPI_Comm comm, JointOptions *j)
{
  const char     *option   = FsOptionName(o, "-joint_%s_pitch", j->name);
  const PetscBool is_screw = (PetscBool)joint_type_has_pitch(j->type);
  PetscBool       set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReal(o, option, &j->pitch, &set));
  PetscCheck(!set || is_screw, comm, PETSC_ERR_USER_INPUT, "%s: a %s joint has no pitch", option,
             j->type->name);
  PetscCheck(j->pitch != 0 || !is_screw, comm, PETSC_ERR_USER_INPUT,
             "%s: joint '%s' is a screw and needs its advance per turn [m], not 0", option,
             j->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads -joint_<name>_point, _second_point and _length. */
static PetscErrorCode ReadPoints(FsOptions o, MPI_Comm comm, JointOptions *j)
{
  static const char *const what[]      = {"point", "second_point"};
  const PetscBool          is_distance = (PetscBool)joint_type_has_length(j->type);
  const char              *option;

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    PetscInt three = 3;

    PetscCall(FsOptionsReals(o, FsOptionName(o, "-joint_%s_%s", j->name, what[k]), 3, &three,
                             j->point[k], &j->has_point[k]));
  }
  option = FsOptionName(o, "-joint_%s_length", j->name);
  if (j->type->nrows) PetscCall(FsOptionsPositive(o, option, &j->length, &j->has_length));
  else PetscCall(FsOptionsReal(o, option, &j->length, &j->has_length));
  PetscCheck(!j->has_length || is_distance, comm, PETSC_ERR_USER_INPUT,
             "%s: a %s joint has no length", option, j->type->name);
  PetscCheck(j->length >= 0, comm, PETSC_ERR_USER_INPUT, "%s %.6g: must not be negative", option,
             (double)j->length);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadType(FsOptions o, MPI_Comm comm, JointOptions *j)
{
  const char *names[MAX_TYPES], *option = FsOptionName(o, "-joint_%s_type", j->name);
  PetscInt    n = 0, chosen = -1;

  PetscFunctionBeginUser;
  for (; n < MAX_TYPES - 1 && joint_types[n].name; n++) names[n] = joint_types[n].name;
  PetscCheck(!joint_types[n].name, comm, PETSC_ERR_PLIB,
             "more than %d types of joints: enlarge MAX_TYPES", MAX_TYPES - 1);
  names[n] = NULL;
  PetscCall(OptionsChoiceWithPlugins(o, option, names, &chosen));
  if (chosen >= 0) j->type = &joint_types[chosen];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadJoint(FsOptions o, MPI_Comm comm, const char name[], JointOptions *j)
{
  PetscFunctionBeginUser;
  *j = (JointOptions){.name = name};
  PetscCall(MeshSelectionFromOptions(o, comm, "joint", SELECT_BY_PLACE, name, &j->cells));
  PetscCall(ReadType(o, comm, j));
  if (!j->type) PetscFunctionReturn(PETSC_SUCCESS); /* JointsCreate() reports it */
  PetscCall(ReadDirection(o, comm, j, "axis", j->axis, &j->has_axis));
  PetscCall(ReadDirection(o, comm, j, "second_axis", j->second_axis, &j->has_second_axis));
  PetscCall(ReadPitch(o, comm, j));
  PetscCall(BushingOptionsRead(o, comm, name, j->type, &j->bushing));
  for (int k = 0; k < JOINT_COORDINATES; k++)
    PetscCall(
      CoordinateOptionsRead(o, comm, name, j->type, (JointCoordinateKind)k, &j->coordinate[k]));
  PetscCall(ReadPoints(o, comm, j));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointsOptionsRead(FsOptions o, MPI_Comm comm, JointsOptions *joints)
{
  PetscFunctionBeginUser;
  *joints = (JointsOptions){.n = 0};
  PetscCall(FsOptionsNames(o, "-joints", &joints->n, &joints->names));
  if (!joints->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DriverTimesFromOptions(o, &joints->times));
  PetscCall(PetscCalloc1(joints->n, &joints->joint));
  for (PetscInt i = 0; i < joints->n; i++)
    PetscCall(ReadJoint(o, comm, joints->names[i], &joints->joint[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointsOptionsFree(JointsOptions *joints)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrNArrayDestroy(joints->n, &joints->names));
  PetscCall(PetscFree(joints->joint));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads -assemble: which initial values are corrected to satisfy the constraints.
   The default is "none". Collective. */
static PetscErrorCode AssembleRead(FsOptions o, Assemble *assemble)
{
  static const char *const what[] = {"none", "positions", "velocities", "all", NULL};
  PetscInt                 choice = 0;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsChoice(o, "-assemble", what, &choice, NULL));
  assemble->positions  = (PetscBool)(choice & 1);
  assemble->velocities = (PetscBool)(choice >> 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- constraint options ---------------------------------------------------------------------- */

PetscErrorCode ConstraintOptionsRead(FsOptions o, MPI_Comm comm, const MeshOptions *mesh,
                                     ConstraintOptions *c)
{
  PetscFunctionBeginUser;
  PetscCall(JointsOptionsRead(o, comm, &c->joints));
  PetscCall(MemberJointOptionsRead(o, comm, mesh, &c->ends));
  PetscCall(JointStartOptionsRead(o, &c->joints, &c->ends, &c->starts));
  c->ties = TiesOptionsOf(mesh);
  PetscCall(CouplingsOptionsRead(o, comm, &c->couplings));
  PetscCall(SlidersOptionsRead(o, comm, &c->sliders));
  c->assemble = (Assemble){PETSC_FALSE, PETSC_FALSE};
  if (c->joints.n || MemberJointsCount(&c->ends) || c->ties->n || c->sliders.n)
    PetscCall(AssembleRead(o, &c->assemble));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintOptionsFree(ConstraintOptions *c)
{
  PetscFunctionBeginUser;
  PetscCall(JointStartOptionsFree(&c->starts));
  PetscCall(JointsOptionsFree(&c->joints));
  PetscCall(MemberJointOptionsFree(&c->ends));
  PetscCall(CouplingsOptionsFree(&c->couplings));
  PetscCall(SlidersOptionsFree(&c->sliders));
  PetscFunctionReturn(PETSC_SUCCESS);
}
