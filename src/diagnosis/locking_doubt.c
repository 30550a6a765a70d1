/* locking_doubt.c: warns of thin curved shells that are too stiff because their triangles lock.

   A curved surface that bends without stretching changes the lengths of its chords. Triangles of
   different shapes cannot follow all of these changes, and stretch (membrane locking). Their
   membrane forces then differ from cell to cell, while those of the exact solution are smooth.
   Let forces do the work F u/2 on the exact displacements u. If cells need the share e of this work
   to stretch, displacements become u (1 - e). The share follows from the energy of the difference
   between the membrane forces of a triangle and those of the polynomials through its neighbors
   (surface_patch.h). The polynomials follow a part of the differences, too. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "locking_doubt.h"
#include "assembly/results/surface_extremes.h"
#include "assembly/term.h"
#include "element/element.h"
#include "model/parts/block.h"

/* ERROR: share of displacements that needs no word. WHOLE: the energy of all differences over that
   of the differences from polynomials, 3 to 7 in twisted strips, rings, pinched cylinders and
   hemispheres of triangles (tests/element/shell_locking.py has both sides). The number of cells is
   one for ENOUGH, because the error falls with the square of their size. CURVED: flatter cells do
   not lock. PART: a part with a smaller share of the energy of all shells may be nearly unloaded.
 */
static const double ERROR = 0.05, WHOLE = 3.5, ENOUGH = 0.02, CURVED = 0.5, PART = 0.1;

/* Places of the results of a shell that make its energy. */
typedef struct {
  int force, moment, strain, curvature;
} Places;

/* Energies of a part. All members are doubles. */
typedef struct {
  double apart; /* of the differences of membrane forces */
  double all;   /* of membrane forces and moments */
} PartEnergy;

/* Returns the place of a result among the values of an element, or -1. */
static int find_result(const ElementType *type, const char name[])
{
  int at = 0;

  for (const ElementResult *r = type->results; r && r->name; at += r++->count)
    if (!strcmp(r->name, name)) return at;
  return -1;
}

/* Finds the places of the results of a part. Returns whether it is one of shells. */
static PetscBool find_places(const Block *b, Places *p)
{
  const ElementType *type = b->kernel->type;

  if (!type->recovered) return PETSC_FALSE;
  *p = (Places){find_result(type, "membrane_force"), find_result(type, "bending_moment"),
                find_result(type, "strain"), find_result(type, "curvature")};
  return (PetscBool)(p->force >= 0 && p->moment >= 0 && p->strain >= 0 && p->curvature >= 0);
}

/* Returns the product of two symmetric tensors 11, 22, 12. */
static double product(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + 2 * a[2] * b[2];
}

/* Adds twice the energies of a cell. */
static void add_energies(const Evaluation *ev, const Block *b, PetscInt e, const Places *p,
                         PartEnergy *sum)
{
  const Geometry *g = &AssemblyModel(ev->assembly)->mesh->g;
  double          values[ELEMENT_MAX_RESULTS], smooth[ELEMENT_MAX_RESULTS], apart[3];
  double          x[ELEMENT_MAX_NODES][3], area, membrane;
  const double   *n = values + p->force;

  ElementResults(ev, b, e, RESULTS_PLAIN, values);
  geometry_cell_coordinates(g, (int)b->cells[e], x);
  area     = shape_size(b->kernel->shape, (const double(*)[3])x);
  membrane = product(n, values + p->strain);
  sum->all += area * (membrane + product(values + p->moment, values + p->curvature));
  if (b->kernel->shape != SHAPE_TRIANGLE || !(product(n, n) > 0)) return;
  if (!(surface_extremes_curving(ev, b, e) > CURVED)) return;
  memcpy(smooth, values, sizeof smooth);
  if (!surface_extremes_middle(ev, b, e, smooth)) return;
  for (int k = 0; k < 3; k++) apart[k] = n[k] - smooth[p->force + k];
  sum->apart += area * membrane * product(apart, apart) / product(n, n);
}

/* Computes the energies of all parts, part[nparts]. */
static PetscErrorCode FindEnergies(Model model, const Evaluation *ev, PartEnergy part[])
{
  Places p;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    for (PetscInt e = 0; e < model->block[k].ncells && find_places(&model->block[k], &p); e++)
      add_energies(ev, &model->block[k], e, &p, &part[k]);
  PetscCallMPI(MPIU_Allreduce(
    MPI_IN_PLACE, part, (PetscMPIInt)(model->nparts * (PetscInt)(sizeof *part / sizeof(double))),
    MPI_DOUBLE, MPI_SUM, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prints the warnings. */
static PetscErrorCode PrintWarnings(Model model, PetscReal t, const PartEnergy part[])
{
  double all = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++) all += part[k].all;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const double error = WHOLE * part[k].apart / part[k].all;

    if (!(error > ERROR) || !(part[k].all > PART * all)) continue;
    PetscCall(PetscFPrintf(
      model->comm, stderr,
      "fsolve: warning: part '%s': at t = %.6g its displacements or stresses are about %.0f %% "
      "off, because thin curved triangles of different shapes stretch where the surface bends: "
      "give it "
      "%.0f times as many cells along each side, quadrilaterals, or a regular mesh\n",
      model->block[k].part, (double)t, 100 * PetscMin(error, 0.99),
      ceil(PetscSqrtReal(error / ENOUGH))));
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
  Places          p;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    any = (PetscBool)(any || (model->block[k].kernel->shape == SHAPE_TRIANGLE &&
                              find_places(&model->block[k], &p)));
  if (!any || !loading->quasistatic) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(model->nparts, &part));
  PetscCall(SurfaceExtremesCreate(model, -1, NULL, &surfaces));
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
  PetscCall(SurfaceExtremesPrepare(surfaces, &ev));
  PetscCall(FindEnergies(model, &ev, part));
  PetscCall(PrintWarnings(model, s->t, part));
  PetscCall(SurfaceExtremesDestroy(&surfaces));
  PetscCall(PetscFree(part));
  PetscFunctionReturn(PETSC_SUCCESS);
}
