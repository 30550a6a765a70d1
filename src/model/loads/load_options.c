/* load_options.c: reads the description of loads from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "load_options.h"

static const char *const pers[] = {"node", "length", "area", NULL};

/* clang-format off */
const FsOptionDoc load_options[] = {
  {"-loads", "<name>,...", "names of loads, each described by -load_<name>_..."},
  {"-load_<name>_set", "<name>", "set of the mesh on which it acts; default: the name of the load"},
  {"-load_<name>_force", "<x,y,z>", "force on each node of the set [N]"},
  {"-load_<name>_traction", "<x,y,z>",
   "instead: force per reference length of the set's lines [N/m] or area of its surfaces [N/m2]"},
  {"-load_<name>_traction_per", "either",
   "length, area: the traction acts on the set's lines or on its surfaces, if it has both"},
  {"-load_<name>_moment", "<x,y,z>", "instead: moment on each node of the set [N m]"},
  {"-load_<name>_moment_per", "node",
   "length, area: the moment is per reference length of the set's lines [N m/m] or area of its "
   "surfaces [N m/m2]"},
  {"-load_<name>_pressure", "<p>",
   "instead: pressure on the set's surfaces [N/m2], along the normal of the deformed surface, or "
   "with -linearize of the initial surface (nodes run around it)"},
  {"-load_<name>_follower", "false",
   "force, traction or moment in the axes of the rotating node, which are initially global",
   FS_BOOL(LoadOptions, follower), FS_WHEN(LoadOptions, has_value)},
  {"-load_<name>_field", "<f(x,y,z,t)>",
   "factor of force, traction, moment or pressure as a function of the place in the reference "
   "configuration; except for pressures also of t: a moving load",
   FS_TEXT(LoadOptions, field), FS_WHEN(LoadOptions, has_value)},
  {"-load_<name>_time", "1",
   "factor as a function of t; default in a static analysis: t, or 1 if the field depends on t",
   FS_TEXT(LoadOptions, time), FS_WHEN(LoadOptions, has_value), FS_DESCRIBED},
  {"-load_<name>_harmonic", "<a,phase>",
   "factor in the response analysis: a cos(omega t + phase [degrees]); the default of _time is "
   "then 0"},
  {"-load_<name>_law_<x|y|z>", "",
   "instead: force on each node of the set [N] as a formula of t, of its displacement ux, uy, uz, "
   "velocity vx, vy, vz and place x, y, z. For rotating nodes also of the rotation vector rx, ry, "
   "rz (up to pi) and angular velocity wx, wy, wz. All are in global axes"},
  {"-load_<name>_law_<mx|my|mz>", "", "the same for moments [N m]"},
  {"-load_<name>_law_per", "node",
   "length, area: the formulas are forces per reference length of the set's lines [N/m] or area of "
   "its surfaces [N/m2]",
   FS_CHOICE(LoadOptions, law_per, pers), FS_WHEN(LoadOptions, has_law)},
  {"-load_<name>_given", "false",
   "instead: forces on the nodes of the set that the program gives which runs the case "
   "(docs/handle.md)",
   FS_BOOL(LoadOptions, given)},
  {NULL, NULL, NULL}
};
/* clang-format on */

const char *const load_kind_names[LOAD_LAW]  = {"force", "traction", "moment", "pressure"};
const char *const load_law_names[COMPONENTS] = {"x", "y", "z", "mx", "my", "mz"};

/* ---- loads with a factor g(t) ---------------------------------------------------------------- */

