/* masses.c: one mass whose force law switches; its motion is known piece by piece. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "masses.h"
#include "problems.h"

/* ---- as a system
 * -------------------------------------------------------------------------------------------------
 */

static void law(const Mass *m, MassMode mode, double *c, double *k)
{
  const double e = m->restitution;

  *c = -m->g;
  *k = mode == FREE || mode == STUCK ? 0 : mode == OUT ? e * e * m->k : m->k;
  if (mode == FORTH) *c -= m->friction;
  if (mode == BACK) *c += m->friction;
}

/* Values of the functions whose change of sign ends the mode, and whether the force jumps there;
 * how many. */
static int leaving(const Mass *m, MassMode mode, double x, double v, double value[2],
                   PetscBool jump[2])
{
  const PetscBool in_contact = (PetscBool)(mode == IN || mode == OUT);

  value[0] = x;
  jump[0]  = PETSC_FALSE;
  value[1] = v;
  jump[1]  = PETSC_TRUE;
  if (m->kind == BOUNCE) return 1;
  if (m->kind == STOP) return in_contact ? 2 : 1;
  value[0] = v;
  jump[0]  = PETSC_TRUE;
  return mode == STUCK ? 0 : 1;
}

static MassMode mode_of(const Mass *m, MassMode before, double x, double v)
{
  if (m->kind == FRICTION) {
    if (before == STUCK || (before == FORTH && v > 0) || (before == BACK && v < 0)) return before;
    if (m->k * fabs(x) <= m->friction) return STUCK;
    return x < 0 ? FORTH : BACK;
  }
  return x > 0 ? FREE : m->kind == BOUNCE || v < 0 ? IN : OUT;
}

