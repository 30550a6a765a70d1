/* linear_law.c: the linear uniaxial law: the stress is the stiffness times the strain. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "uniaxial_law.h"

static void respond(const double prop[], const LawPoint *at, LawResponse *r)
{
  (void)prop;
  r->tangent = at->stiffness;
  r->stress  = at->stiffness * at->strain;
  r->energy  = r->stress * at->strain / 2;
}

const UniaxialLaw linear_law = {
  .name = "linear", .help = "the stiffness times the strain", .respond = respond};
