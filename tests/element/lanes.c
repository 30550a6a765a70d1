/* lanes.c: forces and energies of several elements at once are those of each, to round-off,
   whatever its neighbours are; one that has collapsed spoils none but itself. Logarithms and
   exponentials in lanes against those of the library. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "cases.h"
#include "math/lanes.h"

static void place(ElementLanes *e, int k, const Element *el, const NodeState n[])
{
  e->data[k] = el->data;
  for (int i = 0; i < el->nn; i++)
    for (int c = 0; c < 3; c++) e->x[i][c][k] = n[i].x[c];
}

/* The energies of the elements at n[k]; strains are differences of lengths, which the two round
 * differently. */
static void check_energies(const Case *c, Element *el, const ElementLanes *e,
                           NodeState n[LANES][ELEMENT_MAX_NODES], int collapsed)
{
  const double round_off = 1e-13;
  Lanes        lanes_energy;

  CHECK(!c->kernel->type->energy == !c->kernel->type->lanes_energy,
        "%s has one of energy and energies", c->kernel->name);
  CHECK(!c->kernel->type->momentum, "%s has lanes, which know no velocities, and momentum",
        c->kernel->name);
  if (!c->kernel->type->lanes_energy) return;
  c->kernel->type->lanes_energy(e, &lanes_energy);
  for (int k = 0; k < LANES; k++) {
    const double own = energy(el, n[k]);

    if (k != collapsed)
      CHECK(fabs(lanes_energy[k] - own) <= round_off * fabs(own), "%s, %s: energy %g instead of %g",
            c->kernel->name, c->what, lanes_energy[k], own);
  }
}

static void check_lanes(const Case *c)
{
  Element      el;
  NodeState    n[LANES][ELEMENT_MAX_NODES];
  ElementLanes e, alone;
  Lanes        r[MOST], own[MOST];
  double       each[MOST];

  case_setup(c, &el);
  e = alone = (ElementLanes){.kernel = el.kernel, .prop = el.prop, .factor = el.factor};
  CHECK(!c->kernel->type->lanes_forces || c->kernel->nc == 3, "%s has lanes, and %d dofs a node",
        c->kernel->name, c->kernel->nc);
  if (!c->kernel->type->lanes_forces || c->kernel->type->traits(el.prop).velocity) return;
  for (int s = 0; s < STATES; s++) {
    const int collapsed = s == 0 ? 1 : -1; /* all its nodes at 0 */

    for (int k = 0; k < LANES; k++) {
      random_state(&el, n[k]);
      rest(&el, n[k]);
      for (int i = 0; i < el.nn && k == collapsed; i++) memset(n[k][i].x, 0, sizeof n[k][i].x);
      place(&e, k, &el, n[k]);
    }
    check_energies(c, &el, &e, n, collapsed);
    c->kernel->type->lanes_forces(&e, r);
    for (int k = 0; k < LANES; k++) {
      const int failed = forces(&el, n[k], each, 0, 0, 0);
      double    worst = 0, others = 0;

      for (int j = 0; j < LANES; j++) place(&alone, j, &el, n[k]);
      c->kernel->type->lanes_forces(&alone, own);
      CHECK(failed == (k == collapsed && !(c->promises & LOAD)), "%s, %s: whether it has collapsed",
            c->kernel->name, c->what);
      for (int i = 0; i < el.nd; i++) {
        if (failed)
          CHECK(isnan(r[i][k]), "%s, %s: %g of a collapsed element", c->kernel->name, c->what,
                r[i][k]);
        if (failed) continue;
        worst  = fmax(worst, fabs(r[i][k] - each[i]));
        others = fmax(others, fabs(r[i][k] - own[i][k]));
      }
      CHECK(worst <= 1e-14 * largest(el.nd, each), "%s, %s: in lanes it differs by %g of %g",
            c->kernel->name, c->what, worst, largest(el.nd, each));
      CHECK(others == 0, "%s, %s: its neighbours change it by %g", c->kernel->name, c->what,
            others);
    }
  }
}

