/* tie_equation.c: reads ties that are linear equations of displacements or of small rotations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "ties.h"

static const JointType displacement_type = {
  "equation", AXES_NONE, 1, {ALONG_FIXED_AXIS}, 0, {{ROW_DISTANCE, 0, 0, 0}}};
static const JointType rotation_type = {
  "equation", AXES_NONE, 1, {NOT_FREE, ABOUT_AXIS},
     0, {{ROW_DISTANCE, 0, 0, 0}       }
};

static const char *const names[COMPONENTS] = {"x",          "y",          "z",
                                              "rotation_x", "rotation_y", "rotation_z"};

/* Reads the set and the component of a term, text[length]. */
static PetscErrorCode ReadTerm(Model model, const char option[], const char text[], size_t length,
                               PetscInt *set, int *component)
{
  char  word[256] = "";
  char *dot;

  PetscFunctionBeginUser;
  PetscCall(PetscStrncpy(word, text, PetscMin(length + 1, sizeof word)));
  dot        = strrchr(word, '.');
  *component = COMPONENTS;
  for (int c = 0; c < COMPONENTS && dot; c++)
    if (!strcmp(dot + 1, names[c])) *component = c;
  PetscCheck(*component < COMPONENTS, model->comm, PETSC_ERR_USER_INPUT,
             "%s: '%s' is not <set>.<component>, such as top.x; the components are x, y, z, "
             "rotation_x, rotation_y, rotation_z",
             option, word);
  PetscCheck(*component < 3 || model->linearize, model->comm, PETSC_ERR_USER_INPUT,
             "%s: '%s' is a rotation, and large rotations do not add up; give -linearize, or use a "
             "joint or a rigid tie",
             option, word);
  *dot = 0;
  PetscCall(MeshFindSet(model->mesh, option, word, set));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a joint between ground and each node of a set, with a component as its coordinate. Input
   error: a node lacks the component. */
static PetscErrorCode AddTermJoint(Model model, Tie *tie, PetscInt set, int component)
{
  const Geometry *g         = &model->mesh->g;
  const double    origin[3] = {0, 0, 0}, *x = origin;
  Joint          *j = TieAddJoint(model, tie, component < 3 ? &displacement_type : &rotation_type);
  unsigned char  *wanted;

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(tie->name, &j->name));
  j->set = set;
  for (int k = 0; k < 3; k++) j->first.frame[2][k] = k == component % 3;
  joint_complete_frame(j->first.frame);
  PetscCall(PetscArraycpy((double *)j->first.other, (double *)j->first.frame, 9));
  PetscCall(PetscMalloc1(g->nnodes, &wanted));
  for (int i = 0; i < g->nnodes; i++) {
    wanted[i] = (unsigned char)geometry_node_in_set(g, i, (int)set);
    if (wanted[i] && !(model->layout.components[i] >> component & 1)) x = g->x[i];
  }
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)(x != origin),
    "tie '%s': the node at (%.6g, %.6g, %.6g) of set '%s' has no %s%s: it belongs to no part that "
    "acts there; take the term out, or give a set without the node",
    tie->name, x[0], x[1], x[2], g->set_name[set], component < 3 ? "displacement " : "",
    component_names[component]));
  PetscCall(JointSetGroundedNodes(model, wanted, j));
  PetscCall(PetscFree(wanted));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the joints of all terms, whose number is n. */
static PetscErrorCode ReadTerms(FsOptions o, Model model, Tie *tie, PetscInt *n,
                                JointCoordinateKind kind[])
{
  const char *option = FsOptionName(o, "-tie_%s_of", tie->name), *text;
  PetscBool   given;
  int         of[COUPLING_MAX_MEMBERS]; /* components of the terms so far */

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, option, &text, &given));
  PetscCheck(given, model->comm, PETSC_ERR_USER_INPUT,
             "tie '%s' has no terms: give %s <set>.<component>,<set>.<component>,...", tie->name,
             option);
  *n = 0;
  for (PetscBool last = PETSC_FALSE; !last; ++*n) {
    const size_t length = strcspn(text, ",");
    PetscInt     set;
    int          component = 0;

    PetscCheck(*n < COUPLING_MAX_MEMBERS, model->comm, PETSC_ERR_USER_INPUT,
               "%s: more than %d terms; put nodes of one coefficient into one set", option,
               COUPLING_MAX_MEMBERS);
    PetscCall(ReadTerm(model, option, text, length, &set, &component));
    for (PetscInt k = 0; k < *n; k++)
      PetscCheck(model->joint[tie->first + k].set != set || of[k] != component, model->comm,
                 PETSC_ERR_USER_INPUT, "%s: %.*s is given twice; give the sum of its coefficients",
                 option, (int)length, text);
    of[*n] = component;
    PetscCall(AddTermJoint(model, tie, set, component));
    kind[*n] = component < 3 ? JOINT_DISPLACEMENT : JOINT_ANGLE;
    last     = (PetscBool)!text[length];
    text += length + 1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TieEquationCreate(FsOptions o, Model model, Tie *tie)
{
  const char         *option = FsOptionName(o, "-tie_%s_coefficients", tie->name);
  PetscReal           c[COUPLING_MAX_MEMBERS], value = 0;
  PetscInt            n, found;
  PetscBool           given;
  JointCoordinateKind kind[COUPLING_MAX_MEMBERS];
  Coupling           *coupling;

  PetscFunctionBeginUser;
  PetscCall(ReadTerms(o, model, tie, &n, kind));
  found = n;
  PetscCall(FsOptionsReals(o, option, n, &found, c, &given));
  PetscCheck(given, model->comm, PETSC_ERR_USER_INPUT,
             "tie '%s' has no coefficients: give %s, %" PetscInt_FMT " numbers", tie->name, option,
             n);
  for (PetscInt k = 0; k < n; k++)
    PetscCheck(c[k] != 0, model->comm, PETSC_ERR_USER_INPUT,
               "%s: number %" PetscInt_FMT " is 0; take the term out of -tie_%s_of", option, k + 1,
               tie->name);
  PetscCall(FsOptionsReal(o, FsOptionName(o, "-tie_%s_value", tie->name), &value, NULL));
  PetscCall(TieAddCoupling(model, tie, tie->first, kind[0], PETSC_TRUE, &coupling));
  for (PetscInt k = 0; k < n; k++)
    coupling->member[k] =
      (CouplingMember){.joint = tie->first + k, .kind = kind[k], .factor = c[k] / c[n - 1]};
  coupling->nmembers = n;
  coupling->offset   = value / c[n - 1];
  PetscFunctionReturn(PETSC_SUCCESS);
}
