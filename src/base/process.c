/* process.c: borrows what a process has only once, gives it back, finds the launcher and starts
   MPI. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* fegetexcept */
#include "process.h"
#include "profile.h"
#include <ctype.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

/* ---- floating-point numbers ------------------------------------------------------------------ */

static unsigned control_register(void)
{
#if defined(__SSE2__)
  return _mm_getcsr();
#else
  return 0;
#endif
}

static void set_control_register(unsigned control)
{
#if defined(__SSE2__)
  _mm_setcsr(control);
#else
  (void)control;
#endif
}

void ProcessFlushDenormals(Process *p)
{
  const unsigned flush = 0x8040; /* flush to zero, denormals are zero */

  p->flush_denormals = PETSC_TRUE;
  set_control_register(control_register() | flush);
}

/* Gives the numbers of a case their usual rounding, and no traps. The program sets its own, by
   -fp_trap. */
static void begin_numbers(Process *p)
{
  const unsigned usual = 0x1f80; /* all exceptions are masked, rounding to nearest */

  p->control = control_register();
  p->unusual = (PetscBool)(p->options && (fegetround() != FE_TONEAREST || fegetexcept()));
  if (p->unusual) {
    fegetenv(&p->numbers);
    fesetenv(FE_DFL_ENV);
  }
  if (p->options) set_control_register(usual);
  if (p->flush_denormals) ProcessFlushDenormals(p);
}

