/* load_options.c: reads the description of loads from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "load_options.h"

static const char *const pers[] = {"node", "length", "area", NULL};
static const char *const axes[] = {"global", "section", NULL};

/* clang-format off */
const FsOptionDoc load_options[] = {
  {"-loads", "<name>,...", "names of loads, each described by -load_<name>_..."},
  {"-load_<name>_set", "<name>", "set of the mesh on which it acts; default: the name of the load"},
  {"-load_<name>_force", "<x,y,z>", "force on each node of the set [N]"},
  {"-load_<name>_place", "<f(t)>",
   "the force moves along the lines of the set, a chain: the arc length at which it is [m]. In "
   "statics t is the place of an influence line",
   FS_TEXT(LoadOptions, place), FS_WHEN(LoadOptions, has_value)},
  {"-load_<name>_axles", "0", "a train: distances of its axles behind _place [m]",
   FS_LIST(LoadOptions, axles, naxles), FS_WHEN(LoadOptions, has_value)},
  {"-load_<name>_axle_factors", "<f,...>", "factors of the force of each axle; default: 1",
   FS_LIST(LoadOptions, axle_factors, naxle_factors), FS_WHEN(LoadOptions, has_value), FS_DESCRIBED},
  {"-load_<name>_traction", "<x,y,z>",
   "instead: force per reference length of the set's lines [N/m] or area of its surfaces [N/m2]"},
  {"-load_<name>_traction_per", "either",
   "length, area: the traction acts on the set's lines or on its surfaces, if it has both"},
  {"-load_<name>_from", "0",
   "arc length along each member of the set at which a traction, or a moment per length, begins "
   "[m]; a chain of lines is a member, too",
   FS_NONNEGATIVE(LoadOptions, range.length[0]), FS_GIVEN(LoadOptions, range.by_length[0]), FS_WHEN(LoadOptions, has_value)},
  {"-load_<name>_to", "<s>", "arc length at which it ends [m]; default: the end of the member",
   FS_POSITIVE(LoadOptions, range.length[1]), FS_GIVEN(LoadOptions, range.by_length[1]), FS_WHEN(LoadOptions, has_value), FS_DESCRIBED},
  {"-load_<name>_from_fraction", "0", "instead of _from: fraction of the member's length",
   FS_NONNEGATIVE(LoadOptions, range.fraction[0]), FS_GIVEN(LoadOptions, range.by_fraction[0]), FS_WHEN(LoadOptions, has_value)},
  {"-load_<name>_to_fraction", "1", "instead of _to: fraction of the member's length",
   FS_POSITIVE(LoadOptions, range.fraction[1]), FS_GIVEN(LoadOptions, range.by_fraction[1]), FS_WHEN(LoadOptions, has_value)},
  {"-load_<name>_start", "<x,y,z>",
   "end of the chain of lines where the arc length is 0, if lines of a mesh do not all point the "
   "same way [m]",
   FS_REALS(LoadOptions, start, 3), FS_FROM(2), FS_GIVEN(LoadOptions, has_start), FS_WHEN(LoadOptions, has_value)},
  {"-load_<name>_traction_to", "<x,y,z>",
   "traction where the load ends [N/m], if it is a trapezoid; _traction is then the one where it "
   "begins"},
  {"-load_<name>_projected", "false",
   "the traction is per projected length or area, that of the lines or surfaces as seen along the "
   "traction: snow on a roof",
   FS_BOOL(LoadOptions, projected), FS_WHEN(LoadOptions, has_value)},
  {"-load_<name>_axes", "global",
   "global, section: the components of a traction, or of a force or moment at a place inside of a "
   "beam, are along the beam and along y and z of its section, in the mesh",
   FS_CHOICE(LoadOptions, in_section, axes), FS_WHEN(LoadOptions, has_value)},
  {"-load_<name>_moment", "<x,y,z>", "instead: moment on each node of the set [N m]"},
  {"-load_<name>_moment_per", "node",
   "length, area: the moment is per reference length of the set's lines [N m/m] or area of its "
   "surfaces [N m/m2]"},
  {"-load_<name>_moment_to", "<x,y,z>", "the same for a moment per length [N m/m]"},
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
   "(docs/handle_forces.md)",
   FS_BOOL(LoadOptions, given)},
  {"-load_<name>_given_moments", "false", "the program also gives moments about global axes",
   FS_BOOL(LoadOptions, given_moments), FS_WHEN(LoadOptions, given)},
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

/* Reads the value where a trapezoid ends. Sets the value of the load to the larger of both, and the
   factors of the range. Input error: the two values have different directions. */
