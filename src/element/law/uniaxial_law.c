/* uniaxial_law.c: the list of all uniaxial laws. A new law is a row here and a symbol in
 * uniaxial_law.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "uniaxial_law.h"

const UniaxialLaw *const uniaxial_laws[] = {&linear_law,           &bilinear_law, &tension_only_law,
                                            &compression_only_law, &table_law,    0};

const UniaxialLaw *uniaxial_law_of(const double prop[])
{
  return prop[LAW_KIND] > 0 ? uniaxial_laws[(int)prop[LAW_KIND] - 1] : 0;
}

const char *uniaxial_law_prepare(const double given[], double prop[])
{
  const UniaxialLaw *law;
  const char        *wrong = 0;

  prop[LAW_KIND]    = given[LAW_KIND];
  prop[LAW_MODULUS] = NAN;
  law               = uniaxial_law_of(prop);
  if (!law) return 0;
  if (law->prepare) wrong = law->prepare(given + 1, prop + LAW_OWN);
  else memcpy(prop + LAW_OWN, given + 1, LAW_MAX_GIVEN * sizeof *prop);
  if (!wrong && law->modulus) prop[LAW_MODULUS] = law->modulus(prop + LAW_OWN);
  return wrong;
}

/* Returns 1 if an element with a law bears tension alone, -1 compression alone, otherwise 0. */
static int side_of(const UniaxialLaw *law, int side) { return side ? side : law->one_sided; }

void uniaxial_law_respond(const double prop[], int side, const LawPoint *at, LawResponse *r)
{
  const UniaxialLaw *law   = uniaxial_law_of(prop);
  const int          sided = side_of(law, side);

  law->respond(prop + LAW_OWN, at, r);
  r->by_rate = at->stiffness * at->damping;
  r->stress += r->by_rate * at->rate;
  if (sided * r->stress < 0) r->stress = r->tangent = r->by_rate = 0;
  if (sided * at->strain < 0) r->energy = 0;
}

int uniaxial_law_kinked(const double prop[], int side, double strain)
{
  const UniaxialLaw *law = uniaxial_law_of(prop);

  return (side_of(law, side) && strain == 0) ||
         (law->kinked && law->kinked(prop + LAW_OWN, strain));
}
