/* model_scales.c: prints the ratios of sizes in a model, and warns of inconsistent units.
   Units are the user's own, so that only ratios can be wrong. A modulus in MPa beside a density in
   kg/m3 yields a model that its own weight, or its motion, would strain far too much. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "run.h"

/* Few structures exceed these ratios. */
static const PetscReal MAX_STRAIN = 0.3, MAX_SLENDERNESS = 1e6;

/* Maxima over the model: velocities of free dofs in x, y, z [m/s], then negative velocities. For
   each part follow the negative size of the shortest element and that of the longest one [m]. */
enum { VELOCITY, NEGATIVE_VELOCITY = VELOCITY + 3, MAXIMA = NEGATIVE_VELOCITY + 3 };

static void find_velocities(const Layout *l, const Mesh mesh, const PetscScalar v[],
                            PetscReal maxima[])
{
  for (int i = 0; i < mesh->g.nnodes; i++)
    for (int c = 0; c < 3 && mesh->owned[i]; c++) {
      const PetscInt  dof   = l->dof[COMPONENTS * i + c];
      const PetscReal value = dof < 0 || l->global[dof] < 0 ? 0 : v[l->global[dof] - l->first];

      maxima[VELOCITY + c]          = PetscMax(maxima[VELOCITY + c], value);
      maxima[NEGATIVE_VELOCITY + c] = PetscMax(maxima[NEGATIVE_VELOCITY + c], -value);
    }
}

/* Finds the sizes of the elements of a block: lengths, or square roots of areas [m]. */
static void find_sizes(const Geometry *g, const Block *b, PetscReal size[2])
{
  for (PetscInt e = 0; e < b->ncells; e++) {
    double x[ELEMENT_MAX_NODES][3], h;

    geometry_cell_coordinates(g, (int)b->cells[e], x);
    h = shape_size(b->kernel->shape, (const double(*)[3])x);
    if (shape_dimension(b->kernel->shape) == 2) h = sqrt(h);
    size[0] = PetscMax(size[0], -h);
    size[1] = PetscMax(size[1], h);
  }
}

/* Computes maxima[MAXIMA + 2 nparts] over all ranks. */
static PetscErrorCode FindMaxima(const Run *run, PetscReal maxima[])
{
  const Model        model = run->model;
  const PetscInt     n     = MAXIMA + 2 * model->nparts;
  const PetscScalar *v;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < n; k++) maxima[k] = PETSC_MIN_REAL;
  PetscCall(VecGetArrayRead(run->s.v, &v));
  find_velocities(&model->layout, model->mesh, v, maxima);
  PetscCall(VecRestoreArrayRead(run->s.v, &v));
  for (PetscInt k = 0; k < model->nparts; k++)
    find_sizes(&model->mesh->g, &model->block[k], maxima + MAXIMA + 2 * k);
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, maxima, (PetscMPIInt)n, MPIU_REAL, MPIU_MAX, run->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warns of a part whose ratios are unusual. velocity is the range of initial velocities [m/s]. */
static PetscErrorCode WarnScales(const Run *run, const Block *b, const ElementScale *scale,
                                 PetscReal velocity)
{
  static const char units[] = "are its stiffness, mass and lengths in the same system of units?";
  const PetscReal   L = run->sys->scales.model_size, *g = run->model->gravity.acceleration;
  const PetscReal   weight = run->model->gravity.time ? hypot(hypot(g[0], g[1]), g[2]) * L : 0;
  const PetscReal   c = scale->speed, strain = c > 0 ? weight / PetscSqr(c) : 0;

  PetscFunctionBeginUser;
  if (strain > MAX_STRAIN)
    PetscCall(PetscFPrintf(run->comm, stderr,
                           "fsolve: warning: part '%s': if it hung over the model's length of %.3g "
                           "m, its weight would strain it by %.3g (wave speed %.3g m/s): %s\n",
                           b->part, (double)L, (double)strain, (double)c, units));
  if (c > 0 && velocity > MAX_STRAIN * c)
    PetscCall(PetscFPrintf(run->comm, stderr,
                           "fsolve: warning: part '%s': initial velocities differ by %.3g m/s, and "
                           "its wave speed is %.3g m/s: %s\n",
                           b->part, (double)velocity, (double)c, units));
  if (scale->gyration > 0 && L > MAX_SLENDERNESS * scale->gyration)
    PetscCall(PetscFPrintf(run->comm, stderr,
                           "fsolve: warning: part '%s': the model's length of %.3g m is %.3g radii "
                           "of gyration of its section: %s\n",
                           b->part, (double)L, (double)(L / scale->gyration), units));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal smaller_nonzero(PetscReal a, PetscReal b) { return a == 0 ? b : PetscMin(a, b); }

/* Formats "a to b", or "b" if both are equal in three digits. */
static PetscErrorCode FormatRange(const PetscReal range[2], char text[32])
{
  const PetscReal same = 1e-3;

  PetscFunctionBeginUser;
  if (range[1] - range[0] < same * range[1])
    PetscCall(PetscSNPrintf(text, 32, "%.3g", (double)range[1]));
  else PetscCall(PetscSNPrintf(text, 32, "%.3g to %.3g", (double)range[0], (double)range[1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunReportScales(const Run *run, PetscReal dt)
{
  const Model model   = run->model;
  PetscReal   size[2] = {0, 0}, speed[2] = {0, 0}, gyration = 0, courant = 0, velocity = 0, *maxima;
  char        sizes[32], speeds[32], slender[64] = "";

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)(MAXIMA + 2 * model->nparts), &maxima));
  PetscCall(FindMaxima(run, maxima));
  for (int c = 0; c < 3; c++)
    velocity = PetscMax(velocity, maxima[VELOCITY + c] + maxima[NEGATIVE_VELOCITY + c]);
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block       *b = &model->block[k];
    const ElementScale scale =
      b->kernel->type->scale ? b->kernel->type->scale(b->prop) : (ElementScale){.speed = 0};
    const PetscReal shortest = -maxima[MAXIMA + 2 * k], longest = maxima[MAXIMA + 2 * k + 1];

    if (longest <= 0 || scale.speed <= 0) continue;
    PetscCall(WarnScales(run, b, &scale, velocity));
    size[0]  = smaller_nonzero(size[0], shortest);
    size[1]  = PetscMax(size[1], longest);
    speed[0] = smaller_nonzero(speed[0], scale.speed);
    speed[1] = PetscMax(speed[1], scale.speed);
    courant  = PetscMax(courant, scale.speed * dt / shortest);
    if (scale.gyration > 0) gyration = smaller_nonzero(gyration, scale.gyration);
  }
  PetscCall(PetscFree(maxima));
  if (speed[1] == 0 || run->quiet) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FormatRange(size, sizes));
  PetscCall(FormatRange(speed, speeds));
  if (gyration > 0)
    PetscCall(PetscSNPrintf(slender, sizeof slender, ", slenderness %.3g",
                            (double)(run->sys->scales.model_size / gyration)));
  PetscCall(PetscPrintf(
    run->comm, "scale: model %.3g m, elements %s m, waves %s m/s, %.3g elements a step%s\n",
    (double)run->sys->scales.model_size, sizes, speeds, (double)courant, slender));
  PetscFunctionReturn(PETSC_SUCCESS);
}
