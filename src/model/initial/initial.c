/* initial.c: reads, creates and evaluates initial displacements, rotations and velocities of nodes.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "initial.h"
#include "model/model.h"

/* Creates the formulas e[first], ... of a field. Input error: no node of the set has a dof of a
   component. */
static PetscErrorCode CreateField(Model model, const Initial *initial, const char field[],
                                  int first, const char *const formula[COMPONENTS],
                                  Expression e[COMPONENTS])
{
  static const char *const xyz[] = {"x", "y", "z"};
  const Geometry          *g     = &model->mesh->g;
  const PetscInt           set   = initial->set;

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) {
    char option[256];
    int  acts = 0, everywhere;

    if (!formula[first + c]) continue;
    PetscCall(
      PetscSNPrintf(option, sizeof option, "-initial_%s_%s_%c", initial->name, field, 'x' + c));
    PetscCall(ExpressionCreate(model->symbols, option, formula[first + c], 3, xyz, &e[first + c]));
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

PetscErrorCode InitialsCreate(Model model, PetscInt n, const InitialOptions initials[])
{
  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(n, &model->initial));
  for (PetscInt i = 0; i < n; i++) {
    Initial              *initial = &model->initial[model->ninitials++];
    const InitialOptions *x       = &initials[i];

    PetscCall(PetscStrallocpy(x->name, &initial->name));
    PetscCall(MeshSelect(model->mesh, &x->nodes, &initial->set));
    PetscCall(
      CreateField(model, initial, "displacement", 0, x->displacement, initial->displacement));
    PetscCall(CreateField(model, initial, "velocity", 0, x->velocity, initial->velocity));
    PetscCall(CreateField(model, initial, "rotation", 3, x->displacement, initial->displacement));
    PetscCall(CreateField(model, initial, "angular_velocity", 3, x->velocity, initial->velocity));
  }
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

/* ---- options --------------------------------------------------------------------------------- */

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

/* Reads -initial_<name>_<field>_x, _y, _z into formula[0] to formula[2]. */
static PetscErrorCode ReadField(FsOptions o, const char name[], const char field[],
                                const char *formula[3], PetscBool *any)
{
  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) {
    PetscBool set;

    PetscCall(FsOptionsText(o, FsOptionName(o, "-initial_%s_%s_%c", name, field, 'x' + c),
                            &formula[c], &set));
    if (set) *any = PETSC_TRUE;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadInitial(FsOptions o, MPI_Comm comm, const char name[], InitialOptions *x)
{
  PetscBool any = PETSC_FALSE;

  PetscFunctionBeginUser;
  *x = (InitialOptions){.name = name};
  PetscCall(MeshSelectionFromOptions(o, comm, "initial", SELECT_SPLIT_ENDS, name, &x->nodes));
  PetscCall(ReadField(o, name, "displacement", x->displacement, &any));
  PetscCall(ReadField(o, name, "velocity", x->velocity, &any));
  PetscCall(ReadField(o, name, "rotation", x->displacement + 3, &any));
  PetscCall(ReadField(o, name, "angular_velocity", x->velocity + 3, &any));
  PetscCheck(any, comm, PETSC_ERR_USER_INPUT,
             "initial field '%s' is empty: give -initial_%s_displacement_z or the like", name,
             name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InitialsFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n, char ***names,
                                   InitialOptions **initials)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-initials", n, names));
  PetscCall(PetscCalloc1(*n, initials));
  for (PetscInt i = 0; i < *n; i++) PetscCall(ReadInitial(o, comm, (*names)[i], &(*initials)[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
