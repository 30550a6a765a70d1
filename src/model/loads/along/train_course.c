/* train_course.c: how far the axles of trains move, and in how many steps they pass their lines. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "train_course.h"

enum {
  TIMES      = 1000, /* intervals between the times at which the place of a train is computed */
  PATH_STEPS = 200,  /* steps in which an axle passes the lines. A moment under an axle in the
                        middle of a simple beam is then 0.5 % too small at most */
  MOST_STEPS = 10000
};

void train_place_range(Expression place, PetscReal t_start, PetscReal t_end, PetscReal range[2])
{
  range[0] = PETSC_MAX_REAL;
  range[1] = PETSC_MIN_REAL;
  for (int k = 0; k <= TIMES; k++) {
    const PetscReal at[4] = {0, 0, 0, t_start + k * (t_end - t_start) / TIMES};
    const PetscReal s     = ExpressionValue(place, at);

    range[0] = PetscIsNanReal(s) ? s : PetscMin(range[0], s);
    range[1] = PetscIsNanReal(s) ? s : PetscMax(range[1], s);
  }
}

/* Counts the lines of a train on all ranks. */
static PetscErrorCode CountLines(Model model, const Train *train, PetscInt *n)
{
  PetscFunctionBeginUser;
  *n = 0;
  for (int c = 0; c < model->mesh->g.ncells; c++) *n += train->s[c][0] != train->s[c][1];
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, n, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TrainsCountSteps(Model model, PetscReal t_start, PetscReal t_end, PetscInt *n)
{
  PetscFunctionBeginUser;
  *n = 0;
  for (PetscInt k = 0; k < model->loads.nmoving; k++) {
    const MovingLoad *load = &model->loads.moving[k];
    PetscReal         range[2], steps;
    PetscInt          nlines;

    if (!load->train) continue;
    PetscCall(CountLines(model, load->train, &nlines));
    train_place_range(load->field, t_start, t_end, range);
    steps = (range[1] - range[0]) / load->train->length * PetscMax(nlines, PATH_STEPS);
    /* if the place has no finite value, the load raises the error */
    if (steps > *n) *n = (PetscInt)PetscCeilReal(PetscMin(steps * (1 - 1e-9), MOST_STEPS));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
