/* certificate.c: modes that are right pass ModesVerify, and wrong ones do not.

   The model is a chain of equal masses and springs, one end of which is fixed or free, in units
   from 1e-6 to 1e6. Its frequencies are known. Each second coordinate is an angle, whose arc at a
   length is the displacement of a mass. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "eigen/undamped_modes.h"
#include "petsc_test.h"
#include "problems.h"

enum { N = 12 };

typedef struct {
  PetscReal mass, stiffness, length;
  PetscBool fixed;
} Chain;

static Chain chain;

/* Returns the displacement of mass i over its coordinate. */
static PetscReal lever(PetscInt i) { return i % 2 ? chain.length : 1; }

static PetscErrorCode WeighChain(FsSystem sys, Vec weights)
{
  PetscFunctionBeginUser;
  (void)sys;
  for (PetscInt i = 0; i < N; i++)
    PetscCall(VecSetValue(weights, i, PetscSqr(lever(i)), INSERT_VALUES));
  PetscCall(VecAssemblyBegin(weights));
  PetscCall(VecAssemblyEnd(weights));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CombineChain(FsSystem sys, FsShift shift, Mat A)
{
  PetscFunctionBeginUser;
  (void)sys;
  PetscCall(MatZeroEntries(A));
  for (PetscInt i = 0; i < N; i++) {
    const PetscInt  springs = 2 - (i == N - 1) - (i == 0 && !chain.fixed);
    const PetscReal between = -shift.ck * chain.stiffness * chain.length;

    PetscCall(MatSetValue(
      A, i, i, PetscSqr(lever(i)) * (shift.cm * chain.mass + shift.ck * springs * chain.stiffness),
      INSERT_VALUES));
    if (i == N - 1) continue;
    PetscCall(MatSetValue(A, i, i + 1, between, INSERT_VALUES));
    PetscCall(MatSetValue(A, i + 1, i, between, INSERT_VALUES));
  }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal exact_mu(PetscInt k)
{
  const PetscReal angle =
    chain.fixed ? (2 * k + 1) * PETSC_PI / (2 * (2 * N + 1)) : k * PETSC_PI / (2 * N);

  return 4 * chain.stiffness / chain.mass * PetscSqr(PetscSinReal(angle));
}

/* The masses of the chain move along x. */
static PetscErrorCode RigidChain(FsSystem sys, const FsState *s, const FsLoading *loading,
                                 const Vec motion[FS_RIGID_MOTIONS])
{
  PetscFunctionBeginUser;
  (void)sys, (void)s, (void)loading;
  for (int k = 0; k < FS_RIGID_MOTIONS; k++) {
    for (PetscInt i = 0; i < N; i++)
      PetscCall(VecSetValue(motion[k], i, k == 0 ? 1 / lever(i) : 0, INSERT_VALUES));
    PetscCall(VecAssemblyBegin(motion[k]));
    PetscCall(VecAssemblyEnd(motion[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateChain(FsSystem *sys, FsState *state, Pencil *p)
{
  const FsLoading loading = FsLoadingOfMotion();

  PetscFunctionBeginUser;
  PetscCall(SystemCreateSmall(N, sys));
  (*sys)->traits.linear              = PETSC_TRUE;
  (*sys)->traits.symmetric           = PETSC_TRUE;
  (*sys)->ops.matrix.combine         = CombineChain;
  (*sys)->ops.geometry.rigid_motions = RigidChain;
  (*sys)->ops.geometry.weights       = WeighChain;
  PetscCall(FsSystemStateCreate(*sys, state));
  PetscCall(PencilCreate(*sys, state, &loading, p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Expect(Pencil p, Modes *m, PetscBool whole, const char *found,
                             const char *name)
{
  char reason[256];

  PetscFunctionBeginUser;
  PetscCall(ModesVerify(p, m, whole, reason, sizeof reason));
  CHECK(*found ? strstr(reason, found) != NULL : !reason[0],
        "%s, m = %g, k = %g, l = %g: '%s', not '%s'", name, (double)chain.mass,
        (double)chain.stiffness, (double)chain.length, reason, found);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a share of the next mode to mode k. The frequency is that of the Rayleigh quotient of the
   mixture, and the list does not claim to be complete, so that the residual alone shows whether the
   mixture is a mode. */
static PetscErrorCode Mixture(Pencil p, Modes *m, PetscInt k, PetscReal share, const char *found,
                              const char *name)
{
  const PetscReal mu = m->mu[k], to = m->to;
  Vec             mode;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(m->x[k], &mode));
  PetscCall(VecCopy(m->x[k], mode));
  PetscCall(VecAXPBY(m->x[k], share, PetscSqrtReal(1 - PetscSqr(share)), m->x[k + 1]));
  m->mu[k] += PetscSqr(share) * (m->mu[k + 1] - mu);
  m->to = PETSC_MAX_REAL;
  PetscCall(Expect(p, m, PETSC_FALSE, found, name));
  PetscCall(VecCopy(mode, m->x[k]));
  m->mu[k] = mu;
  m->to    = to;
  PetscCall(VecDestroy(&mode));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Hands answers to the certificate that are wrong in one way each. */
static PetscErrorCode Wrong(Pencil p, Modes *m)
{
  const PetscInt  first = m->zeros;
  const PetscReal mu    = m->mu[first];
  PetscInt        n     = m->n;

  PetscFunctionBeginUser;
  m->mu[first] = mu * (1 + 1e-3);
  PetscCall(Expect(p, m, PETSC_FALSE, "does not solve", "a frequency that is off by 5e-4"));
  m->mu[first] = mu * (1 + 1e-8);
  PetscCall(Expect(p, m, PETSC_FALSE, "", "a frequency that is off by 5e-9"));
  m->mu[first]   = 0;
  m->zero[first] = PETSC_TRUE;
  /* the strain energy is a number without a unit, the same at any length */
  PetscCall(Expect(p, m, PETSC_FALSE, chain.fixed ? "has 0.0086 of" : "has 0.041 of",
                   "a mode that is not rigid"));
  m->zero[first] = PETSC_FALSE;
  m->mu[first]   = mu;
  PetscCall(Mixture(p, m, first, 1e-2, "does not solve", "a mixture of two modes"));
  PetscCall(Mixture(p, m, first, 1e-5, "", "a mode with 1e-5 of the next one"));
  PetscCall(Expect(p, m, PETSC_TRUE, "", "the modes again"));
  m->n = 3;
  PetscCall(Expect(p, m, PETSC_TRUE, "would be all", "three modes instead of all"));
  m->n = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Leaves out the lowest mode, the rigid motion or that nearest to it, and another one. */
static PetscErrorCode Missing(Pencil p, const Modes *all)
{
  Modes m = *all;

  PetscFunctionBeginUser;
  m.n  = N - 1;
  m.to = exact_mu(N);
  m.mu++, m.zero++, m.x++;
  PetscCall(Expect(p, &m, PETSC_FALSE, "translation along x", "the lowest mode is missing"));
  m.from = 0;
  PetscCall(Expect(p, &m, PETSC_FALSE, "", "modes that claim to be all above a limit"));
  m    = *all;
  m.n  = 3;
  m.to = exact_mu(3);
  PetscCall(Expect(p, &m, PETSC_FALSE, "", "three modes that claim to be all below the fourth"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A scale that round-off has made 1e30 times too large must end in an error, not in zeros. */
static PetscErrorCode WrongScale(Pencil p)
{
  const ModesRequest request = {.kind = MODES_LOWEST, .n = 2};
  CaughtError        caught;
  Modes              m;

  PetscFunctionBeginUser;
  p->largest *= 1e30;
  PetscCall(CatchErrorsBegin(&caught));
  (void)ModesFind(p, &request, &m);
  PetscCall(CatchErrorsEnd());
  p->largest *= 1e-30;
  CHECK(caught.code == PETSC_ERR_NOT_CONVERGED, "a wrong scale: error %d, '%s'", (int)caught.code,
        caught.text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Scaled(void)
{
  const ModesRequest request = {.kind = MODES_LOWEST, .n = N};
  FsSystem           sys;
  FsState            state;
  Pencil             p;
  Modes              m;

  PetscFunctionBeginUser;
  PetscCall(CreateChain(&sys, &state, &p));
  PetscCall(ModesFind(p, &request, &m));
  CHECK(m.n == N && m.zeros == !chain.fixed, "%d modes, %d zeros", (int)m.n, (int)m.zeros);
  for (PetscInt k = 0; k < m.n; k++)
    CHECK_CLOSE(m.mu[k] / exact_mu(N - 1), exact_mu(k) / exact_mu(N - 1), 1e-12, "mu");
  PetscCall(Wrong(p, &m));
  PetscCall(Missing(p, &m));
  PetscCall(WrongScale(p));
  PetscCall(ModesDestroy(&m));
  PetscCall(PencilDestroy(&p));
  PetscCall(FsSystemStateDestroy(&state));
  PetscCall(FsSystemDestroy(&sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscFunctionBeginUser;
  for (int mass = -6; mass <= 6; mass += 6)
    for (int stiffness = -6; stiffness <= 6; stiffness += 6)
      for (int length = -6; length <= 6; length += 6)
        for (int fixed = 0; fixed < 2; fixed++) {
          chain = (Chain){.mass      = PetscPowReal(10, mass),
                          .stiffness = PetscPowReal(10, stiffness),
                          .length    = PetscPowReal(10, length),
                          .fixed     = (PetscBool)fixed};
          PetscCall(Scaled());
        }
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
