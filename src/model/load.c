/* load.c: nodal forces that vary in time together: at the nodes of a set, or spread over its lines or surfaces. */
#include "model.h"

const OptionDoc load_options[] = {
  {"-loads",                   "<name>,...", "names of loads, each described by -load_<name>_..."                     },
  {"-load_<name>_set",         "<name>",     "set of the mesh it acts on; default: the load's own name"               },
  {"-load_<name>_force",       "<x,y,z>",    "force on each node of the set [N]"                                      },
  {"-load_<name>_traction",    "<x,y,z>",
   "instead: force per length of the set's lines [N/m] or per area of its surfaces [N/m2]"                            },
  {"-load_<name>_time",        "1",          "factor as a function of t"                                              },
  {"-load_<name>_law_<x|y|z>", "",
   "instead: force on each node of the set [N] as a formula of t, its displacement ux, uy, uz and velocity vx, vy, vz"},
  {NULL,                       NULL,         NULL                                                                     }
};

/* Forces at the nodes, in a local vector's array; *acts collects the components that found a dof. */
static void add_point_forces(Model model, PetscInt set, const PetscReal force[3], PetscScalar f[], int *acts)
{
  const Geometry *g = &model->mesh->g;

  for (int i = 0; i < g->nnodes; i++) {
    if (!model->mesh->owned[i] || !set_has(g->node_sets, g->words, i, (int)set)) continue;
    for (int c = 0; c < 3; c++) {
      const PetscInt dof = model->layout.dof[3 * i + c];

      if (force[c] == 0 || dof < 0) continue;
      f[dof] += force[c];
      *acts |= 1 << c;
    }
  }
}

static void add_traction(Model model, PetscInt set, const PetscReal traction[3], PetscScalar f[], int *acts)
{
  const Geometry *g = &model->mesh->g;
  double          x[ELEMENT_MAX_NODES][3], N[ELEMENT_MAX_NODES];

  for (int cell = 0; cell < g->ncells; cell++) {
    if (g->shape[cell] == SHAPE_POINT || !set_has(g->cell_sets, g->words, cell, (int)set)) continue;
    geometry_cell_corners(g, cell, x);
    shape_weights((Shape)g->shape[cell], (const double(*)[3])x, N);
    for (int i = g->offset[cell]; i < g->offset[cell + 1]; i++)
      for (int c = 0; c < 3; c++) {
        const PetscInt dof = model->layout.dof[3 * g->conn[i] + c];

        if (traction[c] == 0 || dof < 0) continue;
        f[dof] += traction[c] * N[i - g->offset[cell]];
        *acts |= 1 << c;
      }
  }
}

/* Keep the nonzero entries of the owned part. */
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

static PetscErrorCode AddLoad(Options o, Model model, const char name[], PetscInt set, Load *load)
{
  const char *time = "1", *force_option = OptionName(o, "-load_%s_force", name),
             *option                = OptionName(o, "-load_%s_time", name);
  const char       *traction_option = OptionName(o, "-load_%s_traction", name);
  const char *const t               = "t";
  PetscReal         force[3] = {0, 0, 0}, traction[3] = {0, 0, 0};
  PetscInt          three = 3;
  PetscBool         points, spread;
  PetscScalar      *f;
  Vec               local, global;
  int               acts = 0, everywhere;

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(name, &load->name));
  PetscCall(OptionsText(o, option, &time, NULL));
  PetscCall(ExpressionCreate(model->comm, option, time, 1, &t, &load->time));
  PetscCall(OptionsReals(o, force_option, 3, &three, force, &points));
  PetscCall(OptionsReals(o, traction_option, 3, &three, traction, &spread));
  PetscCheck(points != spread, model->comm, PETSC_ERR_USER_INPUT,
             "load '%s': give either %s or %s, as x,y,z, or formulas, -load_%s_law_x, _y, _z", name, force_option,
             traction_option, name);

  PetscCall(DMGetLocalVector(model->mesh->dm, &local));
  PetscCall(DMGetGlobalVector(model->mesh->dm, &global));
  PetscCall(VecZeroEntries(local));
  PetscCall(VecZeroEntries(global));
  PetscCall(VecGetArray(local, &f));
  add_point_forces(model, set, force, f, &acts);
  add_traction(model, set, traction, f, &acts);
  PetscCall(VecRestoreArray(local, &f));
  PetscCall(DMLocalToGlobalBegin(model->mesh->dm, local, ADD_VALUES, global));
  PetscCall(DMLocalToGlobalEnd(model->mesh->dm, local, ADD_VALUES, global));
  PetscCall(Compress(global, load));
  PetscCall(DMRestoreGlobalVector(model->mesh->dm, &global));
  PetscCall(DMRestoreLocalVector(model->mesh->dm, &local));

  PetscCallMPI(MPI_Allreduce(&acts, &everywhere, 1, MPI_INT, MPI_BOR, model->comm));
  for (int c = 0; c < 3; c++)
    PetscCheck((points ? force[c] : traction[c]) == 0 || everywhere & 1 << c, model->comm, PETSC_ERR_USER_INPUT,
               "%s acts in %c, where set '%s' has no %s; -directions gives nodes more components",
               points ? force_option : traction_option, 'x' + c, model->mesh->g.set_name[set],
               points ? "such dof" : "lines or surfaces with such dofs");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadsCreate(Options o, Model model)
{
  PetscInt n;
  char   **names;

  PetscFunctionBeginUser;
  PetscCall(OptionsNames(o, "-loads", &n, &names));
  PetscCall(PetscCalloc1(n, &model->load));
  for (PetscInt i = 0; i < n; i++) {
    PetscInt  set;
    PetscBool law;

    PetscCall(MeshSetFromOptions(o, model->mesh, "load", names[i], &set));
    PetscCall(LawFromOptions(o, model, names[i], set, &law));
    if (!law) PetscCall(AddLoad(o, model, names[i], set, &model->load[model->nloads++]));
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
  }
  PetscCall(PetscFree(model->load));
  PetscCall(LawsDestroy(model));
  PetscFunctionReturn(PETSC_SUCCESS);
}
