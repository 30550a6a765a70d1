/* reports.h: computes and prints what -show asks for: balances, works, constraint violations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_REPORTS_H
#define FS_ANALYSIS_RUN_REPORTS_H

#include "recovery/force_balance.h"
#include "recovery/constraint_violations.h"
#include "recovery/work_history.h"
#include "output/output.h"

typedef struct {
  PetscBool            model;   /* -show model: run.c prints a summary */
  PetscBool            periods; /* -show periods: natural periods of large models too */
  PetscInt             nseries;
  OutputSeries        *series;      /* [nseries] those of the analysis, then those of the reports */
  ForceBalance         balance;     /* NULL without -show balance */
  ForceImbalance       present;     /* at the current state */
  Assembly             assembly;    /* borrowed */
  ConstraintViolations violations;  /* NULL if there are no constraints or no states */
  PetscBool            constraints; /* -show constraints: print all violations at the end */
  PetscReal            violation[2]; /* at the current state, see constraint_violations.h */
  WorkHistory          works;        /* NULL without -show works */
  PetscReal worst[BALANCES], worst_time[BALANCES]; /* largest imbalance so far, and its t */
  PetscReal largest[BALANCES];                     /* largest force and moment so far */
  PetscReal initial_energy;                        /* energy less work at the first state [J] */
  PetscReal max_energy_error, max_energy; /* largest change of that; largest energy or work [J] */
  PetscBool started;                      /* the first state has been read */
} Reports;

/* ReportsFromOptions - Reads -show, and appends the series of the reports to kind->series.

   reports must outlive the output. Input errors: an unknown word, or a report without effect.
   Collective, as all functions here. */
PetscErrorCode ReportsFromOptions(FsOptions o, Assembly assembly, OutputKind *kind,
                                  Reports *reports);
PetscErrorCode ReportsDestroy(Reports *reports);

/* ReportsRead - Adds a state that will be recorded.

   Input:
     meter   has read and accepted the state
     energy  energies of the state; NULL if they were not computed */
PetscErrorCode ReportsRead(Reports *reports, const FsState *s, const FsLoading *loading,
                           EnergyMeter meter, const Energy *energy);

/* ReportsResume - Continues from a recorded state, after ReportsArchive. */
PetscErrorCode ReportsResume(Reports *reports, const FsState *s, const FsLoading *loading,
                             EnergyMeter meter);
PetscErrorCode ReportsArchive(Reports *reports, FsArchive a);

/* ReportsPrint - Prints the reports at the end of a run; with quiet, only warnings. */
PetscErrorCode ReportsPrint(const Reports *reports, MPI_Comm comm, PetscBool quiet);

extern const FsOptionDoc report_options[];

#endif
