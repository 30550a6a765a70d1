/* locking_doubt.c: warns of thin curved shells that are too stiff because their cells lock.

   A curved surface that bends without stretching changes the lengths of its chords. Cells of
   different shapes cannot follow all of these changes (membrane locking). Let forces do the work F
   u/2 on the exact displacements u. If locking needs the share e of this work, displacements become
   u (1 - e). The share has two parts:

   - Cells stretch. Their membrane forces then differ from cell to cell, while those of the exact
     solution are smooth. The energy is that of the difference between the membrane forces of a cell
     and those of the polynomials through its neighbors (surface_patch.h). The polynomials follow a
     part of the differences, too.
   - Quadrilaterals bend less, and wrinkle. Their forces hardly show it. The energy follows from the
     changes of the chords that the bending needs (arc_patches.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "arc_patches.h"
#include "assembly/results/surface_extremes.h"
#include "locking_doubt.h"
#include "model/parts/block.h"

/* ERROR: errors of displacements below this need no warning. WHOLE: the energy of all differences,
   divided by the energy of the differences from polynomials. Twisted strips, rings, pinched
   cylinders and hemispheres of triangles have 3 to 7. ARCS: the same quotient for arc strains, in
   these structures and in hyperbolic paraboloids of quadrilaterals. The test
   tests/element/shell_locking.py has cases that must be warned, and cases that must not.
   ENOUGH: the error with the number of cells that a warning names, if the error decreases with the
   square of their size. STEEP: largest L^2 k/h with that number of cells. CURVED: flatter cells do
   not lock. PART: a part with a smaller share of the energy of all shells may be nearly unloaded.
 */
static const double ERROR = 0.05, WHOLE = 3.5, ARCS = 18, ENOUGH = 0.02, STEEP = 6, CURVED = 0.5,
                    PART = 0.1;

/* Energies of a part. All members are doubles. */
typedef struct {
  double apart; /* of the differences of membrane forces */
  double arcs;  /* of arc strains */
  double steep; /* the same times a = L^2 k/h of each cell */
  double quads; /* the part of quadrilaterals in apart */
  double all;   /* of membrane forces and moments */
} PartEnergy;

/* Adds twice the energies of a cell. */
static void add_energies(const Evaluation *ev, const ArcPatches *arcs, const Block *b, PetscInt e,
                         const ShellPlaces *p, PartEnergy *sum)
{
  const Geometry *g    = &arcs->model->mesh->g;
  const PetscBool quad = (PetscBool)(b->kernel->shape == SHAPE_QUADRILATERAL);
  double          values[ELEMENT_MAX_RESULTS], smooth[ELEMENT_MAX_RESULTS], apart[3];
  double          x[ELEMENT_MAX_NODES][3], area, membrane, bending, steep, energy;
  const double   *n = values + p->force;

  if (!surface_extremes_stored(ev, b, e, values)) ElementResults(ev, b, e, RESULTS_PLAIN, values);
  geometry_cell_coordinates(g, (int)b->cells[e], x);
  area     = shape_size(b->kernel->shape, (const double(*)[3])x);
  membrane = area * surface_product(n, values + p->strain);
  bending  = area * surface_product(values + p->moment, values + p->curvature);
  sum->all += membrane + bending;
  if (!(arc_patches_curving(arcs, b, e) > CURVED)) return;
  if (quad) {
    energy = bending * arc_patches_share(arcs, b, e, values + p->curvature, &steep);
    sum->arcs += energy;
    sum->steep += energy * steep;
  }
  memcpy(smooth, values, sizeof smooth);
  if (!(surface_product(n, n) > 0) || !surface_extremes_middle(ev, b, e, smooth)) return;
  for (int k = 0; k < 3; k++) apart[k] = n[k] - smooth[p->force + k];
  energy = membrane * surface_product(apart, apart) / surface_product(n, n);
  sum->apart += energy;
  if (quad) sum->quads += energy;
}

/* Computes the energies of all parts, part[nparts]. */
static PetscErrorCode FindEnergies(const Evaluation *ev, const ArcPatches *arcs, PartEnergy part[])
{
  const Model model = arcs->model;
  ShellPlaces p;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    for (PetscInt e = 0; e < model->block[k].ncells && shell_places(&model->block[k], &p); e++)
      add_energies(ev, arcs, &model->block[k], e, &p, &part[k]);
  PetscCallMPI(MPIU_Allreduce(
    MPI_IN_PLACE, part, (PetscMPIInt)(model->nparts * (PetscInt)(sizeof *part / sizeof(double))),
    MPI_DOUBLE, MPI_SUM, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns how many times as many cells along each side are enough. */
static double finer(const PartEnergy *part, double error)
{
  const double cells = PetscSqrtReal(error / ENOUGH),
               arcs  = part->arcs > 0 ? PetscSqrtReal(part->steep / part->arcs / STEEP) : 0;

  return ceil(ARCS * part->arcs > WHOLE * part->apart ? PetscMax(cells, arcs) : cells);
}

/* Prints the warnings. */
static PetscErrorCode PrintWarnings(Model model, PetscReal t, const PartEnergy part[])
{
  double all = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++) all += part[k].all;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const double    arcs = ARCS * part[k].arcs, apart = WHOLE * part[k].apart;
    const double    error = (arcs + apart) / part[k].all;
    const PetscBool quads = (PetscBool)(arcs + WHOLE * part[k].quads > (arcs + apart) / 2);

    if (!(error > ERROR) || !(part[k].all > PART * all)) continue;
    PetscCall(PetscFPrintf(
      model->comm, stderr,
      "fsolve: warning: part '%s': at t = %.6g its displacements or stresses are about %.0f %% "
      "off, because thin curved %s of different shapes %s: give it %.0f times as many cells along "
      "each side%s, or a regular mesh\n",
      model->block[k].part, (double)t, 100 * PetscMin(error, 0.99),
      quads ? "quadrilaterals" : "triangles",
      quads ? "do not bend like the surface" : "stretch where the surface bends",
      finer(&part[k], error), quads ? "" : ", quadrilaterals"));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnLocking(FsSystem sys, const FsState *s, const FsLoading *loading)
{
  const Model     model = AssemblyModel(AssemblyOf(sys));
  PetscBool       any   = PETSC_FALSE;
  SurfaceExtremes surfaces;
  PartEnergy     *part;
  Evaluation      ev;
  ShellPlaces     p;
  ArcPatches      arcs;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    any = (PetscBool)(any || shell_places(&model->block[k], &p));
  if (!any || !loading->quasistatic) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ArcPatchesCreate(model, CURVED, &arcs, &any));
  if (any) {
    PetscCall(PetscCalloc1(model->nparts, &part));
    PetscCall(SurfaceExtremesCreate(model, -1, NULL, &surfaces));
    PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
    PetscCall(SurfaceExtremesPrepare(surfaces, &ev));
    PetscCall(ArcPatchesSum(&ev, &arcs));
    PetscCall(FindEnergies(&ev, &arcs, part));
    PetscCall(PrintWarnings(model, s->t, part));
    PetscCall(SurfaceExtremesDestroy(&surfaces));
    PetscCall(PetscFree(part));
  }
  PetscCall(ArcPatchesDestroy(&arcs));
  PetscFunctionReturn(PETSC_SUCCESS);
}
