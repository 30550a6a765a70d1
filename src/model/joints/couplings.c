/* couplings.c: reads couplings from the options, with their joints, coordinates and factors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "couplings.h"
#include "ties.h"
#include "base/error.h"

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

typedef enum { GEAR, BELT, RACK, SCREW, LINEAR, RELATION } CouplingKind;
static const char *const kinds[] = {"gear", "belt", "rack", "screw", "linear", "relation", NULL};

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

static PetscErrorCode CheckMembers(Model model, const Coupling *c, CouplingKind kind)
{
  PetscBool fits = (PetscBool)(rules[kind].two ? c->nmembers == 2 : c->nmembers > 1);

  PetscFunctionBeginUser;
  for (int k = 0; k < 2 && fits; k++)
    if (rules[kind].angles[k] >= 0 && rules[kind].angles[k] != joint_is_angle(c->member[k].kind))
      fits = PETSC_FALSE;
  PetscCheck(fits, model->comm, PETSC_ERR_USER_INPUT, "-coupling_%s_of: a %s takes %s", c->name,
             c->type, rules[kind].coordinates);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- members --------------------------------------------------------------------------------- */

/* Finds the joint called name[length]. The input error lists all joints. */
static PetscErrorCode FindJoint(Model model, const char option[], const char name[], size_t length,
                                PetscInt *joint)
{
  char list[512] = "", word[256] = "";

  PetscFunctionBeginUser;
  PetscCall(PetscStrncpy(word, name, PetscMin(length + 1, sizeof word)));
  for (*joint = 0; *joint < model->njoints; ++*joint) {
    if (!strcmp(model->joint[*joint].name, word)) PetscFunctionReturn(PETSC_SUCCESS);
    if (*joint) PetscCall(PetscStrlcat(list, ", ", sizeof list));
    PetscCall(PetscStrlcat(list, model->joint[*joint].name, sizeof list));
  }
  SETERRQ(model->comm, PETSC_ERR_USER_INPUT, "%s: there is no joint '%s'; -joints has %s", option,
          word, *list ? list : "none");
}

