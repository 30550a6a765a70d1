/* initial.c: reads and evaluates initial displacements, rotations and velocities of nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "initial_rotations.h"

const FsOptionDoc initial_options[] = {
  {"-initials",                          "<name>,...",
   "names of initial fields, each described by -initial_<name>_...; later ones override earlier "
   "ones"                                                                                               },
  {"-initial_<name>_set",                "<name>",     "set of the mesh; default: the name of the field"},
  {"-initial_<name>_displacement_x",     "<f(x,y,z)>", "displacement in x [m]; also _y, _z"             },
  {"-initial_<name>_velocity_x",         "<f(x,y,z)>", "velocity in x [m/s]; also _y, _z"               },
  {"-initial_<name>_rotation_x",         "<f(x,y,z)>",
   "component in x of the rotation vector [rad]; also _y, _z; default: nodes of beams turn with "
   "the "
   "slope of the displacements"                                                                         },
  {"-initial_<name>_angular_velocity_x", "<f(x,y,z)>",
   "angular velocity about the global x axis [rad/s]; also _y, _z"                                      },
  {NULL,                                 NULL,         NULL                                             }
};

/* Reads -initial_<name>_<field>_x, _y, _z into e[first], e[first + 1], e[first + 2]. Sets *any if
   one of them is given. Input error: no node of the set has a dof of this component. */
static PetscErrorCode InitialFieldFromOptions(FsOptions o, Model model, const char name[],
                                              const char field[], PetscInt set, int first,
                                              Expression e[COMPONENTS], PetscBool *any)
{
  static const char *const xyz[] = {"x", "y", "z"};
  const Geometry          *g     = &model->mesh->g;

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) {
    const char *option = FsOptionName(o, "-initial_%s_%s_%c", name, field, 'x' + c), *text;
    int         acts   = 0, everywhere;
    PetscBool   is_set;

    PetscCall(FsOptionsText(o, option, &text, &is_set));
    if (!is_set) continue;
    *any = PETSC_TRUE;
    PetscCall(ExpressionCreate(model->symbols, option, text, 3, xyz, &e[first + c]));
    for (int i = 0; i < g->nnodes; i++)
      acts |=
        geometry_node_in_set(g, i, (int)set) && model->layout.dof[COMPONENTS * i + first + c] >= 0;
    PetscCallMPI(MPI_Allreduce(&acts, &everywhere, 1, MPI_INT, MPI_BOR, model->comm));
    PetscCheck(
      everywhere, model->comm, PETSC_ERR_USER_INPUT, "%s: no node of set '%s' has a dof of %s; %s",
      option, g->set_name[set], component_names[first + c],
      first ? "nodes of beams and bodies rotate" : "-directions gives nodes more components");
    /* nodes without rotations need no warning */
    if (!first) PetscCall(ModelWarnMissingComponent(model, option, set, c));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InitialsCreate(FsOptions o, Model model)
{
  PetscInt n;
  char   **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-initials", &n, &names));
  PetscCall(PetscCalloc1(n, &model->initial));
  for (PetscInt i = 0; i < n; i++) {
    Initial      *initial = &model->initial[model->ninitials++];
    PetscBool     any     = PETSC_FALSE;
    MeshSelection selection;

    PetscCall(PetscStrallocpy(names[i], &initial->name));
    PetscCall(MeshSelectionFromOptions(o, model->comm, "initial", names[i], &selection));
    PetscCall(MeshSelect(model->mesh, &selection, &initial->set));
    PetscCall(InitialFieldFromOptions(o, model, names[i], "displacement", initial->set, 0,
                                      initial->displacement, &any));
    PetscCall(InitialFieldFromOptions(o, model, names[i], "velocity", initial->set, 0,
                                      initial->velocity, &any));
    PetscCall(InitialFieldFromOptions(o, model, names[i], "rotation", initial->set, 3,
                                      initial->displacement, &any));
    PetscCall(InitialFieldFromOptions(o, model, names[i], "angular_velocity", initial->set, 3,
                                      initial->velocity, &any));
    PetscCheck(any, model->comm, PETSC_ERR_USER_INPUT,
               "initial field '%s' is empty: give -initial_%s_displacement_z or the like", names[i],
               names[i]);
  }
  PetscCall(PetscStrNArrayDestroy(n, &names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InitialsDestroy(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->ninitials; i++) {
    PetscCall(PetscFree(model->initial[i].name));
    for (int c = 0; c < COMPONENTS; c++) {
      PetscCall(ExpressionDestroy(&model->initial[i].displacement[c]));
      PetscCall(ExpressionDestroy(&model->initial[i].velocity[c]));
    }
  }
  PetscCall(PetscFree(model->initial));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the free dofs of a global vector at the nodes of initial->set, by the given formulas. */
static PetscErrorCode SetInitialField(Model model, const Initial *initial,
                                      Expression const e[COMPONENTS], Vec global)
{
  const Geometry *g = &model->mesh->g;
  const Layout   *l = &model->layout;
  PetscScalar    *u;
  PetscInt        first;

  PetscFunctionBeginUser;
  PetscCall(VecGetOwnershipRange(global, &first, NULL));
  for (int c = 0; c < COMPONENTS; c++) {
    int bad = -1;

    if (!e[c]) continue;
    PetscCall(VecGetArray(global, &u));
    for (int i = 0; i < g->nnodes; i++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c];
      PetscReal      value;

      if (dof < 0 || !model->mesh->owned[i] || l->global[dof] < 0 ||
          !geometry_node_in_set(g, i, (int)initial->set))
        continue;
      value = ExpressionValue(e[c], g->x[i]);
      if (!isfinite(value)) bad = i;
      u[l->global[dof] - first] = value;
    }
    PetscCall(VecRestoreArray(global, &u));
    PetscCall(CheckAllRanks(
      model->comm, (PetscBool)(bad >= 0),
      "%s has no finite value at (%.6g, %.6g, %.6g); guard it with ?:", ExpressionOption(e[c]),
      bad >= 0 ? g->x[bad][0] : 0, bad >= 0 ? g->x[bad][1] : 0, bad >= 0 ? g->x[bad][2] : 0));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelInitialState(Model model, Vec q, Vec v, PetscInt *turned)
{
  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(q));
  PetscCall(VecZeroEntries(v));
  for (PetscInt i = 0; i < model->ninitials; i++) {
    PetscCall(SetInitialField(model, &model->initial[i], model->initial[i].displacement, q));
    PetscCall(SetInitialField(model, &model->initial[i], model->initial[i].velocity, v));
  }
  PetscCall(ModelFollowSlopes(model, q, turned));
  PetscFunctionReturn(PETSC_SUCCESS);
}
