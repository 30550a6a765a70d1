/* harmonic_forces.c: computes the amplitudes of harmonic forces by differences of the residual. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "harmonic_forces.h"
#include "assembly/matrices/structural_damping.h"
#include "system/force_units.h"
#include "model/supports/support.h"

/* Size of prescribed motions in differences, relative to the model size, or as a rotation [rad]; it
   has no unit. The error of the differences of fourth order is the fourth power of this size,
   1e-20, and that of round-off is 1e-16 over the size, 1e-11. Responses to moved supports are
   compared with those of forces in tests/analysis/response.py. The row "response to a moved
   support" of tests/relations/guards_parts.py is the same in any units. */
static const PetscReal SMALL_MOTION = 1e-5;

/* The largest motions that supports prescribe choose the step size of differences. */
static PetscReal largest_prescribed_motion(const Run *run)
{
  const Model model        = run->model;
  PetscReal   displacement = 0, rotation = 0;

  for (PetscInt s = 0; s < model->nsupports; s++)
    for (int c = 0; c < COMPONENTS; c++) {
      PetscReal *most = c < 3 ? &displacement : &rotation;

      *most = PetscMax(*most, PetscAbsReal(model->support[s].harmonic[c].amplitude));
    }
  return PetscMax(displacement / FsSystemCharacteristicLength(run->sys), rotation);
}

/* Differentiates by central differences of fourth order. The step is such that prescribed motions
   are small against the model. Forces are linear in it, and as large as those at rest. */
static PetscErrorCode DifferentiateResidual(const HarmonicForces *forces, const Run *run,
                                            PetscReal omega, ComplexVec *f)
{
  static const PetscReal weight[] = {-8. / 12, 8. / 12, 1. / 12, -1. / 12},
                         place[]  = {1, -1, 2, -2};
  const FsConstraintRows rows     = {FS_CONSTRAINT_POSITION, forces->scale, forces->scale};
  const PetscReal        size = forces->motion > 0 ? SMALL_MOTION / forces->motion : forces->factor;

  PetscFunctionBeginUser;
  for (int imaginary = 0; imaginary < 2; imaginary++) {
    const Vec part = imaginary ? f->im : f->re;

    PetscCall(VecZeroEntries(part));
    for (int k = 0; k < 4; k++) {
      FsLoading loading = run->kind.loading;

      loading.harmonic = (FsHarmonic){size * place[k], omega, imaginary ? -PETSC_PI / 2 : 0};
      PetscCall(FsSystemResidual(run->sys, &run->s, &loading, &rows, forces->r));
      PetscCall(VecAXPY(part, weight[k] / size, forces->r));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Chooses forces->factor. Differences of small forces lose digits beside large forces at rest. The
   norms are those of FsSystemForceNorm, whose moments are forces at lengths. */
static PetscErrorCode ScaleForces(const Run *run, HarmonicForces *forces)
{
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 0, forces->scale};
  FsLoading              without = run->kind.loading;
  PetscReal              at_rest, harmonic[2];
  ComplexVec             f;

  PetscFunctionBeginUser;
  forces->factor = 1;
  without.factor = 0;
  PetscCall(ComplexVecCreate(run->s.q, &f));
  PetscCall(FsSystemResidual(run->sys, &run->s, &without, &rows, forces->r));
  PetscCall(FsSystemForceNorm(run->sys, forces->r, NORM_2, &at_rest));
  for (int round = 0; round < 3; round++) { /* the first result may be round-off */
    PetscCall(DifferentiateResidual(forces, run, 0, &f));
    PetscCall(FsSystemForceNorm(run->sys, f.re, NORM_2, &harmonic[0]));
    PetscCall(FsSystemForceNorm(run->sys, f.im, NORM_2, &harmonic[1]));
    harmonic[0] = hypot(harmonic[0], harmonic[1]);
    if (harmonic[0] > 0) forces->factor = PetscMax(1, at_rest / harmonic[0]);
    else forces->factor *= 1e8;
  }
  PetscCall(ComplexVecDestroy(&f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds -i H u, where u are the prescribed motions and H the stiffness times loss factors. The
   forces of motions of several sizes, over their sizes, give the limit of small motions to fourth
   order. */
static PetscErrorCode AddLossForces(const HarmonicForces *forces, const Run *run, PetscReal omega,
                                    ComplexVec *f)
{
  static const PetscReal weight[] = {2. / 3, 2. / 3, -1. / 6, -1. / 6}, place[] = {1, -1, 2, -2};

  PetscFunctionBeginUser;
  if (!forces->damping || forces->motion == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (int imaginary = 0; imaginary < 2; imaginary++)
    for (int k = 0; k < 4; k++) {
      FsLoading loading = run->kind.loading;

      loading.harmonic = (FsHarmonic){place[k] * SMALL_MOTION / forces->motion, omega,
                                      imaginary ? -PETSC_PI / 2 : 0};
      PetscCall(StructuralDampingOfMotions(AssemblyOf(run->sys), &run->s, &loading, forces->r));
      PetscCall(VecAXPY(imaginary ? f->re : f->im, imaginary ? weight[k] : -weight[k], forces->r));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HarmonicForcesCreate(const Run *run, PetscReal scale, PetscBool damping,
                                    HarmonicForces *forces)
{
  PetscFunctionBeginUser;
  *forces =
    (HarmonicForces){.motion = largest_prescribed_motion(run), .scale = scale, .damping = damping};
  PetscCall(VecDuplicate(run->s.q, &forces->r));
  PetscCall(ScaleForces(run, forces));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HarmonicForcesDestroy(HarmonicForces *forces) { return VecDestroy(&forces->r); }

PetscErrorCode HarmonicForcesCompute(const HarmonicForces *forces, const Run *run, PetscReal omega,
                                     ComplexVec *f)
{
  PetscFunctionBeginUser;
  PetscCall(DifferentiateResidual(forces, run, omega, f));
  PetscCall(AddLossForces(forces, run, omega, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}
