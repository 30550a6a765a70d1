/* reports.h: computes and prints what -show asks for: balances, works, constraint violations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_REPORTS_H
#define FS_DIAGNOSIS_REPORTS_H

#include "recovery/balance/force_balance.h"
#include "recovery/constraint_violations.h"
#include "recovery/work_history.h"
#include "output/output.h"

/* The words of -show. */
enum { SHOW_BALANCE, SHOW_WORKS, SHOW_CONSTRAINTS, SHOW_MODEL, SHOW_PERIODS, SHOW_WORDS };
extern const char *const show_words[SHOW_WORDS];

/* ReportOptions - The reports that a user wants. */
typedef struct {
  PetscBool show[SHOW_WORDS];
  PetscBool energies; /* energies are computed, which SHOW_WORKS needs */
} ReportOptions;

/* Reports - The reports of a run, and the largest values so far. */
typedef struct {
  PetscBool      model;   /* -show model: run.c prints a summary */
  PetscBool      periods; /* -show periods: run.c prints periods of large models too */
  PetscInt       nseries;
  OutputSeries  *series;       /* [nseries] series of the analysis, then of the reports */
  ForceBalance   balance;      /* NULL without -show balance */
  ForceImbalance present;      /* imbalance of forces at the current state */
  ForceImbalance amplitude[2]; /* harmonic motions: of their real and imaginary parts */
  PetscBool      harmonic;     /* the run has harmonic motions instead of states */
  PetscBool      truncated;    /* harmonic motions are superpositions of the lowest modes */
  PetscBool
    structural_damping; /* -show balance of a harmonic motion whose parts have loss factors */
  Assembly             assembly;     /* borrowed */
  ConstraintViolations violations;   /* NULL if there are no constraints or no states */
  PetscBool            constraints;  /* -show constraints: print all violations at the end */
  PetscReal            violation[2]; /* of positions and of velocities, at the current state */
  PetscBool            has_joints;
  WorkHistory          works;          /* NULL without -show works */
  PetscBool            harmonic_works; /* -show works of harmonic motions, which have no steps */
  /* largest imbalance of forces [N] and of moments [N m], and the times t of the two; with harmonic
     motions that of the frequency [Hz] where it is largest relative to the largest force */
  PetscReal worst[BALANCES], worst_time[BALANCES];
  /* largest force [N] and moment [N m] so far; with harmonic motions at this frequency */
  PetscReal largest[BALANCES];
  /* kinetic + strain + dissipated energy - work of the loads, at the first state [J] */
  PetscReal initial_energy;
  /* largest difference from initial_energy; largest energy or work [J] */
  PetscReal max_energy_error, max_energy;
  PetscBool started;   /* the first state has been read */
  PetscBool projected; /* states are projected onto the constraints after each step */
} Reports;

/* ReportsCreate - Creates the reports, and appends their series to kind->series.

   The output reads these series from reports at every step, so reports must outlive it. Input
   error: -show works without energies. Collective, as all functions here except
   ReportsReadHarmonic(). */
PetscErrorCode ReportsCreate(const ReportOptions *options, Assembly assembly, OutputKind *kind,
                             Reports *reports);
PetscErrorCode ReportsDestroy(Reports *reports);

/* ReportsRead - Updates the reports with the state s. Call it before the state is recorded.

   Input:
     energy  energies of s; NULL if they were not computed */
PetscErrorCode ReportsRead(Reports *reports, const FsState *s, const FsLoading *loading,
                           const Energy *energy);

/* ReportsReadHarmonic - Updates the reports with reports->amplitude, the imbalance of a harmonic
   motion [Hz]. Not collective. */
void ReportsReadHarmonic(Reports *reports, PetscReal frequency);

/* ReportsAccept - Adds the works of the step that ends at s.

   Call it after each accepted step, also if s is not recorded.
   Input:
     meter  has read and accepted s */
PetscErrorCode ReportsAccept(Reports *reports, const FsState *s, const FsLoading *loading,
                             EnergyMeter meter);

/* ReportsContinue - Prepares the works for the step after s, the state of a checkpoint.

   Call it after ReportsArchive() has read, with the arguments of ReportsAccept(). */
PetscErrorCode ReportsContinue(Reports *reports, const FsState *s, const FsLoading *loading,
                               EnergyMeter meter);

/* ReportsArchive - Writes or reads the works of -show works.

   Input error: -show works is given, but the run that wrote the archive did not have it. */
PetscErrorCode ReportsArchive(Reports *reports, FsArchive a);

/* ReportsPrint - Prints the reports at the end of a run; with quiet, only warnings. */
PetscErrorCode ReportsPrint(const Reports *reports, FsSystem sys, PetscBool quiet);

#endif
