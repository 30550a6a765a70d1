/* gravity_term.c: implements the term of gravity less the acceleration of the ground.

   It applies to the mass of linear parts. Nonlinear parts use ElementState.gravity in their own
   terms; this term adds the work of their weight between the nodes. With -linearize it adds the
   forces of the weight between the nodes of beams that their mass matrices do not have. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "assembly/terms/elements/batched_elements.h"
#include "terms.h"
#include "assembly/vectors.h"
#include "base/error.h"
#include "model/parts/element_iterator.h"
#include "model/loads/line_load.h"
#include "model/fields/unstrained.h"
#include "element/element.h"

enum { N2 = ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS, FIELDS = 3 };

typedef struct {
  /* forces at an acceleration of 1 m/s2 along x, y, z; constrained nodes do not contribute */
  Vec field[FIELDS];
  /* the part of field that comes from between the nodes of beams; NULL without such forces */
  Vec        inside[FIELDS];
  PetscReal *held; /* [nsupport_dofs][FIELDS] the same on supported dofs */
} GravityTerm;

/* Adds M times a unit acceleration along x, y, z to f[], arrays of local vectors. Elements with one
   dof for each node move along z. */
static PetscErrorCode AddFields(Model model, PetscScalar *const f[FIELDS])
{
  double M[N2], C[N2], K[N2];

  PetscFunctionBeginUser;
  for (ElementIterator it = ModelElements(model); NextElement(&it);) {
    const Block    *b    = it.block;
    const PetscInt *dofs = BlockDofs(b, it.element);

    PetscCall(ElementLinearPart(model, b, it.element, M, C, K));
    for (PetscInt i = 0; i < b->nd; i++)
      for (PetscInt j = 0; j < b->nd; j++) {
        const int c = BlockComponent(b, j);

        if (dofs[i] >= 0 && c < FIELDS) f[c][dofs[i]] += M[i * b->nd + j];
      }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the forces from between the nodes. */
static PetscErrorCode AddFieldsInside(Model model, PetscScalar *const f[FIELDS])
{
  PetscFunctionBeginUser;
  for (ElementIterator it = ModelElements(model); NextElement(&it);)
    for (int c = 0; c < FIELDS; c++) {
      const PetscInt *dofs                  = BlockDofs(it.block, it.element);
      ElementLineLoad load                  = {.kind = LINE_LOAD_WEIGHT};
      double          own[ELEMENT_MAX_DOFS] = {0};

      if (!LineLoadHasInsideWeight(model, it.block)) continue;
      load.vector[c] = 1;
      LineLoadAtRest(model, it.block, it.element, &load, own);
      for (PetscInt i = 0; i < it.block->nd; i++)
        if (dofs[i] >= 0) f[c][dofs[i]] += own[i];
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates field[], from forces that add() adds. Writes those on supported dofs to held, unless it
   is NULL. */
static PetscErrorCode CreateFields(Model model,
                                   PetscErrorCode (*add)(Model, PetscScalar *const[FIELDS]),
                                   Vec field[FIELDS], PetscReal held[])
{
  const Layout *l  = &model->layout;
  const DM      dm = model->mesh->dm;
  PetscScalar  *f[FIELDS];
  Vec           local[FIELDS];

  PetscFunctionBeginUser;
  for (int c = 0; c < FIELDS; c++) {
    PetscCall(DMCreateGlobalVector(dm, &field[c]));
    PetscCall(VecZeroEntries(field[c]));
    PetscCall(DMGetLocalVector(dm, &local[c]));
    PetscCall(VecZeroEntries(local[c]));
    PetscCall(VecGetArray(local[c], &f[c]));
  }
  PetscCall(add(model, f));
  for (int c = 0; c < FIELDS; c++) {
    for (PetscInt h = 0; h < l->nsupport_dofs && held; h++)
      held[FIELDS * h + c] = f[c][l->support_dof[h].dof];
    PetscCall(VecRestoreArray(local[c], &f[c]));
    PetscCall(DMLocalToGlobalBegin(dm, local[c], ADD_VALUES, field[c]));
    PetscCall(DMLocalToGlobalEnd(dm, local[c], ADD_VALUES, field[c]));
    PetscCall(DMRestoreLocalVector(dm, &local[c]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether the elements of a part have a mass that is not in their constant matrices: that
   of an unstrained length, or first moments of nodes without free displacements. */
static PetscBool has_other_mass(const Block *b)
{
  if (!b->nonlinear) return PETSC_FALSE;
  if (BlockTraits(b).gravity_moments) return PETSC_TRUE;
  return (PetscBool)(UnstrainedHasLength(b) && b->kernel->type->scale(b->prop).speed > 0);
}

/* Returns an input error if gravity is given but no mass can move. Without free dofs nothing can,
   and the weight goes to the supports. */
static PetscErrorCode CheckMoving(Model model, const Vec field[FIELDS])
{
  PetscReal most = 0, size;

  PetscFunctionBeginUser;
  if (!model->layout.nfree) PetscFunctionReturn(PETSC_SUCCESS);
  for (int c = 0; c < FIELDS; c++) {
    PetscCall(VecNorm(field[c], NORM_INFINITY, &size));
    most = PetscMax(most, size);
  }
  for (PetscInt k = 0; k < model->nblocks; k++)
    if (has_other_mass(&model->block[k])) most = 1;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &most, 1, MPIU_REAL, MPIU_MAX, model->comm));
  PetscCheck(
    most > 0, model->comm, PETSC_ERR_USER_INPUT,
    "-gravity, -base_acceleration_x: the model has no mass that can move; give the parts a "
    "density or a mass");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the name of the option that accelerates along component c; NULL if none does. */
static const char *acceleration_option(const Gravity *gravity, int c)
{
  static const char *const base[]     = {"-base_acceleration_x", "-base_acceleration_y",
                                         "-base_acceleration_z"};
  static const char *const harmonic[] = {"-base_harmonic_x", "-base_harmonic_y",
                                         "-base_harmonic_z"};

  if (gravity->time && gravity->acceleration[c] != 0) return "-gravity";
  if (gravity->base[c]) return base[c];
  return gravity->base_harmonic[c].amplitude != 0 ? harmonic[c] : NULL;
}

/* Whether elements of a block on this rank have mass and no dof along component c: has[0] and
   has[1] become true for mass and for a dof. */
static PetscErrorCode FindMassAndDofs(Model model, const Block *b, int c, PetscBool has[2])
{
  double M[N2], C[N2], K[N2];

  PetscFunctionBeginUser;
  if (b->time || !b->ncells) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ElementLinearPart(model, b, 0, M, C, K));
  for (PetscInt i = 0; i < b->nd; i++)
    if (M[i * b->nd + i] > 0) has[0] = PETSC_TRUE;
  for (PetscInt e = 0; e < b->ncells && !has[1]; e++)
    for (PetscInt i = 0; i < b->nd; i++)
      if (BlockComponent(b, i) == c && BlockDofs(b, e)[i] >= 0) has[1] = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warns if the mass of a linear part cannot move along an acceleration. */
static PetscErrorCode WarnMotionless(Model model)
{
  PetscFunctionBeginUser;
  for (int c = 0; c < FIELDS; c++) {
    const char *option = acceleration_option(&model->gravity, c);

    for (PetscInt k = 0; option && k < model->nblocks; k++) {
      PetscBool has[2] = {PETSC_FALSE, PETSC_FALSE}, warned = PETSC_FALSE;

      for (PetscInt l = 0; l < k; l++)
        if (!strcmp(model->block[l].part, model->block[k].part)) warned = PETSC_TRUE;
      for (PetscInt l = k; l < model->nblocks && !warned; l++)
        if (!strcmp(model->block[l].part, model->block[k].part))
          PetscCall(FindMassAndDofs(model, &model->block[l], c, has));
      PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, has, 2, MPIU_BOOL, MPI_LOR, model->comm));
      PetscCall(WarnAllRanks(model->comm, (PetscBool)(has[0] && !has[1]),
                             "%s has no effect on part '%s' along %c: its nodes do not move there",
                             option, model->block[k].part, 'x' + c));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_Gravity(Term term, PetscBool *present)
{
  PetscBool    inside = PETSC_FALSE;
  GravityTerm *gravity;

  PetscFunctionBeginUser;
  *present = ModelHasGravity(term->model);
  if (!*present) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&gravity));
  term->data   = gravity;
  term->npairs = FIELDS;
  PetscCall(CreateFields(term->model, AddFields, gravity->field, NULL));
  for (PetscInt k = 0; k < term->model->nparts && term->model->linearize && !inside; k++)
    inside = LineLoadHasInsideWeight(term->model, &term->model->block[k]);
  if (inside) {
    PetscCall(PetscMalloc1(FIELDS * (size_t)term->model->layout.nsupport_dofs, &gravity->held));
    PetscCall(CreateFields(term->model, AddFieldsInside, gravity->inside, gravity->held));
    for (int c = 0; c < FIELDS; c++) PetscCall(VecAXPY(gravity->field[c], 1, gravity->inside[c]));
  }
  PetscCall(CheckMoving(term->model, gravity->field));
  PetscCall(WarnMotionless(term->model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Gravity(Term term)
{
  GravityTerm *gravity = term->data;

  PetscFunctionBeginUser;
  for (int c = 0; c < FIELDS; c++) {
    PetscCall(VecDestroy(&gravity->field[c]));
    PetscCall(VecDestroy(&gravity->inside[c]));
  }
  PetscCall(PetscFree(gravity->held));
  PetscCall(PetscFree(term->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Force_Gravity(Term term, const Evaluation *ev, PetscReal sign, Vec f)
{
  const GravityTerm *gravity = term->data;

  PetscFunctionBeginUser;
  for (int c = 0; c < FIELDS; c++)
    if (ev->gravity[c] != 0) PetscCall(VecAXPY(f, sign * ev->gravity[c], gravity->field[c]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reactions and element forces have the weight of the masses at the nodes, but not this part. */
static PetscErrorCode Held_Gravity(Term term, const Evaluation *ev, PetscScalar local[])
{
  const GravityTerm *gravity = term->data;
  const Layout      *l       = &term->model->layout;

  PetscFunctionBeginUser;
  for (PetscInt h = 0; h < l->nsupport_dofs && gravity->held; h++)
    for (int c = 0; c < FIELDS; c++)
      local[l->support_dof[h].dof] -= ev->gravity[c] * gravity->held[FIELDS * h + c];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GravityAddInside(Term term, const Evaluation *ev, PetscReal sign, Vec f)
{
  const GravityTerm *gravity = term->data;

  PetscFunctionBeginUser;
  for (int c = 0; c < FIELDS; c++)
    if (gravity->inside[c]) PetscCall(VecAXPY(f, sign * ev->gravity[c], gravity->inside[c]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Each direction is a pair: the acceleration does work along field . path. */
static PetscErrorCode Balance_Gravity(Term term, const Evaluation *ev, Balance *b)
{
  const GravityTerm *gravity = term->data;
  const Model        model   = term->model;
  PetscMPIInt        rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  for (int c = 0; c < FIELDS; c++) {
    /* all ranks know it, so one rank adds it */
    b->force[c] += rank ? 0 : ev->gravity[c];
    PetscCall(LocalDot(gravity->field[c], b->moved, &b->path[c]));
  }
  for (PetscInt k = 0; k < model->nparts; k++)
    if (model->block[k].nonlinear && LineLoadHasInside(&model->block[k]))
      group_weight_path(model, &model->block[k], ev, b->path);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void gravity_work_path(Term term, PetscInt k, char path[], size_t size)
{
  (void)term, (void)k;
  snprintf(path, size, GRAVITY_WORK);
}

const TermKind gravity_term = {.name    = "gravity",
                               .create  = Create_Gravity,
                               .destroy = Destroy_Gravity,
                               .force   = Force_Gravity,
                               .held    = Held_Gravity,
                               .balance = Balance_Gravity,
                               .source  = gravity_work_path,
                               .is_load = PETSC_TRUE};
