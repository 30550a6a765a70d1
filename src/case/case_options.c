/* case_options.c: lists the options of all rooms for the manual, and gives the manual to programs
   without a case.

   A new table of options gets a row here. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/analysis.h"
#include "analysis/analysis_options.h"
#include "analysis/run/run_options.h"
#include "analysis/run/time_grid.h"
#include "assembly/assembly.h"
#include "case.h"
#include "coupling/coupling.h"
#include <fs/control.h>
#include <fs/integrator.h>
#include "input/formula/symbols.h"
#include "input/petsc_options.h"
#include "mesh/frame/frame_mesh.h"
#include "members/member_ends.h"
#include "mesh/imperfection/imperfection.h"
#include "mesh/mesh_options.h"
#include "members/part_ends.h"
#include "model/model.h"
#include "output/output.h"
#include "plugin/plugins.h"
#include "input/arguments.h"
#include "input/manual/manual.h"
#include "input/option_list.h"

static const FsOptionDoc case_options[] = {
  {"-options_file",   "<case.opts>",
   "file of options: one '-key value' a line, quotes around values with spaces, # comments; it may "
   "name other files; 'fsolve case.opts' means the same"                                          },
  {"-let",            "<name>=<formula>,...",
   "constants for all numbers and formulas, such as L=2,A=pi*L^2; the last definition of a name "
   "counts"                                                                                       },
  {"-<list>+",        "<a,b,...>",
   "adds to a list that an earlier file or option gives, such as -parts+ b for -parts; without the "
   "plus, a list replaces the earlier one, and options of the names that it leaves out are "
   "ignored"                                                                                      },
  {"-keep_denormals", "false",
   "keep numbers below 1e-308, which slow matrix products ahead of a wave front"                  },
  {"-h",              "",                     "usage, in three lines"                             },
  {"-help",           "",                     "all options, or those about a word (-help gravity)"},
  {"-version",        "",                     "name and version"                                  },
  {NULL,              NULL,                   NULL                                                }
};

static const FsOptionDoc many_cases_options[] = {
  {"-cases",       "<table.csv>",
   "run many cases: a column is an option, with its dash, or a constant; a row is a case; -output "
   "gets a row for each, and -restart <that file> runs the rows that are missing. combinations: a "
   "case for each combination of load cases"                                                        },
  {"-cases_ranks", "1",           "ranks of a case; the ranks form groups, which take cases in turn"},
  {"-cases_files", "false",       "also write a file for each case: <output>_000000.h5, ..."        },
  {NULL,           NULL,          NULL                                                              }
};

PetscErrorCode CaseDocumentOptions(FsOptions o)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsDocument(o, "Running", case_options));
  PetscCall(FsOptionsDocument(o, "Many cases", many_cases_options));
  PetscCall(FsOptionsDocument(o, "Plug-ins", plugin_options));
  PetscCall(FsOptionsDocument(o, "Tables", table_options));
  PetscCall(FsOptionsDocument(o, "Analysis", analysis_options));
  PetscCall(FsOptionsDocument(o, "Mesh", mesh_options));
  PetscCall(FsOptionsDocument(o, "Frames (-mesh frame)", frame_options));
  PetscCall(FsOptionsDocument(o, "Ends of members", member_end_options));
  PetscCall(FsOptionsDocument(o, "Ends of lines of parts", part_end_options));
  PetscCall(FsOptionsDocument(
    o, "Selection of nodes (<kind>: part, support, load, joint, initial; also for probes)",
    select_options));
  PetscCall(FsOptionsDocument(o, "Imperfections", imperfection_options));
  PetscCall(ModelDocument(o));
  PetscCall(FsOptionsDocument(o, "Times of transient and kinematic analyses", time_grid_options));
  PetscCall(FsOptionsDocument(o, "Time integration", fs_integrator_options));
  PetscCall(FsOptionsDocument(o, "Parameters of schemes", FsIntegratorParameterDocs()));
  PetscCall(FsOptionsDocument(o, "Step control", fs_control_options));
  PetscCall(FsOptionsDocument(o, "Solver", fs_solver_options));
  PetscCall(FsOptionsDocument(o, "Matrices and Newton's method", assembly_options));
  PetscCall(FsOptionsDocument(o, "Options of PETSc", petsc_option_docs));
  PetscCall(FsOptionsDocument(o, "Output", output_options));
  PetscCall(FsOptionsDocument(o, "Reports", report_options));
  PetscCall(FsOptionsDocument(o, "Checkpoints and stops", interrupt_options));
  PetscCall(FsOptionsDocument(o, "Coupling with other programs", participant_options));
  PetscCall(FsOptionsDocument(o, "State of an earlier run, for -analysis modes and response",
                              base_state_options));
  for (int k = 0; analyses[k]; k++)
    PetscCall(FsOptionsDocument(o, analyses[k]->title, analyses[k]->options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- options files and manual ---------------------------------------------------------------- */

int FsOptionListReadFile(const char path[], FsOptionList *supplied, char message[], size_t size)
{
  return OptionListReadFileAlone(path, supplied, message, size);
}

PetscBool FsOptionListGet(FsOptionList supplied, int k, const char **name, const char **value,
                          const char **place)
{
  const OptionEntry *o;

  if (k < 0 || k >= supplied->n) return PETSC_FALSE;
  o      = &supplied->option[k];
  *name  = o->name;
  *value = o->value;
  *place = o->place;
  return PETSC_TRUE;
}

/* Programs ask for one row after another. The list of all options, which takes longer to make than
   a row, is kept from the first row to the call after the last one. */
PetscBool FsManualGet(int k, FsManualRow *row)
{
  static FsOptions   o = NULL;
  const FsOptionDoc *d = NULL;
  PetscBool          there;

  if (k == 0 && FsOptionsDestroy(&o)) return PETSC_FALSE;
  there = (PetscBool)(o || (!FsOptionsCreateForManual(&o) && !CaseDocumentOptions(o)));
  if (there) d = manual_row(o, k, &row->section);
  if (d) row->name = d->name, row->value = d->value, row->help = d->help;
  if (!d && FsOptionsDestroy(&o)) return PETSC_FALSE;
  return (PetscBool)(d != NULL);
}

PetscBool FsOptionIsOfPetsc(const char name[]) { return petsc_option_is_known(name); }
