/* limits.c: masses of nonlinear elements; properties and shapes that are refused; collapse that is
 * reported. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "cases.h"
#include "element/section/section.h"

static void check_mass(const ElementKernel *k, const double given[], double density)
{
  const double(*x)[3] = references[k->shape];
  double  M[144] = {0}, C[144] = {0}, K[144] = {0}, size = shape_size(k->shape, x);
  Element el;

  CHECK(!element_setup(&el, k, given, 0, x), "%s refused", k->name);
  CHECK(!matrices(&el, M, C, K), "matrices of %s refused", k->name);
  for (int c = 0; c < 3; c++)
    for (int d = 0; d < 3; d++) {
      double sum = 0;

      for (int i = c; i < el.nd; i += 3)
        for (int j = d; j < el.nd; j += 3) {
          sum += M[i * el.nd + j];
          CHECK(M[i * el.nd + j] == M[j * el.nd + i], "mass of %s is not symmetric", k->name);
        }
      CHECK_CLOSE(sum, c == d ? density * size : 0, 1e-14 * density * size, "total mass");
    }
  CHECK(largest(144, C) + largest(144, K) == 0, "%s has a linear stiffness", k->name);
}

static void check_masses(void)
{
  for (int lumped = 0; lumped < 2; lumped++) {
    const double by_length[ELEMENT_MAX_GIVEN]  = {0, 7, NAN, NAN, 5, NAN, 0, 0, lumped};
    const double by_density[ELEMENT_MAX_GIVEN] = {0, NAN, 7, 2, NAN, 3, 0, 0, lumped};
    const double membrane[ELEMENT_MAX_GIVEN]   = {1, 6, 0.3, 0.1, 20, 0, lumped};

    check_mass(&TrussKernel, by_length, 5);
    check_mass(&CableKernel, by_density, 6);
    check_mass(&FiniteMembraneTriangleKernel, membrane, 2);
    check_mass(&FiniteMembraneQuadrilateralKernel, membrane, 2);
  }
}

static void check_refused(void)
{
  static const double trusses[][ELEMENT_MAX_GIVEN] = {
    {0, 7,   7,   NAN, 2,   NAN, 0, 0, 0}, /* ea and young */
    {0, NAN, 7,   NAN, 2,   NAN, 0, 0, 0}, /* young without area */
    {0, NAN, NAN, NAN, 2,   NAN, 0, 0, 0}, /* no stiffness */
    {0, 7,   NAN, NAN, NAN, 3,   0, 0, 0}, /* density without area */
    {0, 7,   NAN, 2,   2,   3,   0, 0, 0}, /* two masses */
    {0, 7,   NAN, 2,   2,   NAN, 0, 0, 0}  /* an area for nothing */
  };
  static const double membranes[][ELEMENT_MAX_GIVEN] = {
    {0, 6, 0.5,  0.1, 2, 0, 0},
    {1, 6, 0.51, 0.1, 2, 0, 0}
  };
  const double taken[ELEMENT_MAX_GIVEN]  = {0, 7, NAN, 2, NAN, 3, 0, 0, 0};
  const double rubber[ELEMENT_MAX_GIVEN] = {1, 6, 0.5, 0.1, 2, 0, 0};
  /* clang-format off */
  const double folded[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  const double flat[][3]   = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  const double point[][3]  = {{1, 1, 1}, {1, 1, 1}};
  /* clang-format on */
  double  prop[ELEMENT_MAX_PROPS], M[144] = {0}, C[144] = {0}, K[144] = {0};
  Element el;

  for (int i = 0; i < 6; i++)
    CHECK(TrussKernel.type->prepare(trusses[i], prop), "truss %d passed", i);
  for (int i = 0; i < 2; i++)
    CHECK(FiniteMembraneTriangleKernel.type->prepare(membranes[i], prop), "membrane %d passed", i);
  CHECK(element_setup(&el, &TrussKernel, taken, 0, point), "a truss without length passed");
  CHECK(matrices(&el, M, C, K), "mass of a truss without length passed");
  CHECK(element_setup(&el, &FiniteMembraneQuadrilateralKernel, rubber, 0, folded),
        "a folded membrane passed");
  CHECK(matrices(&el, M, C, K), "mass of a folded membrane passed");
  CHECK(element_setup(&el, &FiniteMembraneTriangleKernel, rubber, 0, flat),
        "a flat membrane passed");
}

/* All nodes in one point, and a node that is not a number. */
static void check_collapse(void)
{
  for (int c = 0; c < PLAIN_CASES; c++) {
    const ElementKernel *k = plain_cases[c].kernel;
    Element              el;
    NodeState            n[ELEMENT_MAX_NODES];
    double               r[MOST];

    if (!k->type->energy || k->nc != 3)
      continue; /* pressure cannot, rotations have limits of their own */
    element_setup(&el, k, plain_cases[c].given, plain_cases[c].field, references[k->shape]);
    reference_state(&el, n);
    n[0].x[1] = NAN;
    CHECK(forces(&el, n, r, 0, 0, 0), "%s, %s: not a number passed", k->name, plain_cases[c].what);
    for (int i = 0; i < el.nn; i++) memcpy(n[i].x, el.x[0], sizeof n[i].x);
    CHECK(forces(&el, n, r, 0, 0, 0), "%s, %s: collapse passed", k->name, plain_cases[c].what);
  }
}

/* The entries of a section in section.h are at the places of the rows of section_props. */
static void check_section_entries(void)
{
  static const struct {
    const char *name;
    int         entry;
  } entries[] = {
    {"section",         SECTION_SHAPE},
    {"width",           WIDTH        },
    {"height",          HEIGHT       },
    {"radius",          RADIUS       },
    {"thickness",       THICKNESS    },
    {"polygon",         POLYGON      },
    {"young",           YOUNG        },
    {"density",         DENSITY      },
    {"ea",              EA           },
    {"eiz",             EIZ          },
    {"stiffness",       STIFFNESS    },
    {"mass_per_length", MASS_LENGTH  },
    {"inertia",         INERTIA      },
    {"mass_matrix",     MASS_MATRIX  },
    {"center",          CENTER       },
    {"offset",          OFFSET       },
    {"damping",         DAMPING      },
    {"mass",            MASS         },
    {"correction",      CORRECTION   },
    {"direction",       DIRECTION    }
  };

  for (size_t k = 0; k < sizeof entries / sizeof *entries; k++) {
    int place = 0, found = -1;

    for (const ElementProp *p = section_props; p->name; place += property_entries(p), p++)
      if (!strcmp(p->name, entries[k].name)) found = place;
    CHECK(found == entries[k].entry, "section_props has %s at %d, and section.h at %d",
          entries[k].name, found, entries[k].entry);
  }
}

int main(void)
{
  check_section_entries();
  check_masses();
  check_refused();
  check_collapse();
  return TestReport();
}
