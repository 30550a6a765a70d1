/* term.c: implements the functions that several terms share, and gathers what they need of a
   state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "term.h"
#include <math.h>
#include "base/error.h"
#include "base/profile.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "model/loads/along/lateral_load.h"
#include "model/parts/block.h"
#include "model/fields/unstrained.h"
#include "element/element.h"

PetscErrorCode TermFactor(const Evaluation *ev, Expression time, const Harmonic *harmonic,
                          PetscReal *factor)
{
  PetscFunctionBeginUser;
  *factor = 1;
  if (!time) PetscFunctionReturn(PETSC_SUCCESS);
  *factor = ExpressionValue(time, &ev->s->t);
  PetscCall(ExpressionCheck(time, &ev->s->t, *factor));
  *factor = *factor * ev->loading->factor + harmonic_value(harmonic, &ev->loading->harmonic, 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void AddReactions(const Evaluation *ev, PetscInt node, int nc, const PetscInt dofs[],
                  const double force[], PetscReal reaction[])
{
  const PetscInt *motion_of     = ev->assembly->model->layout.motion_of;
  double          f[COMPONENTS] = {0};

  if (!motion_of) return;
  for (int c = 0; c < nc; c++) f[c] = force[c];
  if (nc == COMPONENTS) {
    double theta[3], T[9];

    ConfigurationPrescribedRotation(ev->assembly->configuration, node, ev->motions, theta);
    rotation_tangent(theta, T);
    mat_t_vec(T, force + 3, f + 3);
  }
  for (int c = 0; c < nc; c++)
    if (dofs[c] >= 0 && motion_of[dofs[c]] >= 0) reaction[motion_of[dofs[c]]] += f[c];
}

/* Creates the pattern of nonzero entries of the tangents of all contributions
   to the residual, in blocks of bs x bs.

   The number of rows of each rank must be a multiple of bs. The caller destroys the pattern.
   Collective. Error if there are more entries than a PetscInt can count. */
