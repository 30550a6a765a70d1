/* tie_equation.c: creates ties that are linear equations of displacements or of small rotations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "input/option_list.h"
#include "base/error.h"
#include "tie_kind.h"

/* ---- options --------------------------------------------------------------------------------- */

static const char *const tie_component_names[COMPONENTS] = {
  "x", "y", "z", "rotation_x", "rotation_y", "rotation_z"};

/* Reads the set and the component of a term, text[length]. */
static PetscErrorCode ReadTerm(MPI_Comm comm, const char option[], const char text[], size_t length,
                               TieTerm *term)
{
  char *dot;

  PetscFunctionBeginUser;
  PetscCall(PetscStrncpy(term->set, text, PetscMin(length + 1, sizeof term->set)));
  dot             = strrchr(term->set, '.');
  term->component = COMPONENTS;
  for (int c = 0; c < COMPONENTS && dot; c++)
    if (!strcmp(dot + 1, tie_component_names[c])) term->component = c;
  PetscCheck(term->component < COMPONENTS, comm, PETSC_ERR_USER_INPUT,
             "%s: '%s' is not <set>.<component>, such as top.x; the components are x, y, z, "
             "rotation_x, rotation_y, rotation_z",
             option, term->set);
  *dot = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadTerms(FsOptions o, MPI_Comm comm, TieOptions *tie)
{
  const char *option = FsOptionName(o, "-tie_%s_of", tie->name), *text;
  PetscBool   given;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, option, &text, &given));
  PetscCheck(given, comm, PETSC_ERR_USER_INPUT,
             "tie '%s' has no terms: give %s <set>.<component>,<set>.<component>,...", tie->name,
             option);
  for (const char *item; text; tie->nterms++) {
    PetscCheck(tie->nterms < COUPLING_MAX_MEMBERS, comm, PETSC_ERR_USER_INPUT,
               "%s: more than %d terms; put nodes of one coefficient into one set", option,
               COUPLING_MAX_MEMBERS);
    item = text;
    PetscCall(ReadTerm(comm, option, item, option_item_next(&text), &tie->term[tie->nterms]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadEquation(FsOptions o, MPI_Comm comm, TieOptions *tie)
{
  const char *option = FsOptionName(o, "-tie_%s_coefficients", tie->name);
  PetscReal   c[COUPLING_MAX_MEMBERS];
  PetscInt    n;
  PetscBool   given;

  PetscFunctionBeginUser;
  PetscCall(ReadTerms(o, comm, tie));
  n = tie->nterms;
  PetscCall(FsOptionsReals(o, option, tie->nterms, &n, c, &given));
  PetscCheck(given, comm, PETSC_ERR_USER_INPUT,
             "tie '%s' has no coefficients: give %s, %" PetscInt_FMT " numbers", tie->name, option,
             tie->nterms);
  for (PetscInt k = 0; k < n; k++) {
    PetscCheck(c[k] != 0, comm, PETSC_ERR_USER_INPUT,
               "%s: number %" PetscInt_FMT " is 0; take the term out of -tie_%s_of", option, k + 1,
               tie->name);
    tie->term[k].coefficient = c[k];
  }
  PetscCall(FsOptionsReal(o, FsOptionName(o, "-tie_%s_value", tie->name), &tie->value, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- joints and the coupling ----------------------------------------------------------------- */

static const JointType displacement_type = {
  "equation", AXES_NONE, 1, {ALONG_FIXED_AXIS}, 0, {{ROW_DISTANCE, 0, 0, 0}}};
static const JointType rotation_type = {
  "equation", AXES_NONE, 1, {NOT_FREE, ABOUT_AXIS},
     0, {{ROW_DISTANCE, 0, 0, 0}       }
};

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

/* Adds the joints of all terms. Input errors: a large rotation; a term is given twice. */
static PetscErrorCode AddTerms(Model model, const TieOptions *x, Tie *tie)
{
  char option[256];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(option, sizeof option, "-tie_%s_of", tie->name));
  for (PetscInt n = 0; n < x->nterms; n++) {
    const TieTerm    *term = &x->term[n];
    const char *const name = tie_component_names[term->component];
    PetscInt          set;

    PetscCheck(
      term->component < 3 || model->linearize, model->comm, PETSC_ERR_USER_INPUT,
      "%s: '%s.%s' is a rotation, and large rotations do not add up; give -linearize, or use a "
      "joint or a rigid tie",
      option, term->set, name);
    PetscCall(MeshFindSet(model->mesh, option, term->set, &set));
    for (PetscInt k = 0; k < n; k++)
      PetscCheck(model->joint[tie->first + k].set != set || x->term[k].component != term->component,
                 model->comm, PETSC_ERR_USER_INPUT,
                 "%s: %s.%s is given twice; give the sum of its coefficients", option, term->set,
                 name);
    PetscCall(AddTermJoint(model, tie, set, term->component));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static JointCoordinateKind coordinate_of_term(const TieTerm *term)
{
  return term->component < 3 ? JOINT_DISPLACEMENT : JOINT_ANGLE;
}

static PetscErrorCode EquationCreate(Model model, const TieOptions *x, Tie *tie)
{
  const PetscReal last = x->term[x->nterms - 1].coefficient;
  Coupling       *coupling;

  PetscFunctionBeginUser;
  PetscCall(AddTerms(model, x, tie));
  PetscCall(
    TieAddCoupling(model, tie, tie->first, coordinate_of_term(&x->term[0]), PETSC_TRUE, &coupling));
  for (PetscInt k = 0; k < x->nterms; k++)
    coupling->member[k] = (CouplingMember){.joint  = tie->first + k,
                                           .kind   = coordinate_of_term(&x->term[k]),
                                           .factor = x->term[k].coefficient / last};
  coupling->nmembers = x->nterms;
  coupling->offset   = x->value / last;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TieKind equation_tie = {.name   = "equation",
                              .read   = ReadEquation,
                              .create = EquationCreate,
                              .force  = TIE_FORCE_ALONG_TERM};
