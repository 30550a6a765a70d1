/* one_sided_law.c: the uniaxial laws that bear tension alone or compression alone, and are linear
   there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "uniaxial_law.h"

static void respond(const double prop[], const LawPoint *at, LawResponse *r)
{
  linear_law.respond(prop, at, r);
}

const UniaxialLaw tension_only_law     = {.name      = "tension_only",
                                          .help      = "linear in tension, no force in compression",
                                          .respond   = respond,
                                          .one_sided = 1};
const UniaxialLaw compression_only_law = {.name      = "compression_only",
                                          .help      = "linear in compression, no force in tension",
                                          .respond   = respond,
                                          .one_sided = -1};
