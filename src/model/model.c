/* model.c: creates and frees the mechanical model of the options, subject by subject. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/profile.h"
#include "model_options.h"
#include "members/splits/line_splits.h"
#include "members/part_ends.h"
#include "model/held_sides.h"
#include "model/ties/ties.h"
#include "members/stations.h"
#include "model/couplings/couplings.h"
#include "model/joints/joint_starts.h"
#include "model/joints/friction_options.h"
#include "model/parts/part_checks.h"
#include "model/parts/block.h"
#include "model/sliders/sliders.h"
#include "model/supports/free_components.h"
#include "model/supports/support.h"

/* ---- subjects -------------------------------------------------------------------------------- */

/* Lists the subjects of a model.

   A new subject gets a row here, a member of ModelOptions, and a member of the model. */

/* A subject of the model. Every member may be NULL. Functions are collective; input
   errors name the option and the remedy. */
typedef struct {
  const char        *title;   /* title of the subject's section in the manual */
  const FsOptionDoc *options; /* options of this section */
  /* adds the subject's sections to the manual if a function computes them; then title and options
     are NULL */
  PetscErrorCode (*document)(FsOptions o);
  PetscErrorCode (*read)(FsOptions o, MPI_Comm comm, ModelOptions *m); /* sets members of m */
  PetscErrorCode (*free)(ModelOptions *m);                             /* frees these members */
  /* adds the subject to the model, which already has the subjects of earlier rows of the table */
  PetscErrorCode (*create)(Model model, const ModelOptions *m);
  PetscErrorCode (*destroy)(Model model); /* frees what create has added */
} ModelSubject;