/* Of groups: residual, matrices and energy of each element are those of it alone, to the bit, and
 * its own collapse alone makes it NAN. */
static void check_group(const Case *c)
{
  Element      el;
  NodeState    n[LANES][ELEMENT_MAX_NODES];
  ElementGroup group;
  Lanes        r[MOST], K[MOST2], C[MOST2], M[MOST2], lanes_energy = {0};
  double       each[MOST], of[3][MOST2];

  case_setup(c, &el);
  CHECK(!c->kernel->type->group_forces || c->kernel->nc == 6, "%s has groups, and %d dofs a node",
        c->kernel->name, c->kernel->nc);
  if (!c->kernel->type->group_forces) return;
  for (int s = 0; s < STATES; s++) {
    const int turned = s == 0 && el.nn > 1 ? 1 : -1; /* its first node by half a turn */

    for (int k = 0; k < LANES; k++) {
      ElementState e = state_of(&el, n[k]);

      random_state(&el, n[k]);
      if (k == turned) {
        const double half[4] = {0, 0, 0, 1};

        if (el.nn > 1) memcpy(n[k][0].q, n[k][1].q, sizeof n[k][0].q);
        rotation_compose(n[k][0].q, half, n[k][0].q);
      }
      if (!k) group = element_group_of_one(&e);
      for (int i = 0; i < el.nn; i++) group.node[i][k] = &n[k][i];
    }
    el.kernel->type->group_forces(&group, r, K, C, M);
    CHECK(!el.kernel->type->energy == !el.kernel->type->group_energy,
          "%s has one of energy and group_energy", c->kernel->name);
    if (el.kernel->type->group_energy) el.kernel->type->group_energy(&group, &lanes_energy);
    for (int k = 0; k < LANES; k++) {
      const int failed = forces(&el, n[k], each, of[0], of[1], of[2]);

      CHECK(failed == (k == turned), "%s, %s: whether it has collapsed", c->kernel->name, c->what);
      if (el.kernel->type->group_energy && !failed)
        CHECK(lanes_energy[k] == energy(&el, n[k]), "%s, %s: energy in a group", c->kernel->name,
              c->what);
      for (int i = 0; i < el.nd; i++)
        CHECK(failed ? isnan(r[i][k]) : r[i][k] == each[i], "%s, %s: %g in a group, alone %g",
              c->kernel->name, c->what, r[i][k], each[i]);
      for (int i = 0; i < el.nd * el.nd && !failed; i++)
        CHECK(K[i][k] == of[0][i] && C[i][k] == of[1][i] && M[i][k] == of[2][i],
              "%s, %s: matrices in a group", c->kernel->name, c->what);
    }
  }
}

/* Near 1, where logarithms are small, and all over the range. */
static void check_functions(void)
{
  const double most = 3 * 2.3e-16;

  for (int i = 0; i < 10000; i++) {
    const double y = (i % 2 ? 700 : 1e-3) * uniform(), x = i % 2 ? exp(y) : 1 + y;
    const double l = lanes_log(lanes_fill(x))[i % LANES], e = lanes_exp(lanes_fill(y))[i % LANES];

    CHECK(fabs(l - log(x)) <= most * fabs(log(x)), "ln %.17g is %.17g", x, l);
    CHECK(fabs(e - exp(y)) <= most * exp(y), "exp %.17g is %.17g", y, e);
  }
  CHECK(lanes_log(lanes_fill(1))[0] == 0 && lanes_exp(lanes_fill(0))[0] == 1, "ln 1 or exp 0");
  CHECK(isnan(lanes_exp(lanes_fill(701))[0]) && isnan(lanes_exp(lanes_fill(NAN))[0]),
        "exp beyond its range is a number");
}

int main(void)
{
  Case cases[CASES];

  all_cases(cases);
  for (int c = 0; c < CASES; c++) {
    check_lanes(&cases[c]);
    check_group(&cases[c]);
  }
  check_functions();
  return TestReport();
}
