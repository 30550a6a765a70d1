/* option_plugins.c: stores the names of the plug-ins of a run, and reads options whose values
   plug-ins extend. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdio.h>
#include "option_plugins.h"
#include "input/options_impl.h"

void OptionsSetPlugins(FsOptions o, const char names[])
{
  snprintf(o->plugins, sizeof o->plugins, "%s", names);
}

const char *OptionsPlugins(FsOptions o) { return o->plugins; }

int is_option_word(const char name[])
{
  if (!name || !*name) return 0;
  for (; *name; name++)
    if (!isalnum((unsigned char)*name) && *name != '_') return 0;
  return 1;
}

PetscErrorCode OptionsChoiceWithPlugins(FsOptions o, const char name[], const char *const words[],
                                        PetscInt *index)
{
  return OptionChoose(o, name, words, ", or name the plug-in that has it by -plugin", index, NULL);
}
