/* plugin_check.c: says what is wrong with the tables of a plug-in. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "input/given/option_plugins.h"
#include "plugin_check.h"

const char *plugin_identity_fault(const PluginIdentity *identity)
{
  const PluginIdentity ours = PLUGIN_IDENTITY("", "");

  if (identity->abi != ours.abi || memcmp(identity->size, ours.size, sizeof ours.size) != 0)
    return "was built for another fsolve: build it with the headers of this one";
  if (!is_option_word(identity->name))
    return "has no name: give it a word of letters, digits and _";
  if (!identity->version || !*identity->version) return "has no version";
  return strpbrk(identity->version, ", ") ? "has a version with a space or a comma" : NULL;
}

/* ---- elements -------------------------------------------------------------------------------- */

/* Counts the entries of all results in a table, which may be NULL. */
static int result_entries(const ElementResult *r)
{
  int n = 0;

  for (; r && r->name; r++) n += r->count;
  return n;
}

static const char *props_fault(const ElementProp *p)
{
  int given = 0;

  for (; p->name; p++) {
    if (!is_option_word(p->name)) return "has a property whose name is no word";
    if (!p->help) return "has a property without help";
    given += property_entries(p);
  }
  return given > ELEMENT_MAX_GIVEN ? "has more numbers than ELEMENT_MAX_GIVEN" : NULL;
}

const char *law_fault(const UniaxialLaw *law)
{
  int given = 0;

  if (!is_option_word(law->name)) return "has a name that is no word of letters, digits and _";
  if (!law->help) return "has no help";
  if (!law->respond) return "has no function respond";
  if (law->nmemory < 0 || law->nmemory > LAW_MAX_MEMORY)
    return "has an nmemory outside of 0 to LAW_MAX_MEMORY";
  for (const ElementProp *p = law->props; p && p->name; p++) given += property_entries(p);
  if (given > LAW_MAX_GIVEN) return "has more numbers than LAW_MAX_GIVEN";
  return law->props ? props_fault(law->props) : NULL;
}

/* Finds a function that must exist with another one. */
static const char *functions_fault(const ElementType *t)
{
  if (!t->traits) return "has no function traits";
  if (!t->directions) return "has no function directions";
  if (!t->linear_result) return "has no function linear_result";
  if (!t->forces && !t->matrices) return "has neither forces nor matrices";
  if (t->forces && !t->result) return "has forces, but no function result";
  if (t->nmemory && !t->remember) return "has nmemory, but no function remember";
  if (t->nmemory && (t->lanes_forces || t->group_forces))
    return "has nmemory, and computes several elements at once, which elements that remember do "
           "not";
  if (t->derived && !t->derive) return "has derived results, but no function derive";
  return NULL;
}

const char *kernel_fault(const ElementKernel *kernel)
{
  const ElementType *const t = kernel->type;

  if (!is_option_word(kernel->name)) return "has a name that is no word of letters, digits and _";
  if (!t || !t->props || !t->results) return "has no type with the tables props and results";
  if (kernel->shape < SHAPE_POINT || kernel->shape >= SHAPES) return "has no shape";
  if (kernel->nc != 1 && kernel->nc != 3 && kernel->nc != 6)
    return "has nc other than 1, 3 and 6 dofs of a node";
  if (kernel->nc * shape_nodes(kernel->shape) > ELEMENT_MAX_DOFS)
    return "has more dofs than ELEMENT_MAX_DOFS";
  if (kernel->ndata < 0 || kernel->nstrain < 0 || kernel->nsections < 0)
    return "has a negative length";
  if (result_entries(t->results) > ELEMENT_MAX_RESULTS)
    return "has more results than ELEMENT_MAX_RESULTS";
  if (t->has_section) return "has has_section, which only beams of fsolve may have";
  if (functions_fault(t)) return functions_fault(t);
  return props_fault(t->props);
}

/* ---- joints ---------------------------------------------------------------------------------- */

const char *joint_type_fault(const JointType *type)
{
  if (!is_option_word(type->name)) return "has a name that is no word of letters, digits and _";
  if (type->axes < AXES_NONE || type->axes > AXES_OPTIONAL) return "has no JointAxes";
  if (type->nrows < 1 || type->nrows > JOINT_ROWS) return "has no rows, or more than JOINT_ROWS";
  for (int k = 0; k < JOINT_COORDINATES; k++)
    if (type->free[k] > ABOUT_SECOND_AXIS) return "has an unknown free coordinate";
  for (int k = 0; k < type->nrows; k++) {
    if (type->row[k].kind >= ROW_KINDS) return "has an unknown kind of row";
    if (type->row[k].a < 0 || type->row[k].a > 2 || type->row[k].b < 0 || type->row[k].b > 2)
      return "has a row with an axis other than 0, 1, 2";
  }
  return NULL;
}
