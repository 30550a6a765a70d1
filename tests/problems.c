/* problems.c: small systems with known answers. */
#include "problems.h"

const Oscillator paper_oscillator = {0.1, 2 * PETSC_PI, 10, 15, 3, 1, 1, 3};

PetscInt matrix_builds;

static PetscErrorCode SmallSystem(PetscInt n, System *sys)
{
  PetscFunctionBeginUser;
  PetscCall(SystemCreate(PETSC_COMM_SELF, sys));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, n, &(*sys)->vec));
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, n, NULL, &(*sys)->mat));
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j < n; j++) PetscCall(MatSetValue((*sys)->mat, i, j, 0, INSERT_VALUES));
  PetscCall(MatAssemblyBegin((*sys)->mat, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd((*sys)->mat, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Assembled(Mat A)
{
  PetscFunctionBeginUser;
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- linear oscillator ------------------------------------------------------------------------------------------------ */

static PetscErrorCode Mult_Oscillator(System sys, Vec q, Vec v, Vec a, Vec y)
{
  const Oscillator *p = sys->data;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(y));
  if (a) PetscCall(VecAXPY(y, 1, a));
  if (v) PetscCall(VecAXPY(y, 2 * p->xi * p->omega, v));
  if (q) PetscCall(VecAXPY(y, p->omega * p->omega, q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Force_Oscillator(System sys, PetscReal t, Vec f)
{
  const Oscillator *p = sys->data;

  PetscFunctionBeginUser;
  PetscCall(VecShift(f, p->R1 * PetscSinReal(p->omega1 * t) + p->R2 * PetscCosReal(p->omega2 * t)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_Oscillator(System sys, PetscReal t, Vec q, Vec v, Vec a, PetscReal cm, PetscReal cc,
                                         PetscReal ck, Mat A)
{
  const Oscillator *p = sys->data;

  PetscFunctionBeginUser;
  (void)t, (void)q, (void)v, (void)a;
  PetscCall(MatSetValue(A, 0, 0, cm + cc * 2 * p->xi * p->omega + ck * p->omega * p->omega, INSERT_VALUES));
  PetscCall(Assembled(A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemCreateOscillator(const Oscillator *p, System *sys)
{
  PetscFunctionBeginUser;
  PetscCall(SmallSystem(1, sys));
  (*sys)->linear = PETSC_TRUE;
  (*sys)->data   = (void *)p;
  (*sys)->ops    = (SystemOps){.mult = Mult_Oscillator, .force = Force_Oscillator, .tangent = Tangent_Oscillator};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Amplitude and phase of the response to R e^{i w t}, then the free motion that meets the initial conditions. */
void oscillator_exact(const Oscillator *p, PetscReal t, PetscReal qva[3])
{
  const PetscReal w = p->omega, damping = p->xi * w, wd = w * PetscSqrtReal(1 - p->xi * p->xi);
  const PetscReal forces[2] = {p->R1, p->R2}, frequencies[2] = {p->omega1, p->omega2};
  PetscReal       start[2] = {p->q0, p->v0}, e, A, B, f[3];

  qva[0] = qva[1] = qva[2] = 0;
  for (int k = 0; k < 2; k++) { /* q = S sin + C cos */
    const PetscReal u = frequencies[k], stiff = w * w - u * u, loss = 2 * damping * u,
                    size = forces[k] / (stiff * stiff + loss * loss);
    const PetscReal S = k == 0 ? stiff * size : loss * size, C = k == 0 ? -loss * size : stiff * size;
    const PetscReal s = PetscSinReal(u * t), c = PetscCosReal(u * t);

    qva[0] += S * s + C * c;
    qva[1] += u * (S * c - C * s);
    qva[2] -= u * u * (S * s + C * c);
    start[0] -= C;
    start[1] -= u * S;
  }
  e    = PetscExpReal(-damping * t);
  A    = start[0];
  B    = (start[1] + damping * A) / wd;
  f[0] = e * (A * PetscCosReal(wd * t) + B * PetscSinReal(wd * t));
  f[1] = -damping * f[0] + e * wd * (B * PetscCosReal(wd * t) - A * PetscSinReal(wd * t));
  f[2] = -2 * damping * f[1] - w * w * f[0];
  for (int i = 0; i < 3; i++) qva[i] += f[i];
}

/* ---- spring pendulum -------------------------------------------------------------------------------------------------- */

static const PetscReal MASS = 1, LENGTH = 0.5, GRAVITY = 9.81;

static PetscErrorCode Residual_Pendulum(System sys, PetscReal t, Vec q, Vec v, Vec a, Vec r)
{
  const PetscReal    k = *(PetscReal *)sys->data;
  const PetscScalar *x, *xd, *xdd;
  PetscScalar       *f;

  PetscFunctionBeginUser;
  (void)t;
  PetscCall(VecGetArrayRead(q, &x));
  PetscCall(VecGetArrayRead(v, &xd));
  PetscCall(VecGetArrayRead(a, &xdd));
  PetscCall(VecGetArray(r, &f));
  f[0] = MASS * xdd[0] + k * x[0] - MASS * (LENGTH + x[0]) * xd[1] * xd[1] - MASS * GRAVITY * PetscCosReal(x[1]);
  f[1] = MASS * xdd[1] + MASS * (2 * xd[0] * xd[1] + GRAVITY * PetscSinReal(x[1])) / (LENGTH + x[0]);
  PetscCall(VecRestoreArray(r, &f));
  PetscCall(VecRestoreArrayRead(a, &xdd));
  PetscCall(VecRestoreArrayRead(v, &xd));
  PetscCall(VecRestoreArrayRead(q, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_Pendulum(System sys, PetscReal t, Vec q, Vec v, Vec a, PetscReal cm, PetscReal cc,
                                       PetscReal ck, Mat A)
{
  const PetscReal    k = *(PetscReal *)sys->data;
  const PetscScalar *x, *xd;
  PetscReal          L, numerator;

  PetscFunctionBeginUser;
  (void)t, (void)a;
  PetscCall(VecGetArrayRead(q, &x));
  PetscCall(VecGetArrayRead(v, &xd));
  L         = LENGTH + x[0];
  numerator = MASS * (2 * xd[0] * xd[1] + GRAVITY * PetscSinReal(x[1]));
  PetscCall(MatSetValue(A, 0, 0, cm * MASS + ck * (k - MASS * xd[1] * xd[1]), INSERT_VALUES));
  PetscCall(
    MatSetValue(A, 0, 1, cc * (-2 * MASS * L * xd[1]) + ck * MASS * GRAVITY * PetscSinReal(x[1]), INSERT_VALUES));
  PetscCall(MatSetValue(A, 1, 0, cc * 2 * MASS * xd[1] / L - ck * numerator / (L * L), INSERT_VALUES));
  PetscCall(MatSetValue(A, 1, 1, cm * MASS + cc * 2 * MASS * xd[0] / L + ck * MASS * GRAVITY * PetscCosReal(x[1]) / L,
                        INSERT_VALUES));
  PetscCall(Assembled(A));
  PetscCall(VecRestoreArrayRead(v, &xd));
  PetscCall(VecRestoreArrayRead(q, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Pendulum(System sys)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(sys->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemCreateSpringPendulum(PetscReal k, System *sys)
{
  PetscFunctionBeginUser;
  PetscCall(SmallSystem(2, sys));
  PetscCall(PetscMalloc1(1, (PetscReal **)&(*sys)->data));
  *(PetscReal *)(*sys)->data = k;
  (*sys)->ops = (SystemOps){.residual = Residual_Pendulum, .tangent = Tangent_Pendulum, .destroy = Destroy_Pendulum};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a run ------------------------------------------------------------------------------------------------------------ */

static PetscErrorCode See(const State *s, PetscInt step, Watcher see, void *context)
{
  const PetscScalar *q, *v, *a;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(s->q, &q));
  PetscCall(VecGetArrayRead(s->v, &v));
  PetscCall(VecGetArrayRead(s->a, &a));
  see(step, s->t, q, v, a, context);
  PetscCall(VecRestoreArrayRead(s->a, &a));
  PetscCall(VecRestoreArrayRead(s->v, &v));
  PetscCall(VecRestoreArrayRead(s->q, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode Integrate(System sys, const char scheme[], PetscReal rho_inf, PetscReal dt, PetscInt nsteps,
                         const PetscReal q0[], const PetscReal v0[], Watcher see, void *context)
{
  char       rho[32];
  Options    o;
  Stage      stage;
  Integrator in;
  State      s;
  StageInfo  info;
  PetscInt   n;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(rho, sizeof rho, "%.17g", (double)rho_inf));
  PetscCall(PetscOptionsSetValue(NULL, "-integrator", scheme));
  PetscCall(PetscOptionsSetValue(NULL, "-rho_inf", rho));
  PetscCall(OptionsCreate(PETSC_COMM_SELF, &o));
  PetscCall(StageCreate(sys, &stage));
  PetscCall(SystemStateCreate(sys, &s));
  PetscCall(VecGetSize(s.q, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(VecSetValue(s.q, i, q0[i], INSERT_VALUES));
    PetscCall(VecSetValue(s.v, i, v0[i], INSERT_VALUES));
  }
  PetscCall(StageAcceleration(stage, &s, &info));
  PetscCall(IntegratorCreate(o, PETSC_COMM_SELF, &in));
  PetscCall(IntegratorSetUp(in, sys, stage, dt, &s));
  PetscCall(See(&s, 0, see, context));
  for (PetscInt k = 1; k <= nsteps; k++) {
    PetscCall(IntegratorStep(in, &s, &info));
    PetscCheck(info.ok, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED, "%s, step %" PetscInt_FMT ": %s", scheme, k,
               info.reason);
    s.t = k * dt;
    PetscCall(See(&s, k, see, context));
  }
  matrix_builds = StageMatrixBuilds(stage);
  PetscCall(IntegratorDestroy(&in));
  PetscCall(SystemStateDestroy(&s));
  PetscCall(StageDestroy(&stage));
  PetscCall(OptionsDestroy(&o));
  PetscFunctionReturn(PETSC_SUCCESS);
}
