/* registry.h: the list of all element kernels. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_REGISTRY_H
#define FS_ELEMENT_REGISTRY_H

#include "element_kernel.h"

/* The kernels of parts that are built in; the list ends with NULL. */
extern const ElementKernel *const built_in_kernels[];

/* All kernels of parts: those that are built in, then those of plug-ins (plugin/plugins.h), whose
   loader replaces the list. The list ends with NULL. */
extern const ElementKernel *const *element_kernels;

/* The kernels of pressure loads; the list ends with NULL. Their property is the pressure [N/m2]. */
extern const ElementKernel *const pressure_kernels[];

/* The kernels of what else a pressure does on shells (shell/arcs/arc_pressure.c). */
extern const ElementKernel *const arc_pressure_kernels[];

/* element_find - Returns the kernel with this name and shape, or NULL if no kernel has them. */
const ElementKernel *element_find(const char name[], Shape shape);

/* element_find_any - Returns the first kernel with this name, in upper or lower case, or NULL if no
   kernel has it. */
const ElementKernel *element_find_any(const char name[]);

#endif
