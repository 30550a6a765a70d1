/* manual.c: prints the manual of all options, or the part of it that is about a word. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "documented.h"
#include "input/options_impl.h"

/* ---- synonyms -------------------------------------------------------------------------------- */

/* Lists other words for which users search the manual. */

/* Synonym - What -help prints for a word that the manual does not use. */
typedef struct {
  const char *word; /* the word of the user */
  const char *note; /* one line that says which word fsolve uses instead */
  /* words, separated by commas, whose rows of the manual are printed; a word that starts with '-'
     is the beginning of an option's name */
  const char *terms;
} Synonym;

#define HINGE_TERMS "revolute,spherical,rotational_spring,-links,-link_"
#define MODES_TERMS "-analysis,-modes,-buckling"
#define RAYLEIGH_TERMS "Rayleigh,-damping_,loss_factor,-spectrum_damping"
#define SECTION_TERMS "cross-section,-part_<beam>_"
#define SUPPORT_TERMS "-supports,-support_<name>_set,-support_<name>_fix"

/* clang-format off */
static const Synonym synonyms[] = {
  {"actuator", "an actuator is a motor, or a prescribed coordinate of a joint", "motor,prescribed"},
  {"animation",
   "ParaView shows the snapshots of the XDMF file beside the output",
   "-output,-output_every,-output_interval"},
  {"boundary condition", "boundary conditions are supports", SUPPORT_TERMS},
  {"brace",
   "braces that bear tension alone are cables; other braces are trusses or beams",
   "_element,_prestress"},
  {"clamp", "a clamp is a support with -support_<name>_fix all", SUPPORT_TERMS},
  {"combination",
   "combinations are load steps, or rows of -cases (docs/howto/combinations.md)",
   "-load_<name>_time,-cases,-tables,-envelopes"},
  {"concrete",
   "fsolve has no concrete: beams take stiffnesses of a cracked section as numbers",
   "-part_<beam>_eiy,-part_<beam>_eiz"},
  {"constraint",
   "constraints are supports, joints, couplings and sliders",
   "-supports,-joints,-couplings,-sliders"},
  {"contact", "the stops of joints are the contacts that fsolve has", "stop,-events"},
  {"cross-section", "bars have an area, beams have a shape or stiffnesses", SECTION_TERMS},
  {"damping ratio",
   "the ratio at omega is alpha/(2 omega) + beta omega/2 for C = alpha M + beta K",
   RAYLEIGH_TERMS},
  {"dead load",
   "a dead load is -gravity, or a load that does not follow the motion",
   "-gravity,-loads,-load_<name>_force,-load_<name>_traction,-load_<name>_follower"},
  {"deflection",
   "a deflection is a displacement: the output has those of all nodes, a probe that of one place",
   "-probe"},
  {"diagram",
   "plot_section draws the forces and moments along beams from the output",
   "-output"},
  {"earthquake",
   "an earthquake is an acceleration of the ground, often a column of a table",
   "-base_,-tables,-table_"},
  {"eigenfrequency", "-analysis modes computes natural frequencies", MODES_TERMS},
  {"eigenmode", "-analysis modes computes modes", MODES_TERMS},
  {"eigenvalue",
   "-analysis modes computes frequencies, -analysis buckling load factors",
   MODES_TERMS},
  {"envelope", "envelopes are the largest and the least values over all steps", "-envelopes"},
  {"form finding",
   "a form is the equilibrium of soft cables with a prestress (docs/howto/form_finding.md)",
   "_prestress,-part_<cable>_ea"},
  {"gap",
   "a gap is the stop of a joint between two nodes, such as a distance or a prismatic joint",
   "stop,-events"},
  {"hinge", "a hinge is a joint of the type revolute (one axis) or spherical", HINGE_TERMS},
  {"influence line",
   "a load that moves with t in a static analysis gives influence lines",
   "-load_<name>_field,-load_<name>_time"},
  {"live load",
   "a live load is a load; its combinations are load steps or -cases",
   "-loads,-load_<name>_time,-cases"},
  {"load case",
   "load cases are load steps, or rows of -cases (docs/howto/combinations.md)",
   "-load_<name>_time,-cases,-tables,-envelopes"},
  {"modulus", "Young's modulus is _young", "_young"},
  {"natural frequency", "-analysis modes computes natural frequencies", MODES_TERMS},
  {"pin",
   "a pinned support fixes no rotations; a pinned connection is a revolute or spherical joint",
   HINGE_TERMS "," SUPPORT_TERMS},
  {"plastic",
   "fsolve has no plasticity: elements are elastic; springs and joints take nonlinear laws",
   "_law"},
  {"plasticity",
   "fsolve has no plasticity: elements are elastic; springs and joints take nonlinear laws",
   "_law"},
  {"pretension", "a pretension is _prestress", "_prestress,_tension"},
  {"profile", "beams take a steel profile by name, such as IPE300", "_profile," SECTION_TERMS},
  {"ramp", "a ramp is a formula of time, such as min(t/T,1)", "-load_<name>_time,-gravity_time"},
  {"release",
   "a release is a hinge at the end of a member, or a joint between two nodes at one place",
   "_release," HINGE_TERMS},
  {"roller",
   "a roller is a support that fixes one displacement, as in -support_<name>_fix z",
   SUPPORT_TERMS},
  {"rotor", "a rotor is a model in a frame that rotates", "-spin,-modes_damped"},
  {"section", "bars have an area, beams have a shape or stiffnesses", SECTION_TERMS},
  {"seismic",
   "an earthquake is an acceleration of the ground, often a column of a table",
   "-base_,-tables,-table_"},
  {"self-weight", "the self-weight is the gravity of all masses", "-gravity"},
  {"settlement",
   "a settlement is a prescribed motion of a support",
   "-support_<name>_motion_x,-support_<name>_motion_z"},
  {"snow",
   "snow is a force per length of beams, or per area of surfaces",
   "-load_<name>_traction,-load_<name>_field"},
  {"strength",
   "fsolve checks no code of practice; laminates have failure indices, and stresses are results",
   "stress,strength"},
  {"time step", "the time step is -dt; -adapt chooses it by the error", "-dt,-adapt,-events"},
  {"tolerance", "tolerances are those of steps and of solvers", "-adapt_,-ksp_type,-snes_,-newton"},
  {"unit",
   "units are yours, consistently; the manual prints those of SI: m, kg, s, N, rad, and Hz",
   "-mesh_scale"},
  {"weight", "the weight is the gravity of all masses", "-gravity"},
  {"wind",
   "wind is a traction or a pressure, often with a formula of place and time",
   "-load_<name>_traction,-load_<name>_pressure,-load_<name>_field"},
  {"yield",
   "fsolve has no plasticity: compare the result von_mises_max with the yield stress",
   "-probe_<name>_extreme"},
};
/* clang-format on */

