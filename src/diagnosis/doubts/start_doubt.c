/* start_doubt.c: warns if a structure starts without the deformation of its constant loads.

   Loads that do not change with time, such as the weight, settlements and temperatures, bend a
   structure before a motion begins.
   A run that starts from the mesh as given applies them suddenly instead, and the structure swings
   about its equilibrium with the whole static displacement as its amplitude. That displacement is
   the solution of K x = f at the start. Mechanisms, and structures that fall, have a singular K or
   large solutions; there the motion under the weight is meant. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "start_doubt.h"
#include "base/error.h"
#include "eigen/pencil.h"
#include "element/joint/joint.h"
#include "assembly/assembly.h"
#include "model/supports/support.h"
#include "model/fields/unstrained.h"
#include "model/parts/block.h"
#include "model/joints/joints.h"

/* MAX_UNKNOWNS as for -show periods, whose matrix is factored in seconds */
enum { MAX_UNKNOWNS = 50000 };

/* Static displacements over the model's size. Below NONE the loads are in balance up to round-off,
   above MOST the structure is so loose that it moves as a mechanism does. */
static const PetscReal NONE = 1e-10, MOST = 0.1;

static PetscBool changes(Expression time)
{
  return (PetscBool)(time && ExpressionDependsOnTime(time));
}

/* Returns whether gravity acts with a constant factor. */
static PetscBool has_constant_gravity(const Gravity *g)
{
  PetscReal square = 0;

  for (int c = 0; c < 3; c++) square += PetscSqr(g->acceleration[c]);
  return (PetscBool)(g->time && square > 0 && !changes(g->time));
}

/* Returns whether loads, the ground or supports move the model as functions of time, so that a load
   that is constant is no sudden load by intention. */
static PetscBool is_excited(Model model)
{
  const Loads *const l = &model->loads;

  if (l->nmoving) return PETSC_TRUE;
  for (int c = 0; c < 3; c++)
    if (model->gravity.base[c]) return PETSC_TRUE;
  for (PetscInt k = 0; k < l->nconstant; k++)
    if (changes(l->constant[k].time)) return PETSC_TRUE;
  for (PetscInt k = 0; k < l->nfollower; k++)
    if (changes(l->follower[k].time)) return PETSC_TRUE;
  for (PetscInt k = 0; k < model->nsupports; k++)
    for (int c = 0; c < COMPONENTS; c++)
      if (changes(model->support[k].motion[c])) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Returns the name of a load on the model with a constant factor that is not 0, or NULL. */
static const char *constant_load(Model model)
{
  for (PetscInt k = 0; k < model->loads.nconstant; k++) {
    const Load *load = &model->loads.constant[k];

    if (!changes(load->time) && ExpressionValue(load->time, (const PetscReal[]){0}) != 0)
      return load->name;
  }
  return NULL;
}

/* Returns the name of a support whose nodes are displaced by a constant, or NULL. */
static const char *constant_settlement(Model model)
{
  for (PetscInt k = 0; k < model->nsupports; k++)
    for (int c = 0; c < COMPONENTS; c++) {
      const Expression motion = model->support[k].motion[c];

      if (motion && !changes(motion) && ExpressionValue(motion, (const PetscReal[]){0}) != 0)
        return model->support[k].name;
    }
  return NULL;
}

/* Returns the name of a part whose temperature does not change with time, or NULL. */
static const char *constant_temperature(Model model)
{
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Unstrained u = model->block[k].unstrained;

    for (int n = 0; u && n < TEMPERATURES; n++)
      if (u->temperature[n] && !changes(u->temperature[n]) && !changes(u->time))
        return model->block[k].part;
  }
  return NULL;
}

/* Writes what acts suddenly to text, which is empty if nothing does. One constant action alone is
   taken as the excitation that the user means, except for gravity. */
