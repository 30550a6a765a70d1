/* shell_failure.h: stresses and failure indices of plies. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_SHELL_FAILURE_H
#define FS_ELEMENT_SHELL_SHELL_FAILURE_H

#include "shell_section.h"

/* shell_has_strengths - Returns whether a ply of a section has strengths. */
int shell_has_strengths(const double prop[]);

/* shell_ply_stresses - Computes stresses and failure indices of a section with plies.

   Input:
     prop    from shell_prepare()
     forces  membrane forces, moments and shear forces
     warm    temperature of the reference surface [K] and its gradient along the normal [K/m]; 0 if
             the plies have no coefficients of expansion
   Output:
     top     stress 11, 22, 12 at the top of the last ply, in the axes of the shell [N/m2]
     bottom  stress at the bottom of the first ply
     own     [plies] stress 11, 22, 12 of each ply in its axes at its bottom, then at its top; NULL
             if it is not wanted
     index   largest indices of Tsai-Hill, Tsai-Wu and the largest strain in all plies with
             strengths */
void shell_ply_stresses(const double prop[], const double forces[SHELL_STRAINS],
                        const double warm[2], double top[3], double bottom[3], double own[][6],
                        double index[3]);

#endif