/* Frees the names of n objects and what the options say about each. */
static PetscErrorCode FreeList(PetscInt n, char ***names, void *options)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrNArrayDestroy(n, names));
  PetscCall(PetscFree(options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- damping --------------------------------------------------------------------------------- */

static PetscErrorCode Read_Damping(FsOptions o, MPI_Comm comm, ModelOptions *m)
{
  return ModalDampingFromOptions(o, comm, &m->modal_damping);
}

static PetscErrorCode Create_Damping(Model model, const ModelOptions *m)
{
  model->damping.mass      = m->damping_mass;
  model->damping.stiffness = m->damping_stiffness;
  return ModalDampingCreate(model->symbols, &m->modal_damping, &model->damping);
}

static PetscErrorCode Destroy_Damping(Model model)
{
  return ExpressionDestroy(&model->damping.modal);
}

/* ---- parts ----------------------------------------------------------------------------------- */

static PetscErrorCode Read_Parts(FsOptions o, MPI_Comm comm, ModelOptions *m)
{
  return PartsFromOptions(o, comm, &m->nparts, &m->part_names, &m->part);
}

static PetscErrorCode Free_Parts(ModelOptions *m)
{
  return FreeList(m->nparts, &m->part_names, m->part);
}

/* Creates the blocks of parts, and those of loads on surfaces. */
static PetscErrorCode Create_Parts(Model model, const ModelOptions *m)
{
  PetscFunctionBeginUser;
  PetscCall(BlocksCreate(model, m->directions, m->nparts, m->part));
  PetscCall(PartEdgesCheck(model, m->nparts, m->part));
  PetscCall(SurfaceLoadsCreate(model, m->nloads, m->load));
  PetscCall(ModelWarnSharedCells(model, m->nparts, m->part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- supports -------------------------------------------------------------------------------- */

static PetscErrorCode Read_Supports(FsOptions o, MPI_Comm comm, ModelOptions *m)
{
  return SupportsFromOptions(o, comm, &m->nsupports, &m->support_names, &m->support);
}

static PetscErrorCode Free_Supports(ModelOptions *m)
{
  return FreeList(m->nsupports, &m->support_names, m->support);
}

/* Creates the supports, and then the constants of elements, because a shell depends on whether its
   sides are held. */
static PetscErrorCode Create_Supports(Model model, const ModelOptions *m)
{
  int *held;

  PetscFunctionBeginUser;
  PetscCall(SupportsCreate(model, m->nsupports, m->support));
  PetscCall(HeldNodesFind(model, TiesOptionsOf(&m->mesh), &held));
  PetscCall(BlocksSetUp(model, m->shell_kink, held));
  PetscCall(PetscFree(held));
  PetscCall(ModelWarnSectionTurns(model));
  PetscCall(ComponentsCreate(model, m->directions));
  PetscCall(PartActionsCheck(model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- constraints ----------------------------------------------------------------------------- */

/* Reads the options of all constraints, because joints, ties and couplings need each other. */
static PetscErrorCode Read_Constraints(FsOptions o, MPI_Comm comm, ModelOptions *m)
{
  return ConstraintOptionsRead(o, comm, &m->mesh, &m->constraints);
}

static PetscErrorCode Free_Constraints(ModelOptions *m)
{
  return ConstraintOptionsFree(&m->constraints);
}

/* Creates the joints of users, those at the ends of members, those of ties and those of supports.
 */
static PetscErrorCode Create_Joints(Model model, const ModelOptions *m)
{
  PetscReal model_size;

  PetscFunctionBeginUser;
  PetscCall(JointsCreate(model, &m->constraints));
  PetscCall(JointStartsSet(model, &m->constraints.starts));
  PetscCall(ModelSize(model, &model_size));
  PetscCall(JointFrictionSetDefaults(model, model_size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_Couplings(Model model, const ModelOptions *m)
{
  return CouplingsCreate(model, &m->constraints.couplings);
}

static PetscErrorCode Create_Sliders(Model model, const ModelOptions *m)
{
  return SlidersCreate(model, &m->constraints.sliders);
}

static PetscErrorCode Create_Layout(Model model, const ModelOptions *m)
{
  PetscFunctionBeginUser;
  PetscCall(LayoutSetUp(model));
  PetscCall(WarnFreeComponents(model, m->support));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- loads ----------------------------------------------------------------------------------- */

static PetscErrorCode Read_Loads(FsOptions o, MPI_Comm comm, ModelOptions *m)
{
  return LoadsFromOptions(o, comm, &m->nloads, &m->load_names, &m->load);
}

static PetscErrorCode Free_Loads(ModelOptions *m)
{
  return FreeList(m->nloads, &m->load_names, m->load);
}

static PetscErrorCode Create_Loads(Model model, const ModelOptions *m)
{
  return LoadsCreate(model, m->nloads, m->load);
}

static PetscErrorCode Read_Gravity(FsOptions o, MPI_Comm comm, ModelOptions *m)
{
  return GravityFromOptions(o, comm, &m->gravity);
}

static PetscErrorCode Create_Gravity(Model model, const ModelOptions *m)
{
  return GravityCreate(model, &m->gravity);
}

static PetscErrorCode Read_Spin(FsOptions o, MPI_Comm comm, ModelOptions *m)
{
  return SpinFromOptions(o, comm, &m->spin);
}

static PetscErrorCode Create_Spin(Model model, const ModelOptions *m)
{
  return SpinSet(model, &m->spin);
}

/* ---- initial fields -------------------------------------------------------------------------- */

static PetscErrorCode Read_Initials(FsOptions o, MPI_Comm comm, ModelOptions *m)
{
  return InitialsFromOptions(o, comm, &m->ninitials, &m->initial_names, &m->initial);
}

static PetscErrorCode Free_Initials(ModelOptions *m)
{
  return FreeList(m->ninitials, &m->initial_names, m->initial);
}

static PetscErrorCode Create_Initials(Model model, const ModelOptions *m)
{
  PetscFunctionBeginUser;
  PetscCall(InitialsCreate(model, m->ninitials, m->initial));
  PetscCall(CouplingsInitialize(model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the list -------------------------------------------------------------------------------- */

/* The subjects in the order in which the manual lists them, and in which they are read and created.
   They are destroyed in the opposite order. */
/* clang-format off */
static const ModelSubject model_subjects[] = {
  {"Modal damping", modal_damping_options,
   .read = Read_Damping, .create = Create_Damping, .destroy = Destroy_Damping},
  {.document = PartsDocument,
   .read = Read_Parts, .free = Free_Parts, .create = Create_Parts, .destroy = BlocksDestroy},
  {"Stations: sections along members", station_options},
  {"Supports", support_options,
   .read = Read_Supports, .free = Free_Supports, .create = Create_Supports,
   .destroy = SupportsDestroy},
  {.document = JointsDocument,
   .read = Read_Constraints, .free = Free_Constraints, .create = Create_Joints,
   .destroy = JointsDestroy},
  {"Couplings of joints", coupling_options,
   .create = Create_Couplings, .destroy = CouplingsDestroy},
  {"Ties: rigid couplings, diaphragms, equations", tie_options, .destroy = TiesDestroy},
  {"Sliders: points that slide along beams", slider_options,
   .create = Create_Sliders, .destroy = SlidersDestroy},
  {.create = Create_Layout, .destroy = LayoutDestroy},
  {"Loads", load_options,
   .read = Read_Loads, .free = Free_Loads, .create = Create_Loads, .destroy = LoadsDestroy},
  {"Gravity", gravity_options,
   .read = Read_Gravity, .create = Create_Gravity, .destroy = GravityDestroy},
  {"Rotating frame", spin_options, .read = Read_Spin, .create = Create_Spin},
  {"Load cases", load_case_options},
  {"Combinations of load cases", combination_options,
   .read = ModelReadCombinations, .free = ModelOptionsFreeCombinations,
   .destroy = ModelDestroyCombinations},
  {"Initial fields", initial_options,
   .read = Read_Initials, .free = Free_Initials, .create = Create_Initials,
   .destroy = InitialsDestroy}
};
/* clang-format on */

enum { NSUBJECTS = (int)PETSC_STATIC_ARRAY_LENGTH(model_subjects) };

/* ---- model ----------------------------------------------------------------------------------- */

static PetscErrorCode CreateMesh(ModelOptions *options, Model model)
{
  PetscInt  ncosts;
  CellWork *work;

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_MESH));
  PetscCall(CellCostsEstimate(options, &ncosts, &work));
  PetscCall(MeshCreate(model->comm, &options->mesh, ncosts, work, &model->mesh));
  PetscCall(PetscFree(work));
  PetscCall(EventEnd(EVENT_MESH));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelCreate(ModelOptions *options, MPI_Comm comm, PetscReal dt,
                           const char load_time[], Model *out)
{
  Model model;

  PetscFunctionBeginUser;
  PetscCall(ModelActCombinations(options, load_time));
  PetscCall(PetscNew(&model));
  *out              = model;
  model->comm       = comm;
  model->dt         = dt;
  model->loads.time = load_time;
  PetscCall(SymbolsShare(options->symbols, &model->symbols));
  model->linearize  = options->linearize;
  model->shell_kink = options->shell_kink;
  model->balanced   = options->linearize_balanced;
  PetscCall(CreateMesh(options, model));
  for (int k = 0; k < NSUBJECTS; k++)
    if (model_subjects[k].create) PetscCall(model_subjects[k].create(model, options));
  model->combinations   = options->combinations; /* the model owns them now */
  options->combinations = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelDestroy(Model *model)
{
  PetscFunctionBeginUser;
  if (!*model) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = NSUBJECTS - 1; k >= 0; k--)
    if (model_subjects[k].destroy) PetscCall(model_subjects[k].destroy(*model));
  PetscCall(MeshDestroy(&(*model)->mesh));
  PetscCall(SymbolsDestroy(&(*model)->symbols));
  PetscCall(PetscFree(*model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates the loads, gravity and damping of the options. */
static PetscErrorCode CreateLoads(Model model, const ModelOptions *options)
{
  PetscFunctionBeginUser;
  PetscCall(LoadsCreate(model, options->nloads, options->load));
  PetscCall(GravityCreate(model, &options->gravity));
  PetscCall(Create_Damping(model, options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelRenewLoads(ModelOptions *options, Model model, PetscBool *same)
{
  const Symbols  before = model->symbols;
  Loads         *loads  = &model->loads, places;
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  *same = (PetscBool)(model->nblocks == model->nparts && !model->spin.active &&
                      !model->combinations && !options->combinations);
  if (!*same) PetscFunctionReturn(PETSC_SUCCESS);
  /* the places where loads act stay: their sets belong to the mesh */
  places = (Loads){
    .time = loads->time, .time_used = loads->time_used, .set = loads->set, .place = loads->place};
  loads->set = NULL, loads->place = NULL;
  PetscCall(LoadsDestroy(model));
  *loads = places;
  PetscCall(GravityDestroy(model));
  model->gravity = (Gravity){.time = NULL};
  PetscCall(Destroy_Damping(model));
  model->damping = (Damping){.mass = 0};
  model->symbols = options->symbols; /* constants may have other values */
  ierr           = CreateLoads(model, options);
  model->symbols = before; /* also after an error, because the model owns them */
  PetscCall(ierr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- model options --------------------------------------------------------------------------- */

/* clang-format off */
static const FsOptionDoc model_options[] = {
  {"-parts", "<name>,...", "names of the parts, each described by -part_<name>_..."},
  {"-directions", "<xyz>",
   "components of nodes of bars, springs and masses; default: those in which they act"},
  {"-linearize", "false",
   "small displacements and rotations: matrices of the reference configuration, dead loads",
   FS_BOOL(ModelOptions, linearize)},
  {"-linearize_balanced", "false",
   "prestress that does not balance in the mesh is balanced by loads that the case leaves out",
   FS_BOOL(ModelOptions, linearize_balanced), FS_WHEN(ModelOptions, linearize)},
  {"-damping_mass", "0",
   "alpha of Rayleigh damping C = alpha M + beta K [1/s]; M is that of displacements",
   FS_NONNEGATIVE(ModelOptions, damping_mass)},
  {"-damping_stiffness", "0",
   "beta of Rayleigh damping [s]; K is that of linear elements, or of all with -linearize",
   FS_NONNEGATIVE(ModelOptions, damping_stiffness)},
  {"-shell_kink", "20",
   "largest angle [degrees] between normals of shells at a node and their mean, to share it"},
  {NULL, NULL, NULL}
};
/* clang-format on */

/* Reads the angle of edges of shells. */
static PetscErrorCode ReadKink(FsOptions o, MPI_Comm comm, ModelOptions *m)
{
  PetscReal degrees = 20;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReal(o, "-shell_kink", &degrees, NULL));
  PetscCheck(degrees >= 0 && degrees < 90, comm, PETSC_ERR_USER_INPUT,
             "-shell_kink %.6g: must be from 0 to below 90 degrees", (double)degrees);
  m->shell_kink = degrees * PETSC_PI / 180;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The model adds these to meshes. The options of ties are read before those of ends of lines. */
static const MeshEditKind *const mesh_edits[] = {&tie_edit, &part_split_edit, &line_split_edit,
                                                 NULL};
static const MeshExtensions      extensions   = {&member_end_reader, mesh_edits};

PetscErrorCode ModelOptionsRead(FsOptions o, MPI_Comm comm, ModelOptions *m)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(m, sizeof *m));
  m->symbols = OptionsSymbols(o);
  PetscCall(FsOptionsReadRows(o, model_options, NULL, m));
  PetscCall(MeshOptionsRead(o, comm, &extensions, &m->mesh));
  m->directions = DIRECTIONS_OF_PARTS;
  PetscCall(FsOptionsComponents(o, "-directions", &m->directions, NULL));
  PetscCall(ReadKink(o, comm, m));
  for (int k = 0; k < NSUBJECTS; k++)
    if (model_subjects[k].read) PetscCall(model_subjects[k].read(o, comm, m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelOptionsFree(ModelOptions *m)
{
  PetscFunctionBeginUser;
  for (int k = NSUBJECTS - 1; k >= 0; k--)
    if (model_subjects[k].free) PetscCall(model_subjects[k].free(m));
  PetscCall(MeshOptionsFree(&m->mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelDocument(FsOptions o)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsDocument(o, "Model", model_options));
  for (int k = 0; k < NSUBJECTS; k++) {
    const ModelSubject *s = &model_subjects[k];

    if (s->options) PetscCall(FsOptionsDocument(o, s->title, s->options));
    if (s->document) PetscCall(s->document(o));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
