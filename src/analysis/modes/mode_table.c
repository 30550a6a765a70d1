/* mode_table.c: collects, writes and prints the properties of modes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "mode_table.h"
#include "output/snapshot/mode_shapes.h"

static const char *const number_names[MODE_NUMBERS] = {"frequency", "growth",           "damping",
                                                       "residual",  "generalized_mass", "rigid"};

PetscErrorCode ModeTableCreate(const Run *run, Mat M, const PetscReal point[3], PetscInt n,
                               const Vec x[], PetscBool effective, ModeTable *t)
{
  Participation p;
  Evaluation    ev;

  PetscFunctionBeginUser;
  *t = (ModeTable){.n = n, .effective = effective};
  for (int k = 0; k < MODE_NUMBERS; k++) PetscCall(PetscCalloc1(n, &t->number[k]));
  PetscCall(PetscMalloc1(n, &t->properties));
  PetscCall(AssemblyEvaluate(AssemblyOf(run->sys), &run->s, &run->kind.loading, PETSC_FALSE, &ev));
  PetscCall(ParticipationCreate(&ev, point, M, &p));
  for (PetscInt k = 0; k < n; k++) {
    PetscReal sign;

    PetscCall(ParticipationCompute(&p, M, x[k], &t->properties[k]));
    PetscCall(NodalShapeSign(&ev, x[k], &sign));
    for (int c = 0; c < COMPONENTS; c++) t->properties[k].factor[c] *= sign;
    t->number[MODE_GENERALIZED_MASS][k] =
      t->properties[k].largest > 0 ? 1 / PetscSqr(t->properties[k].largest) : 0;
  }
  PetscCall(PetscArraycpy(t->point, p.point, 3));
  PetscCall(PetscArraycpy(t->inertia, p.inertia, COMPONENTS));
  PetscCall(ParticipationDestroy(&p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModeTableDestroy(ModeTable *t)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < MODE_NUMBERS; k++) PetscCall(PetscFree(t->number[k]));
  PetscCall(PetscFree(t->properties));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes participation factors, and their squares, the effective masses. */
static PetscErrorCode WriteFactors(const Run *run, const ModeTable *t)
{
  PetscReal(*factor)[COMPONENTS], (*mass)[COMPONENTS];

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(t->n, &factor, t->n, &mass));
  for (PetscInt k = 0; k < t->n; k++)
    for (int c = 0; c < COMPONENTS; c++) {
      factor[k][c] = t->properties[k].factor[c];
      mass[k][c]   = PetscSqr(factor[k][c]);
    }
  PetscCall(
    OutputTable(run->recording.output, "/modes", "participation", t->n, COMPONENTS, factor[0]));
  PetscCall(
    OutputTable(run->recording.output, "/modes", "effective_mass", t->n, COMPONENTS, mass[0]));
  PetscCall(
    OutputTable(run->recording.output, "/modes", "rigid_inertia", COMPONENTS, 0, t->inertia));
  PetscCall(OutputTable(run->recording.output, "/modes", "point", 3, 0, t->point));
  PetscCall(PetscFree2(factor, mass));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModeTableWrite(const Run *run, const ModeTable *t)
{
  const char **component, **part;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(t->n, &component, t->n, &part));
  for (PetscInt k = 0; k < t->n; k++) {
    component[k] = component_names[t->properties[k].component];
    part[k]      = run->model->block[t->properties[k].part].part;
  }
  for (int k = 0; k < MODE_NUMBERS; k++)
    PetscCall(OutputTable(run->recording.output, "/modes", number_names[k], t->n, 0, t->number[k]));
  if (t->effective) PetscCall(WriteFactors(run, t));
  PetscCall(OutputStrings(run->recording.output, "/modes", "component", t->n, component));
  PetscCall(OutputStrings(run->recording.output, "/modes", "part", t->n, part));
  PetscCall(PetscFree2(component, part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModeTablePrint(const Run *run, const ModeTable *t)
{
  /* Limit of the growth [1/s], relative to the frequency [Hz]: modes have errors of 1e-10 of z^2,
     which leave less, and a mode that flutters grows by more. */
  const PetscReal round_off = 1e-8;

  PetscFunctionBeginUser;
  if (run->quiet) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscPrintf(run->comm, "mode  frequency [Hz]  damping [%%]  mostly\n"));
  for (PetscInt k = 0; k < t->n; k++) {
    const ModeProperties *f   = &t->properties[k];
    const PetscReal frequency = t->number[MODE_FREQUENCY][k], growth = t->number[MODE_GROWTH][k];
    char            remark[128] = "";

    if (t->number[MODE_RIGID][k] > 0)
      PetscCall(PetscSNPrintf(remark, sizeof remark, ", rigid or a mechanism"));
    else if (growth > round_off * frequency)
      PetscCall(PetscSNPrintf(remark, sizeof remark, ", %s: growth rate %.4g 1/s",
                              frequency > 0 ? "flutter" : "unstable", (double)growth));
    else if (frequency == 0)
      PetscCall(
        PetscSNPrintf(remark, sizeof remark, ", overdamped: decay rate %.4g 1/s", (double)-growth));
    PetscCall(
      PetscPrintf(run->comm, "%4" PetscInt_FMT "  %14.6g  %11.3g  %s of %s (%.0f %%, %.0f %%)%s\n",
                  k + 1, (double)frequency, 100 * (double)t->number[MODE_DAMPING][k],
                  component_names[f->component], run->model->block[f->part].part,
                  100 * (double)f->share_of_component, 100 * (double)f->share_of_part, remark));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
