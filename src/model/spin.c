/* spin.c: reads the steadily rotating frame in which motions are measured, and checks the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "math/vector.h"
#include "model/model.h"
#include "model/supports/support.h"
#include "model/parts/block.h"

/* clang-format off */
const FsOptionDoc spin_options[] = {
  {"-spin", "<x,y,z>",
   "steady angular velocity of the frame in which motions are measured [rad/s]: supports and loads "
   "rotate with it; centrifugal and gyroscopic forces act",
   FS_REALS(Spin, velocity, 3), FS_GIVEN(Spin, active)},
  {"-spin_point", "0,0,0", "a point of the axis", FS_REALS(Spin, point, 3),
   FS_GIVEN(Spin, has_point)},
  {NULL, NULL, NULL}
};
/* clang-format on */

/* Checks that gravity and motions are steady in the rotating frame. */
static PetscErrorCode CheckSteady(Model model)
{
  /* Sine of the angle between gravity and the axis. It is only as large as the round-off of a
     user's numbers along an oblique axis, because gravity across the axis is wrong however small it
     is. The test tests/model/spin.py has gravity across the axis. */
  const PetscReal small = 1e-12;
  double          across[3];

  PetscFunctionBeginUser;
  cross(model->spin.velocity, model->gravity.acceleration, across);
  PetscCheck(!model->linearize, model->comm, PETSC_ERR_USER_INPUT,
             "-spin and -linearize: a linear model has no stiffness from its centrifugal stress; "
             "remove -linearize");
  PetscCheck(norm(across) <= small * norm(model->spin.velocity) * norm(model->gravity.acceleration),
             model->comm, PETSC_ERR_USER_INPUT,
             "-spin and -gravity: gravity across the axis rotates in the frame; give it along the "
             "axis, or let the model rotate by a joint instead");
  for (int c = 0; c < 3; c++)
    PetscCheck(
      !model->gravity.base[c] && model->gravity.base_harmonic[c].amplitude == 0, model->comm,
      PETSC_ERR_USER_INPUT,
      "-spin and motions of the ground (-base_acceleration_%c): it does not rotate with the "
      "frame; remove one",
      'x' + c);
  for (PetscInt k = 0; k < model->nparts; k++)
    PetscCheck(!model->block[k].flow, model->comm, PETSC_ERR_USER_INPUT,
               "-spin and -part_%s_flow_x, _flow_y or _flow_z: the fluid does not rotate with the "
               "frame; remove one",
               model->block[k].part);
  for (PetscInt s = 0; s < model->nsupports; s++)
    for (int c = 0; c < 3; c++)
      PetscCheck(!model->support[s].motion[c], model->comm, PETSC_ERR_USER_INPUT,
                 "-spin and -support_%s_motion_%c (or _motion_harmonic_%c): supports may rotate "
                 "nodes in the frame, but not move them; remove one",
                 model->support[s].name, 'x' + c, 'x' + c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SpinFromOptions(FsOptions o, MPI_Comm comm, Spin *spin)
{
  PetscFunctionBeginUser;
  *spin = (Spin){.active = PETSC_FALSE};
  PetscCall(FsOptionsReadRows(o, spin_options, NULL, spin));
  PetscCheck(spin->active || !spin->has_point, comm, PETSC_ERR_USER_INPUT,
             "-spin_point without -spin: give the angular velocity");
  spin->active = (PetscBool)(norm(spin->velocity) > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SpinSet(Model model, const Spin *spin)
{
  PetscFunctionBeginUser;
  model->spin = *spin;
  if (spin->active) PetscCall(CheckSteady(model));
  PetscFunctionReturn(PETSC_SUCCESS);
}
