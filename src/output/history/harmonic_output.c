/* harmonic_output.c: records real and imaginary parts of harmonic motions.
   They are derivatives of the results of probes, joints and supports with respect to the motion:
   differences of fourth order between states at small multiples of the motion. The real part is
   taken at omega t = 0, the imaginary part at -90 degrees. The elements linearize their forces and
   results themselves (SmallMotion in assembly/term.h), because differences would lose digits
   in slender elements. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/element_forces.h"
#include "assembly/matrices/structural_damping.h"
#include "harmonic_output.h"

static const char *const part_suffixes[2] = {"/real", "/imaginary"};

PetscErrorCode HarmonicOutputAddSeries(HarmonicOutput *a, Assembly assembly, PetscInt nprobes,
                                       const Probe probes[], History h)
{
  const Model model = AssemblyModel(assembly);

  PetscFunctionBeginUser;
  a->nprobes = nprobes;
  for (PetscInt p = 0; p < nprobes; p++)
    PetscCheck(probes[p].kind == PROBE_NODE || probes[p].kind == PROBE_ELEMENT, model->comm,
               PETSC_ERR_USER_INPUT,
               "-probe_%s_%s has no amplitude; remove the probe in -analysis response",
               probes[p].name, probes[p].kind == PROBE_EXTREME ? "extreme" : "whole");
  PetscCall(HistoryAdd(h, "frequency", FILE_REAL, 0, 0, &a->frequency));
  for (int imaginary = 0; imaginary < 2; imaginary++) {
    PetscCall(PetscMalloc1(nprobes, &a->probes[imaginary]));
    for (PetscInt p = 0; p < nprobes; p++) {
      a->probes[imaginary][p] = probes[p];
      PetscCall(ProbeAddSeries(&a->probes[imaginary][p], part_suffixes[imaginary], h));
    }
    PetscCall(JointHistoriesAddSeries(&a->joints[imaginary], model, nprobes, probes,
                                      part_suffixes[imaginary], h));
    if (!HasStructuralDamping(assembly))
      PetscCall(
        SupportReactionsAddSeries(&a->supports[imaginary], assembly, part_suffixes[imaginary], h));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HarmonicOutputDestroy(HarmonicOutput *a)
{
  PetscFunctionBeginUser;
  for (int imaginary = 0; imaginary < 2; imaginary++) {
    PetscCall(PetscFree(a->probes[imaginary])); /* shallow copies */
    PetscCall(JointHistoriesDestroy(&a->joints[imaginary]));
    PetscCall(SupportReactionsDestroy(&a->supports[imaginary]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* s = the state at h times the motion, at omega t = 0 or -90 degrees (imaginary). */
static PetscErrorCode DisplaceState(Model model, const HarmonicMotion *x, int imaginary,
                                    PetscReal h, FsState *s)
{
  /* The velocity is -omega (real part) or omega (imaginary part) times the other part. */
  const Vec          motion = imaginary ? x->im : x->re, other = imaginary ? x->re : x->im;
  const PetscReal    sign = imaginary ? 1 : -1;
  const Layout      *l    = &model->layout;
  const PetscScalar *lambda;
  PetscScalar       *a, *base;

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(s->q, h, motion, x->at->q));
  PetscCall(VecCopy(other, s->v));
  PetscCall(VecScale(s->v, sign * h * x->omega));
  PetscCall(VecCopy(motion, s->a));
  PetscCall(VecScale(s->a, -h * PetscSqr(x->omega)));
  PetscCall(VecGetArrayRead(motion, &lambda));
  PetscCall(VecGetArray(x->at->a, &base));
  PetscCall(VecGetArray(s->a, &a));
  for (PetscInt k = 0; k < l->nlocal_multipliers; k++)
    a[l->multiplier[k]] = base[l->multiplier[k]] + h * lambda[l->multiplier[k]];
  PetscCall(VecRestoreArray(s->a, &a));
  PetscCall(VecRestoreArray(x->at->a, &base));
  PetscCall(VecRestoreArrayRead(motion, &lambda));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the displacements of the nodes from the state x->at to the state at h times the motion. They
   are the velocities of nodes at x->at, if the velocities of the state are the motion. Supports
   with harmonic motions have velocities equal to their displacements if these are at a frequency so
   high that they do not change the places of nodes. */
static PetscErrorCode FindSteps(Assembly assembly, const HarmonicMotion *x, int imaginary,
                                PetscReal h, FsState *s, NodeState step[])
{
  const PetscReal high    = 1e30;
  FsLoading       loading = *x->loading;
  Evaluation      ev;

  PetscFunctionBeginUser;
  loading.harmonic = (FsHarmonic){h / high, high, -PETSC_PI / 2 * (imaginary ? 2 : 1)};
  PetscCall(VecCopy(x->at->q, s->q));
  PetscCall(VecCopy(imaginary ? x->im : x->re, s->v));
  PetscCall(VecScale(s->v, h));
  PetscCall(VecZeroEntries(s->a));
  PetscCall(AssemblyEvaluate(assembly, s, &loading, PETSC_TRUE, &ev));
  PetscCall(PetscArraycpy(step, ev.nodes, AssemblyModel(assembly)->mesh->g.nnodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Allocates and sets motion->base, the states of the nodes at x->at. */
static PetscErrorCode FindBase(Assembly assembly, const HarmonicMotion *x, FsState *s,
                               NodeState **base, NodeState **step)
{
  const PetscInt n = AssemblyModel(assembly)->mesh->g.nnodes;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(n, base, n, step));
  PetscCall(FindSteps(assembly, x, 0, 0, s, *base));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HarmonicOutputRecord(const HarmonicOutput *a, Assembly assembly,
                                    const HarmonicMotion *x, History h)
{
  static const struct {
    PetscReal place, weight;
  } points[] = {
    {1,  8. / 12 },
    {-1, -8. / 12},
    {2,  -1. / 12},
    {-2, 1. / 12 }
  };
  const Model     model     = AssemblyModel(assembly);
  const PetscBool linearize = ElementForcesNeedNodes(assembly); /* linear models lose no digits */
  FsState         s         = {.t = x->at->t};
  NodeState      *base = NULL, *step = NULL;

  PetscFunctionBeginUser;
  HistorySetReals(h, a->frequency, &x->frequency);
  PetscCall(VecDuplicate(x->re, &s.q));
  PetscCall(VecDuplicate(x->re, &s.v));
  PetscCall(VecDuplicate(x->re, &s.a));
  if (linearize) PetscCall(FindBase(assembly, x, &s, &base, &step));
  for (int imaginary = 0; imaginary < 2; imaginary++) {
    for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(points); k++) {
      const PetscReal   size    = x->size * points[k].place;
      const SmallMotion motion  = {base, step, 1 / x->moved};
      FsLoading         loading = *x->loading;
      Evaluation        ev;

      loading.harmonic = (FsHarmonic){size, x->omega, imaginary ? -PETSC_PI / 2 : 0};
      if (linearize) PetscCall(FindSteps(assembly, x, imaginary, size, &s, step));
      PetscCall(DisplaceState(model, x, imaginary, size, &s));
      PetscCall(AssemblyEvaluate(assembly, &s, &loading, PETSC_TRUE, &ev));
      if (linearize) ev.motion = &motion;
      HistorySetWeight(h, points[k].weight / x->size, (PetscBool)(k > 0));
      PetscCall(ProbesRecord(a->nprobes, a->probes[imaginary], &ev, h));
      PetscCall(JointHistoriesRecord(&a->joints[imaginary], &ev, h));
      PetscCall(SupportReactionsRecord(&a->supports[imaginary], &ev, h));
      if (x->balance)
        PetscCall(
          ForceBalanceAdd(x->balance, &ev, points[k].weight / x->size, (PetscBool)(k == 0)));
    }
    if (x->balance) PetscCall(ForceBalanceGetSum(x->balance, &x->imbalance[imaginary]));
  }
  HistorySetWeight(h, 1, PETSC_FALSE);
  PetscCall(PetscFree2(base, step));
  PetscCall(VecDestroy(&s.q));
  PetscCall(VecDestroy(&s.v));
  PetscCall(VecDestroy(&s.a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
