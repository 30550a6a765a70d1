/* mass_center_probe.c: records the center of mass, the momentum and the kinetic energy of parts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "probe.h"
#include "recovery/part_motion.h"
#include "model/parts/block.h"

enum { CENTER, MOMENTUM, ANGULAR, KINETIC, SERIES };

static const struct {
  const char *name;
  int         columns;
} series[SERIES] = {
  {"center_of_mass",   3},
  {"momentum",         3},
  {"angular_momentum", 3},
  {"kinetic",          0}
};

typedef struct {
  PartMasses masses;
  PetscReal  mass;           /* of the part on all ranks [kg] */
  PetscInt   series[SERIES]; /* numbers of HistoryAdd() */
} MassCenterProbe;

struct _n_MassCenterProbes {
  PetscInt         n;
  MassCenterProbe *probe; /* [n] */
};

/* Adds the series of one probe; part is from ModelMasses(). Input error: the part has no mass. */
static PetscErrorCode AddMassCenterProbe(Assembly assembly, const Probe *probe,
                                         const PartMass part[], History h, MassCenterProbe *w)
{
  const Model model = AssemblyModel(assembly);

  PetscFunctionBeginUser;
  if (!probe->part) w->mass = part[model->nparts].mass;
  for (PetscInt k = 0; k < model->nparts && probe->part; k++)
    if (!strcmp(model->block[k].part, probe->part)) w->mass += part[k].mass;
  PetscCheck(w->mass > 0, model->comm, PETSC_ERR_USER_INPUT,
             "-probe_%s_whole: %s%s has no mass; give it a density or a mass, or remove the probe",
             probe->name, probe->part ? "part " : "the model", probe->part ? probe->part : "");
  PetscCall(PartMassesCreate(assembly, probe->part, &w->masses));
  for (int k = 0; k < SERIES; k++) {
    char path[256];

    PetscCall(PetscSNPrintf(path, sizeof path, "%s/%s", probe->name, series[k].name));
    PetscCall(HistoryAdd(h, path, FILE_REAL, series[k].columns, HISTORY_SUM, &w->series[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MassCenterProbesCreate(Assembly assembly, PetscInt nprobes, const Probe probes[],
                                      History h, MassCenterProbes *out)
{
  const Model      model = AssemblyModel(assembly);
  PartMass        *part  = NULL;
  MassCenterProbes mass_centers;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&mass_centers));
  PetscCall(PetscCalloc1(nprobes, &mass_centers->probe));
  for (PetscInt p = 0; p < nprobes; p++) {
    if (probes[p].kind != PROBE_MASS_CENTER) continue;
    if (!part) {
      PetscCall(PetscMalloc1(model->nparts + 1, &part));
      PetscCall(ModelMasses(model, part));
    }
    PetscCall(
      AddMassCenterProbe(assembly, &probes[p], part, h, &mass_centers->probe[mass_centers->n++]));
  }
  PetscCall(PetscFree(part));
  *out = mass_centers;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MassCenterProbesDestroy(MassCenterProbes *mass_centers)
{
  PetscFunctionBeginUser;
  if (!*mass_centers) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < (*mass_centers)->n; i++)
    PetscCall(PartMassesDestroy(&(*mass_centers)->probe[i].masses));
  PetscCall(PetscFree((*mass_centers)->probe));
  PetscCall(PetscFree(*mass_centers));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MassCenterProbesRecord(MassCenterProbes mass_centers, const Evaluation *ev,
                                      History h)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; mass_centers && i < mass_centers->n; i++) {
    const MassCenterProbe *w      = &mass_centers->probe[i];
    PartMotion             motion = {.kinetic = 0};

    PetscCall(PartMassesAdd(w->masses, ev, &motion));
    for (int c = 0; c < 3; c++) motion.moment[c] /= w->mass;
    HistorySetReals(h, w->series[CENTER], motion.moment);
    HistorySetReals(h, w->series[MOMENTUM], motion.momentum);
    HistorySetReals(h, w->series[ANGULAR], motion.momentum + 3);
    HistorySetReals(h, w->series[KINETIC], &motion.kinetic);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
