/* unstrained.c: creates and evaluates the unstrained state of the elements of parts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "model/fields/cell_field.h"
#include "model/fields/unstrained.h"
#include "model/fields/varying.h"
#include "model/model.h"
#include "model/parts/profile.h"
#include "model/parts/part_options.h"
#include "model/parts/block.h"
#include "element/element.h"

enum { PLACE = 3, PLACE_AND_TIME = 4 }; /* numbers of variables of formulas */
static const char *const xyzt[]                            = {"x", "y", "z", "t"};
static const char *const temperature_options[TEMPERATURES] = {
  "temperature", "temperature_gradient_y", "temperature_gradient_z"};

/* ---- options --------------------------------------------------------------------------------- */

/* Creates the formula -part_<part>_<name>, which has the first n of the variables vars, if it is
   given. */
static PetscErrorCode CreateFormula(Model model, const PartOptions *part, const char name[],
                                    PetscInt n, const char *const vars[], Expression *formula)
{
  const PartProperty *x = part_property(part, name);
  char                option[256];

  PetscFunctionBeginUser;
  if (!x || !x->given) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof option, "-part_%s_%s", part->name, name));
  PetscCall(ExpressionCreate(model->symbols, option, x->text, n, vars, formula));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether a property that is one number of the kernel's table can be other than 0. */
static PetscBool has_value(const Block *b, const char name[])
{
  int i = 0;

  for (const ElementProp *p = b->kernel->type->props; p->name; p++) {
    if (!strcmp(p->name, name)) return (PetscBool)(b->prop[i] != 0 || VaryingHas(b->varying, i));
    i += property_entries(p);
  }
  return PETSC_FALSE;
}

/* Returns whether the kernel's properties have coefficients of expansion. */
static PetscBool has_own_expansion(const Block *b)
{
  return (PetscBool)(b->kernel->type->expands && b->kernel->type->expands(b->prop));
}

