/* load.c: loads with one factor g(t), on the nodes of a set or spread over its lines or surfaces. Pressures
   become blocks with kernels; loads whose generalized forces are constant become a Load, those whose generalized forces
   depend on the orientation of the nodes an OrientedLoad. */
#include <string.h>
#include "base/error.h"
#include "load_options.h"

/* Add a force (first = 0) or moment (first = 3) at each node of the set that this rank owns to the array f of a local
   vector. *acts |= bits of the components x, y, z for which some node has a dof. */
static void add_at_nodes(Model model, const GivenLoad *given, int first, PetscScalar f[], int *acts)
{
  const Geometry *g = &model->mesh->g;

  for (int i = 0; i < g->nnodes; i++) {
    if (!model->mesh->owned[i] || !geometry_node_in_set(g, i, (int)given->set)) continue;
    for (int c = 0; c < 3; c++) {
      const PetscInt dof = model->layout.dof[COMPONENTS * i + first + c];

      if (given->value[c] == 0 || dof < 0) continue;
      f[dof] += given->value[c] * given_factor(given, g->x[i]);
      *acts |= 1 << c;
    }
  }
}

/* The same for a force or moment per length or area. */
static void add_spread(Model model, const GivenLoad *given, int first, PetscScalar f[], int *acts)
{
  const Geometry *g = &model->mesh->g;
  double          x[ELEMENT_MAX_NODES][3], N[ELEMENT_MAX_NODES];

  for (int cell = 0; cell < g->ncells; cell++) {
    if (!given_acts_on(g, given, cell)) continue;
    geometry_cell_coordinates(g, cell, x);
    given_weights(given, (Shape)g->shape[cell], (const double(*)[3])x, N);
    for (int i = g->offset[cell]; i < g->offset[cell + 1]; i++)
      for (int c = 0; c < 3; c++) {
        const PetscInt dof = model->layout.dof[COMPONENTS * g->conn[i] + first + c];

        if (given->value[c] == 0 || dof < 0) continue;
        f[dof] += given->value[c] * N[i - g->offset[cell]];
        *acts |= 1 << c;
      }
  }
}

