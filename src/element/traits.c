/* traits.c: implements the traits and directions that several kernels share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernels.h"
#include "math/vector.h"

enum { ALL = 7 }; /* x, y, z */

const char *const mass_words[] = {"consistent", "lumped", 0};

ElementTraits traits_none(const double prop[])
{
  (void)prop;
  return (ElementTraits){0};
}

int directions_all(const ElementReference *ref)
{
  (void)ref;
  return ALL;
}

int directions_along(const double n[3])
{
  /* Square of a direction cosine, thus 1e-10 of the length: a component below it is round-off of
     the mesh, and must not give its nodes a dof that nothing else resists. */
  const double small = 1e-20;
  int          along = 0;

  for (int c = 0; c < 3; c++)
    if (n[c] * n[c] > small * dot(n, n)) along |= 1 << c;
  return along;
}
