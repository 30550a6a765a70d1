/* coupling_options.c: reads the description of couplings from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "input/option_list.h"
#include "coupling_options.h"
#include <string.h>

const FsOptionDoc coupling_options[] = {
  {"-couplings",                    "<name>,...",
   "names of couplings of joints' free coordinates, each described by -coupling_<name>_..."                 },
  {"-coupling_<name>_of",           "required",
   "<joint>.<coordinate>,...: coordinates (angle, displacement, ...) that it couples, of one joint "
   "or of several joints with equal numbers of cells; cells are paired in the order of the mesh"            },
  {"-coupling_<name>_type",         "required",    "one of gear, belt, rack, screw, linear, relation"       },
  {"-coupling_<name>_radii",        "<r1,r2>",
   "for a gear: pitch radii, r1 angle1 + r2 angle2 = 0; an internal wheel has a negative radius. "
   "For a belt: r1 angle1 = r2 angle2"                                                                      },
  {"-coupling_<name>_ratio",        "<i>",
   "for a gear, instead: angle1 = i angle2; negative if they rotate in opposite senses"                     },
  {"-coupling_<name>_radius",       "<r>",         "for a rack: displacement = r angle [m]; may be negative"},
  {"-coupling_<name>_pitch",        "<p>",
   "for a screw: displacement = p per turn [m]; negative if left-handed"                                    },
  {"-coupling_<name>_coefficients", "<c1,c2,...>",
   "for linear: c1 x1 + c2 x2 + ... = 0, such as a differential; up to 8 coefficients"                      },
  {"-coupling_<name>_formula",      "<f(u)>",
   "for a relation: x2 = f(x1), a smooth formula of u = x1, such as a cam's, or a column of a "
   "table"                                                                                                  },
  {"-coupling_<name>_offset",       "<x>",
   "added to the side of the last coordinate; coordinates count from the reference configuration; "
   "default: the value that fits the initial configuration, or 0 for a relation"                            },
  {NULL,                            NULL,          NULL                                                     }
};

/* ---- types ----------------------------------------------------------------------------------- */

const char *const coupling_kinds[] = {"gear", "belt", "rack", "screw", "linear", "relation", NULL};

/* The coordinates and the option that each type needs. */
static const struct {
  int         two;       /* it has exactly two coordinates */
  int         angles[2]; /* each of them is an angle (1), a displacement (0) or either (-1) */
  const char *coordinates, *option;
} rules[] = {
  {1, {1, 1},   "two angles",                    "radii or _ratio"},
  {1, {1, 1},   "two angles",                    "radii"          },
  {1, {1, 0},   "an angle, then a displacement", "radius"         },
  {1, {1, 0},   "an angle, then a displacement", "pitch"          },
  {0, {-1, -1}, "two coordinates or more",       "coefficients"   },
  {1, {-1, -1}, "two coordinates",               "formula"        }
};