/* synonym_find - Returns the entry of a word, in singular or plural, or NULL if there is no entry.
   The entry is constant. */
static const Synonym *synonym_find(const char word[])
{
  for (size_t k = 0; k < sizeof synonyms / sizeof *synonyms; k++) {
    const size_t      length = strlen(synonyms[k].word);
    const char *const rest   = word + length;

    if (!strncasecmp(word, synonyms[k].word, length) && (!*rest || !strcasecmp(rest, "s")))
      return &synonyms[k];
  }
  return NULL;
}

/* ---- the manual ------------------------------------------------------------------------------ */

PetscErrorCode FsOptionsDocument(FsOptions o, const char title[], const FsOptionDoc doc[])
{
  PetscFunctionBeginUser;
  PetscCheck(o->nsections < MAX_SECTIONS, o->comm, PETSC_ERR_PLIB,
             "the manual has more than %d sections", MAX_SECTIONS);
  PetscCall(OptionRowsCheck(doc));
  o->title[o->nsections] = title;
  o->doc[o->nsections++] = doc;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const FsOptionDoc *manual_row(FsOptions o, int k, const char **section)
{
  for (PetscInt s = 0; s < o->nsections; s++)
    for (const FsOptionDoc *d = o->doc[s]; d->name; d++) {
      if (k-- > 0) continue;
      *section = o->title[s];
      return d;
    }
  return NULL;
}

const char fs_options_usage[] =
  "usage: fsolve case.opts [-key value ...]\n"
  "       mpirun -n 64 fsolve case.opts [-key value ...]\n"
  "Later keys override the file. Units are yours, consistently. -help lists the options, "
  "-help <word> those about a word.\n";

/* Returns whether text contains term[length], without regard to case. whole: only where a word
   starts, so that "damping" does not contain "pin". */
static PetscBool has_term(const char text[], const char term[], size_t length, PetscBool whole)
{
  for (const char *p = text; *p; p++)
    if (!strncasecmp(p, term, length) && (!whole || p == text || !isalnum((unsigned char)p[-1])))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscBool mentions(const FsOptionDoc *d, const char term[], size_t length, PetscBool whole)
{
  if (whole && *term == '-') return (PetscBool)!strncasecmp(d->name, term, length);
  return (PetscBool)(has_term(d->name, term, length, whole) ||
                     has_term(d->value, term, length, whole) ||
                     has_term(d->help, term, length, whole));
}

/* Returns whether an option is about a word or one of the terms of its synonym, which may be
   NULL. */
static PetscBool is_about(const FsOptionDoc *d, const char word[], const Synonym *synonym)
{
  if (mentions(d, word, strlen(word), (PetscBool)(synonym != NULL))) return PETSC_TRUE;
  for (const char *term = synonym ? synonym->terms : ""; *term; term += *term == ',') {
    const size_t length = strcspn(term, ",");

    if (mentions(d, term, length, PETSC_TRUE)) return PETSC_TRUE;
    term += length;
  }
  return PETSC_FALSE;
}

/* Prints the options of a section that are about a word, or all if its title has the word. *n
   counts the printed options. */
static void print_section(FsOptions o, PetscInt section, const char word[], const Synonym *synonym,
                          int *n)
{
  const char *const title = o->title[section];
  const PetscBool   all =
    (PetscBool)(!word || has_term(title, word, strlen(word), (PetscBool)(synonym != NULL)));
  PetscBool titled = PETSC_FALSE;

  for (const FsOptionDoc *d = o->doc[section]; d->name; d++) {
    if (!all && !is_about(d, word, synonym)) continue;
    if (!titled) printf("%s%s\n", *n || !word ? "\n" : "", title);
    titled = PETSC_TRUE;
    printf("  %-36s %-18s %s\n", d->name, d->value, d->help);
    (*n)++;
  }
}

int FsOptionsPrintManual(FsOptions o, const char word[])
{
  const Synonym *const synonym = word ? synonym_find(word) : NULL;
  int                  n       = 0;

  if (!word) printf("%s", fs_options_usage);
  if (synonym) printf("%s: %s\n\n", word, synonym->note);
  for (PetscInt s = 0; s < o->nsections; s++) print_section(o, s, word, synonym, &n);
  if (!word)
    printf("\nPETSc's own options (-ksp_*, -pc_*, -mat_*, -snes_*, -log_view, ...) "
           "work as its manual says; docs/options.md says which of them.\n");
  return n;
}
