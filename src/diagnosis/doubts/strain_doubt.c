/* strain_doubt.c: warns of strains that are too large for a linear law. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "strain_doubt.h"
#include "assembly/evaluation.h"

/* Metals yield at 0.1 to 1 %, and wood, concrete and composites break below 2 %. A Young's modulus
   in GPa beside lengths in m or mm yields 1000 times the strain. tests/relations/doubts.py has both
   sides. */
static const PetscReal MAX_STRAIN = 0.02;

/* Returns the place of the axial strain of bars and trusses with Young's modulus among their
   results, or -1. Cables may be of a soft material. */
static int find_axial_strain(const Block *b)
{
  const ElementType *type = b->kernel->type;

  if (!strcmp(b->kernel->name, "cable") || type->has_section) return -1;
  if (!type->results || strcmp(type->results->name, "strain") || type->results->count > 1)
    return -1;
  for (int k = 0; type->props[k].name; k++)
    if (!strcmp(type->props[k].name, "young") && !PetscIsNanReal(b->prop[k])) return 0;
  return -1;
}

/* Whether the strains of a part are known, and follow from Young's modulus. */
static PetscBool is_watched(const Block *b)
{
  return (PetscBool)(!b->varying && (b->kernel->type->young_strain || find_axial_strain(b) >= 0));
}

/* Finds the cell of this rank with the largest strain of a part. Strains that differ by round-off
   are equal, and the cell with the lower number is then taken, so that it is the same on any
   ranks. */
static PetscErrorCode FindLargest(const Evaluation *ev, const Block *b, int axial,
                                  PetscReal *strain, PetscInt64 *number, PetscInt *cell)
{
  const PetscReal same = 1 + 1e-9;
  const Geometry *g    = &AssemblyModel(ev->assembly)->mesh->g;
  double          values[ELEMENT_MAX_RESULTS];

  PetscFunctionBeginUser;
  *strain = 0;
  *number = INT64_MAX;
  *cell   = -1;
  for (PetscInt e = 0; e < b->ncells; e++) {
    const PetscInt64 its = g->cell_number[b->cells[e]];
    PetscReal        own;

    ElementResults(ev, b, e, RESULTS_PLAIN, values);
    own = axial >= 0 ? PetscAbsReal(values[axial])
                     : b->kernel->type->young_strain(b->kernel, b->prop, values);
    if (!(own > MAX_STRAIN) || own * same < *strain || (own < *strain * same && its > *number))
      continue;
    *strain = PetscMax(own, *strain);
    *number = its;
    *cell   = b->cells[e];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes strain, number and x[3] those of the cell with the largest strain on all ranks; cell is
   that of this rank. */
static PetscErrorCode ReduceLargest(Model model, PetscInt cell, PetscReal *strain,
                                    PetscInt64 *number, PetscReal x[3])
{
  const PetscReal same = 1 + 1e-9; /* as in FindLargest() */
  PetscReal       most = *strain;
  PetscInt64      first;

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) x[c] = 0;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &most, 1, MPIU_REAL, MPIU_MAX, model->comm));
  first = *strain * same >= most ? *number : INT64_MAX;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &first, 1, MPIU_INT64, MPI_MIN, model->comm));
  if (cell >= 0 && first == *number) geometry_cell_center(&model->mesh->g, (int)cell, x);
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, x, 3, MPIU_REAL, MPI_SUM, model->comm));
  *strain = most;
  *number = first;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The part with the largest strain beyond MAX_STRAIN, or NULL, and its place. */
typedef struct {
  const Block *b;
  PetscReal    strain, x[3];
} WorstStrain;

static PetscErrorCode FindWorst(FsSystem sys, const FsState *s, const FsLoading *loading,
                                WorstStrain *worst)
{
  const Model model   = AssemblyModel(AssemblyOf(sys));
  PetscBool   watched = PETSC_FALSE;
  Evaluation  ev;

  PetscFunctionBeginUser;
  *worst = (WorstStrain){.strain = MAX_STRAIN};
  for (PetscInt k = 0; k < model->nparts; k++)
    watched = (PetscBool)(watched || is_watched(&model->block[k]));
  if (!watched) PetscFunctionReturn(PETSC_SUCCESS); /* the states of all nodes take memory */
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b     = &model->block[k];
    const int    axial = find_axial_strain(b);
    PetscReal    strain, x[3];
    PetscInt64   number;
    PetscInt     cell;

    if (!is_watched(b)) continue;
    PetscCall(FindLargest(&ev, b, axial, &strain, &number, &cell));
    PetscCall(ReduceLargest(model, cell, &strain, &number, x));
    if (!(strain > worst->strain * (1 + 1e-9))) continue;
    worst->b      = b;
    worst->strain = strain;
    PetscCall(PetscArraycpy(worst->x, x, 3));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char UNITS[] =
  "are Young's modulus, the section, the loads and the lengths in one system of units?";

PetscErrorCode WarnLargeStrains(FsSystem sys, const FsState *s, const FsLoading *loading)
{
  WorstStrain w;

  PetscFunctionBeginUser;
  PetscCall(FindWorst(sys, s, loading, &w));
  if (w.b)
    PetscCall(PetscFPrintf(
      sys->comm, stderr,
      "fsolve: warning: part '%s': at t = %.6g the strain at (%.6g, %.6g, %.6g) is %.2g, but "
      "Young's modulus describes materials up to about %.2g: %s\n",
      w.b->part, (double)s->t, (double)w.x[0], (double)w.x[1], (double)w.x[2], (double)w.strain,
      (double)MAX_STRAIN, UNITS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LargeStrainsExplainFailure(FsSystem sys, const FsState *s, const FsLoading *loading,
                                          char text[], size_t size)
{
  WorstStrain w;
  size_t      length;

  PetscFunctionBeginUser;
  PetscCall(FindWorst(sys, s, loading, &w));
  if (!w.b) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscStrlen(text, &length));
  PetscCall(PetscSNPrintf(text + length, size - length,
                          "; before, the strain of part '%s' at (%.6g, %.6g, %.6g) is %.2g: %s",
                          w.b->part, (double)w.x[0], (double)w.x[1], (double)w.x[2],
                          (double)w.strain, UNITS));
  PetscFunctionReturn(PETSC_SUCCESS);
}