static PetscErrorCode CheckOptions(Model model, const Block *b, PetscBool expansion)
{
  const Unstrained u           = b->unstrained;
  const MPI_Comm   comm        = model->comm;
  PetscBool        temperature = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (int k = 0; k < TEMPERATURES; k++)
    if (u->temperature[k]) temperature = PETSC_TRUE;
  PetscCheck(!expansion || !has_own_expansion(b), comm, PETSC_ERR_USER_INPUT,
             "part '%s' has -part_%s_expansion, and expansion_1 and expansion_2 of its material; "
             "give one of them",
             b->part, b->part);
  PetscCheck(!temperature || expansion || has_own_expansion(b), comm, PETSC_ERR_USER_INPUT,
             "part '%s' has a temperature, which has no effect without -part_%s_expansion", b->part,
             b->part);
  PetscCheck(temperature || !expansion, comm, PETSC_ERR_USER_INPUT,
             "-part_%s_expansion has no effect: part '%s' has no -part_%s_temperature", b->part,
             b->part, b->part);
  PetscCheck(!u->initial || !u->length, comm, PETSC_ERR_USER_INPUT,
             "part '%s' has both initial_strain and unstrained_length; give one of them", b->part);
  PetscCheck((!u->initial && !u->length) || !has_value(b, "prestress"), comm, PETSC_ERR_USER_INPUT,
             "part '%s' has both prestress and %s; give one of them", b->part,
             u->initial ? "initial_strain" : "unstrained_length");
  PetscCheck(!u->length || !b->varying, comm, PETSC_ERR_USER_INPUT,
             "part '%s' has unstrained_length, and a property that is a formula of the place; a "
             "part whose length changes needs uniform properties",
             b->part);
  PetscCheck(!u->length || !model->linearize || !ExpressionDependsOnTime(u->length), comm,
             PETSC_ERR_USER_INPUT,
             "-part_%s_unstrained_length changes with t, which -linearize excludes", b->part);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Temperatures without t are multiplied by the factor of loads without a factor of their own. */
static PetscErrorCode CreateTime(Model model, Block *b)
{
  char             option[256];
  const Unstrained u      = b->unstrained;
  PetscBool        scaled = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (int k = 0; k < TEMPERATURES; k++)
    if (u->temperature[k] && !ExpressionDependsOnTime(u->temperature[k])) scaled = PETSC_TRUE;
  for (int k = 0; k < TEMPERATURES; k++)
    if (u->temperature[k] && ExpressionDependsOnTime(u->temperature[k])) u->varies = PETSC_TRUE;
  if (u->length && ExpressionDependsOnTime(u->length)) u->varies = PETSC_TRUE;
  if (!scaled) PetscFunctionReturn(PETSC_SUCCESS);
  model->loads.time_used = PETSC_TRUE;
  PetscCall(PetscSNPrintf(option, sizeof option, "-part_%s_temperature", b->part));
  PetscCall(ExpressionCreate(model->symbols, option, model->loads.time, 1, xyzt + PLACE, &u->time));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode UnstrainedCreate(Model model, const PartOptions *part, Block *b)
{
  PetscBool  any;
  Unstrained u;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&u));
  u->scale     = PETSC_MAX_REAL;
  u->expansion = has_own_expansion(b) ? 1 : part->expansion;
  PetscCall(CreateFormula(model, part, "initial_strain", PLACE, xyzt, &u->initial));
  PetscCall(CreateFormula(model, part, "unstrained_length", 1, xyzt + PLACE, &u->length));
  for (int k = 0; k < TEMPERATURES; k++)
    PetscCall(
      CreateFormula(model, part, temperature_options[k], PLACE_AND_TIME, xyzt, &u->temperature[k]));
  any = (PetscBool)(u->initial || u->length || part->has_expansion);
  for (int k = 0; k < TEMPERATURES; k++)
    if (u->temperature[k]) any = PETSC_TRUE;
  b->unstrained = u;
  if (!any) {
    PetscCall(UnstrainedDestroy(&b->unstrained));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(CheckOptions(model, b, part->has_expansion));
  PetscCheck(!u->length || element_winch(b->kernel), model->comm, PETSC_ERR_USER_INPUT,
             "part '%s' has unstrained_length and a law; a part whose length changes is linear",
             b->part);
  if (u->length) b->kernel = element_winch(b->kernel);
  PetscCall(CreateTime(model, b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode UnstrainedDestroy(Unstrained *unstrained)
{
  const Unstrained u = *unstrained;

  PetscFunctionBeginUser;
  if (!u) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ExpressionDestroy(&u->initial));
  PetscCall(ExpressionDestroy(&u->length));
  PetscCall(ExpressionDestroy(&u->time));
  for (int k = 0; k < TEMPERATURES; k++) PetscCall(ExpressionDestroy(&u->temperature[k]));
  PetscCall(PetscFree(u->place));
  PetscCall(PetscFree(u->rest));
  PetscCall(PetscFree(u->now));
  PetscCall(PetscFree(u->small));
  PetscCall(PetscFree(*unstrained));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- evaluation ------------------------------------------------------------------------------ */

PetscBool UnstrainedHasLength(const Block *b)
{
  return (PetscBool)(b->unstrained && b->unstrained->length);
}

PetscBool UnstrainedIsConstant(const Block *b)
{
  const Unstrained u = b->unstrained;

  return (PetscBool)(!u || (!u->varies && !u->time));
}

/* Computes a formula of x, y, z or x, y, z, t at the points of an element. If it has a break inside
   of the element, the values have the integrals of the formula. */
static void values_of(Model model, const Block *b, PetscInt element, Expression formula,
                      PetscReal t, PetscReal value[SHAPE_MAX_POINTS])
{
  static const int around[SHAPE_MAX_POINTS] = {0, 1, 3, 2}; /* the order of shape_points() */
  const Unstrained u                        = b->unstrained;
  const Shape      shape                    = b->kernel->shape;
  double           x[ELEMENT_MAX_NODES][3], of[SHAPE_MAX_POINTS];

  for (int g = 0; g < u->npoints; g++) {
    const PetscReal *place              = u->place[element * u->npoints + g];
    const PetscReal  at[PLACE_AND_TIME] = {place[0], place[1], place[2], t};

    value[g] = ExpressionValue(formula, at);
  }
  geometry_cell_coordinates(&model->mesh->g, (int)b->cells[element], x);
  if (!CellFieldValues(formula, t, shape, (const double(*)[3])x, u->npoints > 1 ? 2 : 1, of))
    return;
  for (int g = 0; g < u->npoints; g++) value[g] = of[shape == SHAPE_QUADRILATERAL ? around[g] : g];
}

/* Sets the thermal strains and curvatures of u->now in an element. scale is the factor of
   temperatures without t, factor that of the others. */
static void set_thermal(Model model, const Block *b, PetscInt element, PetscReal t, PetscReal scale,
                        PetscReal factor)
{
  const Unstrained         u                                      = b->unstrained;
  ElementUnstrained *const to                                     = u->now + element * u->npoints;
  PetscReal                strain[TEMPERATURES][SHAPE_MAX_POINTS] = {{0}};

  for (int k = 0; k < TEMPERATURES; k++) {
    const Expression formula = u->temperature[k];

    if (!formula) continue;
    values_of(model, b, element, formula, t, strain[k]);
    for (int g = 0; g < u->npoints; g++)
      strain[k][g] =
        u->expansion * strain[k][g] * (ExpressionDependsOnTime(formula) ? factor : scale);
  }
  for (int g = 0; g < u->npoints; g++) {
    to[g].thermal      = strain[TEMPERATURE][g];
    to[g].curvature[0] = strain[GRADIENT_Z][g];
    to[g].curvature[1] = -strain[GRADIENT_Y][g];
  }
}

/* Input error: some value is not finite, or, if positive, an element has no length without stress.
 */
static PetscErrorCode CheckValues(Model model, const Block *b, PetscReal t, PetscBool positive)
{
  const Unstrained u   = b->unstrained;
  PetscInt         bad = -1;
  const PetscReal *x;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < u->nplaces && bad < 0; k++) {
    const ElementUnstrained *at = &u->now[k];

    if (!isfinite(at->curvature[0] + at->curvature[1] + at->initial + at->thermal + at->length) ||
        (positive && !(at->length > 0 && at->initial > -1)))
      bad = k;
  }
  x = bad < 0 ? NULL : u->place[bad];
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)(bad >= 0),
    "part '%s': initial_strain, unstrained_length or temperature have no %s value for the %s at "
    "(%.6g, %.6g, %.6g) and t = %.6g; correct their formulas",
    b->part, positive ? "possible" : "finite", b->kernel->name, x ? (double)x[0] : 0,
    x ? (double)x[1] : 0, x ? (double)x[2] : 0, (double)t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes Block.data of all elements from u->now. */
static void unstrain_elements(Model model, Block *b)
{
  const Unstrained u     = b->unstrained;
  const size_t     ndata = (size_t)b->kernel->ndata;

  for (PetscInt e = 0; e < b->ncells && b->kernel->type->unstrain; e++) {
    double                 x[ELEMENT_MAX_NODES][3];
    const ElementReference ref = {.kernel = b->kernel,
                                  .x      = (const double(*)[3])x,
                                  .prop   = b->prop,
                                  .rise   = geometry_cell_rise(&model->mesh->g, (int)b->cells[e])};

    geometry_cell_coordinates(&model->mesh->g, (int)b->cells[e], x);
    b->kernel->type->unstrain(&ref, u->now + e * u->npoints, u->rest + (size_t)e * ndata,
                              b->data + (size_t)e * ndata);
  }
}

const double *UnstrainedSmallData(Model model, const Block *b, PetscInt element)
{
  const Unstrained       u     = b->unstrained;
  const size_t           ndata = (size_t)b->kernel->ndata;
  double                 x[ELEMENT_MAX_NODES][3];
  const ElementReference ref = {.kernel = b->kernel, .x = (const double(*)[3])x, .prop = b->prop};

  geometry_cell_coordinates(&model->mesh->g, (int)b->cells[element], x);
  b->kernel->type->small_unstrain(&ref, u->now + element * u->npoints,
                                  u->rest + (size_t)element * ndata, u->small);
  return u->small;
}

/* Computes the length of *u relative to the mesh, and its growth. */
static PetscErrorCode UnstrainedLength(const Unstrained u, PetscReal t, PetscReal *length,
                                       PetscReal *growth)
{
  PetscReal value;

  PetscFunctionBeginUser;
  *length = 1;
  *growth = 0;
  if (!u->length) PetscFunctionReturn(PETSC_SUCCESS);
  value = ExpressionValue(u->length, &t);
  PetscCall(ExpressionCheck(u->length, &t, value));
  *length = value / u->mesh_length;
  *growth = ExpressionPartial(u->length, &t, 0) / value;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode UnstrainBlock(Model model, Block *b, PetscReal t, PetscReal factor)
{
  const Unstrained u     = b->unstrained;
  PetscReal        scale = factor, length, growth;

  PetscFunctionBeginUser;
  if (u->time) {
    scale *= ExpressionValue(u->time, &t);
    PetscCall(ExpressionCheck(u->time, &t, scale));
  }
  if (UnstrainedIsConstant(b) || (!u->varies && scale == u->scale))
    PetscFunctionReturn(PETSC_SUCCESS);
  u->scale = PETSC_MAX_REAL; /* invalid until all have their values */
  PetscCall(UnstrainedLength(u, t, &length, &growth));
  for (PetscInt k = 0; k < u->nplaces; k++) {
    u->now[k].length = length;
    u->now[k].growth = growth;
  }
  for (PetscInt e = 0; e < b->ncells; e++) set_thermal(model, b, e, t, scale, factor);
  PetscCall(CheckValues(model, b, t, PETSC_FALSE));
  if (b->nonlinear) unstrain_elements(model, b);
  u->scale = scale;
  u->version++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelUnstrain(Model model, PetscReal t, PetscReal factor)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    if (model->block[k].unstrained) PetscCall(UnstrainBlock(model, &model->block[k], t, factor));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

/* Computes the places of all elements, and the length of the part. */
static PetscErrorCode SetPlaces(Model model, Block *b)
{
  const Unstrained u     = b->unstrained;
  const Shape      shape = b->kernel->shape;
  ShapePoint       points[SHAPE_MAX_POINTS];
  double           x[ELEMENT_MAX_NODES][3];

  PetscFunctionBeginUser;
  u->npoints = element_unstrained_points(shape, points);
  u->nplaces = b->ncells * u->npoints;
  PetscCall(PetscCalloc1(u->nplaces, &u->place));
  PetscCall(PetscCalloc1(u->nplaces, &u->now));
  for (PetscInt e = 0; e < b->ncells; e++) {
    geometry_cell_coordinates(&model->mesh->g, (int)b->cells[e], x);
    u->mesh_length += shape_size(shape, (const double(*)[3])x);
    for (int g = 0; g < u->npoints; g++)
      for (int i = 0; i < shape_nodes(shape); i++)
        for (int c = 0; c < 3; c++) u->place[e * u->npoints + g][c] += points[g].N[i] * x[i][c];
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &u->mesh_length, 1, MPIU_REAL, MPIU_SUM, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The formula of the length must have a value at t = 0 only if it is constant. */
PetscErrorCode UnstrainedSetUp(Model model, Block *b)
{
  const Unstrained u      = b->unstrained;
  const size_t     ndata  = (size_t)b->ncells * (size_t)b->kernel->ndata;
  PetscReal        length = 1, growth;

  PetscFunctionBeginUser;
  if (!u) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SetPlaces(model, b));
  PetscCall(PetscMalloc1(ndata, &u->rest));
  PetscCall(PetscArraycpy(u->rest, b->data, ndata));
  if (b->kernel->type->small_unstrain) PetscCall(PetscMalloc1(b->kernel->ndata, &u->small));
  if (u->length && !ExpressionDependsOnTime(u->length))
    PetscCall(UnstrainedLength(u, 0, &length, &growth));
  for (PetscInt k = 0; k < u->nplaces; k++) u->now[k].length = length;
  for (PetscInt e = 0; e < b->ncells && u->initial; e++) {
    PetscReal value[SHAPE_MAX_POINTS];

    values_of(model, b, e, u->initial, 0, value);
    for (int g = 0; g < u->npoints; g++) u->now[e * u->npoints + g].initial = value[g];
  }
  PetscCall(CheckValues(model, b, 0, PETSC_TRUE));
  unstrain_elements(model, b);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- linear elements ------------------------------------------------------------------------- */

/* The data of types with the function unstrain have the initial strain. */
void UnstrainedMotion(Model model, const Block *b, PetscInt element, double motion[])
{
  const Unstrained       u = b->unstrained;
  ElementUnstrained      at[SHAPE_MAX_POINTS];
  double                 x[ELEMENT_MAX_NODES][3];
  const ElementReference ref = {.kernel = b->kernel,
                                .x      = (const double(*)[3])x,
                                .prop   = b->prop,
                                .rise =
                                  geometry_cell_rise(&model->mesh->g, (int)b->cells[element])};

  for (int g = 0; g < u->npoints; g++) {
    at[g] = u->now[element * u->npoints + g];
    if (b->kernel->type->unstrain) at[g].initial = 0;
  }
  geometry_cell_coordinates(&model->mesh->g, (int)b->cells[element], x);
  b->kernel->type->free_motion(&ref, at, b->data + (size_t)element * (size_t)b->kernel->ndata,
                               motion);
}

PetscBool UnstrainedOutsideTable(const Block *b, PetscReal t, char text[], size_t size)
{
  const Unstrained u = b->unstrained;

  if (!u) return PETSC_FALSE;
  if (u->length && ExpressionIsOutsideTable(u->length, &t, text, size)) return PETSC_TRUE;
  for (PetscInt k = 0; k < u->nplaces; k++)
    for (int i = 0; i < TEMPERATURES; i++) {
      const PetscReal at[PLACE_AND_TIME] = {u->place[k][0], u->place[k][1], u->place[k][2], t};

      if (u->temperature[i] && ExpressionIsOutsideTable(u->temperature[i], at, text, size))
        return PETSC_TRUE;
    }
  return PETSC_FALSE;
}
