/* element_prop.h: properties of elements and of laws that the user gives, and their tables. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_ELEMENT_PROP_H
#define FS_ELEMENT_ELEMENT_PROP_H

/* The kind of a property of elements, which the user gives by the option -part_<name>_<property>.
   The comments say which entries the property has in the array of given properties. If the user
   does not give the property, all its entries are ElementProp.value. */
typedef enum {
  PROP_POSITIVE,    /* one number > 0 */
  PROP_NONNEGATIVE, /* one number >= 0 */
  /* one number >= 0, the wave impedance; or, if the option -part_<name>_of names another part, the
     impedance of that part */
  PROP_IMPEDANCE,
  PROP_REAL,   /* up to ElementProp.count numbers; entries beyond those that are given are NAN */
  PROP_VECTOR, /* three numbers */
  PROP_REALS,  /* ElementProp.count numbers */
  PROP_LIST,   /* up to ElementProp.count numbers; entries beyond those that are given are NAN */
  /* a table with up to ElementProp.count numbers, row by row, from a file with the columns
     ElementProp.words; numbers of columns without a value, and beyond the table, are NAN */
  PROP_TABLE,
  PROP_LAW,    /* ElementProp.count numbers: a law (law/uniaxial_law.h) and its parameters */
  PROP_CHOICE, /* one number, the index of the word in ElementProp.words */
  PROP_FIELD,  /* no number: a formula in x, y, z, whose values are in ElementReference.field */
  /* no number: a formula, or a number, for the unstrained state of elements (temperature, initial
     strain, length), which model/fields/unstrained.c evaluates */
  PROP_UNSTRAINED,
  /* coefficient of thermal expansion [1/K]; no number of the element, because it turns temperatures
     into ElementUnstrained.thermal */
  PROP_EXPANSION,
  /* a formula in x, y, z and t for a component of the velocity of a fluid, which is in
     ElementState.flow; the number is 1 if the user gives the formula, otherwise 0 */
  PROP_FLOW,
  /* the name of a part at whose edge the elements are, for which ElementType.edge writes
     ElementProp.count numbers */
  PROP_EDGE
} ElementPropKind;

/* The words of the property "mass", which many elements have: "consistent", "lumped", NULL. */
extern const char *const mass_words[];
enum { MASS_CONSISTENT, MASS_LUMPED };

/* Values of ElementProp.required. */
enum { PROP_OPTIONAL, PROP_REQUIRED, PROP_FOR_MASS };

/* A property. The table of a type ends with a NULL name. */
typedef struct {
  const char     *name;
  ElementPropKind kind;
  /* PROP_OPTIONAL, PROP_REQUIRED, or PROP_FOR_MASS: the user must give one of the PROP_FOR_MASS
     properties if the analysis uses the mass. Otherwise a value of NAN or 0 means no mass */
  int         required;
  double      value; /* default value; NAN if ElementType.prepare chooses the value */
  const char *help;  /* meaning and [unit] */
  /* number of entries of a PROP_REALS, PROP_LIST, PROP_TABLE or PROP_EDGE */
  int                count;
  const char *const *words; /* words of a PROP_CHOICE or PROP_TABLE; the list ends with NULL */
  int stiffens; /* largest power of the property with which a stiffness grows; 0 stands for 1 */
  int is_ratio; /* whether the number is the same in all units of length */
  /* the column of a property that is a table (PROP_TABLE) that gives the mass, or NULL */
  const char *mass_word;
} ElementProp;

/* property_entries - Returns the number of entries that a property has in the array of the
   properties that the user gives. */
int property_entries(const ElementProp *p);

#endif
