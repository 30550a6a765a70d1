/* part_options.c: reads the description of parts from the options, by the tables of elements. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <fs/options.h>
#include "element/registry.h"
#include "part_options.h"
#include "input/given/option_plugins.h"
#include "input/input.h"
#include "profile.h"
#include "element/beam/inside/beam_line.h"
#include "element/law/uniaxial_law.h"

/* ---- parts ----------------------------------------------------------------------------------- */

const char *const place_variables[PLACE_VARIABLES] = {"x", "y", "z", "s", "fraction"};

/* ---- manual, from the tables of the kernels -------------------------------------------------- */

enum { MAX_DOCS = 256, DOC_SIZE = 64 };

static char kinds[256]; /* what the manual says about -part_<name>_element */
static char laws[512];  /* and about -part_<name>_law */

/* clang-format off */
static const FsOptionDoc part_options[] = {
  {"-part_<name>_set", "<name>", "set of the mesh with its cells; default: the name of the part"},
  {"-part_<name>_element", "required", kinds},
  {"-part_<name>_loss_factor", "0",
   "of structural damping, in -analysis response and modes; in response also a formula of the "
   "frequency f [Hz], which may call a table", FS_TEXT(PartOptions, loss_factor), FS_DESCRIBED},
  {"-part_<name>_composite_with", "<part>,...",
   "other parts that have cells in common with this one, as is meant: the stiffnesses of both act "
   "there, as in a composite section; without it a warning names the cells",
   FS_WORDS(PartOptions, composite_with)},
  {"-part_<beam>_profile", "<name>",
   "steel profile with its shape and dimensions: IPE300, HEA200, UPN200, RHS200X100X8, "
   "CHS114.3X5, W14X90, HSS6X6X1/4, ... (share/profiles.csv)",
   FS_TEXT(PartOptions, profile), FS_WHEN(PartOptions, has_section)},
  {"-part_<beam>_section_places", "0",
   "number of equally spaced places from end to end of each element, at which frames have forces, "
   "moments, displacements and stresses",
   FS_INT(PartOptions, section_places, 0), FS_WHEN(PartOptions, has_section)},
  {"-part_<beam>_profile_unit", "m",
   "unit of length of the model for a profile: m, mm, cm, in, ft",
   FS_CHOICE(PartOptions, profile_unit, profile_units), FS_WHEN(PartOptions, has_section),
   FS_GIVEN(PartOptions, has_profile_unit)},
  {NULL, NULL, NULL}
};
/* clang-format on */

static const char *default_text(const ElementProp *p, char text[])
{
  if (p->required == PROP_REQUIRED) return "required";
  if (p->required == PROP_FOR_MASS) return "for motions";
  if (p->kind == PROP_VECTOR) return "<x,y,z>";
  if (p->kind == PROP_FLOW) return "<f(x,y,z,t)>";
  if (p->kind == PROP_CHOICE) return isnan(p->value) ? "<word>" : p->words[(int)p->value];
  if (p->kind == PROP_LIST) return "<numbers>";
  if (p->kind == PROP_TABLE) return "<file>";
  if (p->kind == PROP_LAW) return "<word>";
  if (p->kind == PROP_REALS && isnan(p->value)) snprintf(text, DOC_SIZE, "<%d numbers>", p->count);
  else if (isnan(p->value))
    return p->kind == PROP_FIELD        ? "<f(x,y,z)>"
           : p->kind == PROP_UNSTRAINED ? "<formula>"
                                        : "<number>";
  else snprintf(text, DOC_SIZE, p->kind == PROP_REALS ? "%.6g,..." : "%.6g", p->value);
  return text;
}

/* The rows of the manual that follow from tables of properties. */
typedef struct {
  int         n;
  FsOptionDoc row[MAX_DOCS];
  char        name[MAX_DOCS][DOC_SIZE], value[MAX_DOCS][DOC_SIZE];
} PropertyDocs;