/* Reads the force, traction, moment or pressure. */
static PetscErrorCode ReadValue(FsOptions o, MPI_Comm comm, LoadOptions *load)
{
  int n = 0;

  PetscFunctionBeginUser;
  for (LoadKind k = LOAD_FORCE; k < LOAD_LAW; k++) {
    PetscReal value[3] = {0, 0, 0};
    PetscInt  three    = 3;
    PetscBool set;

    if (k == LOAD_PRESSURE)
      PetscCall(FsOptionsReal(o, FsOptionName(o, "-load_%s_pressure", load->name), value, &set));
    else
      PetscCall(FsOptionsReals(o, FsOptionName(o, "-load_%s_%s", load->name, load_kind_names[k]), 3,
                               &three, value, &set));
    if (!set) continue;
    n++;
    load->kind = k;
    PetscCall(PetscArraycpy(load->value, value, 3));
  }
  load->has_value = (PetscBool)(n > 0);
  PetscCheck(n <= 1, comm, PETSC_ERR_USER_INPUT,
             "load '%s' has %d of force, traction, moment and pressure: give one of them, and put "
             "the rest into another load",
             load->name, n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the factors of a value that are no rows, and checks them. */
static PetscErrorCode ReadFactors(FsOptions o, MPI_Comm comm, LoadOptions *load)
{
  static const char *const dimensions[] = {"either", "length", "area", NULL};
  const PetscBool          traction     = (PetscBool)(load->kind == LOAD_TRACTION);
  PetscInt                 per          = 0;

  PetscFunctionBeginUser;
  if (traction || load->kind == LOAD_MOMENT)
    PetscCall(FsOptionsChoice(
      o, FsOptionName(o, "-load_%s_%s_per", load->name, load_kind_names[load->kind]),
      traction ? dimensions : pers, &per, NULL));
  load->cells = per ? 1 << per : traction ? 1 << 1 | 1 << 2 : 0;
  PetscCall(HarmonicFromOptions(o, comm, FsOptionName(o, "-load_%s_harmonic", load->name),
                                &load->harmonic, &load->has_harmonic));
  PetscCheck(!load->follower || load->kind != LOAD_PRESSURE, comm, PETSC_ERR_USER_INPUT,
             "-load_%s_follower: a pressure always rotates with its surface; leave it out",
             load->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- laws ------------------------------------------------------------------------------------ */

/* Reads the formulas of a law. Input error: the load has a value, or factors of it. */
static PetscErrorCode ReadLaw(FsOptions o, MPI_Comm comm, LoadOptions *load)
{
  static const char *const excluded[] = {"force",    "traction", "moment",
                                         "pressure", "time",     "field"};
  PetscBool                set;

  PetscFunctionBeginUser;
  for (int c = 0; c < COMPONENTS; c++) {
    PetscCall(FsOptionsText(o, FsOptionName(o, "-load_%s_law_%s", load->name, load_law_names[c]),
                            &load->law[c], &set));
    if (set) load->has_law = PETSC_TRUE;
  }
  if (!load->has_law) PetscFunctionReturn(PETSC_SUCCESS);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(excluded); i++) {
    const char *option = FsOptionName(o, "-load_%s_%s", load->name, excluded[i]), *text;

    PetscCall(FsOptionsText(o, option, &text, &set));
    PetscCheck(!set, comm, PETSC_ERR_USER_INPUT,
               "%s: load '%s' has formulas, -load_%s_law_x, _y, _z; put the rest into another load",
               option, load->name, load->name);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all loads ------------------------------------------------------------------------------- */

static PetscErrorCode ReadLoad(FsOptions o, MPI_Comm comm, const char name[], LoadOptions *load)
{
  PetscFunctionBeginUser;
  *load = (LoadOptions){.name = name};
  PetscCall(MeshSelectionFromOptions(o, comm, "load", SELECT_ANY, name, &load->nodes));
  PetscCall(ReadValue(o, comm, load));
  PetscCall(ReadLaw(o, comm, load));
  PetscCall(FsOptionsReadRows(o, load_options, name, load));
  if (load->has_value) PetscCall(ReadFactors(o, comm, load));
  PetscCheck(!load->given || (!load->has_law && !load->has_value), comm, PETSC_ERR_USER_INPUT,
             "-load_%s_given: the load has other forces as well; put these into another load",
             name);
  PetscCheck(load->given || load->has_law || load->has_value, comm, PETSC_ERR_USER_INPUT,
             "load '%s' is empty: give -load_%s_force, _traction or _moment as x,y,z, "
             "-load_%s_pressure, or formulas, -load_%s_law_x, _y, _z",
             name, name, name, name);
  if (load->has_law) load->kind = LOAD_LAW;
  if (load->given) load->kind = LOAD_GIVEN;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadsFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n, char ***names,
                                LoadOptions **loads)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-loads", n, names));
  PetscCall(PetscCalloc1(*n, loads));
  for (PetscInt i = 0; i < *n; i++) PetscCall(ReadLoad(o, comm, (*names)[i], &(*loads)[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