static PetscErrorCode NameSuddenAction(Model model, size_t size, char text[])
{
  const PetscBool heavy = has_constant_gravity(&model->gravity), excited = is_excited(model);
  const char     *load = constant_load(model), *support = constant_settlement(model),
             *part = constant_temperature(model);
  const PetscBool others =
    (PetscBool)(excited || heavy || (load && (support || part)) || (support && part));

  PetscFunctionBeginUser;
  text[0] = 0;
  if (heavy) PetscCall(PetscStrncpy(text, "gravity", size));
  else if (others && load) PetscCall(PetscSNPrintf(text, size, "the constant load '%s'", load));
  else if (others && support)
    PetscCall(PetscSNPrintf(text, size, "the constant motion of support '%s'", support));
  else if (others && part)
    PetscCall(PetscSNPrintf(text, size, "the constant temperature of part '%s'", part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether a joint of the user lets parts move. */
static PetscBool is_mechanism(Model model)
{
  for (PetscInt k = 0; k < model->njoints; k++) {
    const Joint *joint = &model->joint[k];

    for (int c = 0; c < JOINT_COORDINATES && !joint->own_type; c++)
      if (joint->type->free[c] && joint->support < 0 && !joint->of_tie) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Computes the root mean square of the displacements x of K x = f at a state [m]; 0 if the state is
   unstable, or if nothing resists some motion. */
static PetscErrorCode StaticDisplacement(FsSystem sys, const FsState *s, PetscReal *displacement)
{
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 1, 1};
  const FsLoading        loading = FsLoadingOfMotion();
  FsState                still   = *s;
  PetscInt               below   = PENCIL_SINGULAR, n;
  PetscBool              firm    = PETSC_FALSE;
  Pencil                 p;
  Vec                    r, x;

  PetscFunctionBeginUser;
  *displacement = 0;
  PetscCall(PencilCreateStiffness(sys, s, &loading, &p));
  PetscCall(PencilUpdateSymmetricPart(p, s, &loading)); /* of moments that are not yet balanced */
  PetscCall(PencilFactor(p, 0, &below));
  if (below == 0) PetscCall(PencilIsNonsingular(p, &firm));
  if (firm) {
    PetscCall(VecDuplicate(s->v, &r));
    PetscCall(VecDuplicate(s->v, &x));
    PetscCall(VecZeroEntries(x));
    still.v = still.a = x;
    PetscCall(FsSystemResidual(sys, &still, &loading, &rows, r));
    PetscCall(MatSolve(p->factors, r, x));
    PetscCall(FsSystemNorm(sys, x, displacement)); /* with rotations: nodes of one cell may rest */
    PetscCall(VecGetSize(x, &n));
    *displacement /= PetscSqrtReal((PetscReal)n);
    PetscCall(VecDestroy(&x));
    PetscCall(VecDestroy(&r));
  }
  PetscCall(PencilDestroy(&p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnSuddenLoads(FsSystem sys, const FsState *s)
{
  const Model model = AssemblyModel(AssemblyOf(sys));
  PetscReal   x     = 0;
  PetscInt    n;
  CaughtError caught;
  char        action[256];

  PetscFunctionBeginUser;
  PetscCall(VecGetSize(sys->vec, &n));
  PetscCall(NameSuddenAction(model, sizeof action, action));
  if (!action[0] || model->ninitials || model->spin.active || n > MAX_UNKNOWNS ||
      is_mechanism(model) || sys->traits.friction)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CatchErrorsBegin(&caught));
  (void)StaticDisplacement(sys, s, &x); /* no warning is worth the end of a run */
  PetscCall(CatchErrorsEnd());
  if (caught.alone) PetscCall(RaiseCaughtError(sys->comm, &caught));
  if (caught.code || !(x > NONE * sys->scales.model_size) || x > MOST * sys->scales.model_size)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFPrintf(
    sys->comm, stderr,
    "fsolve: warning: %s acts suddenly on the unloaded structure, which swings about its "
    "equilibrium; %s\n",
    action,
    model->linearize
      ? "-initial_static starts there, without -linearize; or leave the load out and add its "
        "static results, as a linear model allows"
      : "-initial_static starts the motion there; if the fall is meant, -initial_static false says "
        "so"));
  PetscFunctionReturn(PETSC_SUCCESS);
}
