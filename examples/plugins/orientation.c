/* orientation.c: a plug-in with a type of joint, which keeps two nodes parallel and lets them move.

   A table with existing kinds of rows is all that a type of joint needs. The rows of this one say
   that three pairs of axes stay orthogonal, so that the second node cannot turn against the first.

   cmake -S examples/plugins -B plugins && cmake --build plugins
   fsolve examples/plugins/orientation.opts -plugin plugins/orientation.so */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plugin/plugin.h"

static const JointType joints[] = {
  {"orientation", AXES_NONE, 1, {NOT_FREE}, 3, {{ROW_ANGLE, 0, 0, 1}, {ROW_ANGLE, 0, 1, 2}, {ROW_ANGLE, 0, 2, 0}}},
  {0,             AXES_NONE, 0, {NOT_FREE}, 0, {{ROW_POSITION, 0, 0, 0}}                                         }
};

const Plugin fs_plugin = {.identity = PLUGIN_IDENTITY("orientation", "1.0"), .joints = joints};