/* Adds a row for each property of a table. The name of an option is the text before, the name of
   the property and nothing else, such as -part_<bar>_young. */
static PetscErrorCode AddPropertyDocs(const char before[], const ElementProp props[],
                                      PropertyDocs *docs)
{
  int n = docs->n;

  PetscFunctionBeginUser;
  for (const ElementProp *p = props; p && p->name && n < MAX_DOCS - 2; p++, n++) {
    PetscCall(PetscSNPrintf(docs->name[n], DOC_SIZE, "%s%s", before, p->name));
    docs->row[n] = (FsOptionDoc){docs->name[n], default_text(p, docs->value[n]),
                                 p->kind == PROP_LAW ? laws : p->help};
    if (p->kind != PROP_IMPEDANCE) continue;
    PetscCall(PetscSNPrintf(docs->name[++n], DOC_SIZE, "%sof", before));
    docs->row[n] =
      (FsOptionDoc){docs->name[n], "<part>",
                    "instead: a part listed before, which it bounds and whose impedance it has"};
  }
  docs->n      = n;
  docs->row[n] = (FsOptionDoc){NULL, NULL, NULL};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lists all laws in the text of the option -part_<name>_law, and adds a section of the manual with
   their parameters. */
static PetscErrorCode LawsDocument(FsOptions o, PropertyDocs *docs)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrncpy(laws, "law of the force instead of a constant stiffness: ", sizeof laws));
  for (int k = 0; uniaxial_laws[k]; k++) {
    char text[DOC_SIZE];

    PetscCall(PetscSNPrintf(text, sizeof text, "-part_<%s>_law_", uniaxial_laws[k]->name));
    PetscCall(AddPropertyDocs(text, uniaxial_laws[k]->props, docs));
    PetscCall(PetscStrlcat(laws, k ? "; " : "", sizeof laws));
    PetscCall(PetscStrlcat(laws, uniaxial_laws[k]->name, sizeof laws));
    PetscCall(PetscStrlcat(laws, ", ", sizeof laws));
    PetscCall(PetscStrlcat(laws, uniaxial_laws[k]->help, sizeof laws));
  }
  PetscCall(FsOptionsDocument(
    o, "Laws of parts (<bilinear> stands for the name of a part with -part_<name>_law bilinear)",
    docs->row));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PartsDocument(FsOptions o)
{
  static PropertyDocs docs, of_laws;

  PetscFunctionBeginUser;
  docs.n = of_laws.n = 0;
  for (; part_options[docs.n].name; docs.n++) docs.row[docs.n] = part_options[docs.n];
  kinds[0] = 0;
  for (int k = 0; element_kernels[k]; k++) {
    const ElementKernel *kernel = element_kernels[k];
    char                 text[DOC_SIZE];

    if (element_find_any(kernel->name) != kernel)
      continue; /* a kernel of the same name with another shape is documented */
    PetscCall(PetscStrlcat(kinds, k ? ", " : "one of ", sizeof kinds));
    PetscCall(PetscStrlcat(kinds, kernel->name, sizeof kinds));
    PetscCall(PetscSNPrintf(text, sizeof text, "-part_<%s>_", kernel->name));
    PetscCall(AddPropertyDocs(text, kernel->type->props, &docs));
  }
  PetscCall(FsOptionsDocument(
    o, "Parts and their elements (<bar> stands for the name of a part made of bars)", docs.row));
  PetscCall(LawsDocument(o, &of_laws));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- formulas of the place ------------------------------------------------------------------- */

PetscBool formula_has_place(const char text[], int first, int end)
{
  for (int c = first; c < end; c++)
    if (symbol_occurs(text, place_variables[c], strlen(place_variables[c]))) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Returns whether the property is of a kind that a formula can give. */
static PetscBool can_vary(const ElementProp *p)
{
  const int matrix = 36;

  return (PetscBool)(p->kind == PROP_POSITIVE || p->kind == PROP_NONNEGATIVE ||
                     p->kind == PROP_REAL || p->kind == PROP_REALS || p->kind == PROP_VECTOR ||
                     (p->kind == PROP_LIST && p->count == matrix));
}

PetscBool element_property_varies(const ElementKernel *kernel, const ElementProp *p)
{
  for (const char *const *other = kernel->uniform; other && *other; other++)
    if (!strcmp(*other, p->name)) return PETSC_FALSE;
  return can_vary(p);
}

static const Symbol *constant_of_place(FsOptions o, int c)
{
  return symbol_find(OptionsSymbols(o), place_variables[c], strlen(place_variables[c]));
}

/* Input error: a formula has s or fraction, and -let defines a constant of that name. */
static PetscErrorCode CheckConstants(FsOptions o, MPI_Comm comm, const char option[],
                                     const char text[])
{
  PetscFunctionBeginUser;
  for (int c = PLACE_S; c < PLACE_VARIABLES; c++)
    PetscCheck(!constant_of_place(o, c) || !formula_has_place(text, c, c + 1), comm,
               PETSC_ERR_USER_INPUT,
               "%s %s: '%s' is the place along the member here, and a constant of -let has the "
               "same name; rename the constant",
               option, text, place_variables[c]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds out whether a text is a formula of the place. If it has a constant that is named s or
   fraction, the kernel decides which of them is meant. */
static void find_formula(FsOptions o, PartProperty *x)
{
  x->is_formula = formula_has_place(x->text, PLACE_X, PLACE_S);
  for (int c = PLACE_S; c < PLACE_VARIABLES && !x->is_formula && !x->constant; c++)
    if (constant_of_place(o, c) && formula_has_place(x->text, c, c + 1))
      x->constant = place_variables[c];
  if (!x->is_formula && !x->constant)
    x->is_formula = formula_has_place(x->text, PLACE_S, PLACE_VARIABLES);
}

/* ---- properties ------------------------------------------------------------------------------ */

/* Reads a property that is no number of the table: a formula, or the thermal expansion. */
static PetscErrorCode ReadFormula(FsOptions o, MPI_Comm comm, PartOptions *part,
                                  const ElementProp *p, const char option[], PartProperty *x)
{
  PetscFunctionBeginUser;
  if (p->kind == PROP_EXPANSION) {
    PetscCall(FsOptionsReal(o, option, &part->expansion, &part->has_expansion));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(FsOptionsText(o, option, &x->text, &x->given));
  if (x->given && p->kind == PROP_FIELD) PetscCall(CheckConstants(o, comm, option, x->text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadProperties(FsOptions o, MPI_Comm comm, PartOptions *part)
{
  const ElementProp *p     = part->kernel->type->props;
  double            *value = part->value;

  PetscFunctionBeginUser;
  for (PartProperty *x = part->property; p->name; p++, x++) {
    const char *option = FsOptionName(o, "-part_%s_%s", part->name, p->name);

    PetscCheck(x < part->property + PART_MAX_PROPERTIES, PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "the table of %s has too many rows", part->kernel->name);
    if (p->kind == PROP_FLOW) {
      PetscCall(FsOptionsText(o, option, &x->text, &x->given));
      *value++ = x->given ? 1 : 0;
      continue;
    }
    if (!property_entries(p)) {
      PetscCall(ReadFormula(o, comm, part, p, option, x));
      continue;
    }
    for (int i = 0; i < property_entries(p); i++) value[i] = p->value;
    if (can_vary(p)) PetscCall(FsOptionsText(o, option, &x->text, &x->given));
    if (x->text && can_vary(p)) find_formula(o, x);
    if (!x->is_formula) PetscCall(PropertyReadNumbers(o, comm, part, p, option, x, value));
    value += property_entries(p);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const PartProperty *part_property(const PartOptions *part, const char name[])
{
  const ElementProp *p = part->kernel->type->props;

  for (int i = 0; p[i].name; i++)
    if (!strcmp(p[i].name, name)) return &part->property[i];
  return NULL;
}

double part_number(const PartOptions *part, const char name[])
{
  const ElementProp *p     = part->kernel->type->props;
  const double      *value = part->value;

  for (int i = 0; p[i].name; i++) {
    if (!strcmp(p[i].name, name)) return part->property[i].is_formula ? NAN : *value;
    value += property_entries(&p[i]);
  }
  return NAN;
}

/* ---- a part ---------------------------------------------------------------------------------- */

static PetscErrorCode ReadElement(FsOptions o, MPI_Comm comm, PartOptions *part)
{
  const char *option = FsOptionName(o, "-part_%s_element", part->name), *names[MAX_KERNELS + 1];
  PetscInt    index = -1, n = 0;

  PetscFunctionBeginUser;
  for (int k = 0; element_kernels[k]; k++) {
    if (element_find_any(element_kernels[k]->name) != element_kernels[k]) continue;
    PetscCheck(n < MAX_KERNELS, comm, PETSC_ERR_PLIB, "more than %d elements: enlarge MAX_KERNELS",
               MAX_KERNELS);
    names[n++] = element_kernels[k]->name;
  }
  names[n] = NULL;
  PetscCall(OptionsChoiceWithPlugins(o, option, names, &index));
  PetscCheck(index >= 0, comm, PETSC_ERR_USER_INPUT,
             "part '%s' has no element: give %s (bar, membrane, ...)", part->name, option);
  part->kernel = element_find_any(names[index]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether a property depends on the place of cells in their members. */
static PetscBool needs_members(const PartOptions *part)
{
  const ElementProp *p     = part->kernel->type->props;
  PetscBool          needs = part->stations.given;

  for (int i = 0; p[i].name && !needs; i++)
    needs = (PetscBool)((part->property[i].is_formula ||
                         (p[i].kind == PROP_FIELD && part->property[i].given)) &&
                        formula_has_place(part->property[i].text, PLACE_S, PLACE_VARIABLES));
  return needs;
}

static PetscErrorCode ReadPart(FsOptions o, MPI_Comm comm, const char name[], PartOptions *part)
{
  PetscInt three = 3;

  PetscFunctionBeginUser;
  part->name = name;
  PetscCall(MeshSelectionFromOptions(o, comm, "part", SELECT_IN_OWN_SET | SELECT_SPLIT_ENDS, name,
                                     &part->cells));
  PetscCall(ReadElement(o, comm, part));
  PetscCall(StationsFromOptions(o, comm, name, &part->stations));
  PetscCall(ReadProperties(o, comm, part));
  part->has_section = (PetscBool)part->kernel->type->has_section;
  PetscCall(FsOptionsReadRows(o, part_options, name, part));
  PetscCheck(part->profile || !part->has_profile_unit, comm, PETSC_ERR_USER_INPUT,
             "-part_%s_profile_unit needs -part_%s_profile", name, name);
  PetscCheck(part->section_places != 1 && part->section_places <= SPAN_MAX_PLACES, comm,
             PETSC_ERR_USER_INPUT,
             "-part_%s_section_places %" PetscInt_FMT
             ": give 2 to %d places, the ends of the element included",
             name, part->section_places, SPAN_MAX_PLACES);
  if (needs_members(part))
    PetscCall(FsOptionsReals(o, FsOptionName(o, "-part_%s_start", name), 2, &three, part->start,
                             &part->has_start));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PartsFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n, char ***names,
                                PartOptions **parts)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-parts", n, names));
  PetscCheck(
    *n, comm, PETSC_ERR_USER_INPUT,
    "no -parts: name at least one part and describe it by -part_<name>_element and its properties");
  PetscCall(PetscCalloc1(*n, parts));
  for (PetscInt i = 0; i < *n; i++) PetscCall(ReadPart(o, comm, (*names)[i], &(*parts)[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
