/* bilinear_law.c: the bilinear elastic law: the stiffness changes at a strain, and nothing is
   remembered, so that unloading follows the same two lines. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "uniaxial_law.h"

enum { STRAIN, RATIO };

static const ElementProp props[] = {
  {"strain", PROP_POSITIVE,    1, 0,
   "strain (of springs: elongation) of the kink, in tension and compression",         0, 0},
  {"ratio",  PROP_NONNEGATIVE, 1, 0, "stiffness beyond the kink over that before it", 0, 0},
  {0,        0,                0, 0, 0,                                               0, 0}
};

static void respond(const double prop[], const LawPoint *at, LawResponse *r)
{
  const double kink = prop[STRAIN], beyond = fabs(at->strain) - kink;
  const double force = at->stiffness * kink; /* stress at the kink */

  if (beyond < 0 || (beyond == 0 && prop[RATIO] <= 1)) {
    linear_law.respond(prop, at, r);
    return;
  }
  r->tangent = prop[RATIO] * at->stiffness;
  r->stress  = copysign(force + r->tangent * beyond, at->strain);
  r->energy  = force * kink / 2 + (force + r->tangent * beyond / 2) * beyond;
}

static void between(const double prop[], double strain, double kink[2])
{
  if (prop[RATIO] == 1) return;
  if (strain < -prop[STRAIN]) kink[1] = -prop[STRAIN];
  else if (strain < prop[STRAIN]) kink[0] = -prop[STRAIN], kink[1] = prop[STRAIN];
  else kink[0] = prop[STRAIN];
}

static double largest(const double prop[]) { return fmax(1, prop[RATIO]); }

const UniaxialLaw bilinear_law = {.name    = "bilinear",
                                  .help    = "another stiffness beyond a strain, elastic",
                                  .props   = props,
                                  .respond = respond,
                                  .between = between,
                                  .largest = largest};