/* Reads one member from text[length], "joint.coordinate". */
static PetscErrorCode ReadMember(Model model, const char option[], const char text[], size_t length,
                                 CouplingMember *m)
{
  const char  *dot = NULL; /* the last one */
  const Joint *joint;
  int          kind = 0;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < length; k++)
    if (text[k] == '.') dot = text + k;
  PetscCheck(dot, model->comm, PETSC_ERR_USER_INPUT,
             "%s: '%.*s' is not <joint>.<coordinate>, such as wheel.angle or rod.displacement",
             option, (int)length, text);
  PetscCall(FindJoint(model, option, text, (size_t)(dot - text), &m->joint));
  joint = &model->joint[m->joint];
  length -= (size_t)(dot + 1 - text);
  for (; kind < JOINT_COORDINATES; kind++)
    if (strlen(joint_coordinate_names[kind]) == length &&
        !strncmp(joint_coordinate_names[kind], dot + 1, length))
      break;
  PetscCheck(kind < JOINT_COORDINATES, model->comm, PETSC_ERR_USER_INPUT,
             "%s: '%.*s' is not a coordinate: angle, displacement, second_angle, ...", option,
             (int)length, dot + 1);
  PetscCheck(joint->type->free[kind], model->comm, PETSC_ERR_USER_INPUT,
             "%s: a %s joint has no %s that is free", option, joint->type->name,
             joint_coordinate_names[kind]);
  m->kind = (JointCoordinateKind)kind;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MembersFromOptions(FsOptions o, Model model, Coupling *c)
{
  const char *option = FsOptionName(o, "-coupling_%s_of", c->name), *text;
  PetscBool   set, moves = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, option, &text, &set));
  PetscCheck(set, model->comm, PETSC_ERR_USER_INPUT,
             "coupling '%s' couples nothing: give %s <joint>.<coordinate>,<joint>.<coordinate>",
             c->name, option);
  for (PetscBool last = PETSC_FALSE; !last; c->nmembers++) {
    const size_t length = strcspn(text, ",");

    PetscCheck(c->nmembers < COUPLING_MEMBERS, model->comm, PETSC_ERR_USER_INPUT,
               "%s: more than %d coordinates", option, COUPLING_MEMBERS);
    PetscCall(ReadMember(model, option, text, length, &c->member[c->nmembers]));
    last = (PetscBool)!text[length];
    text += length + 1;
  }
  c->ncells_all = model->joint[c->member[0].joint].ncells_all;
  for (PetscInt m = 0; m < c->nmembers; m++) {
    const Joint *j = &model->joint[c->member[m].joint], *first = &model->joint[c->member[0].joint];

    if (!j->driver[c->member[m].kind]) moves = PETSC_TRUE;
    PetscCheck(j->ncells_all == c->ncells_all, model->comm, PETSC_ERR_USER_INPUT,
               "%s: joint '%s' has %" PetscInt_FMT " cells, joint '%s' %" PetscInt_FMT
               "; they must have equal numbers of cells",
               option, first->name, c->ncells_all, j->name, j->ncells_all);
    for (PetscInt k = 0; k < m; k++)
      PetscCheck(c->member[k].joint != c->member[m].joint || c->member[k].kind != c->member[m].kind,
                 model->comm, PETSC_ERR_USER_INPUT, "%s: the %s of joint '%s' is given twice",
                 option, joint_coordinate_names[c->member[m].kind], j->name);
  }
  PetscCheck(moves, model->comm, PETSC_ERR_USER_INPUT,
             "coupling '%s': all its coordinates have drivers; leave one of them to the coupling",
             c->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- factors --------------------------------------------------------------------------------- */

/* Reads n numbers that are not 0 from -coupling_<name>_<what>. */
static PetscErrorCode NonzeroNumbersFromOptions(FsOptions o, Model model, const Coupling *c,
                                                const char what[], PetscInt n, PetscReal value[],
                                                PetscBool *set)
{
  const char *option = FsOptionName(o, "-coupling_%s_%s", c->name, what);
  PetscInt    found  = n;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, option, n, &found, value, set));
  for (PetscInt k = 0; k < n && *set; k++)
    PetscCheck(value[k] != 0, model->comm, PETSC_ERR_USER_INPUT, "%s: must not be 0", option);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the coefficients value[nmembers] of the row from the options of the type. */
