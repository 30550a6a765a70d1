/* plugins.c: loads the plug-ins that a run names, and adds what they have to the tables of
   fsolve. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "element/law/uniaxial_law.h"
#include "element/registry.h"
#include "plugins.h"
#include "base/error.h"
#include "input/given/option_plugins.h"
#include "integrator/integrator.h"
#include "plugin_check.h"

const FsOptionDoc plugin_options[] = {
  {"-plugin", "<file.so>,...",
   "shared libraries with more elements, laws, types of joints and schemes, whose code runs in "
   "fsolve; examples are in examples/plugins"},
  {NULL,      NULL,            NULL          }
};

/* A set of plug-ins, and the tables that fsolve has with them. Sets are never freed, because models
   refer to their tables. */
typedef struct PluginSet {
  struct PluginSet     *next; /* the set that was made before */
  int                   n;
  const Plugin        **plugin;  /* [n] */
  const ElementKernel **kernels; /* all kernels; the list ends with NULL */
  const UniaxialLaw   **laws;    /* all laws; the list ends with NULL */
  JointType            *joints;  /* all types; the table ends with a NULL name */
} PluginSet;

static PluginSet *sets;

/* Message - Where to write what is wrong. */
typedef struct {
  char  *text;
  size_t size;
} Message;

/* Writes what is wrong with a subject of the plug-in in the file path. Returns 1. */
static int refuse(Message m, const char path[], const char subject[], const char name[],
                  const char fault[])
{
  snprintf(m.text, m.size, "-plugin %s: %s%s%s %s", path, subject, *name ? " " : "", name, fault);
  return 1;
}

/* ---- a plug-in ------------------------------------------------------------------------------- */

/* Loads the shared library in the file path. Returns 0, or 1 with a message. */
static int load(const char path[], const Plugin **plugin, Message m)
{
  char  here[4096];
  void *library;

  /* dlopen searches the folders of the system for a name without a folder */
  snprintf(here, sizeof here, "%s%s", strchr(path, '/') ? "" : "./", path);
  library = dlopen(here, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(m.text, m.size, "-plugin %s cannot be loaded: %s", path, dlerror());
    return 1;
  }
  *plugin = dlsym(library, "fs_plugin");
  return *plugin ? 0
                 : refuse(m, path, "the library", "",
                          "is no plug-in of fsolve: it has no symbol fs_plugin; examples/plugins "
                          "has plug-ins");
}

static int check(const char path[], const Plugin *p, Message m)
{
  const char *fault = plugin_identity_fault(&p->identity);

  if (fault) return refuse(m, path, "the plug-in", "", fault);
  for (const ElementKernel *const *k = p->elements; k && *k; k++) {
    fault = kernel_fault(*k);
    if (fault) return refuse(m, path, "element", (*k)->name ? (*k)->name : "", fault);
  }
  for (const UniaxialLaw *const *law = p->laws; law && *law; law++) {
    fault = law_fault(*law);
    if (fault) return refuse(m, path, "law", (*law)->name ? (*law)->name : "", fault);
  }
  for (const JointType *j = p->joints; j && j->name; j++) {
    fault = joint_type_fault(j);
    if (fault) return refuse(m, path, "joint", j->name, fault);
  }
  return 0;
}

/* ---- the tables of a set --------------------------------------------------------------------- */

static int count_kernels(const ElementKernel *const *kernels)
{
  int n = 0;

  while (kernels && kernels[n]) n++;
  return n;
}

static int count_laws(const UniaxialLaw *const *laws)
{
  int n = 0;

  while (laws && laws[n]) n++;
  return n;
}

static int count_joints(const JointType *joints)
{
  int n = 0;

  while (joints && joints[n].name) n++;
  return n;
}

/* Makes tables that have what is built in and room for what the plug-ins add. Returns 1 if there is
   no memory. */