static PetscErrorCode CheckMembers(MPI_Comm comm, const CouplingOptions *c)
{
  PetscBool fits = (PetscBool)(rules[c->kind].two ? c->nmembers == 2 : c->nmembers > 1);

  PetscFunctionBeginUser;
  for (int k = 0; k < 2 && fits; k++)
    if (rules[c->kind].angles[k] >= 0 &&
        rules[c->kind].angles[k] != joint_is_angle(c->member[k].kind))
      fits = PETSC_FALSE;
  PetscCheck(fits, comm, PETSC_ERR_USER_INPUT, "-coupling_%s_of: a %s takes %s", c->name,
             coupling_kinds[c->kind], rules[c->kind].coordinates);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- members --------------------------------------------------------------------------------- */

/* Reads one member from text[length], "joint.coordinate". */
static PetscErrorCode ReadMember(MPI_Comm comm, const char option[], const char text[],
                                 size_t length, CouplingMemberOptions *m)
{
  const char *dot  = NULL; /* the last one */
  int         kind = 0;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < length; k++)
    if (text[k] == '.') dot = text + k;
  PetscCheck(dot, comm, PETSC_ERR_USER_INPUT,
             "%s: '%.*s' is not <joint>.<coordinate>, such as wheel.angle or rod.displacement",
             option, (int)length, text);
  PetscCall(PetscStrncpy(m->joint, text, PetscMin((size_t)(dot - text) + 1, sizeof m->joint)));
  length -= (size_t)(dot + 1 - text);
  for (; kind < JOINT_COORDINATES; kind++)
    if (strlen(joint_coordinate_names[kind]) == length &&
        !strncmp(joint_coordinate_names[kind], dot + 1, length))
      break;
  PetscCheck(kind < JOINT_COORDINATES, comm, PETSC_ERR_USER_INPUT,
             "%s: '%.*s' is not a coordinate: angle, displacement, second_angle, ...", option,
             (int)length, dot + 1);
  m->kind = (JointCoordinateKind)kind;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadMembers(FsOptions o, MPI_Comm comm, CouplingOptions *c)
{
  const char *option = FsOptionName(o, "-coupling_%s_of", c->name), *text;
  PetscBool   set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, option, &text, &set));
  PetscCheck(set, comm, PETSC_ERR_USER_INPUT,
             "coupling '%s' couples nothing: give %s <joint>.<coordinate>,<joint>.<coordinate>",
             c->name, option);
  for (const char *item; text; c->nmembers++) {
    PetscCheck(c->nmembers < COUPLING_MEMBERS, comm, PETSC_ERR_USER_INPUT,
               "%s: more than %d coordinates", option, COUPLING_MEMBERS);
    item = text;
    PetscCall(ReadMember(comm, option, item, option_item_next(&text), &c->member[c->nmembers]));
  }
  PetscCall(CheckMembers(comm, c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- factors --------------------------------------------------------------------------------- */

/* Reads n numbers that are not 0 from -coupling_<name>_<what>. */
static PetscErrorCode ReadNonzero(FsOptions o, MPI_Comm comm, const CouplingOptions *c,
                                  const char what[], PetscInt n, PetscReal value[], PetscBool *set)
{
  const char *option = FsOptionName(o, "-coupling_%s_%s", c->name, what);
  PetscInt    found  = n;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, option, n, &found, value, set));
  for (PetscInt k = 0; k < n && *set; k++)
    PetscCheck(value[k] != 0, comm, PETSC_ERR_USER_INPUT, "%s: must not be 0", option);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the coefficients value[nmembers] of the row from the options of the type. */
static PetscErrorCode ReadCoefficients(FsOptions o, MPI_Comm comm, const CouplingOptions *c,
                                       PetscReal value[], PetscBool *set)
{
  const CouplingKind kind = c->kind;
  const PetscReal    turn = 2 * PETSC_PI;
  PetscBool          ratio;

  PetscFunctionBeginUser;
  value[1] = kind == COUPLING_GEAR ? 1 : -1;
  if (kind == COUPLING_LINEAR)
    PetscCall(ReadNonzero(o, comm, c, "coefficients", c->nmembers, value, set));
  if (kind == COUPLING_RACK) PetscCall(ReadNonzero(o, comm, c, "radius", 1, value, set));
  if (kind == COUPLING_SCREW) {
    PetscCall(ReadNonzero(o, comm, c, "pitch", 1, value, set));
    value[0] /= turn;
  }
  if (kind != COUPLING_GEAR && kind != COUPLING_BELT) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ReadNonzero(o, comm, c, "radii", 2, value, set));
  if (kind == COUPLING_BELT) {
    PetscCheck(!*set || (value[0] > 0 && value[1] > 0), comm, PETSC_ERR_USER_INPUT,
               "-coupling_%s_radii: the radii of a belt must be positive", c->name);
    value[1] = -value[1];
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  {
    PetscReal i;

    PetscCall(ReadNonzero(o, comm, c, "ratio", 1, &i, &ratio));
    PetscCheck(!ratio || !*set, comm, PETSC_ERR_USER_INPUT,
               "-coupling_%s_radii and -coupling_%s_ratio: give one of them", c->name, c->name);
    if (ratio) value[0] = 1, value[1] = -i;
    *set = (PetscBool)(*set || ratio);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadFactors(FsOptions o, MPI_Comm comm, CouplingOptions *c)
{
  PetscReal value[COUPLING_MEMBERS] = {0};
  PetscBool set                     = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (c->kind == COUPLING_RELATION) {
    PetscCall(
      FsOptionsText(o, FsOptionName(o, "-coupling_%s_formula", c->name), &c->formula, &set));
    value[0] = -1, value[1] = 1;
  } else PetscCall(ReadCoefficients(o, comm, c, value, &set));
  PetscCheck(set, comm, PETSC_ERR_USER_INPUT,
             "coupling '%s' (%s) has no coefficients: give -coupling_%s_%s", c->name,
             coupling_kinds[c->kind], c->name, rules[c->kind].option);
  for (PetscInt m = 0; m < c->nmembers; m++)
    c->member[m].factor = value[m] / value[c->nmembers - 1];
  PetscCall(
    FsOptionsReal(o, FsOptionName(o, "-coupling_%s_offset", c->name), &c->offset, &c->has_offset));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all couplings --------------------------------------------------------------------------- */

static PetscErrorCode ReadCoupling(FsOptions o, MPI_Comm comm, const char name[],
                                   CouplingOptions *c)
{
  const char *option = FsOptionName(o, "-coupling_%s_type", name);
  PetscInt    kind   = -1;

  PetscFunctionBeginUser;
  *c = (CouplingOptions){.name = name};
  PetscCall(FsOptionsChoice(o, option, coupling_kinds, &kind, NULL));
  PetscCheck(kind >= 0, comm, PETSC_ERR_USER_INPUT,
             "coupling '%s' has no type: give %s (gear, rack, ...)", name, option);
  c->kind = (CouplingKind)kind;
  PetscCall(ReadMembers(o, comm, c));
  PetscCall(ReadFactors(o, comm, c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CouplingsOptionsRead(FsOptions o, MPI_Comm comm, CouplingsOptions *couplings)
{
  PetscFunctionBeginUser;
  *couplings = (CouplingsOptions){.n = 0};
  PetscCall(FsOptionsNames(o, "-couplings", &couplings->n, &couplings->names));
  PetscCall(PetscCalloc1(couplings->n, &couplings->coupling));
  for (PetscInt i = 0; i < couplings->n; i++)
    PetscCall(ReadCoupling(o, comm, couplings->names[i], &couplings->coupling[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CouplingsOptionsFree(CouplingsOptions *couplings)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrNArrayDestroy(couplings->n, &couplings->names));
  PetscCall(PetscFree(couplings->coupling));
  PetscFunctionReturn(PETSC_SUCCESS);
}
