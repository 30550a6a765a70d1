/* reports.h: what a run tells besides its results, by the words of -show. Called by run.c. */
#ifndef FS_ANALYSIS_RUN_REPORTS_H
#define FS_ANALYSIS_RUN_REPORTS_H

#include "recovery/force_balance.h"
#include "recovery/constraint_violations.h"
#include "recovery/work_history.h"
#include "output/output.h"

typedef struct {
  PetscBool            model;   /* -show model: what was understood of it, by run.c */
  PetscBool            periods; /* -show periods: natural periods also of a large model */
  PetscInt             nseries;
  OutputSeries        *series;  /* [nseries] those of the analysis, and its own */
  ForceBalance         balance; /* of -show balance; NULL: not asked for */
  ForceImbalance       present;
  Assembly             assembly;     /* borrowed */
  ConstraintViolations violations;   /* of constraints; NULL: there are none, or no states */
  PetscBool            constraints;  /* -show constraints: tell them all at the end */
  PetscReal            violation[2]; /* at this state, see constraint_violations.h */
  WorkHistory          works;        /* of -show works; NULL: not asked for */
  PetscReal            worst[BALANCES], when[BALANCES],
    most[BALANCES]; /* so far: what is left, at which t; the largest forces */
  PetscReal first, energy,
    exchanged; /* energy not accounted for: at first, the most since, and of how much [J] */
  PetscBool started;
} Reports;

/* Read -show. kind->series become those of show, which must outlive the output. Input error: a word that is none. */
PetscErrorCode ReportsFromOptions(FsOptions o, Assembly assembly, OutputKind *kind,
                                  Reports *reports);
PetscErrorCode ReportsDestroy(Reports *reports);

/* Read a state that is to be recorded; meter: which has read and accepted it. energy: NULL where there is none. Resume: the state is one
   to go on from, that was recorded before, and ReportsArchive has read what is remembered. Collective. */
PetscErrorCode ReportsRead(Reports *reports, const FsState *s, const FsLoading *loading,
                           EnergyMeter meter, const Energy *energy);
PetscErrorCode ReportsResume(Reports *reports, const FsState *s, const FsLoading *loading,
                             EnergyMeter meter);
PetscErrorCode ReportsArchive(Reports *reports, FsArchive a);

/* Tell at the end; quiet: warnings alone. */
PetscErrorCode ReportsPrint(const Reports *reports, MPI_Comm comm, PetscBool quiet);

extern const FsOptionDoc report_options[];

#endif