/* Input error: some of what was made with the field, f[n] on this rank, is not finite. */
static PetscErrorCode CheckField(Model model, const GivenLoad *given, PetscInt n, const PetscReal f[])
{
  PetscBool bad = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!given->field) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < n && !bad; i++) bad = (PetscBool)!isfinite(f[i]);
  PetscCall(CheckAllRanks(model->comm, bad, "%s has no finite value at some place of set '%s'; guard it with ?:",
                          ExpressionOption(given->field), model->mesh->g.set_name[given->set]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* load->n, at, force: the nonzero entries of this rank's part of a global vector. */
static PetscErrorCode Compress(Vec global, Load *load)
{
  const PetscScalar *f;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(global, &n));
  PetscCall(VecGetArrayRead(global, &f));
  for (PetscInt i = 0; i < n; i++) load->n += f[i] != 0;
  PetscCall(PetscMalloc2(load->n, &load->at, load->n, &load->force));
  for (PetscInt i = 0, k = 0; i < n; i++)
    if (f[i] != 0) {
      load->at[k]      = i;
      load->force[k++] = f[i];
    }
  PetscCall(VecRestoreArrayRead(global, &f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* load->nheld, held, held_force: the nonzero entries of held dofs in f, the array of a local vector. */
static PetscErrorCode CompressHeld(const Layout *l, const PetscScalar f[], Load *load)
{
  PetscFunctionBeginUser;
  for (PetscInt h = 0; h < l->nheld; h++) load->nheld += f[l->held[h].dof] != 0;
  PetscCall(PetscMalloc2(load->nheld, &load->held, load->nheld, &load->held_force));
  for (PetscInt h = 0, k = 0; h < l->nheld; h++)
    if (f[l->held[h].dof] != 0) {
      load->held[k]         = l->held[h].dof;
      load->held_force[k++] = f[l->held[h].dof];
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warn of parts whose lines are not in the set "all" of surfaces, on which a traction acts. */
static PetscErrorCode TellLines(Model model, const char option[], PetscInt set)
{
  const Geometry *g = &model->mesh->g;
  const Block    *b = NULL;

  PetscFunctionBeginUser;
  if (strcmp(g->set_name[set], "all")) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < model->nparts && !b; k++)
    if (shape_dimension(model->block[k].kernel->shape) && model->block[k].ncells &&
        !geometry_cell_in_set(g, (int)model->block[k].cells[0], (int)set))
      b = &model->block[k];
  PetscCall(WarnAllRanks(model->comm, (PetscBool)(b != NULL),
                         "%s acts on the surfaces of set '%s', per area, and not on the %ss of part '%s': give these a "
                         "load of their own, per length",
                         option, g->set_name[set], b ? shape_name(b->kernel->shape) : "", b ? b->part : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: a component of the load for which no node has a dof; those that some nodes lack are told. acts: bits, of
   this rank. */
static PetscErrorCode CheckActs(FsOptions o, Model model, const GivenLoad *given, int acts)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &acts, 1, MPI_INT, MPI_BOR, model->comm));
  for (int c = 0; c < 3; c++) {
    if (given->value[c] == 0) continue;
    PetscCheck(acts & 1 << c, model->comm, PETSC_ERR_USER_INPUT, "-load_%s_%s acts in %c, where set '%s' has no %s",
               given->name, load_kind_names[given->kind], 'x' + c, model->mesh->g.set_name[given->set],
               given->kind == MOMENT && given->cells ? "lines or surfaces whose nodes rotate; those of beams do"
               : given->kind == MOMENT               ? "rotation; nodes of beams and bodies have"
               : given->cells ? "lines or surfaces with such dofs; -directions gives nodes more components"
                              : "such dof; -directions gives nodes more components");
    PetscCall(ModelTellUnreached(model, FsOptionName(o, "-load_%s_%s", given->name, load_kind_names[given->kind]),
                                 given->set, given->kind == MOMENT ? 3 + c : c));
  }
  if (given->kind == TRACTION)
    PetscCall(TellLines(model, FsOptionName(o, "-load_%s_traction", given->name), given->set));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A load whose generalized forces are constant: a force fixed in space, or a moment fixed in the axes of the node. */
static PetscErrorCode AddLoad(FsOptions o, Model model, const GivenLoad *given)
{
  const char *const t     = "t";
  const int         first = given->kind == MOMENT ? 3 : 0;
  Load             *load  = &model->load[model->nloads++];
  PetscScalar      *f;
  Vec               local, global;
  int               acts = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(given->name, &load->name));
  PetscCall(ExpressionCreate(model->symbols, given->option, given->time, 1, &t, &load->time));
  load->harmonic = given->harmonic;
  PetscCall(DMGetLocalVector(model->mesh->dm, &local));
  PetscCall(DMGetGlobalVector(model->mesh->dm, &global));
  PetscCall(VecZeroEntries(local));
  PetscCall(VecZeroEntries(global));
  PetscCall(VecGetArray(local, &f));
  if (given->cells) add_spread(model, given, first, f, &acts);
  else add_at_nodes(model, given, first, f, &acts);
  PetscCall(CheckField(model, given, model->layout.nlocal, f));
  PetscCall(CompressHeld(&model->layout, f, load));
  PetscCall(VecRestoreArray(local, &f));
  PetscCall(DMLocalToGlobalBegin(model->mesh->dm, local, ADD_VALUES, global));
  PetscCall(DMLocalToGlobalEnd(model->mesh->dm, local, ADD_VALUES, global));
  PetscCall(Compress(global, load));
  PetscCall(DMRestoreGlobalVector(model->mesh->dm, &global));
  PetscCall(DMRestoreLocalVector(model->mesh->dm, &local));
  PetscCall(CheckActs(o, model, given, acts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* share[nnodes]: 1 for nodes of the set and 0 for others; of a load that is spread the length [m] or area [m2] that belongs to
   the node. */
static PetscErrorCode Shares(Model model, const GivenLoad *given, PetscReal share[])
{
  const Geometry *g = &model->mesh->g;
  double          x[ELEMENT_MAX_NODES][3], N[ELEMENT_MAX_NODES];

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    share[i] = !given->cells && geometry_node_in_set(g, i, (int)given->set) ? given_factor(given, g->x[i]) : 0;
  if (!given->cells) PetscFunctionReturn(PETSC_SUCCESS);
  for (int cell = 0; cell < g->ncells; cell++) {
    if (!given_acts_on(g, given, cell)) continue;
    geometry_cell_coordinates(g, cell, x);
    given_weights(given, (Shape)g->shape[cell], (const double(*)[3])x, N);
    for (int i = g->offset[cell]; i < g->offset[cell + 1]; i++) share[g->conn[i]] += N[i - g->offset[cell]];
  }
  PetscCall(MeshCombineNodes(model->mesh, MPIU_REAL, share, MPI_SUM));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A load whose generalized forces depend on orientations. Input error: a node of the set does not rotate. */
static PetscErrorCode AddOriented(FsOptions o, Model model, const GivenLoad *given)
{
  const char *const t    = "t";
  const int         n    = model->mesh->g.nnodes;
  OrientedLoad     *load = &model->oriented[model->noriented++];
  PetscReal        *share;
  PetscBool         fixed = PETSC_FALSE;
  int               acts  = 0;

  PetscFunctionBeginUser;
  *load = (OrientedLoad){.moment = (PetscBool)(given->kind == MOMENT)};
  PetscCall(PetscStrallocpy(given->name, &load->name));
  PetscCall(ExpressionCreate(model->symbols, given->option, given->time, 1, &t, &load->time));
  load->harmonic = given->harmonic;
  PetscCall(PetscArraycpy(load->vector, given->value, 3));
  PetscCall(PetscMalloc1(n, &share));
  PetscCall(PetscMalloc2(n, &load->node, n, &load->weight));
  PetscCall(Shares(model, given, share));
  PetscCall(CheckField(model, given, n, share));
  for (int i = 0; i < n; i++) {
    if (!model->mesh->owned[i] || share[i] == 0 || !model->layout.components[i]) continue;
    if (!(model->layout.components[i] & ROTATIONS)) {
      fixed = PETSC_TRUE;
      continue;
    }
    acts |= load->moment ? model->layout.components[i] >> 3 : model->layout.components[i] & DISPLACEMENTS;
    load->node[load->n]     = i;
    load->weight[load->n++] = share[i];
  }
  PetscCall(PetscFree(share));
  PetscCall(CheckAllRanks(model->comm, fixed,
                          "load '%s': set '%s' has nodes that do not rotate, and a %s needs nodes that do, of beams or "
                          "bodies",
                          given->name, model->mesh->g.set_name[given->set], given->follower ? "follower" : "moment"));
  PetscCall(CheckActs(o, model, given, acts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A load that moves. Input error: it would have to turn, too. */
static PetscErrorCode AddMoving(FsOptions o, Model model, GivenLoad *given)
{
  const char *const t    = "t";
  int               acts = 0;
  Expression        time;

  PetscFunctionBeginUser;
  PetscCall(ExpressionCreate(model->symbols, given->option, given->time, 1, &t, &time));
  PetscCall(MovingLoadAdd(model, given->set, given->cells, given->kind == MOMENT ? 3 : 0, given->value, given->field,
                          time, &acts));
  PetscCall(PetscStrallocpy(given->name, &model->moving[model->nmoving - 1].name));
  given->field = NULL; /* the load's */
  PetscCall(CheckActs(o, model, given, acts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The loads that act through kernels, which are pressures. Before LayoutCreate, because they become blocks. */
PetscErrorCode SurfaceLoadsCreate(FsOptions o, Model model)
{
  PetscInt n;
  char   **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-loads", &n, &names));
  PetscCall(PetscMalloc1(n, &model->load_set));
  for (PetscInt i = 0; i < n; i++) {
    GivenLoad given;
    PetscBool found;
    PetscInt  ncells, first = model->nblocks;

    PetscCall(MeshSetFromOptions(o, model->mesh, "load", names[i], &model->load_set[i]));
    PetscCall(GivenLoadRead(o, model, names[i], model->load_set[i], &given, &found));
    PetscCheck(
      !given.moves || given.kind != PRESSURE, model->comm, PETSC_ERR_USER_INPUT,
      "-load_%s_field: a pressure depends on t by -load_%s_time alone; leave t out, or make several loads of it, "
      "each with a field and a time",
      names[i], names[i]);
    PetscCall(ExpressionDestroy(&given.field));
    if (!found || given.kind != PRESSURE) continue;
    PetscCheck(!model->linearize, model->comm, PETSC_ERR_USER_INPUT,
               "-load_%s_pressure turns with its surface, which -linearize has no place for: give -load_%s_traction",
               names[i], names[i]);
    PetscCheck(!given.follower, model->comm, PETSC_ERR_USER_INPUT,
               "-load_%s_follower: a pressure always turns with its surface; leave it out", names[i]);
    PetscCall(BlockAddLoad(model, names[i], given.set, pressure_kernels, given.value[0], given.option, given.time,
                           given.harmonic, &ncells));
    for (PetscInt b = first; b < model->nblocks; b++)
      PetscCall(LoadFieldFromOptions(o, model, names[i], &model->block[b].field));
    PetscCheck(ncells, model->comm, PETSC_ERR_USER_INPUT,
               "-load_%s_pressure: set '%s' has no triangles or quadrilaterals", names[i],
               model->mesh->g.set_name[given.set]);
    PetscCall(MeshCheckOrientation(model->mesh, FsOptionName(o, "-load_%s_pressure", names[i]), given.set));
  }
  PetscCall(PetscStrNArrayDestroy(n, &names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadsCreate(FsOptions o, Model model)
{
  PetscInt n;
  char   **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-loads", &n, &names));
  PetscCall(PetscCalloc1(n, &model->load));
  PetscCall(PetscCalloc1(n, &model->oriented));
  for (PetscInt i = 0; i < n; i++) {
    GivenLoad given;
    PetscBool law, found, oriented;

    PetscCall(GivenLoadRead(o, model, names[i], model->load_set[i], &given, &found));
    PetscCall(LawFromOptions(o, model, names[i], given.set, &law));
    PetscCheck(
      law || found, model->comm, PETSC_ERR_USER_INPUT,
      "load '%s' is empty: give -load_%s_force, _traction or _moment as x,y,z, -load_%s_pressure, or formulas, "
      "-load_%s_law_x, _y, _z",
      names[i], names[i], names[i], names[i]);
    if (law || given.kind == PRESSURE) continue;
    PetscCheck(!given.follower || !model->linearize, model->comm, PETSC_ERR_USER_INPUT,
               "-load_%s_follower: nothing turns with -linearize; leave it out", names[i]);
    oriented = (PetscBool)((given.kind == MOMENT) != given.follower && !model->linearize);
    PetscCheck(!oriented || !given.moves, model->comm, PETSC_ERR_USER_INPUT,
               "-load_%s_field moves with t, which %s cannot; leave t out", names[i],
               given.follower ? "a follower" : "a moment");
    if (oriented) PetscCall(AddOriented(o, model, &given));
    else if (given.moves) PetscCall(AddMoving(o, model, &given));
    else PetscCall(AddLoad(o, model, &given));
    PetscCall(ExpressionDestroy(&given.field));
  }
  PetscCall(PetscStrNArrayDestroy(n, &names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadsDestroy(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->nloads; i++) {
    PetscCall(PetscFree(model->load[i].name));
    PetscCall(ExpressionDestroy(&model->load[i].time));
    PetscCall(PetscFree2(model->load[i].at, model->load[i].force));
    PetscCall(PetscFree2(model->load[i].held, model->load[i].held_force));
  }
  PetscCall(PetscFree(model->load));
  PetscCall(PetscFree(model->load_set));
  for (PetscInt i = 0; i < model->noriented; i++) {
    PetscCall(PetscFree(model->oriented[i].name));
    PetscCall(ExpressionDestroy(&model->oriented[i].time));
    PetscCall(PetscFree2(model->oriented[i].node, model->oriented[i].weight));
  }
  PetscCall(PetscFree(model->oriented));
  PetscCall(MovingLoadsDestroy(model));
  PetscCall(LawsDestroy(model));
  PetscFunctionReturn(PETSC_SUCCESS);
}
