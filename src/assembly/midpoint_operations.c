/* midpoint_operations.c: what schemes that conserve energy and angular momentum need of a model,
   and the parts of models that they do not serve (FsSystemMidpointOps). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "kinematics/midpoint.h"
#include "midpoint_operations.h"
#include "assembly/terms/terms.h"
#include "assembly/terms/elements/batched_elements.h"
#include "assembly/vectors.h"
#include "element/joint/joint.h"
#include "element/element.h"
#include "model/parts/block.h"
#include "model/joints/joints.h"
#include "model/fields/unstrained.h"

static Model ModelOf(FsSystem sys) { return AssemblyModel(AssemblyOf(sys)); }

static const Chart *ChartOf(FsSystem sys)
{
  return ConfigurationChart(AssemblyConfiguration(AssemblyOf(sys)));
}

static PetscErrorCode Increment_Midpoint(FsSystem sys, Vec q, Vec step)
{
  return ChartIncrement(ChartOf(sys), q, step);
}

static PetscErrorCode AverageMoments_Midpoint(FsSystem sys, Vec q, Vec r)
{
  return ChartAverageMoments(ChartOf(sys), q, r);
}

/* Computes the strain energy of this rank's elements of a block. */
static double block_energy(Model model, const Block *b, const Evaluation *ev)
{
  double sum = 0;

  if (b->kernel->type->group_energy) return group_energy(model, b, ev);
  for (PetscInt e = 0; e < b->ncells; e++) {
    ElementState s;

    BlockGather(model, b, e, ev->nodes, ev->s->t, 1, ev->gravity, &s);
    sum += b->kernel->type->energy(&s);
  }
  return sum;
}

