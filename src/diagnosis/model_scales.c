/* model_scales.c: prints the ratios of sizes in a model, and warns of inconsistent units.
   Units are the user's own, so that only ratios can be wrong. A modulus in MPa beside a density in
   kg/m3 yields a model that its own weight, or its motion, would strain far too much. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "diagnosis.h"
#include "doubts/unit_doubt.h"
#include "element/element.h"
#include "model/parts/block.h"

/* Few structures exceed these ratios, which have no unit. MAX_STRAIN limits the strain under the
   own weight, and a velocity over that of waves. MAX_SLENDERNESS limits the model's size over a
   radius of gyration. The test tests/relations/guards_parts.py has strains of 0.29 and 0.31. */
static const PetscReal MAX_STRAIN = 0.3, MAX_SLENDERNESS = 1e6;
/* a bridge of IPE100 that is 400 m long has half of it */
static const PetscReal MAX_PROFILE_SLENDERNESS = 7e4;

static ElementScale block_scale(const Block *b)
{
  return b->kernel->type->scale ? b->kernel->type->scale(b->prop) : (ElementScale){.speed = 0};
}

/* Computes the largest difference between the velocities of two nodes in one of the components x,
   y, z. Components that supports fix, or that nodes do not have, count as 0. */
static PetscErrorCode VelocityRange(Model model, Vec x, PetscReal *range)
{
  const Mesh         mesh = model->mesh;
  const Layout      *l    = &model->layout;
  PetscReal          largest[6]; /* of entries and of negative entries */
  const PetscScalar *v;

  PetscFunctionBeginUser;
  for (int k = 0; k < 6; k++) largest[k] = PETSC_MIN_REAL;
  PetscCall(VecGetArrayRead(x, &v));
  for (int i = 0; i < mesh->g.nnodes; i++)
    for (int c = 0; c < 3 && mesh->owned[i]; c++) {
      const PetscInt  dof   = l->dof[COMPONENTS * i + c];
      const PetscBool fixed = (PetscBool)(dof < 0 || l->global[dof] < 0);
      const PetscReal value = fixed ? 0 : v[l->global[dof] - l->first];

      largest[c]     = PetscMax(largest[c], value);
      largest[3 + c] = PetscMax(largest[3 + c], -value);
    }
  PetscCall(VecRestoreArrayRead(x, &v));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, largest, 6, MPIU_REAL, MPIU_MAX, model->comm));
  *range = 0;
  for (int c = 0; c < 3; c++) *range = PetscMax(*range, largest[c] + largest[3 + c]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warns of a part whose ratios are unusual. velocity is the range of initial velocities [m/s]. */
static PetscErrorCode WarnPart(FsSystem sys, const Block *b, PetscReal velocity)
{
  static const char  units[] = "are its stiffness, mass and lengths in the same system of units?";
  const ElementScale scale   = block_scale(b);
  const Gravity     *gravity = &AssemblyModel(AssemblyOf(sys))->gravity;
  const PetscReal    L = sys->scales.model_size, *g = gravity->acceleration;
  const PetscReal    weight = gravity->time ? hypot(hypot(g[0], g[1]), g[2]) * L : 0;
  const PetscReal    c = scale.speed, strain = c > 0 ? weight / PetscSqr(c) : 0;
  const PetscReal    slenderness = scale.gyration > 0 ? L / scale.gyration : 0;
  PetscBool          mixed;

  PetscFunctionBeginUser;
  PetscCall(WarnMixedUnits(sys->comm, b, &mixed));
  if (!mixed) PetscCall(WarnGravityUnit(AssemblyModel(AssemblyOf(sys)), b, &mixed));
  if (!mixed && strain > MAX_STRAIN)
    PetscCall(PetscFPrintf(sys->comm, stderr,
                           "fsolve: warning: part '%s': if it hung over the model's length of %.3g "
                           "m, its weight would strain it by %.3g (wave speed %.3g m/s): %s\n",
                           b->part, (double)L, (double)strain, (double)c, units));
  if (!mixed && c > 0 && velocity > MAX_STRAIN * c)
    PetscCall(PetscFPrintf(sys->comm, stderr,
                           "fsolve: warning: part '%s': initial velocities differ by %.3g m/s, and "
                           "its wave speed is %.3g m/s: %s\n",
                           b->part, (double)velocity, (double)c, units));
  if (slenderness > MAX_SLENDERNESS)
    PetscCall(PetscFPrintf(sys->comm, stderr,
                           "fsolve: warning: part '%s': the model's length of %.3g m is %.3g radii "
                           "of gyration of its section: %s\n",
                           b->part, (double)L, (double)slenderness, units));
  else if (b->profile_in_metres && slenderness > MAX_PROFILE_SLENDERNESS)
    PetscCall(
      PetscFPrintf(sys->comm, stderr,
                   "fsolve: warning: part '%s': the model's length of %.3g is %.3g radii of "
                   "gyration of its profile, which is in m: if lengths are in mm, give "
                   "-part_%s_profile_unit mm\n",
                   b->part, (double)L, (double)slenderness, b->part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelWarnUnits(FsSystem sys, const FsState *s)
{
  const Model model = AssemblyModel(AssemblyOf(sys));
  PetscReal   velocity;

  PetscFunctionBeginUser;
  PetscCall(VelocityRange(model, s->v, &velocity));
  for (PetscInt k = 0; k < model->nparts; k++) PetscCall(WarnPart(sys, &model->block[k], velocity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the sizes of the elements of each part, lengths or square roots of areas, over all ranks:
   size[2 k] is the smallest one, negative, and size[2 k + 1] the largest one [m]. */
static PetscErrorCode FindSizes(Model model, PetscReal size[])
{
  const Geometry *g = &model->mesh->g;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < 2 * model->nparts; k++) size[k] = PETSC_MIN_REAL;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];

    for (PetscInt e = 0; e < b->ncells; e++) {
      double x[ELEMENT_MAX_NODES][3], h;

      geometry_cell_coordinates(g, (int)b->cells[e], x);
      h = shape_size(b->kernel->shape, (const double(*)[3])x);
      if (shape_dimension(b->kernel->shape) == 2) h = sqrt(h);
      size[2 * k]     = PetscMax(size[2 * k], -h);
      size[2 * k + 1] = PetscMax(size[2 * k + 1], h);
    }
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, size, (PetscMPIInt)(2 * model->nparts), MPIU_REAL,
                              MPIU_MAX, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal smaller_nonzero(PetscReal a, PetscReal b) { return a == 0 ? b : PetscMin(a, b); }

/* Formats "a to b", or "b" if both are equal in three digits. */
static PetscErrorCode FormatRange(const PetscReal range[2], char text[32])
{
  const PetscReal same = 1e-3; /* relative, the digits that are printed */

  PetscFunctionBeginUser;
  if (range[1] - range[0] < same * range[1])
    PetscCall(PetscSNPrintf(text, 32, "%.3g", (double)range[1]));
  else PetscCall(PetscSNPrintf(text, 32, "%.3g to %.3g", (double)range[0], (double)range[1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelReportScales(FsSystem sys, PetscReal dt)
{
  const Model model   = AssemblyModel(AssemblyOf(sys));
  PetscReal   size[2] = {0, 0}, speed[2] = {0, 0}, gyration = 0, courant = 0, *of_parts;
  char        sizes[32], speeds[32], slender[64] = "";

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)(2 * model->nparts), &of_parts));
  PetscCall(FindSizes(model, of_parts));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const ElementScale scale    = block_scale(&model->block[k]);
    const PetscReal    shortest = -of_parts[2 * k], longest = of_parts[2 * k + 1];

    if (longest <= 0 || scale.speed <= 0) continue;
    size[0]  = smaller_nonzero(size[0], shortest);
    size[1]  = PetscMax(size[1], longest);
    speed[0] = smaller_nonzero(speed[0], scale.speed);
    speed[1] = PetscMax(speed[1], scale.speed);
    courant  = PetscMax(courant, scale.speed * dt / shortest);
    if (scale.gyration > 0) gyration = smaller_nonzero(gyration, scale.gyration);
  }
  PetscCall(PetscFree(of_parts));
  if (speed[1] == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FormatRange(size, sizes));
  PetscCall(FormatRange(speed, speeds));
  if (gyration > 0)
    PetscCall(PetscSNPrintf(slender, sizeof slender, ", slenderness %.3g",
                            (double)(sys->scales.model_size / gyration)));
  PetscCall(PetscPrintf(
    sys->comm, "scale: model %.3g m, elements %s m, waves %s m/s, %.3g elements a step%s\n",
    (double)sys->scales.model_size, sizes, speeds, (double)courant, slender));
  PetscFunctionReturn(PETSC_SUCCESS);
}
