/* assemble_positions.c: the start moves positions onto the constraints, and coordinates that it gives to where they are wanted, by steps
   (start_coordinates.h, nearest_configuration.c). Begin with StageReach. */
#include "start_coordinates.h"

/* Input error: only a part of the way can be gone. */
static PetscErrorCode Stuck(Held *h, const PetscReal from[], const PetscReal to[], PetscReal part)
{
  const FsSystem sys     = h->s->sys;
  PetscInt       longest = 0;
  char           name[160];

  PetscFunctionBeginUser;
  for (PetscInt k = 1; k < h->n; k++)
    if (PetscAbsReal(to[k] - from[k]) / held_unit(h, k) >
        PetscAbsReal(to[longest] - from[longest]) / held_unit(h, longest))
      longest = k;
  sys->constraints->coordinate_name(sys, h->of, longest, name, sizeof name);
  SETERRQ(sys->comm, PETSC_ERR_USER_INPUT,
          "the model cannot be assembled with %s %.6g: from %.6g it reaches %.6g; there the joints leave it no way on",
          name, (double)to[longest], (double)from[longest],
          (double)(from[longest] + part * (to[longest] - from[longest])));
}

/* Steps are that short that a mechanism stays on its branch. */
PetscErrorCode StageReach(FsStage s, PetscReal rough, FsState *state, PetscReal *off)
{
  const PetscReal long_step = 0.1, shortest = 1. / 64; /* [rad], or of the model's size; of the step planned */
  PetscReal      *from, *to, done = 0, step, planned;
  PetscBool       dependent;
  Vec             before;
  Held            h;

  PetscFunctionBeginUser;
  PetscCall(HeldCreate(s, FS_COORDINATES_INITIAL_VALUE, &h));
  PetscCall(HeldRead(&h, state, PETSC_TRUE, off));
  if (h.n) PetscCall(StageIsDependent(s, state, &dependent));
  if (h.n && !dependent) PetscCall(HeldCheck(&h, state));
  PetscCall(PetscMalloc2(h.n, &from, h.n, &to));
  for (PetscInt k = 0; k < h.n; k++) {
    from[k] = h.c[k].current;
    to[k]   = h.c[k].target;
  }
  PetscCall(VecDuplicate(state->q, &before));
  planned = step = 1 / PetscMax(1, PetscCeilReal(*off / long_step));
  while (done < 1) {
    const PetscReal next = done + step < 1 - shortest * planned ? done + step : 1;

    PetscCall(VecCopy(state->q, before));
    for (PetscInt k = 0; k < h.n; k++) h.c[k].target = next < 1 ? from[k] + next * (to[k] - from[k]) : to[k];
    PetscCall(HeldNearest(&h, rough, state, off));
    if (*off <= rough) {
      done = next;
      if (done < 1) PetscCall(FsSystemAcceptInitialState(s->sys, state));
    } else {
      step /= 2;
      if (!h.n || (done == 0 && step < shortest * planned)) break;
      if (step < shortest * planned) PetscCall(Stuck(&h, from, to, done));
      PetscCall(VecCopy(before, state->q));
    }
  }
  PetscCall(VecDestroy(&before));
  PetscCall(PetscFree2(from, to));
  PetscCall(HeldDestroy(&h));
  PetscFunctionReturn(PETSC_SUCCESS);
}
