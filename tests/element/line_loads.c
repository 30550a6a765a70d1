/* line_loads.c: loads along beams at random states: their forces against differences of their work,
   and their tangents against differences of their forces; and the weight that elements add. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "cases.h"

static const char *const kind_names[] = {"force", "weight", "follower", "moment", "turning moment"};

/* Computes path[3], r and, unless it is NULL, K of one element. */
static void load_forces(const Element *el, const NodeState n[], const ElementLineLoad *load,
                        double path[3], double r[], double K[])
{
  const ElementState e     = state_of(el, n);
  const ElementGroup group = element_group_of_one(&e);
  Lanes              paths[3], rs[MOST], Ks[MOST2];

  memset(rs, 0, sizeof rs);
  memset(Ks, 0, sizeof Ks);
  el->kernel->type->line_load(&group, load, paths, rs, K ? Ks : NULL);
  for (int c = 0; c < 3; c++) path[c] = paths[c][0];
  for (int i = 0; i < el->nd; i++) r[i] = rs[i][0];
  for (int i = 0; i < el->nd * el->nd && K; i++) K[i] = Ks[i][0];
}

static void check_load(const Case *c, const Element *el, const NodeState n[],
                       const ElementLineLoad *load)
{
  const double weight[2] = {8, -1};
  const int    nd        = el->nd;
  double       path[3], r[MOST], K[MOST2], slopes[MOST2] = {0}, gradient[MOST] = {0};
  double       sum[2][3] = {{0}};

  load_forces(el, n, load, path, r, K);
  for (int j = 0; j < nd; j++)
    for (int step = 1; step <= 2; step++)
      for (int side = -1; side <= 1; side += 2) {
        const double factor = side * weight[step - 1] / (12 * STEP);
        NodeState    moved[ELEMENT_MAX_NODES];
        double       there[MOST];

        memcpy(moved, n, sizeof moved);
        move(&moved[j / 6], CONFIGURATION, j % 6, side * step * STEP);
        load_forces(el, moved, load, path, there, NULL);
        for (int i = 0; i < nd; i++) slopes[i * nd + j] += factor * there[i];
        for (int k = 0; k < 3; k++) gradient[j] -= factor * load->vector[k] * path[k];
      }
  CHECK(difference(nd * nd, K, slopes) <= 1e-7 * largest(nd * nd, K),
        "%s, %s, %s: K is off by %g of %g", c->kernel->name, c->what, kind_names[load->kind],
        difference(nd * nd, K, slopes), largest(nd * nd, K));
  CHECK(largest(nd, r) > 1e-4, "%s: no forces", kind_names[load->kind]);
  for (int i = 0; i < 3; i++) {
    sum[0][i] = r[i] + r[6 + i];
    sum[1][i] = fabs(r[i]);
  }
  if (load->kind != LINE_LOAD_FOLLOWER)
    CHECK(largest(3, sum[0]) <= 1e-12 * largest(nd, r), "%s: a resultant beyond the nodes",
          kind_names[load->kind]);
  if (load->kind > LINE_LOAD_WEIGHT) return;
  CHECK(difference(nd, r, gradient) <= 1e-7 * largest(nd, r), "%s, %s, %s: r is off by %g of %g",
        c->kernel->name, c->what, kind_names[load->kind], difference(nd, r, gradient),
        largest(nd, r));
}

/* The forces of elements with gravity are those without, less the weight of the nodes, and that of
   the line load. The same holds for K, unless a weight beside the nodes turns with them. */
static void check_own_weight(const Case *c, Element *el, const NodeState n[])
{
  const ElementType *type = el->kernel->type;
  const double       g[3] = {0.7, -1.2, 0.4}, none[3] = {0, 0, 0};
  const double      *first = el->prop + SECTION_FIRST;
  ElementLineLoad    load  = {
        .kind = LINE_LOAD_WEIGHT, .vector = {g[0], g[1], g[2]}
  };
  NodeState    falling[ELEMENT_MAX_NODES];
  ElementState e = state_of(el, falling);
  double       r[3][MOST], K[3][MOST2] = {{0}}, C[MOST2], M[MOST2], at_nodes[MOST] = {0}, path[3];

  for (int heavy = 0; heavy < 2; heavy++) {
    memcpy(el->gravity, heavy ? g : none, sizeof g);
    forces(el, n, r[heavy], K[heavy], C, M);
  }
  memcpy(el->gravity, none, sizeof none);
  memcpy(falling, n, (size_t)el->nn * sizeof *n);
  for (int i = 0; i < el->nn; i++) {
    memcpy(falling[i].v, g, sizeof g);
    memcpy(falling[i].w, none, sizeof none);
  }
  type->weight(&e, at_nodes);
  load_forces(el, n, &load, path, r[2], K[2]);
  for (int i = 0; i < el->nd; i++) r[2][i] += r[0][i] - at_nodes[i];
  for (int i = 0; i < el->nd * el->nd; i++) K[2][i] += K[0][i];
  CHECK(difference(el->nd, r[1], r[2]) <= 1e-14 * largest(el->nd, r[1]),
        "%s, %s: the weight is off by %g of %g", c->kernel->name, c->what,
        difference(el->nd, r[1], r[2]), largest(el->nd, r[1]));
  if (first[0] == 0 && first[1] == 0 && first[2] == 0)
    CHECK(difference(el->nd * el->nd, K[1], K[2]) <= 1e-14 * largest(el->nd * el->nd, K[1]),
          "%s, %s: the tangent of the weight is off by %g of %g", c->kernel->name, c->what,
          difference(el->nd * el->nd, K[1], K[2]), largest(el->nd * el->nd, K[1]));
}

int main(void)
{
  static const double field[4] = {1.5, -0.3, 0.8, 2};
  Case                cases[CASES];

  all_cases(cases);
  for (int k = 0; k < CASES; k++) {
    const ElementType *const type = cases[k].kernel->type;
    Element                  el;

    element_setup(&el, cases[k].kernel, cases[k].given, cases[k].field,
                  references[cases[k].kernel->shape]);
    if (notices_loads(&cases[k])) continue;
    if (!type->has_line_loads || !type->has_line_loads(cases[k].kernel, el.prop)) continue;
    for (int state = 0; state < STATES; state++)
      for (int kind = LINE_LOAD_FORCE; kind <= LINE_LOAD_TURNING_MOMENT; kind++)
        for (int varies = 0; varies < 2; varies++) {
          ElementLineLoad load = {
            .kind = (LineLoadKind)kind, .vector = {0.7, -1.2, 0.4}
          };
          NodeState n[ELEMENT_MAX_NODES];

          for (int lane = 0; lane < LANES; lane++) load.field[lane] = varies ? field : NULL;
          random_state(&el, n);
          check_load(&cases[k], &el, n, &load);
          if (kind == LINE_LOAD_WEIGHT) check_own_weight(&cases[k], &el, n);
        }
  }
  return TestReport();
}