static PetscErrorCode TermsCreatePattern(Assembly a, PetscInt bs, Pattern *p)
{
  double   entries = 0, size_hint = 0;
  PetscInt n;
  Vec      v;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < a->model->nblocks; k++) {
    const Block *b = &a->model->block[k];

    entries += (double)b->ncells * (double)(b->nd * b->nd);
    size_hint += (double)b->ncells * (1 + (double)b->nd / (double)bs);
  }
  PetscCall(CheckAllRanks(
    a->model->comm, (PetscBool)(PetscMax(entries, size_hint) > (double)PETSC_MAX_INT),
    "a matrix of the model may have %.4g entries on one rank, more than 32-bit numbers can count "
    "(%.4g): use %.0f times as many ranks, or make the model smaller",
    entries, (double)PETSC_MAX_INT, ceil(entries / (double)PETSC_MAX_INT)));
  PetscCall(DMGetGlobalVector(a->model->mesh->dm, &v));
  PetscCall(VecGetLocalSize(v, &n));
  PetscCall(DMRestoreGlobalVector(a->model->mesh->dm, &v));
  PetscCall(PatternCreate(a->model->comm, bs, n, (PetscInt)size_hint, p));
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->pattern) PetscCall(a->term[k]->kind->pattern(a->term[k], *p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TermsCreateMatrix(Assembly a, PetscInt bs, Mat *A)
{
  Pattern pattern;

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_PATTERN));
  PetscCall(TermsCreatePattern(a, bs, &pattern));
  PetscCall(PatternCreateMatrix(pattern, bs > 1 ? MATBAIJ : MATAIJ, A));
  PetscCall(PatternDestroy(&pattern));
  PetscCall(EventEnd(EVENT_PATTERN));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TermDestroy(Term *term)
{
  PetscFunctionBeginUser;
  if ((*term)->kind->destroy) PetscCall((*term)->kind->destroy(*term));
  PetscCall(PetscFree((*term)->kinks));
  PetscCall(PetscFree(*term));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TermsSumTraits(Assembly a, TermTraits *all)
{
  enum { N = sizeof *all / sizeof(PetscBool) };
  PetscBool *const any = (PetscBool *)all;

  PetscFunctionBeginUser;
  *all = (TermTraits){.nonlinear = PETSC_FALSE};
  for (PetscInt k = 0; k < a->nterms; k++) {
    const PetscBool *has = (const PetscBool *)&a->term[k]->traits;

    for (int i = 0; i < N; i++) any[i] = (PetscBool)(any[i] || has[i]);
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, any, N, FS_MPI_BOOL, MPI_LOR, a->model->comm));
  for (PetscInt k = 0; k < a->nterms; k++) {
    const TermKind *kind = a->term[k]->kind;

    PetscCheck(
      all->nonlinear || !(kind->residual || kind->tangent), a->model->comm, PETSC_ERR_PLIB,
      "%s: has a residual or tangent, but is not nonlinear; linear systems do not call these",
      kind->name);
    PetscCheck(!a->term[k]->traits.has_memory || kind->accept, a->model->comm, PETSC_ERR_PLIB,
               "%s: has a history, but no accept function", kind->name);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- evaluation ------------------------------------------------------------------------------ */

/* Gathers a state under a loading, and returns the parts of an assembly. */

Assembly      AssemblyOf(FsSystem sys) { return sys->data; }
Model         AssemblyModel(Assembly a) { return a->model; }
Configuration AssemblyConfiguration(Assembly a) { return a->configuration; }

Term AssemblyTerm(Assembly a, const TermKind *kind)
{
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind == kind) return a->term[k];
  return NULL;
}

/* Determines whether a node has three consecutive displacements in local vectors, or none. */
static PetscBool has_consecutive_dofs(const PetscInt dof[COMPONENTS])
{
  for (int c = 1; c < 3; c++)
    if (dof[c] != (dof[0] < 0 ? dof[0] : dof[0] + c)) return PETSC_FALSE;
  return PETSC_TRUE;
}

PetscErrorCode DetectDisplacementsOnly(Assembly a, Term elements, const TermTraits *all)
{
  PetscFunctionBeginUser;
  a->displacements_only =
    (PetscBool)(elements && !all->velocity && !a->model->layout.rotates && !a->model->spin.active);
  for (PetscInt k = 0; k < a->model->nblocks; k++)
    if (a->model->block[k].nonlinear && !a->model->block[k].kernel->type->lanes_forces)
      a->displacements_only = PETSC_FALSE;
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->traits.nodes && a->term[k] != elements) a->displacements_only = PETSC_FALSE;
  for (PetscInt i = 0; i < a->model->mesh->g.nnodes && a->displacements_only; i++)
    a->displacements_only = has_consecutive_dofs(a->model->layout.dof + COMPONENTS * i);
  PetscCallMPI(
    MPI_Allreduce(MPI_IN_PLACE, &a->displacements_only, 1, FS_MPI_BOOL, MPI_LAND, a->model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AssemblyEvaluate(Assembly a, const FsState *s, const FsLoading *loading,
                                PetscBool nodes, Evaluation *ev)
{
  PetscFunctionBeginUser;
  *ev = (Evaluation){.assembly = a, .s = s, .loading = loading};
  PetscCall(ConfigurationPrescribedMotions(a->configuration, s->t, loading, &ev->motions));
  PetscCall(ModelGravity(a->model, s->t, loading->factor, &loading->harmonic, ev->gravity));
  PetscCall(ModelUnstrain(a->model, s->t, loading->factor));
  PetscCall(ModelLateralLoads(a->model, s->t, loading->factor, &loading->harmonic));
  if (nodes)
    PetscCall(ConfigurationNodeStates(a->configuration, s, loading, &ev->nodes, &ev->inertial));
  PetscFunctionReturn(PETSC_SUCCESS);
}
