/* loss_factor.h: loss factors of structural damping, which may depend on the frequency. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_LOSS_FACTOR_H
#define FS_MODEL_PARTS_LOSS_FACTOR_H

#include "model/parts/block.h"

/* LossFactorSet - Sets the loss factor of a block's part: b->loss, or b->loss_formula if the value
   depends on the frequency. In the second case b->loss is NaN until LossFactorsSetFrequency() is
   called.

   Input:
     text  a number, or a formula of the frequency f [Hz]; NULL means 0
   Collective. Input error: the loss factor is negative, or text is not a formula. */
PetscErrorCode LossFactorSet(Model model, const char text[], Block *b);

/* LossFactorsVary - Returns whether a loss factor depends on the frequency. */
PetscBool LossFactorsVary(Model model);

/* LossFactorsSetFrequency - Sets Block.loss of all parts to the loss factor at a frequency.

   Input:
     hertz  the frequency [Hz]
   Collective. Input error: a loss factor is negative, or has no value at this frequency. */
PetscErrorCode LossFactorsSetFrequency(Model model, PetscReal hertz);

/* LossFactorsCheckKnown - Raises an input error if a loss factor depends on the frequency, and no
   frequency has been set. Collective. */
PetscErrorCode LossFactorsCheckKnown(Model model);

#endif
