/* train_doubt.c: warns of forces that move along lines but never come onto them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/loads/along/load_course.h"
#include "model/loads/along/train.h"
#include "model/loads/moving_load.h"
#include "train_doubt.h"

/* Returns the distance of the axle of a train that comes nearest to its lines [m]; 0 or less if an
   axle comes onto them. An axle that jumps over the lines counts as one that passes them. */
static PetscReal nearest(const Train *train, const PetscReal range[2])
{
  PetscReal distance = PETSC_MAX_REAL;

  for (PetscInt k = 0; k < train->n; k++) {
    const PetscReal before = train->behind[k] - range[1],
                    after  = range[0] - train->behind[k] - train->length;

    distance = PetscMin(distance, PetscMax(before, after));
  }
  return distance;
}

PetscErrorCode WarnAbsentTrains(Model model, PetscReal t_start, PetscReal t_end)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->loads.nmoving; k++) {
    const MovingLoad *load = &model->loads.moving[k];
    PetscReal         range[2], distance;

    if (!load->train) continue;
    train_place_range(load->field, t_start, t_end, range);
    distance = nearest(load->train, range);
    if (!(distance > 1e-9 * load->train->length)) continue;
    PetscCall(PetscFPrintf(
      model->comm, stderr,
      "fsolve: warning: load '%s' never acts: its path is %.6g m long, and from t = %.6g to %.6g "
      "-load_%s_place goes from %.6g to %.6g m, so that no axle comes nearer than %.3g m\n",
      load->name, (double)load->train->length, (double)t_start, (double)t_end, load->name,
      (double)range[0], (double)range[1], (double)distance));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
