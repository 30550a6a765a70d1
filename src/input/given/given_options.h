/* given_options.h: the options that a program gives to a case that it sets up several times. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_GIVEN_GIVEN_OPTIONS_H
#define FS_INPUT_GIVEN_GIVEN_OPTIONS_H

#include "input/option_list.h"

/* OptionListCopy - Copies the options that were read so far; the caller frees to->bytes by free().
 */
int OptionListCopy(const OptionListBuilder *from, OptionListBuilder *to);

/* option_list_settle - Removes options that later options of the same name override, so that a list
   to which a program adds values again and again does not grow. The options of the first call stay,
   and so do lists of names, such as -parts, because later lists may refer to them. */
void option_list_settle(OptionListBuilder *r);

#endif
