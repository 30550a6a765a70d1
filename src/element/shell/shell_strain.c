/* shell_strain.c: implements the strains of shells at states of their nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "shell_motion.h"

/* Adds the rates of the strains times 1 s. */
static ALWAYS_INLINE void add_rates(int nn, const ElementGroup *e, const ShellMotion *m,
                                    ShellStrains *s)
{
  Lanes B[SHELL_NSTRAIN][SHELL_DOFS], v[SHELL_DOFS];

  shell_strain_rows(nn, e, m, B);
  for (int i = 0; i < nn; i++) {
    node_gather(e->node[i], NODE_MEMBER(v), 3, v + 6 * i);
    node_gather(e->node[i], NODE_MEMBER(w), 3, v + 6 * i + 3);
  }
  for (int k = 0; k < SHELL_NSTRAIN; k++)
    for (int i = 0; i < 6 * nn; i++) ((Lanes *)s)[k] += B[k][i] * v[i];
}

static ALWAYS_INLINE void write_strains(int nn, const ElementGroup *e, int rates, ShellStrains *s)
{
  ShellMotion m;

  shell_motion(nn, e, 0, &m);
  shell_strains_of(nn, e, &m, s);
  if (rates) add_rates(nn, e, &m, s);
}

SIMD_CLONES void shell_strains(const ElementGroup *e, int rates, ShellStrains *s)
{
  if (e->kernel->shape == SHAPE_TRIANGLE) write_strains(3, e, rates, s);
  else write_strains(4, e, rates, s);
}
