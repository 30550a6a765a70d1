/* plugin.h: what a shared library exports so that fsolve can use its elements, laws, joints and
   schemes.

   A plug-in is a shared library that the option -plugin names. It has one symbol, fs_plugin, a
   struct with its name, its version and its tables. The elements, uniaxial laws, types of joints
   and time integration schemes in these tables then act as those of fsolve: options select them,
   -help lists their properties, and results and checkpoints have them. Their contracts are
   element/element.h, element/law/uniaxial_law.h, element/joint/joint.h and fs/runge_kutta.h.
   examples/plugins has plug-ins with all that belongs to them.

   A force on a node that no option describes is an element with one node (SHAPE_POINT).

   A plug-in fits only the fsolve for whose headers it was compiled. The struct therefore begins
   with the number PLUGIN_ABI and with the sizes of the structs that both sides read.
   PLUGIN_IDENTITY fills them in, and fsolve refuses a plug-in in which one of them differs.

   Headers for other rooms:
     plugins.h  loads the plug-ins that a run names */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_PLUGIN_PLUGIN_H
#define FS_PLUGIN_PLUGIN_H

#include <fs/runge_kutta.h>
#include "element/element.h"
#include "element/joint/joint.h"
#include "element/law/uniaxial_law.h"

/* Increase PLUGIN_ABI when the meaning of a member changes; the sizes show other changes. */
enum { PLUGIN_ABI = 2, PLUGIN_SIZES = 24 };

/* The identity of a plug-in. These members keep their places in all versions. */
typedef struct {
  int         abi;                /* PLUGIN_ABI */
  int         size[PLUGIN_SIZES]; /* the sizes and limits of PLUGIN_IDENTITY; 0 beyond them */
  const char *name;               /* one word, such as "rubber" */
  const char *version;            /* such as "1.0"; a restart warns if it has changed */
} PluginIdentity;

/* Plugin - All that a plug-in gives. */
typedef struct {
  PluginIdentity identity;
  /* Kernels of elements, one for each shape; the list ends with NULL. The pointer is NULL if the
     plug-in has no elements. A name must not be that of an element of fsolve or of another
     plug-in. */
  const ElementKernel *const *elements;
  /* Types of joints; the table ends with a NULL name. The pointer is NULL if the plug-in has no
     joints. */
  const JointType *joints;
  /* Runge-Kutta schemes; the table ends with a NULL name. The pointer is NULL if the plug-in has no
     schemes. */
  const FsRungeKutta *schemes;
  /* Uniaxial laws (element/law/uniaxial_law.h) for -part_<name>_law; the list ends with NULL. The
     pointer is NULL if the plug-in has no laws. */
  const UniaxialLaw *const *laws;
} Plugin;

/* PLUGIN_IDENTITY - The initializer of the member identity. */
#define PLUGIN_IDENTITY(name_, version_)                                                           \
  {                                                                                                \
    .abi  = PLUGIN_ABI,                                                                            \
    .size = {sizeof(Plugin),                                                                       \
             sizeof(ElementKernel),                                                                \
             sizeof(ElementType),                                                                  \
             sizeof(ElementReference),                                                             \
             sizeof(ElementState),                                                                 \
             sizeof(ElementLanes),                                                                 \
             sizeof(ElementGroup),                                                                 \
             sizeof(NodeState),                                                                    \
             sizeof(ElementProp),                                                                  \
             sizeof(ElementResult),                                                                \
             sizeof(ElementLineLoad),                                                              \
             sizeof(JointType),                                                                    \
             sizeof(FsRungeKutta),                                                                 \
             sizeof(UniaxialLaw),                                                                  \
             ELEMENT_MAX_PROPS,                                                                    \
             ELEMENT_MAX_RESULTS,                                                                  \
             LANES},                                                                               \
    .name = (name_), .version = (version_),                                                        \
  }

/* The symbol that a plug-in defines. fsolve itself does not define it. */
__attribute__((visibility("default"))) extern const Plugin fs_plugin;

#endif