static PetscErrorCode Coefficients(FsOptions o, Model model, const Coupling *c, CouplingKind kind,
                                   PetscReal value[], PetscBool *set)
{
  const PetscReal turn = 2 * PETSC_PI;
  PetscBool       ratio;

  PetscFunctionBeginUser;
  value[1] = kind == GEAR ? 1 : -1;
  if (kind == LINEAR)
    PetscCall(NonzeroNumbersFromOptions(o, model, c, "coefficients", c->nmembers, value, set));
  if (kind == RACK) PetscCall(NonzeroNumbersFromOptions(o, model, c, "radius", 1, value, set));
  if (kind == SCREW) {
    PetscCall(NonzeroNumbersFromOptions(o, model, c, "pitch", 1, value, set));
    value[0] /= turn;
  }
  if (kind != GEAR && kind != BELT) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(NonzeroNumbersFromOptions(o, model, c, "radii", 2, value, set));
  if (kind == BELT) {
    PetscCheck(!*set || (value[0] > 0 && value[1] > 0), model->comm, PETSC_ERR_USER_INPUT,
               "-coupling_%s_radii: the radii of a belt must be positive", c->name);
    value[1] = -value[1];
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  {
    PetscReal i;

    PetscCall(NonzeroNumbersFromOptions(o, model, c, "ratio", 1, &i, &ratio));
    PetscCheck(!ratio || !*set, model->comm, PETSC_ERR_USER_INPUT,
               "-coupling_%s_radii and -coupling_%s_ratio: give one of them", c->name, c->name);
    if (ratio) value[0] = 1, value[1] = -i;
    *set = (PetscBool)(*set || ratio);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks that a formula has no table with corners, at which velocities would jump. */
static PetscErrorCode CheckSmooth(Model model, const char option[], const char text[])
{
  size_t      length;
  const char *name;

  PetscFunctionBeginUser;
  while ((name = symbol_next(&text, &length))) {
    const Symbol *symbol = symbol_find(model->symbols, name, length);

    PetscCheck(!symbol || !symbol->interpolant || symbol->interpolant->kind == INTERPOLATE_CUBIC,
               model->comm, PETSC_ERR_USER_INPUT,
               "%s: %s has corners, where velocities would jump; give %s_kind cubic", option,
               symbol->name, symbol->text);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FactorsFromOptions(FsOptions o, Model model, Coupling *c, CouplingKind kind)
{
  static const char *const variable[]              = {"u"};
  PetscReal                value[COUPLING_MEMBERS] = {0};
  PetscBool                set                     = PETSC_FALSE, has_offset;

  PetscFunctionBeginUser;
  if (kind == RELATION) {
    const char *option = FsOptionName(o, "-coupling_%s_formula", c->name), *text;

    PetscCall(FsOptionsText(o, option, &text, &set));
    if (set)
      PetscCall(ExpressionCreate(model->symbols, option, text, 1, variable, &c->member[0].formula));
    if (set) PetscCall(CheckSmooth(model, option, text));
    value[0] = -1, value[1] = 1;
  } else PetscCall(Coefficients(o, model, c, kind, value, &set));
  PetscCheck(set, model->comm, PETSC_ERR_USER_INPUT,
             "coupling '%s' (%s) has no coefficients: give -coupling_%s_%s", c->name, c->type,
             c->name, rules[kind].option);
  for (PetscInt m = 0; m < c->nmembers; m++)
    c->member[m].factor = value[m] / value[c->nmembers - 1];
  PetscCall(
    FsOptionsReal(o, FsOptionName(o, "-coupling_%s_offset", c->name), &c->offset, &has_offset));
  c->from_initial = (PetscBool)(kind != RELATION && !has_offset);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CouplingsCreate(FsOptions o, Model model)
{
  PetscInt n;
  char   **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-couplings", &n, &names));
  if (!n && !TiesCountCouplings(model)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&model->couplings));
  PetscCall(PetscCalloc1((size_t)(n + TiesCountCouplings(model)), &model->couplings->coupling));
  for (PetscInt i = 0; i < n; i++) {
    Coupling   *c      = &model->couplings->coupling[model->couplings->n++];
    const char *option = FsOptionName(o, "-coupling_%s_type", names[i]);
    PetscInt    kind   = -1;

    PetscCall(PetscStrallocpy(names[i], &c->name));
    PetscCall(JointsCheckName(model, "coupling", c->name));
    PetscCall(FsOptionsChoice(o, option, kinds, &kind, NULL));
    PetscCheck(kind >= 0, model->comm, PETSC_ERR_USER_INPUT,
               "coupling '%s' has no type: give %s (gear, rack, ...)", c->name, option);
    c->type = kinds[kind];
    PetscCall(MembersFromOptions(o, model, c));
    PetscCall(CheckMembers(model, c, (CouplingKind)kind));
    PetscCall(FactorsFromOptions(o, model, c, (CouplingKind)kind));
    for (PetscInt m = 0; m < c->nmembers; m++)
      model->couplings->nshares += model->joint[c->member[m].joint].ncells;
  }
  PetscCall(TiesAddCouplings(model));
  PetscCall(PetscStrNArrayDestroy(n, &names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CouplingsDestroy(Model model)
{
  Couplings c = model->couplings;

  PetscFunctionBeginUser;
  if (!c) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < c->n; i++) {
    PetscCall(PetscFree(c->coupling[i].name));
    PetscCall(PetscFree(c->coupling[i].dof));
    PetscCall(ExpressionDestroy(&c->coupling[i].member[0].formula));
  }
  PetscCall(PetscFree(c->coupling));
  PetscCall(PetscFree2(c->share, c->dofs));
  PetscCall(PetscSFDestroy(&c->multipliers));
  PetscCall(PetscFree(model->couplings));
  PetscFunctionReturn(PETSC_SUCCESS);
}