static int make_tables(PluginSet *set)
{
  int kernels = count_kernels(built_in_kernels), joints = count_joints(built_in_joint_types),
      laws = count_laws(built_in_laws);

  for (int k = 0; k < set->n; k++) {
    kernels += count_kernels(set->plugin[k]->elements);
    joints += count_joints(set->plugin[k]->joints);
    laws += count_laws(set->plugin[k]->laws);
  }
  set->kernels = calloc((size_t)kernels + 1, sizeof *set->kernels);
  set->joints  = calloc((size_t)joints + 1, sizeof *set->joints);
  set->laws    = calloc((size_t)laws + 1, sizeof *set->laws);
  if (!set->kernels || !set->joints || !set->laws) return 1;
  memcpy(set->laws, built_in_laws, (size_t)count_laws(built_in_laws) * sizeof *set->laws);
  memcpy(set->kernels, built_in_kernels,
         (size_t)count_kernels(built_in_kernels) * sizeof *set->kernels);
  memcpy(set->joints, built_in_joint_types,
         (size_t)count_joints(built_in_joint_types) * sizeof *set->joints);
  return 0;
}

/* Returns whether the first n kernels have a name. */
static int kernels_have(const ElementKernel *const kernels[], int n, const char name[])
{
  for (int k = 0; k < n; k++)
    if (!strcasecmp(kernels[k]->name, name)) return 1;
  return 0;
}

/* Adds the kernels of a plug-in to those of the set. The kernels of one element have its name in
   common; elements of others must have other names. */
static int add_kernels(PluginSet *set, const Plugin *p, const char path[], Message m)
{
  const int before = count_kernels(set->kernels);

  for (int k = 0; k < count_kernels(p->elements); k++) {
    if (kernels_have(set->kernels, before, p->elements[k]->name))
      return refuse(m, path, "element", p->elements[k]->name,
                    "has the name of another element: rename it");
    for (int j = 0; j < k; j++)
      if (!strcmp(p->elements[j]->name, p->elements[k]->name) &&
          p->elements[j]->shape == p->elements[k]->shape)
        return refuse(m, path, "element", p->elements[k]->name, "has two kernels of one shape");
    set->kernels[before + k] = p->elements[k];
  }
  return 0;
}

static int add_joints(PluginSet *set, const Plugin *p, const char path[], Message m)
{
  for (const JointType *j = p->joints; j && j->name; j++) {
    const int n = count_joints(set->joints);

    for (int k = 0; k < n; k++)
      if (!strcasecmp(set->joints[k].name, j->name))
        return refuse(m, path, "joint", j->name, "has the name of another type: rename it");
    set->joints[n] = *j;
  }
  return 0;
}

static int add_laws(PluginSet *set, const Plugin *p, const char path[], Message m)
{
  for (const UniaxialLaw *const *law = p->laws; law && *law; law++) {
    const int n = count_laws(set->laws);

    for (int k = 0; k < n; k++)
      if (!strcasecmp(set->laws[k]->name, (*law)->name))
        return refuse(m, path, "law", (*law)->name, "has the name of another law: rename it");
    set->laws[n] = *law;
  }
  return 0;
}

/* Makes the schemes of a set those that the process has beside its own. */
static int use_schemes(const PluginSet *set, char *const path[], Message m)
{
  for (int k = 0; set && k < set->n; k++)
    for (const FsRungeKutta *s = set->plugin[k]->schemes; s && s->name; s++) {
      const char *fault = given_scheme_fault(s);

      if (!fault && given_schemes_add(s)) fault = "finds no memory";
      if (fault) return refuse(m, path[k], "scheme", s->name, fault);
    }
  return 0;
}

/* ---- sets ------------------------------------------------------------------------------------ */

/* Returns the set of these plug-ins if it was made before, or NULL. */
static PluginSet *find_set(const Plugin *const plugin[], int n)
{
  for (PluginSet *s = sets; s; s = s->next)
    if (s->n == n && !memcmp(s->plugin, plugin, (size_t)n * sizeof *s->plugin)) return s;
  return NULL;
}

static void free_set(PluginSet *set)
{
  if (!set) return;
  free(set->plugin);
  free(set->kernels);
  free(set->joints);
  free(set->laws);
  free(set);
}