static void end_numbers(const Process *p)
{
  if (p->unusual) fesetenv(&p->numbers);
  set_control_register(p->control);
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* Takes what needs no error log. */
static void take(Process *p)
{
  printing_use(&p->printing);
  p->outer  = LongPhaseUse(&p->phase);
  p->locale = c_locale_enter();
  begin_numbers(p);
}

static void give_back(Process *p)
{
  end_numbers(p);
  c_locale_leave(p->locale);
  (void)LongPhaseUse(p->outer);
  printing_leave();
}

PetscErrorCode ProcessEnter(Process *p)
{
  PetscFunctionBeginUser;
  if (p->depth++) PetscFunctionReturn(PETSC_SUCCESS);
  if (p->options) PetscCall(PetscOptionsPush(p->options));
  PetscCall(ErrorLogBegin(&p->errors));
  p->phases = phase_depth();
  printing_ignore_signals(&p->printing);
  take(p);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProcessLeave(Process *p)
{
  PetscFunctionBeginUser;
  if (--p->depth) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PhaseEndAll(p->phases));
  long_phase_clear();
  p->phase.depth = 0;
  give_back(p);
  printing_restore_signals(&p->printing);
  PetscCall(ErrorLogEnd());
  if (p->options) PetscCall(PetscOptionsPop());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProcessSuspend(Process *p, PetscBool signals, ProcessPause *pause)
{
  PetscFunctionBeginUser;
  pause->depth   = p->depth;
  pause->phases  = p->phases;
  pause->phase   = p->phase;
  pause->signals = signals;
  give_back(p);
  if (signals) printing_restore_signals(&p->printing);
  else pause->printing = p->printing; /* the handlers of the program */
  PetscCall(ErrorLogPause(&p->errors, &pause->errors));
  if (p->options) PetscCall(PetscOptionsPop());
  p->depth = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ProcessResume(Process *p, const ProcessPause *pause)
{
  PetscFunctionBeginUser;
  if (p->options) PetscCall(PetscOptionsPush(p->options));
  PetscCall(ErrorLogResume(&p->errors, &pause->errors));
  if (pause->signals) printing_ignore_signals(&p->printing);
  else p->printing = pause->printing;
  take(p);
  p->depth  = pause->depth;
  p->phases = pause->phases;
  p->phase  = pause->phase;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- launcher -------------------------------------------------------------------------------- */

/* Finds the launcher of this process in the environment, and starts MPI.

   Without a launcher Open MPI 4 starts the daemon orted, which serves MPI_Comm_spawn. It also
   looks for networks, and makes a directory for the session. A lone process needs none of them.
   They take half of the time of a small run. */

/* The variables of launchers, the innermost launcher first: mpirun may run within a job of srun. */
static const struct {
  const char *present, *rank;
} launchers[] = {
  {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
  {"PMIX_RANK",            "PMIX_RANK"           },
  {"PMI_RANK",             "PMI_RANK"            },
  {"SLURM_PROCID",         "SLURM_PROCID"        }
};

PetscBool launcher_is_present(void)
{
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(launchers); k++)
    if (getenv(launchers[k].present)) return PETSC_TRUE;
  return PETSC_FALSE;
}

int launcher_rank(void)
{
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(launchers); k++)
    if (getenv(launchers[k].present)) {
      const char *const rank = getenv(launchers[k].rank);

      return rank ? atoi(rank) : 0;
    }
  return 0;
}

/* Groups of settings: if the user has set one of a group, the whole group is left alone. */
enum { SESSION, TRANSPORT, DEVICES, FILES };

/* Setting - An environment variable of a process without a launcher. */
typedef struct {
  const char *name, *value;
  int         group;
  PetscBool   stays; /* Open MPI reads it when the first file is opened, after MPI_Init */
} Setting;

static const Setting settings[] = {
  {"OMPI_MCA_ess_singleton_isolated",   "1",                SESSION,   PETSC_FALSE}, /* no orted */
  {"OMPI_MCA_orte_create_session_dirs", "0",                SESSION,   PETSC_FALSE}, /* is shared */
  {"OMPI_MCA_pml",                      "ob1",              TRANSPORT, PETSC_FALSE},
  {"OMPI_MCA_btl",                      "self",             TRANSPORT, PETSC_FALSE},
  {"OMPI_MCA_mtl",                      "^ofi,psm2",        TRANSPORT, PETSC_FALSE},
  {"OMPI_MCA_osc",                      "^ucx",             TRANSPORT, PETSC_FALSE},
  {"HWLOC_COMPONENTS",                  "-gl,-opencl,-pci", DEVICES,   PETSC_FALSE},
  {"OMPI_MCA_sharedfp",                 "lockedfile",       FILES,     PETSC_TRUE }  /* no directory */
};

enum { NSETTINGS = PETSC_STATIC_ARRAY_LENGTH(settings) };

/* Returns whether the user's file of MCA parameters names a variable, without OMPI_MCA_. */
static PetscBool is_in_users_file(const char name[])
{
  static const char prefix[] = "OMPI_MCA_";
  const char *const home     = getenv("HOME");
  char              path[4096], line[1024];
  PetscBool         found = PETSC_FALSE;
  FILE             *file;
  size_t            length;

  if (!home || strncmp(name, prefix, strlen(prefix)) != 0) return PETSC_FALSE;
  name += strlen(prefix);
  length = strlen(name);
  snprintf(path, sizeof path, "%s/.openmpi/mca-params.conf", home);
  file = fopen(path, "r");
  if (!file) return PETSC_FALSE;
  while (!found && fgets(line, sizeof line, file)) {
    const char *const at = line + strspn(line, " \t");

    found = (PetscBool)(!strncmp(at, name, length) &&
                        (at[length] == '=' || isspace((unsigned char)at[length])));
  }
  fclose(file);
  return found;
}

/* Returns whether the user has set a variable of a group. */
static PetscBool is_chosen_by_user(int group)
{
  for (int k = 0; k < NSETTINGS; k++)
    if (settings[k].group == group &&
        (getenv(settings[k].name) || is_in_users_file(settings[k].name)))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

int InitializeMpi(int *argc, char ***argv)
{
  PetscBool set[NSETTINGS] = {PETSC_FALSE};
  int       ierr;

  for (int k = 0; k < NSETTINGS && !launcher_is_present(); k++)
    set[k] = (PetscBool)!is_chosen_by_user(settings[k].group);
  for (int k = 0; k < NSETTINGS; k++)
    if (set[k]) setenv(settings[k].name, settings[k].value, 0);
  ierr = MPI_Init(argc, argv);
  for (int k = 0; k < NSETTINGS; k++)
    if (set[k] && !settings[k].stays) unsetenv(settings[k].name);
  return ierr;
}