static PetscErrorCode ReadTrapezoid(FsOptions o, MPI_Comm comm, LoadOptions *load)
{
  const char *option = FsOptionName(o, "-load_%s_%s_to", load->name, load_kind_names[load->kind]);
  PetscReal   values[2][3] = {{0}}, size[2] = {0, 0}, across = 0;
  PetscInt    three = 3;
  PetscBool   set;
  int         largest;

  PetscFunctionBeginUser;
  load->range.factor[0] = load->range.factor[1] = 1;
  if (load->kind != LOAD_TRACTION && load->kind != LOAD_MOMENT) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsOptionsReals(o, option, 3, &three, values[1], &set));
  if (!set) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(!load->field, comm, PETSC_ERR_USER_INPUT,
             "%s: the load has -load_%s_field as well; give the trapezoid by the field, too",
             option, load->name);
  load->range.given = PETSC_TRUE;
  PetscCall(PetscArraycpy(values[0], load->value, 3));
  for (int i = 0; i < 2; i++)
    for (int c = 0; c < 3; c++) size[i] += PetscSqr(values[i][c]);
  largest = size[1] > size[0];
  for (int c = 0; c < 3; c++) {
    const int d = (c + 1) % 3;

    across =
      PetscMax(across, PetscAbsReal(values[0][c] * values[1][d] - values[0][d] * values[1][c]));
  }
  PetscCheck(across <= 1e-12 * size[largest], comm, PETSC_ERR_USER_INPUT,
             "%s: the load has another direction where it begins; make two loads, each along one "
             "direction",
             option);
  PetscCall(PetscArraycpy(load->value, values[largest], 3));
  for (int i = 0; i < 2 && size[largest] > 0; i++) {
    load->range.factor[i] = 0;
    for (int c = 0; c < 3; c++)
      load->range.factor[i] += values[i][c] * values[largest][c] / size[largest];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks the part of members on which a load acts. Input errors: it does not act along lines; an
   end is given twice. */
static PetscErrorCode CheckRange(MPI_Comm comm, LoadOptions *load)
{
  static const char *const ends[2] = {"from", "to"};
  LoadRange *const         range   = &load->range;

  PetscFunctionBeginUser;
  for (int i = 0; i < 2; i++) {
    if (range->by_length[i] || range->by_fraction[i]) range->given = PETSC_TRUE;
    PetscCheck(!range->by_length[i] || !range->by_fraction[i], comm, PETSC_ERR_USER_INPUT,
               "-load_%s_%s and -load_%s_%s_fraction: give one of them", load->name, ends[i],
               load->name, ends[i]);
  }
  PetscCheck(range->given || load->place || !load->has_start, comm, PETSC_ERR_USER_INPUT,
             "-load_%s_start: the load acts on whole lines; give -load_%s_from, _to or _place",
             load->name, load->name);
  if (!range->given) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(load->cells & 1 << 1, comm, PETSC_ERR_USER_INPUT,
             "load '%s': only loads along lines have -load_%s_from, _to, _traction_to or "
             "_moment_to: a traction per length, or a moment with -load_%s_moment_per length",
             load->name, load->name, load->name);
  load->cells = 1 << 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks a force that moves along a chain of lines. Input errors: there is no such force, or axles
   without a place; a number of factors; a field. */
static PetscErrorCode CheckTrain(MPI_Comm comm, LoadOptions *load)
{
  const PetscBool axles = (PetscBool)(load->naxle_factors > 0 || load->naxles > 1);

  PetscFunctionBeginUser;
  PetscCheck(
    load->place || !axles, comm, PETSC_ERR_USER_INPUT,
    "-load_%s_axles: give -load_%s_place, the arc length of the first axle as a formula of "
    "t, such as 20*t",
    load->name, load->name);
  if (!load->place) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(load->kind == LOAD_FORCE && !load->field && !load->nodes.nearest, comm,
             PETSC_ERR_USER_INPUT,
             "-load_%s_place: only a force of a set, without a field, moves along lines; give "
             "-load_%s_force and -load_%s_set",
             load->name, load->name, load->name);
  PetscCheck(!load->naxle_factors || load->naxle_factors == load->naxles, comm,
             PETSC_ERR_USER_INPUT,
             "-load_%s_axle_factors: %" PetscInt_FMT " factors for %" PetscInt_FMT
             " axles; give one for each of -load_%s_axles",
             load->name, load->naxle_factors, load->naxles, load->name);
  load->cells = 1 << 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks a load in the axes of sections. Input errors: it may act on nodes or surfaces, where there
   are no such axes; its direction may depend on t or on the motion. */
static PetscErrorCode CheckSectionAxes(MPI_Comm comm, LoadOptions *load)
{
  const char *no = NULL;

  PetscFunctionBeginUser;
  if (!load->in_section) PetscFunctionReturn(PETSC_SUCCESS);
  if (load->kind == LOAD_PRESSURE) no = "a pressure";
  else if (load->place) no = "a force that moves";
  else if (load->projected) no = "a load per projected length";
  else if (load->follower) no = "a follower";
  else if (!(load->cells & 1 << 1) && !load->nodes.nearest) no = "a load on nodes or surfaces";
  PetscCheck(!no, comm, PETSC_ERR_USER_INPUT,
             "-load_%s_axes: %s cannot be in the axes of a section; leave the option out, and give "
             "the load in global axes",
             load->name, no);
  if (load->cells) load->cells = 1 << 1;
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
  PetscCall(ReadTrapezoid(o, comm, load));
  PetscCall(CheckRange(comm, load));
  PetscCall(CheckTrain(comm, load));
  PetscCall(CheckSectionAxes(comm, load));
  PetscCall(HarmonicFromOptions(o, comm, FsOptionName(o, "-load_%s_harmonic", load->name),
                                &load->harmonic, &load->has_harmonic));
  PetscCheck(!load->projected || traction, comm, PETSC_ERR_USER_INPUT,
             "-load_%s_projected: only a traction is per projected length or area; leave it out",
             load->name);
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
             "-load_%s_pressure, formulas, -load_%s_law_x, _y, _z, or -load_%s_given true, if a "
             "program gives the forces",
             name, name, name, name, name);
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