/* Fills the tables of a set from its plug-ins, whose files are path[n]. */
static int fill_tables(PluginSet *set, char *const path[], Message m)
{
  for (int k = 0; k < set->n; k++) {
    const Plugin *p = set->plugin[k];

    for (int j = 0; j < k; j++)
      if (!strcmp(set->plugin[j]->identity.name, p->identity.name))
        return refuse(m, path[k], "the plug-in", p->identity.name,
                      "has the name of another plug-in");
    if (add_kernels(set, p, path[k], m) || add_joints(set, p, path[k], m) ||
        add_laws(set, p, path[k], m))
      return 1;
  }
  return 0;
}

/* Makes a set, or returns NULL with a message. */
static PluginSet *make_set(const Plugin *const plugin[], char *const path[], int n, Message m)
{
  PluginSet *set = calloc(1, sizeof *set);

  snprintf(m.text, m.size, "-plugin: there is no memory for the tables");
  if (set) set->plugin = calloc((size_t)n + 1, sizeof *set->plugin);
  if (!set || !set->plugin) {
    free_set(set);
    return NULL;
  }
  set->n = n;
  memcpy(set->plugin, plugin, (size_t)n * sizeof *set->plugin);
  if (make_tables(set) || fill_tables(set, path, m)) {
    free_set(set);
    return NULL;
  }
  set->next = sets;
  sets      = set;
  return set;
}

/* Makes the tables of a set those of the process, and writes the names of its plug-ins. */
static void use_set(const PluginSet *set, char names[], size_t size)
{
  size_t used = 0;

  element_kernels = set ? (const ElementKernel *const *)set->kernels : built_in_kernels;
  joint_types     = set ? set->joints : built_in_joint_types;
  uniaxial_laws   = set ? (const UniaxialLaw *const *)set->laws : built_in_laws;
  names[0]        = 0;
  for (int k = 0; set && k < set->n && used < size; k++)
    used += (size_t)snprintf(names + used, size - used, "%s%s %s", k ? ", " : "",
                             set->plugin[k]->identity.name, set->plugin[k]->identity.version);
}

/* Divides a list at its commas, in place. Returns the number of items. */
static int divide(char list[], char *item[], int most)
{
  int n = 0;

  for (char *next = NULL, *word = strtok_r(list, ",", &next); word && n < most;
       word = strtok_r(NULL, ",", &next))
    item[n++] = word;
  return n;
}

int plugins_load(const char paths[], char names[], char message[], size_t size)
{
  enum { MOST = 32 };
  const Message    m = {message, size};
  char             list[4096], *path[MOST + 1];
  const Plugin    *plugin[MOST];
  const PluginSet *set = NULL;
  int              n;

  use_set(NULL, names, size);
  given_schemes_clear();
  if (snprintf(list, sizeof list, "%s", paths ? paths : "") >= (int)sizeof list)
    return refuse(m, "<files>", "the list", "", "has more than 4095 characters");
  n = divide(list, path, MOST + 1);
  if (n > MOST) return refuse(m, "<files>", "the list", "", "has more than 32 files");
  for (int k = 0; k < n; k++)
    if (load(path[k], &plugin[k], m) || check(path[k], plugin[k], m)) return 1;
  if (n) set = find_set(plugin, n);
  if (n && !set) set = make_set(plugin, path, n, m);
  if ((n && !set) || use_schemes(set, path, m)) return 1;
  use_set(set, names, size);
  return 0;
}

PetscErrorCode PluginsFromOptions(FsOptions o, MPI_Comm comm)
{
  const char *paths = NULL;
  char        names[1024], message[1024];
  int         bad;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, "-plugin", &paths, NULL));
  bad = plugins_load(paths, names, message, sizeof message);
  PetscCall(CheckAllRanks(comm, (PetscBool)bad, "%s", message));
  OptionsSetPlugins(o, names);
  PetscFunctionReturn(PETSC_SUCCESS);
}