static PetscErrorCode At(const FsState *s, double x[3])
{
  const PetscScalar *y;
  const Vec          vecs[3] = {s->q, s->v, s->a};

  PetscFunctionBeginUser;
  for (int i = 0; i < 3; i++) {
    x[i] = 0;
    if (!vecs[i]) continue;
    PetscCall(VecGetArrayRead(vecs[i], &y));
    x[i] = y[0];
    PetscCall(VecRestoreArrayRead(vecs[i], &y));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* That of the last accepted state; the force without memory is as the state has it. */
static MassMode mode_at(const Mass *m, double x)
{
  return m->kind == BOUNCE ? (x > 0 ? FREE : IN) : m->mode;
}

static PetscErrorCode Residual_Mass(FsSystem sys, const FsState *s, const FsLoading *loading,
                                    const FsConstraintRows *rows, Vec r)
{
  double x[3], c, k;

  PetscFunctionBeginUser;
  (void)loading, (void)rows;
  PetscCall(At(s, x));
  law(sys->data, mode_at(sys->data, x[0]), &c, &k);
  PetscCall(VecSet(r, x[2] + k * x[0] - c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Fill(Mat A, double a)
{
  PetscFunctionBeginUser;
  PetscCall(MatSetValue(A, 0, 0, a, INSERT_VALUES));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_Mass(FsSystem sys, const FsState *s, const FsLoading *loading,
                                   const FsConstraintRows *rows, FsShift shift, Mat A)
{
  double x[3], c, k;

  PetscFunctionBeginUser;
  (void)loading, (void)rows;
  PetscCall(At(s, x));
  law(sys->data, mode_at(sys->data, x[0]), &c, &k);
  PetscCall(Fill(A, shift.cm + shift.ck * k));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Combine_Mass(FsSystem sys, FsShift shift, Mat A)
{
  PetscFunctionBeginUser;
  (void)sys;
  PetscCall(Fill(A, shift.cm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Margins_Mass(FsSystem sys, const FsState *s, const FsLoading *loading,
                                   PetscReal margin[])
{
  const Mass *m = sys->data;
  double      x[3], value[2];
  PetscBool   jump[2];

  PetscFunctionBeginUser;
  (void)loading;
  PetscCall(At(s, x));
  for (int i = leaving(m, m->mode, x[0], x[1], value, jump) - 1; i >= 0; i--) {
    const PetscReal this = FsSwitchMargin(m->kept[i], value[i]);

    margin[FS_SWITCH_ANY] = PetscMin(margin[FS_SWITCH_ANY], this);
    if (jump[i]) margin[FS_SWITCH_JUMP] = PetscMin(margin[FS_SWITCH_JUMP], this);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_Mass(FsSystem sys, const FsState *at, PetscInt n,
                                  FsState *const states[])
{
  Mass     *m = sys->data;
  double    x[3], value[2];
  PetscBool jump[2];

  PetscFunctionBeginUser;
  (void)n, (void)states;
  PetscCall(At(at, x));
  m->mode = mode_of(m, m->mode, x[0], x[1]);
  for (int i = leaving(m, m->mode, x[0], x[1], value, jump) - 1; i >= 0; i--)
    m->kept[i] = FsSwitchStoredValue(m->kept[i], value[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SystemCreateMass(Mass *m, FsSystem *sys)
{
  double    value[2];
  PetscBool jump[2];

  PetscFunctionBeginUser;
  PetscCall(SystemCreateSmall(1, sys));
  (*sys)->data                        = m;
  (*sys)->traits.velocity_independent = PETSC_TRUE;
  (*sys)->ops                         = (FsSystemOps){.matrix.combine         = Combine_Mass,
                                                      .nonlinear.residual     = Residual_Mass,
                                                      .nonlinear.tangent      = Tangent_Mass,
                                                      .history.switch_margins = m->nowhere ? NULL : Margins_Mass,
                                                      .history.accept         = Accept_Mass};
  m->mode                             = mode_of(m, m->v0 > 0 ? FORTH : BACK, m->x0, m->v0);
  leaving(m, m->mode, m->x0, m->v0, value, jump);
  for (int i = 0; i < 2; i++) m->kept[i] = FsSwitchStoredValue(m->mode == BACK ? -1 : 1, value[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the motion itself
 * ------------------------------------------------------------------------------------------- */

/* In the mode of p, a time h after it. */
static void along(const Mass *m, const MassPiece *p, double h, double *x, double *v)
{
  double c, k;

  law(m, p->mode, &c, &k);
  if (p->mode == STUCK) {
    *x = p->x;
    *v = 0;
  } else if (k == 0) {
    *x = p->x + p->v * h + c * h * h / 2;
    *v = p->v + c * h;
  } else {
    const double w = sqrt(k), s = sin(w * h), z = cos(w * h), from = p->x - c / k;

    *x = c / k + from * z + p->v / w * s;
    *v = p->v * z - w * from * s;
  }
}

/* Whether p would have left its mode a time h later; not so soon that round-off decides, since the
   mode may begin where a function is 0. */
static PetscBool has_left(const Mass *m, const MassPiece *p, double h)
{
  const double little  = 1e-9,
               sign[2] = {p->mode == FREE || p->mode == FORTH ? 1 : -1, p->mode == OUT ? 1 : -1};
  double    x, v, value[2];
  PetscBool jump[2];
  int       n;

  if (h <= little) return PETSC_FALSE;
  along(m, p, h, &x, &v);
  n = leaving(m, p->mode, x, v, value, jump);
  for (int i = 0; i < n; i++)
    if (sign[i] * value[i] < 0) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* The end of each piece by bisection, to the last digit. */
void mass_follow(const Mass *m, double t, MassPiece *p)
{
  const double look = 1e-3; /* no mode is as short */

  while (p->t < t) {
    double h = fmin(look, t - p->t), lo = 0, hi = h, x, v;

    if (has_left(m, p, h)) {
      for (int i = 0; i < 60; i++) *(has_left(m, p, (lo + hi) / 2) ? &hi : &lo) = (lo + hi) / 2;
      h = hi;
    }
    along(m, p, h, &x, &v);
    p->t += h;
    if (h == hi && lo > 0) {
      const double at_rest = 1e-9;

      if (m->kind == FRICTION || fabs(v) < at_rest) v = 0;
      else x = 0;
      if (m->kind == FRICTION) p->mode = mode_of(m, p->mode, x, v);
      else
        p->mode = p->mode == FREE                    ? IN
                  : p->mode == IN && m->kind == STOP ? OUT
                  : x == 0                           ? FREE
                                                     : IN;
      p->events++;
    }
    p->x = x;
    p->v = v;
  }
}

MassPiece mass_start(const Mass *m)
{
  return (MassPiece){0, m->x0, m->v0, mode_of(m, m->v0 > 0 ? FORTH : BACK, m->x0, m->v0), 0};
}
