/* load_course.c: how far loads move, and in how many steps they pass what they move over. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "load_course.h"
#include "model/loads/along/train.h"
#include "model/loads/moving_load.h"

enum {
  TIMES      = 1000, /* intervals between the times at which the place of a train is computed */
  PATH_STEPS = 200,  /* steps in which a load passes the lines. A moment under an axle in the
                        middle of a simple beam is then 0.5 % too small at most */
  SAMPLES    = 21,   /* times at which a field is compared with itself */
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

/* Determines whether the field of a load moves: with the values f_i of the field at the places i
   and at several times, the matrix G = sum f_i f_i^T has rank 1 if the field is a product of a
   function of the place and a function of t. The load then grows where it is. */
static PetscErrorCode FieldMoves(const Model model, const MovingLoad *load, PetscReal t_start,
                                 PetscReal t_end, PetscBool *moves)
{
  const PetscReal round_off            = 1e-10;
  PetscReal       G[SAMPLES * SAMPLES] = {0}, trace = 0, square = 0;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < load->n; i++) {
    PetscReal f[SAMPLES];

    for (int k = 0; k < SAMPLES; k++) {
      const PetscReal at[4] = {load->x[i][0], load->x[i][1], load->x[i][2],
                               t_start + k * (t_end - t_start) / (SAMPLES - 1)};

      f[k] = ExpressionValue(load->field, at);
    }
    for (int k = 0; k < SAMPLES * SAMPLES; k++) G[k] += f[k / SAMPLES] * f[k % SAMPLES];
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, G, SAMPLES * SAMPLES, MPIU_REAL, MPI_SUM, model->comm));
  for (int k = 0; k < SAMPLES; k++) trace += G[k * SAMPLES + k];
  for (int k = 0; k < SAMPLES * SAMPLES; k++) square += PetscSqr(G[k]);
  *moves = (PetscBool)(square < (1 - round_off) * PetscSqr(trace));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MovingLoadsCountSteps(Model model, PetscReal t_start, PetscReal t_end, PetscInt *n)
{
  PetscFunctionBeginUser;
  *n = 0;
  for (PetscInt k = 0; k < model->loads.nmoving; k++) {
    const MovingLoad *load = &model->loads.moving[k];
    PetscReal         range[2], steps;
    PetscInt          nlines;
    PetscBool         moves;

    if (!load->train) {
      PetscCall(FieldMoves(model, load, t_start, t_end, &moves));
      if (moves) *n = PetscMax(*n, PATH_STEPS);
      continue;
    }
    PetscCall(CountLines(model, load->train, &nlines));
    train_place_range(load->field, t_start, t_end, range);
    steps = (range[1] - range[0]) / load->train->length * PetscMax(nlines, PATH_STEPS);
    /* if the place has no finite value, the load raises the error */
    if (steps > *n) *n = (PetscInt)PetscCeilReal(PetscMin(steps * (1 - 1e-9), MOST_STEPS));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
