/* drag.c: slows down the tip of a cantilever by a force -c v, which this program computes.

   The force at the end of a step depends on the velocity there. So each step is tried again until
   the force does not change any more, as programs for fluids do. The case has a law with the same
   force, too (-load_drag_law_z), so you can compare. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/case.h>
#include <math.h>
#include <stdio.h>

static const char model[] = "-mesh line -mesh_n 4 -mesh_upper 2\n"
                            "-parts rod -part_rod_set all -part_rod_element beam\n"
                            "-part_rod_section circle -part_rod_radius 0.05\n"
                            "-part_rod_young 2e11 -part_rod_poisson 0.3 -part_rod_density 7800\n"
                            "-supports start -probes end -linearize\n"
                            "-integrator trapezoidal -dt 0.005 -t_end 0.2\n"
                            "-loads push,drag\n"
                            "-load_push_set end -load_push_force 0,0,-100\n"
                            "-load_drag_set end -load_drag_given true\n"
                            "-output none -quiet\n";

/* Takes a step of dt. */
static PetscErrorCode Step(FsCase c, PetscReal dt, PetscReal drag, int *tries)
{
  PetscReal      force[3] = {0, 0, 0}, change;
  PetscErrorCode ierr;

  *tries = 0;
  do {
    PetscBool ok;
    FsResult  v;

    ierr = FsCaseSetNodalForce(c, "drag", 1, force);
    if (!ierr) ierr = FsCaseTry(c, dt, &ok);
    if (!ierr && !ok) return PETSC_ERR_NOT_CONVERGED;
    if (!ierr) ierr = FsCaseGetField(c, "velocity", "end", &v);
    if (ierr) return ierr;
    change = 0;
    for (int k = 0; k < 3; k++) {
      const PetscReal next = -drag * ((const PetscReal *)v.data)[k];

      change   = fmax(change, fabs(next - force[k]));
      force[k] = next;
    }
    ++*tries;
  } while (change > 1e-10 * drag);
  return FsCaseAccept(c);
}

int main(void)
{
  const PetscReal dt = 0.005, drag = 500;
  FsCase          c = NULL;
  FsResult        u;
  int             tries = 0;
  PetscErrorCode  ierr  = FsCaseCreate(MPI_COMM_WORLD, &c);

  if (!ierr) ierr = FsCaseSetOptionsText(c, model);
  if (!ierr) ierr = FsCaseSetUp(c);
  for (int k = 1; k <= 40 && !ierr; k++) {
    ierr = Step(c, dt, drag, &tries);
    if (!ierr) ierr = FsCaseGetField(c, "displacement", "end", &u);
    if (!ierr && k % 10 == 0)
      printf("t = %.3f: tip at %.6e m, %d tries\n", (double)(k * dt),
             (double)((const PetscReal *)u.data)[2], tries);
  }
  if (!ierr) ierr = FsCaseRun(c);
  if (ierr) fprintf(stderr, "%s\n", FsCaseGetMessage(c));
  FsCaseDestroy(&c);
  FsFinalize();
  return FsCaseGetStatus(ierr);
}
