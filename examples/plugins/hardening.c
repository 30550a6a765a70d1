/* hardening.c: a plug-in with a law that remembers, a metal that yields and hardens.

   The stress is E (e - p), where p is the plastic strain. The metal yields if the stress differs
   from H p by more than the yield stress E e_y (linear kinematic hardening), and p then changes so
   that the difference is the yield stress. The slope of the yielding metal is r E, which gives H =
   r E/(1 - r). Simo & Hughes, Computational Inelasticity (1998), section 1.4.

   cmake -S examples/plugins -B plugins && cmake --build plugins
   fsolve examples/plugins/hardening.opts -plugin plugins/hardening.so */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "plugin/plugin.h"

enum { STRAIN, RATIO };               /* parameters */
enum { PLASTIC, DISSIPATED, MEMORY }; /* the plastic strain, and the energy that it has cost */

static const ElementProp props[] = {
  {"strain", PROP_POSITIVE, PROP_REQUIRED, 0, "strain at which the metal yields first",      0, 0},
  {"ratio",  PROP_POSITIVE, PROP_REQUIRED, 0, "slope of the yielding metal over E, below 1", 0, 0},
  {0,        0,             0,             0, 0,                                             0, 0}
};

static const char *prepare(const double given[], double prop[])
{
  for (int i = 0; i <= RATIO; i++) prop[i] = given[i];
  return given[RATIO] < 1 ? 0 : "has a law_ratio of 1 or more; it must be below 1";
}

static void respond(const double prop[], const LawPoint *at, LawResponse *r)
{
  const double E = at->stiffness, H = prop[RATIO] * E / (1 - prop[RATIO]);
  const double before = at->memory[PLASTIC], yield = E * prop[STRAIN];
  const double excess  = E * (at->strain - before) - H * before;
  const double more    = fmax(fabs(excess) - yield, 0) / (E + H); /* plastic strain */
  const double plastic = before + copysign(more, excess);

  r->stress             = E * (at->strain - plastic);
  r->tangent            = more > 0 ? prop[RATIO] * E : E;
  r->energy             = r->stress * r->stress / (2 * E) + H * plastic * plastic / 2;
  r->dissipated         = at->memory[DISSIPATED] + yield * more;
  r->memory[PLASTIC]    = plastic;
  r->memory[DISSIPATED] = r->dissipated;
}

static const UniaxialLaw hardening = {.name    = "hardening",
                                      .help    = "yields at a strain and hardens kinematically",
                                      .props   = props,
                                      .prepare = prepare,
                                      .respond = respond,
                                      .nmemory = MEMORY};

static const UniaxialLaw *const laws[] = {&hardening, 0};

const Plugin fs_plugin = {.identity = PLUGIN_IDENTITY("hardening", "1.0"), .laws = laws};
