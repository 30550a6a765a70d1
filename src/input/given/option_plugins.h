/* option_plugins.h: the names of the plug-ins of a run, for its files, and options whose values
   plug-ins extend. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_GIVEN_OPTION_PLUGINS_H
#define FS_INPUT_GIVEN_OPTION_PLUGINS_H

#include <fs/options.h>

/* OptionsSetPlugins - Stores a copy of the names, such as "rubber 1.0, screws 2", or "" for no
   plug-ins. Not collective. */
void OptionsSetPlugins(FsOptions o, const char names[]);

/* OptionsPlugins - Returns the names that OptionsSetPlugins() has stored, borrowed from o; ""
   before that call. Not collective. */
const char *OptionsPlugins(FsOptions o);

/* is_option_word - Returns whether a name of a plug-in can stand in options: it consists of
   letters, digits and "_". NULL does not. */
int is_option_word(const char name[]);

/* OptionsChoiceWithPlugins - Reads a value that is one of several words, which plug-ins extend, as
   FsOptionsChoice() does. The message about another word says that a plug-in may have it. */
PetscErrorCode OptionsChoiceWithPlugins(FsOptions o, const char name[], const char *const words[],
                                        PetscInt *index);

#endif
