/* uniaxial_law.h: uniaxial laws: the stress of a fiber, such as that of a bar, as a function of its
   strain.

   A law is a row of uniaxial_laws[] (uniaxial_law.c) and a file, which has its parameters, their
   checks and one function for the stress. Laws know no element: bars and trusses multiply the
   stress by their area, and a spring has its elongation in place of the strain, and its force in
   place of the stress. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_LAW_UNIAXIAL_LAW_H
#define FS_ELEMENT_LAW_UNIAXIAL_LAW_H

#include "element/element_prop.h"

enum {
  LAW_TABLE_ROWS = 64, /* largest number of points of the law "table" */
  LAW_MAX_GIVEN  = 2 * LAW_TABLE_ROWS,
  LAW_MAX_PROPS  = 4 * LAW_TABLE_ROWS,
  LAW_MAX_MEMORY = 8,
  /* entries of a PROP_LAW among the given properties of an element: LAW_KIND, then the parameters
     that the user gives, in the order of UniaxialLaw.props */
  LAW_NGIVEN = 1 + LAW_MAX_GIVEN
};

/* Entries of the numbers of a law, which uniaxial_law_prepare() computes:
     LAW_KIND     0 without a law, else a number from which uniaxial_law_of() finds the law. Among
                  the given numbers it is 1 plus the index of the law in uniaxial_laws
     LAW_MODULUS  initial stiffness, if the law has one of its own; NAN if the element has it
     LAW_OWN      [LAW_MAX_PROPS] numbers of the law's file */
enum { LAW_KIND, LAW_MODULUS, LAW_OWN, LAW_NPROP = LAW_OWN + LAW_MAX_PROPS };

/* The question to a law: the stress at a strain and its rate. */
typedef struct {
  double
    stiffness;    /* initial stiffness: Young's modulus [N/m2], EA [N] or that of a spring [N/m] */
  double damping; /* beta [s]: a damper beside the law has the stress stiffness beta rate */
  double strain;  /* or elongation [m], if stiffness is that of a spring */
  double rate;    /* time derivative of the strain */
  /* [nmemory] what the law remembers of the last accepted state; 0 before the first one */
  const double *memory;
} LawPoint;

/* The answer, in units of stiffness times strain: the stress with that of the damper, its
   derivatives by the strain and by its rate, the stored energy, and the energy that the law itself
   has dissipated since it began. An elastic law stores the integral of the stress over the strain
   from 0, and dissipates nothing. memory is what a law that remembers will remember if this point
   is accepted; its response at this point is then the same. */
typedef struct {
  double stress, tangent, by_rate, energy, dissipated;
  double memory[LAW_MAX_MEMORY];
} LawResponse;

/* UniaxialLaw - A law. A function that is NULL has nothing to do.
     name       value of the option -part_<part>_law
     help       the law in a few words, for the manual
     props      parameters, -part_<part>_law_<name>; the table ends with a NULL name. NULL without
                parameters
     prepare    computes prop[LAW_MAX_PROPS] from given[LAW_MAX_GIVEN], which is in the order of
                props; if prepare is NULL, the first numbers of prop are a copy of given. It returns
                NULL, or static text that says what is wrong
     modulus    returns the initial stiffness of a law that has one of its own
     respond    computes the elastic stress, its derivative by the strain, and the energy. At a kink
                the derivative is the larger one of both sides
     between    gets the kinks between which a strain is, kink[0] <= strain < kink[1]; the tangent
                jumps at kinks. -INFINITY or INFINITY stands for no kink on that side. Only
                elastic laws have this function; NULL stands for no kinks
     largest    returns the largest tangent at any strain over the initial stiffness, which bounds
                the steps of explicit schemes; NULL stands for 1
     range      gets the smallest and the largest strain that the law describes; NULL stands for all
                strains. A run warns if a strain is beyond
     nmemory    number of numbers that the law remembers, up to LAW_MAX_MEMORY; 0 for elastic laws
     one_sided  1 if the law bears tension alone, -1 compression alone, otherwise 0. The function
                respond need not know it: uniaxial_law_respond() sets a stress of the wrong sign
                to 0 */
typedef struct {
  const char        *name, *help;
  const ElementProp *props;
  const char *(*prepare)(const double given[], double prop[]);
  double (*modulus)(const double prop[]);
  void (*respond)(const double prop[], const LawPoint *at, LawResponse *r);
  void (*between)(const double prop[], double strain, double kink[2]);
  double (*largest)(const double prop[]);
  void (*range)(const double prop[], double range[2]);
  int nmemory, one_sided;
} UniaxialLaw;

/* The laws that are built in; the list ends with NULL. */
extern const UniaxialLaw *const built_in_laws[];

/* All laws: those that are built in, then those of plug-ins (plugin/plugins.h), whose loader
   replaces the list. The list ends with NULL. */
extern const UniaxialLaw *const *uniaxial_laws;

/* The property "law" of an element, for its table of properties. */
/* clang-format off */
#define LAW_PROP                                                                      \
  {"law", PROP_LAW, 0, 0,                                                             \
   "law of the force instead of a constant stiffness; each law has parameters of its own", \
   LAW_NGIVEN, 0}
/* clang-format on */

/* The answer of prepare to an element with a stiffness and a law that has its own. */
#define LAW_HAS_STIFFNESS                                                                          \
  "has a law with a stiffness of its own, which replaces stiffness, young and ea"

/* uniaxial_law_prepare - Computes the numbers prop[LAW_NPROP] of a law from given[LAW_NGIVEN], the
   entries of a PROP_LAW. Returns NULL, or static text that says what is wrong. */
const char *uniaxial_law_prepare(const double given[], double prop[]);

/* uniaxial_law_of - Returns the law of the numbers prop[LAW_NPROP]; NULL without a law. */
const UniaxialLaw *uniaxial_law_of(const double prop[]);

/* uniaxial_law_respond - Computes the response of a law with a damper beside it.

   Input:
     prop  [LAW_NPROP] numbers of a law
     side  1 if the element itself bears tension alone, as a cable does, otherwise 0 */
void uniaxial_law_respond(const double prop[], int side, const LawPoint *at, LawResponse *r);

/* uniaxial_law_kinked - Returns whether the tangent of a law jumps at a strain. The arguments are
   those of uniaxial_law_respond(). */
int uniaxial_law_kinked(const double prop[], int side, double strain);

/* uniaxial_law_has_kinks - Returns whether steps can locate kinks of a law. */
int uniaxial_law_has_kinks(const double prop[]);

/* uniaxial_law_kink_margin - Returns the margin of the kinks of a law (fs/switches.h): it is
   negative if a kink has been crossed between the points from and to, and INFINITY if there is no
   kink. prop and side are those of uniaxial_law_respond(). */
double uniaxial_law_kink_margin(const double prop[], int side, const LawPoint *from,
                                const LawPoint *to);

/* uniaxial_law_largest - Returns the largest tangent that a law has at any strain, divided by the
   initial stiffness of the law. */
double uniaxial_law_largest(const double prop[]);

/* uniaxial_law_beyond - Returns how far a strain is outside of the strains that a law describes,
   relative to their range, or 0 if it is not outside. */
double uniaxial_law_beyond(const double prop[], double strain);

/* ---- the laws, each in a file of its name -------------------------------------------------- */

extern const UniaxialLaw linear_law, bilinear_law, table_law;
extern const UniaxialLaw tension_only_law, compression_only_law; /* one_sided_law.c */

#endif
