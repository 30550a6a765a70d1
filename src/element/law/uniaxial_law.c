/* uniaxial_law.c: the list of all uniaxial laws. A new law is a row here and a symbol in
 * uniaxial_law.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "uniaxial_law.h"

const UniaxialLaw *const built_in_laws[] = {&linear_law,           &bilinear_law, &tension_only_law,
                                            &compression_only_law, &table_law,    0};

const UniaxialLaw *const *uniaxial_laws = built_in_laws;

/* The laws that models of this process follow. The list uniaxial_laws changes with the plug-ins of
   a case, but models of other cases keep their laws. */
enum { MAX_KNOWN = 256 };
static const UniaxialLaw *known[MAX_KNOWN];

/* Returns 1 plus the place of a law in known[], where it is added if it is new; 0 if there is no
   room. */
static int number_of(const UniaxialLaw *law)
{
  for (int k = 0; k < MAX_KNOWN; k++) {
    if (!known[k]) known[k] = law;
    if (known[k] == law) return 1 + k;
  }
  return 0;
}

const UniaxialLaw *uniaxial_law_of(const double prop[])
{
  return prop[LAW_KIND] > 0 ? known[(int)prop[LAW_KIND] - 1] : 0;
}

const char *uniaxial_law_prepare(const double given[], double prop[])
{
  const UniaxialLaw *law;
  const char        *wrong = 0;

  prop[LAW_KIND]    = 0;
  prop[LAW_MODULUS] = NAN;
  if (!(given[LAW_KIND] > 0)) return 0;
  law            = uniaxial_laws[(int)given[LAW_KIND] - 1];
  prop[LAW_KIND] = number_of(law);
  if (prop[LAW_KIND] == 0) return "has a law beyond the 256 that a process can have";
  if (law->prepare) wrong = law->prepare(given + 1, prop + LAW_OWN);
  else memcpy(prop + LAW_OWN, given + 1, LAW_MAX_GIVEN * sizeof *prop);
  if (!wrong && law->modulus) prop[LAW_MODULUS] = law->modulus(prop + LAW_OWN);
  return wrong;
}

/* Returns 1 if an element with a law bears tension alone, -1 compression alone, otherwise 0. */
static int side_of(const UniaxialLaw *law, int side) { return side ? side : law->one_sided; }

/* Computes the stress and its derivatives without the condition of a law of one side. */
static void respond_on_both_sides(const double prop[], const LawPoint *at, LawResponse *r)
{
  r->dissipated = 0;
  uniaxial_law_of(prop)->respond(prop + LAW_OWN, at, r);
  r->by_rate = at->stiffness * at->damping;
  r->stress += r->by_rate * at->rate;
}

void uniaxial_law_respond(const double prop[], int side, const LawPoint *at, LawResponse *r)
{
  const int sided = side_of(uniaxial_law_of(prop), side);

  respond_on_both_sides(prop, at, r);
  if (sided * r->stress < 0) r->stress = r->tangent = r->by_rate = 0;
  if (sided * at->strain < 0) r->energy = 0;
}

/* Gets the kinks between which a strain is. */
static void kinks_between(const double prop[], double strain, double kink[2])
{
  const UniaxialLaw *law = uniaxial_law_of(prop);

  kink[0] = -INFINITY;
  kink[1] = INFINITY;
  if (law->between) law->between(prop + LAW_OWN, strain, kink);
}

int uniaxial_law_kinked(const double prop[], int side, double strain)
{
  double kink[2];

  kinks_between(prop, strain, kink);
  return (side_of(uniaxial_law_of(prop), side) && strain == 0) || strain == kink[0];
}

int uniaxial_law_has_kinks(const double prop[])
{
  const UniaxialLaw *law = uniaxial_law_of(prop);

  return law->one_sided || law->between;
}

/* Returns the margin of a switch with these values at two points. It has no side if the first value
   is 0. */
static double margin(double before, double now) { return before == 0 ? INFINITY : now / before; }

double uniaxial_law_kink_margin(const double prop[], int side, const LawPoint *from,
                                const LawPoint *to)
{
  double      kink[2], least = INFINITY;
  LawResponse first, last;

  kinks_between(prop, from->strain, kink);
  for (int k = 0; k < 2; k++)
    if (isfinite(kink[k]))
      least = fmin(least, margin(from->strain - kink[k], to->strain - kink[k]));
  if (!side_of(uniaxial_law_of(prop), side)) return least;
  respond_on_both_sides(prop, from, &first);
  respond_on_both_sides(prop, to, &last);
  return fmin(least, margin(first.stress, last.stress));
}

double uniaxial_law_largest(const double prop[])
{
  const UniaxialLaw *law = uniaxial_law_of(prop);

  return law->largest ? law->largest(prop + LAW_OWN) : 1;
}

double uniaxial_law_beyond(const double prop[], double strain)
{
  const UniaxialLaw *law = uniaxial_law_of(prop);
  double             range[2];

  if (!law->range) return 0;
  law->range(prop + LAW_OWN, range);
  return fmax(fmax(range[0] - strain, strain - range[1]) / (range[1] - range[0]), 0);
}
