/* shell_failure.h: stresses and failure indices of plies. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_LAMINATE_SHELL_FAILURE_H
#define FS_ELEMENT_SHELL_LAMINATE_SHELL_FAILURE_H

#include "shell_section.h"

/* shell_has_strengths - Returns whether a ply of a section has strengths. */
int shell_has_strengths(const double prop[]);

/* The stresses of a section with plies. */
typedef struct {
  double top[3], bottom[3]; /* stress 11, 22, 12 of its faces, in the axes of the shell [N/m2] */
  double middle[3]; /* in the middle of its thickness, the mean of the plies that meet there */
  /* stress 11, 22, 12 of each ply in its axes at its bottom, then at its top */
  double own[SHELL_MAX_PLIES][6];
  double extremes[3]; /* of shell_raise_extremes(), at the bottoms and tops of all plies */
  double index[3]; /* largest indices of Tsai-Hill, Tsai-Wu and the largest strain in all plies with
                      strengths */
} PlyStresses;

/* shell_raise_extremes - Raises the von Mises stress, the largest and the negative smallest
   principal stress of extremes[3] to those of a plane stress 11, 22, 12. */
void shell_raise_extremes(const double stress[3], double extremes[3]);

/* shell_ply_stresses - Computes stresses and failure indices of a section with plies.

   Input:
     prop    from shell_prepare()
     forces  membrane forces, moments and shear forces
     warm    temperature of the reference surface [K] and its gradient along the normal [K/m]; 0 if
             the plies have no coefficients of expansion */
void shell_ply_stresses(const double prop[], const double forces[SHELL_STRAINS],
                        const double warm[2], PlyStresses *out);

#endif
