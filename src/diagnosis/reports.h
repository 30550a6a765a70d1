/* reports.h: computes and prints what -show asks for: balances, works, constraint violations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_REPORTS_H
#define FS_DIAGNOSIS_REPORTS_H

#include "recovery/balance/force_balance.h"
#include "recovery/constraint_violations.h"
#include "recovery/work_history.h"
#include "output/output.h"

/* the words of -show */
enum { SHOW_BALANCE, SHOW_WORKS, SHOW_CONSTRAINTS, SHOW_MODEL, SHOW_PERIODS, SHOW_WORDS };
extern const char *const show_words[SHOW_WORDS];

/* ReportOptions - The reports that a user wants. */
typedef struct {
  PetscBool show[SHOW_WORDS]; /* whether -show has each word */
  PetscBool energies;         /* whether energies are computed, which SHOW_WORKS needs */
} ReportOptions;

/* Reports - The reports of a run, and the largest values so far.

   A run computes either states, or, in the analysis of the response, harmonic motions, whose
   results are complex amplitudes. */
typedef struct {
  PetscBool model; /* PETSC_TRUE if a summary of the model is printed (-show model) */
  /* PETSC_TRUE if periods are printed even of a large model (-show periods) */
  PetscBool      periods;
  PetscInt       nseries;      /* number of series that the output records for the analysis */
  OutputSeries  *series;       /* [nseries] series of the analysis, then those of the reports */
  ForceBalance   balance;      /* computes the balance of forces; NULL without -show balance */
  ForceImbalance present;      /* imbalance of the forces at the present state */
  ForceImbalance amplitude[2]; /* imbalance of the real and imaginary parts of a harmonic motion */
  PetscBool      harmonic;     /* whether the run computes harmonic motions instead of states */
  PetscBool      truncated;    /* whether harmonic motions are superpositions of the lowest modes */
  /* whether -show balance is impossible because the motions are harmonic and parts have loss
     factors */
  PetscBool            structural_damping;
  Assembly             assembly;    /* borrowed */
  ConstraintViolations violations;  /* NULL if there are no constraints or no states */
  PetscBool            constraints; /* whether all violations are printed (-show constraints) */
  /* largest violations of constraints on positions and on velocities at the present state */
  PetscReal   violation[2];
  PetscBool   has_joints; /* whether the model has joints */
  WorkHistory works;      /* NULL without -show works */
  /* whether -show works is impossible because harmonic motions have no steps */
  PetscBool harmonic_works;
  /* largest imbalance of forces [N] and of moments [N m], and its time [s]. In harmonic motions:
     the imbalance at the frequency [Hz] at which it is largest relative to the largest force, and
     this frequency */
  PetscReal worst[BALANCES], worst_time[BALANCES];
  /* largest single force [N] and moment [N m] so far; in harmonic motions at the frequency
     worst_time */
  PetscReal largest[BALANCES];
  /* kinetic + strain + dissipated energy - work of the loads, at the first state [J] */
  PetscReal initial_energy;
  /* largest difference of this sum of energies from initial_energy, and largest single energy or
     work [J] */
  PetscReal max_energy_error, max_energy;
  PetscBool started;   /* whether the first state has been read */
  PetscBool projected; /* whether states are projected onto the constraints after each step */
} Reports;

/* ReportsCreate - Creates the reports of -show (balances, works, violations of constraints).
   Functions of this header are collective, except ReportsReadHarmonic().

   Input:
     options   the reports that the user wants
     assembly  borrowed
   Changed:
     kind      the series of the reports are appended to kind->series; the output reads their values
               from *reports at every step, so that *reports must exist as long as the output
   Output:
     reports   the caller destroys it by ReportsDestroy()
   Input error: -show works is given, but energies are not computed. */
PetscErrorCode ReportsCreate(const ReportOptions *options, Assembly assembly, OutputKind *kind,
                             Reports *reports);
PetscErrorCode ReportsDestroy(Reports *reports);

/* ReportsRead - Updates the reports of -show with a state. Call it before the output records the
   state.

   Input:
     s        the state
     loading  how much of the loads acts, and whether supports move
     energy   energies of s; NULL if they were not computed */
PetscErrorCode ReportsRead(Reports *reports, const FsState *s, const FsLoading *loading,
                           const Energy *energy);

/* ReportsReadHarmonic - Updates the reports with the imbalance of a harmonic motion, which the
   caller has stored in reports->amplitude.

   Input:
     frequency  frequency of the motion [Hz]
   Not collective. */
void ReportsReadHarmonic(Reports *reports, PetscReal frequency);

/* ReportsAccept - Adds the works of loads and motions in the step that ends at the state s to the
   reports. Call it after each accepted step, even if the output does not record the state.

   Input:
     loading  how much of the loads acts, and whether supports move
     meter    an energy meter that has read and accepted s */
PetscErrorCode ReportsAccept(Reports *reports, const FsState *s, const FsLoading *loading,
                             EnergyMeter meter);

/* ReportsContinue - Prepares the works of the reports for the first step of a restarted run. Call
   it after ReportsArchive() has read an archive.

   Input:
     s        the state that was restored from the archive, at which the step starts
     loading  how much of the loads acts, and whether supports move
     meter    the energy meter, which was restored from the archive */
PetscErrorCode ReportsContinue(Reports *reports, const FsState *s, const FsLoading *loading,
                               EnergyMeter meter);

/* ReportsArchive - Writes the works of -show works to an archive, or reads them from it if the
   archive is reading.

   Input error: -show works is given, but the run that wrote the archive did not have it. */
PetscErrorCode ReportsArchive(Reports *reports, FsArchive a);

/* ReportsPrint - Prints the reports of -show at the end of a run, or only warnings if quiet is
   PETSC_TRUE.
 */
PetscErrorCode ReportsPrint(const Reports *reports, FsSystem sys, PetscBool quiet);

#endif
