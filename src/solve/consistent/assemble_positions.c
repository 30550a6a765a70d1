/* assemble_positions.c: moves initial positions onto the constraints and initial coordinates to
   targets.

   It proceeds in steps (start_coordinates.h, nearest_configuration.c). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assemble_positions.h"
#include "solve/consistent/redundancy/constraint_rank.h"
#include "nearest_configuration.h"
#include "solve/stage.h"
#include "start_coordinates.h"

/* Input error: the coordinates reach only a part of their targets. */
static PetscErrorCode FailStuck(StartCoordinates *h, const PetscReal from[], const PetscReal to[],
                                PetscReal part)
{
  const FsSystem sys     = h->s->sys;
  PetscInt       longest = 0;
  char           name[160];

  PetscFunctionBeginUser;
  for (PetscInt k = 1; k < h->n; k++)
    if (PetscAbsReal(to[k] - from[k]) / start_coordinate_unit(h, k) >
        PetscAbsReal(to[longest] - from[longest]) / start_coordinate_unit(h, longest))
      longest = k;
  sys->constraints->coordinate_name(sys, h->kind, longest, name, sizeof name);
  SETERRQ(sys->comm, PETSC_ERR_USER_INPUT,
          "the model cannot be assembled with %s %.6g: from %.6g it reaches %.6g; there the joints "
          "block it",
          name, (double)to[longest], (double)from[longest],
          (double)(from[longest] + part * (to[longest] - from[longest])));
}

/* Steps are short enough that a mechanism stays on its branch. */
PetscErrorCode StageMoveOntoConstraints(FsStage s, PetscReal tolerance, FsState *state,
                                        PetscReal *error)
{
  /* long_step: [rad], or relative to the characteristic length; shortest: relative to the planned
     step */
  const PetscReal  long_step = 0.1, shortest = 1. / 64;
  PetscReal       *from, *to, fraction = 0, step, planned;
  PetscBool        dependent;
  Vec              before;
  StartCoordinates h;

  PetscFunctionBeginUser;
  PetscCall(StartCoordinatesCreate(s, FS_COORDINATES_INITIAL_VALUE, &h));
  PetscCall(StartCoordinatesRead(&h, state, PETSC_TRUE, error));
  if (h.n) PetscCall(StageIsDependent(s, state, &dependent));
  if (h.n && !dependent) PetscCall(StartCoordinatesCheck(&h, state));
  PetscCall(PetscMalloc2(h.n, &from, h.n, &to));
  for (PetscInt k = 0; k < h.n; k++) {
    from[k] = h.c[k].current;
    to[k]   = h.c[k].target;
  }
  PetscCall(VecDuplicate(state->q, &before));
  planned = step = 1 / PetscMax(1, PetscCeilReal(*error / long_step));
  while (fraction < 1) {
    const PetscReal next = fraction + step < 1 - shortest * planned ? fraction + step : 1;

    PetscCall(VecCopy(state->q, before));
    for (PetscInt k = 0; k < h.n; k++)
      h.c[k].target = next < 1 ? from[k] + next * (to[k] - from[k]) : to[k];
    PetscCall(NearestConfigurationFind(&h, tolerance, state, error));
    if (*error <= tolerance) {
      fraction = next;
      if (fraction < 1) PetscCall(FsSystemAcceptInitialState(s->sys, state));
    } else {
      step /= 2;
      if (!h.n || (fraction == 0 && step < shortest * planned)) break;
      if (step < shortest * planned) PetscCall(FailStuck(&h, from, to, fraction));
      PetscCall(VecCopy(before, state->q));
    }
  }
  PetscCall(VecDestroy(&before));
  PetscCall(PetscFree2(from, to));
  PetscCall(StartCoordinatesDestroy(&h));
  PetscFunctionReturn(PETSC_SUCCESS);
}
