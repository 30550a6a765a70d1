/* harmonic_output.c: histories of a harmonic motion about a state: real and imaginary parts of what probes, joints and supports tell,
   by differences of fourth order between states at small multiples of the motion, at omega t = 0 and -90 degrees. */
#include "assembly/structural_damping.h"
#include "output/output_impl.h"

static const char *const halves[2] = {"/real", "/imaginary"};

PetscErrorCode AmplitudesAddSeries(Amplitudes *a, Assembly assembly, PetscInt nprobes, const Probe probes[], History h)
{
  const Model model = AssemblyModel(assembly);

  PetscFunctionBeginUser;
  a->nprobes = nprobes;
  for (PetscInt p = 0; p < nprobes; p++)
    PetscCheck(probes[p].kind == PROBE_NODE || probes[p].kind == PROBE_ELEMENT, model->comm, PETSC_ERR_USER_INPUT,
               "-probe_%s_%s has no amplitude, and is not for -analysis response; remove the probe", probes[p].name,
               probes[p].kind == PROBE_EXTREME ? "extreme" : "whole");
  PetscCall(HistoryAdd(h, "frequency", FILE_REAL, 0, 0, &a->frequency));
  for (int half = 0; half < 2; half++) {
    PetscCall(PetscMalloc1(nprobes, &a->probes[half]));
    for (PetscInt p = 0; p < nprobes; p++) {
      a->probes[half][p] = probes[p];
      PetscCall(ProbeAddSeries(&a->probes[half][p], halves[half], h));
    }
    PetscCall(ReactionsAddSeries(&a->reactions[half], model, nprobes, probes, halves[half], h));
    if (!HasStructuralDamping(assembly)) PetscCall(HoldsAddSeries(&a->holds[half], assembly, halves[half], h));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AmplitudesDestroy(Amplitudes *a)
{
  PetscFunctionBeginUser;
  for (int half = 0; half < 2; half++) {
    PetscCall(PetscFree(a->probes[half])); /* shallow copies */
    PetscCall(ReactionsDestroy(&a->reactions[half]));
    PetscCall(HoldsDestroy(&a->holds[half]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* s = the state h times the motion away, at omega t = 0 (half 0) or -90 degrees. */
static PetscErrorCode Displace(Model model, const OutputAmplitude *x, int half, PetscReal h, FsState *s)
{
  const Vec now           = half ? x->im : x->re,
            then          = half ? x->re : x->im; /* u, and the one whose -+omega times is its rate */
  const PetscReal    sign = half ? 1 : -1;
  const Layout      *l    = &model->layout;
  const PetscScalar *lambda;
  PetscScalar       *a, *rest;

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(s->q, h, now, x->at->q));
  PetscCall(VecCopy(then, s->v));
  PetscCall(VecScale(s->v, sign * h * x->omega));
  PetscCall(VecCopy(now, s->a));
  PetscCall(VecScale(s->a, -h * PetscSqr(x->omega)));
  PetscCall(VecGetArrayRead(now, &lambda));
  PetscCall(VecGetArray(x->at->a, &rest));
  PetscCall(VecGetArray(s->a, &a));
  for (PetscInt k = 0; k < l->nlocal_multipliers; k++)
    a[l->multiplier[k]] = rest[l->multiplier[k]] + h * lambda[l->multiplier[k]];
  PetscCall(VecRestoreArray(s->a, &a));
  PetscCall(VecRestoreArray(x->at->a, &rest));
  PetscCall(VecRestoreArrayRead(now, &lambda));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AmplitudesRecord(const Amplitudes *a, Assembly assembly, const OutputAmplitude *x, History h)
{
  static const struct {
    PetscReal place, weight;
  } points[] = {
    {1,  8. / 12 },
    {-1, -8. / 12},
    {2,  -1. / 12},
    {-2, 1. / 12 }
  };
  FsState s = {.t = x->at->t};

  PetscFunctionBeginUser;
  HistorySetReals(h, a->frequency, &x->frequency);
  PetscCall(VecDuplicate(x->re, &s.q));
  PetscCall(VecDuplicate(x->re, &s.v));
  PetscCall(VecDuplicate(x->re, &s.a));
  for (int half = 0; half < 2; half++)
    for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(points); k++) {
      const PetscReal size    = x->size * points[k].place;
      FsLoading       loading = *x->loading;
      Evaluation      ev;

      loading.harmonic = (FsHarmonic){size, x->omega, half ? -PETSC_PI / 2 : 0};
      PetscCall(Displace(AssemblyModel(assembly), x, half, size, &s));
      PetscCall(AssemblyEvaluate(assembly, &s, &loading, PETSC_TRUE, &ev));
      HistoryWeigh(h, points[k].weight / x->size, (PetscBool)(k > 0));
      PetscCall(ProbesRecord(a->nprobes, a->probes[half], &ev, h));
      PetscCall(ReactionsRecord(&a->reactions[half], &ev, h));
      PetscCall(HoldsRecord(&a->holds[half], &ev, h));
    }
  HistoryWeigh(h, 1, PETSC_FALSE);
  PetscCall(HistoryEndStep(h));
  PetscCall(VecDestroy(&s.q));
  PetscCall(VecDestroy(&s.v));
  PetscCall(VecDestroy(&s.a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
