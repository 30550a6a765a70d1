/* load_field.c: factors of loads that depend on the place, and on time as well: then the places at which they are evaluated are kept, with
   the matrix that makes forces on nodes of the values there. */
#include "base/error.h"
#include "model/model.h"

enum { VARIABLES = 4 };

PetscErrorCode LoadFieldFromOptions(FsOptions o, Model model, const char name[], Expression *field)
{
  static const char *const xyzt[VARIABLES] = {"x", "y", "z", "t"};
  const char *const        option          = FsOptionName(o, "-load_%s_field", name);
  const char              *text;
  PetscBool                set;

  PetscFunctionBeginUser;
  *field = NULL;
  PetscCall(FsOptionsText(o, option, &text, &set));
  if (set) PetscCall(ExpressionCreate(model->symbols, option, text, VARIABLES, xyzt, field));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void LoadFieldWeights(Expression field, Shape shape, const double x[][3], double N[])
{
  ShapePlace places[SHAPE_MAX_PLACES];
  const int  nn = shape_nodes(shape), n = shape_places(shape, x, places);

  for (int i = 0; i < nn; i++) N[i] = 0;
  for (int k = 0; k < n; k++) {
    const PetscReal at[VARIABLES] = {places[k].x[0], places[k].x[1], places[k].x[2], 0};
    const PetscReal value         = places[k].size * ExpressionValue(field, at);

    for (int i = 0; i < nn; i++) N[i] += value * places[k].N[i];
  }
}

/* ---- loads that move --------------------------------------------------------------------------------------------- */

/* Entries of the matrix while it is made. */
typedef struct {
  PetscCount   n;
  PetscInt    *row, *column;
  PetscScalar *value;
} Entries;

/* Whether the load acts on a cell, or, without cells, whether number k is a node of this rank; then its shape, nodes and their
   places. */
static PetscBool acts_on(Model model, PetscInt set, int cells, int k, Shape *shape, const int **node, double x[][3],
                         int *own)
{
  const Geometry *g = &model->mesh->g;

  if (cells) {
    if (!(cells & 1 << shape_dimension((Shape)g->shape[k])) || !geometry_cell_in_set(g, k, (int)set))
      return PETSC_FALSE;
    *shape = (Shape)g->shape[k];
    *node  = g->conn + g->offset[k];
    geometry_cell_coordinates(g, k, x);
    return PETSC_TRUE;
  }
  if (!model->mesh->owned[k] || !geometry_node_in_set(g, k, (int)set)) return PETSC_FALSE;
  *shape = SHAPE_POINT;
  *own   = k;
  *node  = own;
  for (int c = 0; c < 3; c++) x[0][c] = g->x[k][c];
  return PETSC_TRUE;
}

/* Add what the field at the load's present place exerts on a held dof; before there is room for it, count it. */
static void add_held(MovingLoad *load, PetscInt dof, PetscReal weight)
{
  if (load->held) load->held[load->nheld] = (MovingShare){dof, load->n, weight};
  load->nheld++;
}

/* Add the places of a cell to the load, and their entries; column: of the load's first place on this rank. */
static void add_places(Model model, Shape shape, const int node[], const double x[][3], int first,
                       const PetscReal value[3], PetscInt column, MovingLoad *load, Entries *e, int *acts)
{
  const Layout *l = &model->layout;
  ShapePlace    places[SHAPE_MAX_PLACES];
  const int     n = shape_places(shape, x, places);

  for (int k = 0; k < n; k++, load->n++) {
    for (int c = 0; c < 3; c++) load->x[load->n][c] = places[k].x[c];
    for (int i = 0; i < shape_nodes(shape); i++)
      for (int c = 0; c < 3; c++) {
        const PetscInt dof = l->dof[COMPONENTS * node[i] + first + c];

        if (value[c] == 0 || dof < 0) continue;
        *acts |= 1 << c;
        if (l->global[dof] < 0) {
          add_held(load, dof, value[c] * places[k].size * places[k].N[i]);
          continue;
        }
        e->row[e->n]     = l->global[dof];
        e->column[e->n]  = column + load->n;
        e->value[e->n++] = value[c] * places[k].size * places[k].N[i];
      }
  }
}

/* load->matrix, value from the entries. */
static PetscErrorCode MakeMatrix(Model model, MovingLoad *load, Entries *e)
{
  PetscInt rows;
  Vec      global;

  PetscFunctionBeginUser;
  PetscCall(DMGetGlobalVector(model->mesh->dm, &global));
  PetscCall(VecGetLocalSize(global, &rows));
  PetscCall(DMRestoreGlobalVector(model->mesh->dm, &global));
  PetscCall(MatCreate(model->comm, &load->matrix));
  PetscCall(MatSetSizes(load->matrix, rows, load->n, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(load->matrix, MATAIJ));
  PetscCall(MatSetPreallocationCOO(load->matrix, e->n, e->row, e->column));
  PetscCall(MatSetValuesCOO(load->matrix, e->value, ADD_VALUES));
  PetscCall(MatCreateVecs(load->matrix, &load->value, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MovingLoadAdd(Model model, PetscInt set, int cells, int first, const PetscReal value[3],
                             Expression field, Expression time, int *acts)
{
  const Geometry *g     = &model->mesh->g;
  const int       n     = cells ? g->ncells : g->nnodes;
  MovingLoad      load  = {.field = field, .time = time};
  Entries         e     = {.n = 0};
  PetscInt        count = 0, column = 0;
  double          x[ELEMENT_MAX_NODES][3];
  const int      *node;
  Shape           shape;
  int             own;

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++)
    if (acts_on(model, set, cells, k, &shape, &node, x, &own)) count += cells ? SHAPE_MAX_PLACES : 1;
  PetscCall(PetscMalloc1((size_t)count, &load.x));
  PetscCall(PetscMalloc3((size_t)count * 3 * SHAPE_MAX_NODES, &e.row, (size_t)count * 3 * SHAPE_MAX_NODES, &e.column,
                         (size_t)count * 3 * SHAPE_MAX_NODES, &e.value));
  for (int pass = 0; pass < 2; pass++) { /* the first one counts */
    load.n = load.nheld = 0;
    e.n                 = 0;
    for (int k = 0; k < n; k++)
      if (acts_on(model, set, cells, k, &shape, &node, x, &own))
        add_places(model, shape, node, (const double(*)[3])x, first, value, column, &load, &e, acts);
    if (!pass) PetscCallMPI(MPI_Scan(&load.n, &column, 1, MPIU_INT, MPI_SUM, model->comm));
    if (!pass) column -= load.n;
    if (!pass) PetscCall(PetscMalloc1(load.nheld + 1, &load.held));
  }
  PetscCall(MakeMatrix(model, &load, &e));
  PetscCall(PetscFree3(e.row, e.column, e.value));
  PetscCall(PetscRealloc((size_t)(model->nmoving + 1) * sizeof load, &model->moving));
  model->moving[model->nmoving++] = load;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool MovingLoadMisses(const MovingLoad *load, PetscReal t, char text[], size_t size)
{
  for (PetscInt k = 0; k < load->n; k++) {
    const PetscReal *x             = load->x[k];
    const PetscReal  at[VARIABLES] = {x[0], x[1], x[2], t};

    if (ExpressionIsOutsideTable(load->field, at, text, size)) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

PetscErrorCode MovingForce(Model model, const MovingLoad *load, PetscReal t, PetscReal factor, Vec f)
{
  PetscReal    at[VARIABLES] = {0, 0, 0, t}, bad[VARIABLES] = {0, 0, 0, t};
  PetscBool    undefined = PETSC_FALSE;
  char         text[512] = "";
  PetscScalar *value;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayWrite(load->value, &value));
  for (PetscInt k = 0; k < load->n; k++) {
    PetscCall(PetscArraycpy(at, load->x[k], 3));
    value[k] = ExpressionValue(load->field, at);
    if (!isfinite(value[k]) && !undefined) {
      undefined = PETSC_TRUE;
      PetscCall(PetscArraycpy(bad, at, 3));
    }
    value[k] *= factor;
  }
  PetscCall(VecRestoreArrayWrite(load->value, &value));
  if (undefined) ExpressionErrorText(load->field, bad, text, sizeof text);
  PetscCall(CheckAllRanks(model->comm, undefined, "%s; guard it with ?:", text));
  PetscCall(MatMultAdd(load->matrix, load->value, f, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void MovingHeldForces(const MovingLoad *load, PetscReal t, PetscReal factor, PetscScalar local[])
{
  for (PetscInt h = 0; h < load->nheld; h++) {
    const PetscReal *x             = load->x[load->held[h].place];
    const PetscReal  at[VARIABLES] = {x[0], x[1], x[2], t};

    local[load->held[h].dof] += factor * load->held[h].weight * ExpressionValue(load->field, at);
  }
}

PetscErrorCode MovingLoadsDestroy(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nmoving; k++) {
    MovingLoad *const load = &model->moving[k];

    PetscCall(ExpressionDestroy(&load->time));
    PetscCall(ExpressionDestroy(&load->field));
    PetscCall(MatDestroy(&load->matrix));
    PetscCall(VecDestroy(&load->value));
    PetscCall(PetscFree(load->x));
    PetscCall(PetscFree(load->held));
    PetscCall(PetscFree(load->name));
  }
  PetscCall(PetscFree(model->moving));
  PetscFunctionReturn(PETSC_SUCCESS);
}