static PetscErrorCode StrainEnergy_Midpoint(FsSystem sys, const FsState *s,
                                            const FsLoading *loading, PetscReal *energy)
{
  const Model model = ModelOf(sys);
  Evaluation  ev;

  PetscFunctionBeginUser;
  *energy = 0;
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
  for (PetscInt k = 0; k < model->nblocks; k++)
    if (model->block[k].nonlinear && model->block[k].kernel->type->strains)
      *energy += block_energy(model, &model->block[k], &ev);
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, energy, 1, MPIU_REAL, MPIU_SUM, sys->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode StrainForce_Midpoint(FsSystem sys, const FsState *s, const FsLoading *loading,
                                           Vec strain, Vec f)
{
  const FsState  at = {.t = s->t, .q = s->q}; /* at rest */
  const Assembly a  = AssemblyOf(sys);
  const double  *strains;
  PetscScalar   *local;
  PetscInt       n;
  Evaluation     ev;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(a, &at, loading, PETSC_TRUE, &ev));
  for (int c = 0; c < 3; c++) ev.gravity[c] = 0;
  PetscCall(VecGetLocalSize(strain, &n));
  PetscCall(VecGetArrayRead(strain, &strains));
  PetscCall(VecZeroEntries(a->local));
  PetscCall(VecGetArray(a->local, &local));
  for (PetscInt k = 0; k < a->model->nblocks; k++) {
    const Block  *b   = &a->model->block[k];
    const double *own = BlockStrains(a->model, b, n, strains);

    if (own) add_block_forces(a->model, b, &ev, 1, own, local);
  }
  PetscCall(VecRestoreArray(a->local, &local));
  PetscCall(VecRestoreArrayRead(strain, &strains));
  PetscCall(VecZeroEntries(f));
  PetscCall(AddLocalToGlobal(a->model, a->local, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool IsIsolated_Midpoint(FsSystem sys)
{
  const Model model = ModelOf(sys);

  for (PetscInt k = 0; k < model->nblocks; k++)
    if (model->block[k].unstrained && !UnstrainedIsConstant(&model->block[k])) return PETSC_FALSE;
  return (PetscBool)!model->layout.motion_of;
}

/* Sets text[size] on all ranks to that of the first rank on which it is not empty. */
static PetscErrorCode ShareText(MPI_Comm comm, char text[], size_t size)
{
  PetscMPIInt rank, ranks, from;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &ranks));
  from = text[0] ? rank : ranks - 1;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &from, 1, MPI_INT, MPI_MIN, comm));
  PetscCallMPI(MPI_Bcast(text, (PetscMPIInt)size, MPI_CHAR, from, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- refusals -------------------------------------------------------------------------------- */

/* Whether the mass of an element has a first moment about a node: if nothing rotates, it then has
   an angular momentum about the node. */
static PetscBool has_first_moment(Model model, const Block *b, PetscInt e, const Evaluation *ev)
{
  const int    nn = shape_nodes(b->kernel->shape), nc = b->kernel->nc;
  NodeState    node[ELEMENT_MAX_NODES];
  ElementState s;
  double       p[ELEMENT_MAX_DOFS] = {0};

  BlockGather(model, b, e, ev->nodes, ev->s->t, 1, ev->gravity, &s);
  for (int i = 0; i < nn; i++) {
    node[i] = *s.node[i];
    for (int c = 0; c < 3; c++) {
      node[i].v[c] = c + 1; /* a direction that is no axis of the model */
      node[i].w[c] = 0;
    }
    s.node[i] = &node[i];
  }
  b->kernel->type->momentum(&s, p);
  for (int i = 0; i < nn; i++)
    for (int c = 3; c < nc; c++)
      if (p[nc * i + c] != 0) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Returns why a block of nonlinear elements is not served, or NULL. */
static const char *block_refusal(Model model, const Block *b, const Evaluation *ev)
{
  const ElementType *type = b->kernel->type;

  if (b->time) return NULL; /* a load */
  if (b->nmemory) return "remembers its strains: take lms4 with -rho_inf 0.9";
  if (type->energy && !type->strains)
    return "has an energy that is no function of strains: take lms4 with -rho_inf 0.9";
  if (BlockTraits(b).line_mass)
    return "has inertia between its nodes: give its part _mass linear, or take lms4 with -rho_inf "
           "0.9";
  for (PetscInt e = 0; e < b->ncells && type->momentum; e++)
    if (has_first_moment(model, b, e, ev))
      return "has its center of mass off its nodes: move the nodes there, or take lms4 with "
             "-rho_inf 0.9";
  return NULL;
}

static void refuse_joints(Model model, char text[], size_t size)
{
  const char *name = NULL, *what = NULL;

  if (model->spin.active) name = "-spin", what = "the rotating frame";
  if (model->couplings) name = "-couplings", what = "couplings";
  if (model->sliders) name = "-sliders", what = "sliders";
  if (name)
    snprintf(text, size, "%s: %s need another scheme: take lms4 with -rho_inf 0.9", name, what);
  for (PetscInt i = 0; i < model->njoints && !text[0]; i++)
    if (model->joint[i].remembers)
      snprintf(text, size, "the law of joint '%s' remembers: take lms4 with -rho_inf 0.9",
               model->joint[i].name);
  for (PetscInt i = 0; i < model->njoints && !text[0]; i++)
    for (PetscInt k = 0; k < model->joint[i].nrows; k++)
      if (model->joint[i].first.row[k].kind == ROW_SCREW)
        snprintf(text, size, "joint '%s' is a screw: take lms4 with -rho_inf 0.9",
                 model->joint[i].name);
}

static PetscErrorCode Refusal_Midpoint(FsSystem sys, const FsState *s, char text[], size_t size)
{
  const FsLoading loading = FsLoadingOfMotion();
  const Model     model   = ModelOf(sys);
  Evaluation      ev;

  PetscFunctionBeginUser;
  text[0] = 0;
  refuse_joints(model, text, size);
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, &loading, PETSC_TRUE, &ev));
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b   = &model->block[k];
    const char  *why = b->nonlinear ? block_refusal(model, b, &ev) : NULL;

    if (why && !text[0])
      snprintf(text, size, "the %s of part '%s' %s", b->kernel->name, b->part, why);
  }
  PetscCall(ShareText(sys->comm, text, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const FsSystemMidpointOps model_midpoint = {.increment       = Increment_Midpoint,
                                            .average_moments = AverageMoments_Midpoint,
                                            .strain_energy   = StrainEnergy_Midpoint,
                                            .strain_force    = StrainForce_Midpoint,
                                            .is_isolated     = IsIsolated_Midpoint,
                                            .refusal         = Refusal_Midpoint};
