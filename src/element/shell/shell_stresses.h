/* shell_stresses.h: the stresses S s of shells, which are conjugate to the strains. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_SHELL_STRESSES_H
#define FS_ELEMENT_SHELL_SHELL_STRESSES_H

#include "shell_motion.h"

/* shell_times_symmetric - Computes y = A x with a symmetric matrix A[n][n] in the data of shell
   elements, of which the first m rows of the upper triangle are stored from the offset first on. */
static ALWAYS_INLINE void shell_times_symmetric(const ElementGroup *e, int first, int n, int m,
                                                const Lanes x[], Lanes y[])
{
  for (int i = 0; i < m; i++) y[i] = lanes_fill(0);
  for (int i = 0; i < m; i++)
    for (int j = i; j < m; j++) {
      const Lanes a = lanes_gather(e->data, first + i * n - i * (i - 1) / 2 + j - i);

      y[i] += a * x[j];
      if (j > i) y[j] += a * x[i];
    }
}

/* shell_add_product - Adds A x to Ax and A^T y to Ay, with a matrix A[m][n] in the data of shell
   elements that is stored in rows of width numbers from the offset first on. */
static ALWAYS_INLINE void shell_add_product(const ElementGroup *e, int first, int width, int m,
                                            int n, const Lanes x[], const Lanes y[], Lanes Ax[],
                                            Lanes Ay[])
{
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      const Lanes a = lanes_gather(e->data, first + width * i + j);

      Ax[i] += a * x[j];
      Ay[j] += a * y[i];
    }
}

/* shell_add_coupling - Adds to sigma the stresses of shell elements that the coupling of
   stretching, bending and shear in the section causes at the strains s. */
static ALWAYS_INLINE void shell_add_coupling(int nn, const ElementGroup *e, const ShellStrains *s,
                                             ShellStrains *sigma)
{
  const int np = shell_product_count(nn), nb = shell_bend_count(nn);

  shell_add_product(e, SHELL_MEMBER(membrane_bending), SHELL_BENDS, np, nb, s->bend, s->product,
                    sigma->product, sigma->bend);
  shell_add_product(e, SHELL_MEMBER(membrane_shear), SHELL_NODES, np, nn, s->lift, s->product,
                    sigma->product, sigma->lift);
  shell_add_product(e, SHELL_MEMBER(bending_shear), SHELL_NODES, nb, nn, s->lift, s->bend,
                    sigma->bend, sigma->lift);
}

/* shell_times_stiffness - Computes the stresses sigma = S s of LANES shell elements, which are
   conjugate to the strains s. S is the stiffness in the data of the elements. */
static ALWAYS_INLINE void shell_times_stiffness(int nn, const ElementGroup *e,
                                                const ShellStrains *s, ShellStrains *sigma)
{
  const Lanes own = lanes_gather(e->data, SHELL_MEMBER(drilling)),
              all = lanes_gather(e->data, SHELL_MEMBER(drilling) + 1);
  Lanes sum       = s->drill[0];

  shell_times_symmetric(e, SHELL_MEMBER(membrane), SHELL_PRODUCTS, shell_product_count(nn),
                        s->product, sigma->product);
  shell_times_symmetric(e, SHELL_MEMBER(bending), SHELL_BENDS, shell_bend_count(nn), s->bend,
                        sigma->bend);
  shell_times_symmetric(e, SHELL_MEMBER(shear), SHELL_NODES, nn, s->lift, sigma->lift);
  if (shell_is_coupled(e->kernel)) shell_add_coupling(nn, e, s, sigma);
  for (int k = 1; k < nn; k++) sum += s->drill[k];
  for (int k = 0; k < nn; k++) sigma->drill[k] = own * s->drill[k] + all * sum;
}

#endif
