/* plugin_check.h: says what is wrong with the tables of a plug-in. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_PLUGIN_PLUGIN_CHECK_H
#define FS_PLUGIN_PLUGIN_CHECK_H

#include <stddef.h>
#include "plugin.h"

/* plugin_identity_fault, kernel_fault, law_fault, joint_type_fault - Find what is wrong with the
   identity, a kernel, a law or a type of joint of a plug-in.

   The functions check what the contracts in element/element.h, element/law/uniaxial_law.h and
   element/joint/joint.h demand, and
   what a table alone can show: required functions, counts within the limits, and names. They return
   NULL, or static text that completes a sentence about the subject ("has no function traits"). */
const char *plugin_identity_fault(const PluginIdentity *identity);
const char *kernel_fault(const ElementKernel *kernel);
const char *law_fault(const UniaxialLaw *law);
const char *joint_type_fault(const JointType *type);

#endif
