/* equilibrium_first.c: determines whether a load step that no other precedes passes a limit point.

   A load step that is much longer than the limit load ends at a distant equilibrium, to which
   Newton's method converges at once. Nothing at this equilibrium shows that the load has a maximum
   on the way. The change of the stiffness at the start of the step shows it: along the first
   increment x, the linear response to the step, the force of the structure is
   f(s) = k s (1 + a s + ...), and a path of equilibria starts with s - a s^2 of the increment of
   the load (Koiter 1945). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "equilibrium.h"
#include "solve/newton/first_increment.h"

/* SMOOTH: the force along the increment is approximated where its secants at s, s/2 and s/4 differ
   by less than this part. */
static const PetscReal SMOOTH = 0.1;
enum { HALVINGS = 30 }; /* of s; then round-off hides the change of the stiffness */

/* Returns the secant stiffness f(s)/s along the increment path->last from s, under the loads that
   act at this part of the way to a level. */
static PetscErrorCode Secant(LoadPath *path, PetscReal level, PetscReal part, const FsState *s,
                             PetscReal *secant)
{
  const PetscReal at      = path->level + part * (level - path->level);
  const FsLoading loading = load_path_loading(path, at);

  PetscFunctionBeginUser;
  PetscCall(
    StageForceAlong(path->stage, &loading, path->factor ? s->t : at, s, path->last, part, secant));
  *secant /= part;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether two secants are so near that the force between them is smooth. */
static PetscBool is_smooth(PetscReal secant, PetscReal shorter)
{
  return (PetscBool)(PetscAbsReal(secant - shorter) <= SMOOTH * PetscAbsReal(shorter));
}

/* Computes the coefficient a of the force k s (1 + a s + ...). *a is 0 if it is not known. */
static PetscErrorCode Softening(LoadPath *path, PetscReal level, const FsState *s, PetscReal *a)
{
  PetscReal part = 0.5, secant[3];

  PetscFunctionBeginUser;
  *a = 0;
  for (int k = 0; k < 2; k++, part /= 2) PetscCall(Secant(path, level, part, s, &secant[k]));
  for (int k = 0; k < HALVINGS; k++, part /= 2) {
    PetscCall(Secant(path, level, part, s, &secant[2]));
    if (is_smooth(secant[0], secant[1]) && is_smooth(secant[1], secant[2])) {
      /* the parabola through the secants at 4, 2 and 1 times part */
      const PetscReal near = (secant[1] - secant[2]) / part,
                      far = (secant[0] - secant[1]) / (2 * part), slope = 2 * near - far,
                      start = secant[2] - part * (slope + (far - near) / 3);

      if (start > 0) *a = slope / start;
      break;
    }
    secant[0] = secant[1];
    secant[1] = secant[2];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadPathCheckFirst(LoadPath *path, PetscReal level, const FsState *s,
                                  FsStageInfo *info)
{
  /* the load k (s + a s^2), which is 1 at the end of the step, has the maximum k/(-4 a) */
  const PetscReal limit = -0.25;
  PetscReal       a;

  PetscFunctionBeginUser;
  PetscCall(Softening(path, level, s, &a));
  if (path->sys->constraints)
    PetscCall(path->sys->constraints->add_multipliers(path->sys, -1, path->last, path->last));
  if (a >= limit) {
    PetscCall(LoadPathCheckJump(path, s, 1, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  path->jumped = PETSC_TRUE;
  *info        = (FsStageInfo){.newton = info->newton,
                               .linear = info->linear,
                               .reason = "the load has a limit within the step"};
  PetscFunctionReturn(PETSC_SUCCESS);
}
