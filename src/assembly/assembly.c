/* assembly.c: creates the FsSystem of a model and its terms, and reads the options of matrices
   and of Newton's method. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly.h"
#include "system_operations.h"
#include "assembly/terms/terms.h"
#include "vectors.h"
#include "model/joints/friction_options.h"
#include "model/ties/ties.h"
#include "assembly/constraints/constraint_cells.h"
#include "input/formula/given.h"
#include "model/node_groups.h"

/* Determines whether some rank has a freely rotating node, and rotations are finite (no
   -linearize). */
static PetscErrorCode Rotates(Assembly a, PetscBool *rotates)
{
  int some = !a->model->linearize && ConfigurationChart(a->configuration)->n > 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &some, 1, MPI_INT, MPI_LOR, a->model->comm));
  *rotates = (PetscBool)some;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Chooses full Newton for small models, where it costs nothing and converges to the last digit, and
   for models with joints. With old matrices the multipliers, which the test of the steps does not
   measure, would lag behind. Input error if -newton has no effect. */
static PetscErrorCode ChooseNewton(const AssemblyOptions *options, FsSystem sys)
{
  const PetscBool set = options->newton_given;
  PetscInt        n;

  PetscFunctionBeginUser;
  PetscCheck(!set || !sys->traits.linear, sys->comm, PETSC_ERR_USER_INPUT,
             "-newton has no effect: the model is linear; remove it");
  PetscCheck(!set || !sys->constraints || options->newton == NEWTON_FULL, sys->comm,
             PETSC_ERR_USER_INPUT, "-newton modified is not for models with -joints; remove it");
  PetscCall(VecGetSize(sys->vec, &n));
  sys->matrices.reuse_tangent =
    (PetscBool)(!sys->traits.linear && !sys->constraints && options->newton == NEWTON_MODIFIED &&
                (set || n > FS_SMALL_MODEL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Chooses whether strains are unknowns. Input error if -newton_mixed has no effect. */
static PetscErrorCode ChooseStrains(const AssemblyOptions *options, FsSystem sys)
{
  PetscFunctionBeginUser;
  if (!sys->traits.linear) {
    PetscCall(StrainsCreate(AssemblyModel(sys->data), PETSC_FALSE, &sys->strain));
    PetscCall(StrainsCreate(AssemblyModel(sys->data), PETSC_TRUE, &sys->all_strain));
  }
  PetscCheck(!options->mixed_given || sys->strain, sys->comm, PETSC_ERR_USER_INPUT,
             "-newton_mixed has no effect: %s; remove it",
             sys->traits.linear ? "the model is linear" : "the model has no beams");
  if (!options->mixed) PetscCall(VecDestroy(&sys->strain));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Determines whether all constraints come from ties that may be eliminated, and whether factors
   need pivots for these alone. */
static PetscErrorCode HasOnlyTies(Assembly a, PetscBool *only_ties)
{
  int can = TiesMayBeEliminated(a->model) && ConstraintsAreOfTies(a->model);

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < a->nterms; k++) {
    const TermKind *kind = a->term[k]->kind;

    can = can && (kind == &constraint_term || !a->term[k]->traits.pivots);
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &can, 1, MPI_INT, MPI_LAND, a->model->comm));
  *only_ties = (PetscBool)can;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether the program gives forces, motions or motors for each step. */
static PetscBool has_stepwise_forces(Model model)
{
  GivenMotion *const *motion;

  if (model->loads.ngiven || given_motions(model->symbols, &motion)) return PETSC_TRUE;
  for (PetscInt j = 0; j < model->njoints; j++)
    for (int k = 0; k < JOINT_COORDINATES; k++)
      if (model->joint[j].law[k].motor_per_step) return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode FillIn(FsSystem sys, const TermTraits *all, PetscBool rotates)
{
  Assembly a = sys->data;

  PetscFunctionBeginUser;
  sys->traits.linear               = (PetscBool)!all->nonlinear;
  sys->traits.velocity_independent = (PetscBool)(!all->velocity && !rotates);
  sys->traits.indefinite           = all->pivots;
  sys->traits.ill_conditioned      = all->ill_conditioned;
  sys->traits.friction             = all->friction;
  sys->traits.stepwise_forces      = has_stepwise_forces(a->model);
  sys->traits.multiplier_dependent = all->multiplier_dependent;
  sys->rotations                   = rotates ? &model_rotations : NULL;
  sys->constraints                 = AssemblyTerm(a, &constraint_term) ? &model_constraints : NULL;
  sys->traits.has_ties             = TiesMayBeEliminated(a->model);
  PetscCall(HasOnlyTies(a, &sys->traits.only_ties));
  sys->traits.nearly_symmetric =
    (PetscBool)(!all->unsymmetric && (!sys->constraints || sys->traits.only_ties));
  sys->traits.symmetric =
    (PetscBool)(sys->traits.nearly_symmetric && !rotates && !sys->constraints);
  AssemblySetOperations(sys, all, rotates);
  PetscCall(ModelSize(a->model, &sys->scales.model_size));
  if (sys->constraints) PetscCall(ModelHasLoops(a->model, &sys->traits.has_loops));
  if (sys->traits.friction)
    sys->scales.friction_scale = ModelFrictionScale(a->model, FsSystemCharacteristicLength(sys));
  PetscCall(DMCreateGlobalVector(a->model->mesh->dm, &sys->vec));
  if (all->nodes) PetscCall(DMCreateLocalVector(a->model->mesh->dm, &a->local));
  PetscCall(DetectDisplacementsOnly(a, AssemblyTerm(a, &element_term), all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AssemblyCreateSystem(const AssemblyOptions *options, Model model,
                                    FsStabilization stabilization, FsSystem *out)
{
  Term       linear, spin;
  TermTraits all;
  PetscBool  rotates = PETSC_FALSE;
  Assembly   a;
  FsSystem   sys;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&a));
  a->model = model;
  PetscCall(ConfigurationCreate(model, &a->configuration));
  PetscCall(AssemblyCreateTerms(a));
  PetscCall(TermsSumTraits(a, &all));
  PetscCall(Rotates(a, &rotates));
  PetscCheck(!all.nodes || model->linearize || model->damping.stiffness == 0, model->comm,
             PETSC_ERR_USER_INPUT,
             "-damping_stiffness is for linear elements; use -part_<name>_damping, which is "
             "proportional to the current stiffness");
  PetscCall(FsSystemCreate(model->comm, &sys));
  sys->data          = a;
  sys->stabilization = stabilization;
  PetscCall(FillIn(sys, &all, rotates));
  if (sys->traits.linear) {
    PetscCall(TermsCreateMatrix(a, 1, &sys->matrices.pattern));
    PetscCall(MatSetOption(sys->matrices.pattern, MAT_SPD, PETSC_TRUE));
  } else {
    sys->ops.matrix.create = CreateMatrix_Assembly;
  }
  linear = AssemblyTerm(a, &linear_term);
  PetscCall(LinearSetUp(linear, options, sys));
  spin = AssemblyTerm(a, &spin_term);
  if (spin) PetscCall(SpinSetUp(spin, sys));
  if (sys->matrices.can_be_matrix_free) sys->ops.matrix.create = CreateMatrix_Assembly;
  PetscCall(ChooseNewton(options, sys));
  PetscCall(ChooseStrains(options, sys));
  *out = sys;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool AssemblyHasLaws(Assembly a)
{
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->adds_work) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool AssemblyRemembers(Assembly a)
{
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->traits.has_memory) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode AssemblySetModalDamping(FsSystem sys, FsLowRank damping)
{
  PetscFunctionBeginUser;
  PetscCall(FsLowRankDestroy(&sys->low_rank));
  sys->low_rank                  = damping;
  AssemblyOf(sys)->modal_damping = damping;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AssemblyArchive(Assembly a, FsArchive archive)
{
  PetscFunctionBeginUser;
  PetscCall(ConfigurationArchive(a->configuration, archive));
  for (PetscInt k = 0; k < a->nterms; k++) {
    PetscCall(FsArchivePushScope(archive, a->term[k]->kind->name));
    if (a->term[k]->kind->archive) PetscCall(a->term[k]->kind->archive(a->term[k], archive));
    PetscCall(FsArchivePopScope(archive));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- assembly options ------------------------------------------------------------------------ */

static const char *const operators[] = {"auto", "assembled", "matrix_free", NULL};
static const char *const newtons[]   = {"modified", "full", NULL};

/* clang-format off */
const FsOptionDoc assembly_options[] = {
  {"-operator", "auto",
   "for linear models: assembled (a matrix), matrix_free (rows of nodes that repeat, as in "
   "generated meshes, are stored once) or auto",
   FS_CHOICE(AssemblyOptions, operator_kind, operators)},
  {"-mixed_precision", "by size",
   "for linear models without matrices: iterations of conjugate gradients in single precision, "
   "residuals and solutions in double; by default from 100000 dofs a rank on, with -ksp_rtol 1e-10 "
   "or more"},
  {"-newton", "modified",
   "for nonlinear models: modified (reuses a matrix and its factors while that is cheaper; the "
   "default above 500 dofs, not with joints) or full",
   FS_CHOICE(AssemblyOptions, newton, newtons), FS_GIVEN(AssemblyOptions, newton_given)},
  {"-newton_mixed", "true",
   "for beams: Newton's method uses their strains as additional unknowns, which saves iterations "
   "if they hardly stretch or shear",
   FS_BOOL(AssemblyOptions, mixed), FS_GIVEN(AssemblyOptions, mixed_given)},
  {NULL, NULL, NULL}
};
/* clang-format on */

PetscErrorCode ReadAssemblyOptions(FsOptions o, AssemblyOptions *options)
{
  PetscBool mixed, given;

  PetscFunctionBeginUser;
  *options = (AssemblyOptions){.mixed_precision = PETSC_BOOL3_UNKNOWN};
  PetscCall(FsOptionsReadRows(o, assembly_options, NULL, options));
  PetscCall(FsOptionsBool(o, "-mixed_precision", &mixed, &given));
  if (given) options->mixed_precision = PetscBoolToBool3(mixed);
  PetscFunctionReturn(PETSC_SUCCESS);
}
