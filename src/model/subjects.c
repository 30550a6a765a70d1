/* subjects.c: lists the subjects of a model.

   A new subject gets a row here, a member of ModelOptions, and a member of the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "members/stations_options.h"
#include "model/couplings/couplings.h"
#include "model/joints/joint_starts.h"
#include "model/joints/friction_options.h"
#include "model/parts/part_checks.h"
#include "model/sliders/sliders.h"
#include "model/ties/ties.h"
#include "subjects.h"

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
  PetscFunctionBeginUser;
  PetscCall(PetscStrNArrayDestroy(m->nparts, &m->part_names));
  PetscCall(PetscFree(m->part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates the blocks of parts, and those of loads on surfaces. */
static PetscErrorCode Create_Parts(Model model, const ModelOptions *m)
{
  PetscFunctionBeginUser;
  PetscCall(BlocksCreate(model, m->directions, m->nparts, m->part));
  PetscCall(PartEdgesCheck(model, m->nparts, m->part));
  PetscCall(SurfaceLoadsCreate(model, m->nloads, m->load));
  PetscCall(BlocksSetUp(model, m->shell_kink));
  PetscCall(ModelWarnSharedCells(model, m->nparts, m->part));
  PetscCall(ModelWarnSectionTurns(model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- supports -------------------------------------------------------------------------------- */

static PetscErrorCode Read_Supports(FsOptions o, MPI_Comm comm, ModelOptions *m)
{
  return SupportsFromOptions(o, comm, &m->nsupports, &m->support_names, &m->support);
}

static PetscErrorCode Free_Supports(ModelOptions *m)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrNArrayDestroy(m->nsupports, &m->support_names));
  PetscCall(PetscFree(m->support));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_Supports(Model model, const ModelOptions *m)
{
  PetscFunctionBeginUser;
  PetscCall(SupportsCreate(model, m->nsupports, m->support));
  PetscCall(ComponentsCreate(model, m->directions));
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
  (void)m;
  return LayoutSetUp(model);
}

/* ---- loads ----------------------------------------------------------------------------------- */

static PetscErrorCode Read_Loads(FsOptions o, MPI_Comm comm, ModelOptions *m)
{
  return LoadsFromOptions(o, comm, &m->nloads, &m->load_names, &m->load);
}

static PetscErrorCode Free_Loads(ModelOptions *m)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrNArrayDestroy(m->nloads, &m->load_names));
  PetscCall(PetscFree(m->load));
  PetscFunctionReturn(PETSC_SUCCESS);
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
  PetscFunctionBeginUser;
  PetscCall(PetscStrNArrayDestroy(m->ninitials, &m->initial_names));
  PetscCall(PetscFree(m->initial));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_Initials(Model model, const ModelOptions *m)
{
  PetscFunctionBeginUser;
  PetscCall(InitialsCreate(model, m->ninitials, m->initial));
  PetscCall(CouplingsInitialize(model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the list -------------------------------------------------------------------------------- */

/* clang-format off */
const ModelSubject model_subjects[] = {
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
  {"Initial fields", initial_options,
   .read = Read_Initials, .free = Free_Initials, .create = Create_Initials,
   .destroy = InitialsDestroy}
};
/* clang-format on */

const int model_subject_count = PETSC_STATIC_ARRAY_LENGTH(model_subjects);
