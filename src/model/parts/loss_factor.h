/* loss_factor.h: loss factors of structural damping, which may depend on the frequency. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_LOSS_FACTOR_H
#define FS_MODEL_PARTS_LOSS_FACTOR_H

#include "model/parts/block.h"

/* LossFactorSet - Sets the loss factor of a block's part.

   Sets b->loss, or b->loss_formula if the value depends on f. b->loss is then NAN until
   LossFactorsSetFrequency() is called.
   Input:
     text  a number, or a formula of f [Hz]; NULL means 0
   Collective. Input error: it is negative or does not parse. */
PetscErrorCode LossFactorSet(Model model, const char text[], Block *b);

/* LossFactorsVary - Returns whether a loss factor depends on the frequency. */
PetscBool LossFactorsVary(Model model);

/* LossFactorsSetFrequency - Sets Block.loss of all parts to that at a frequency [Hz].

   Collective. Input error: a loss factor is negative or has no value there. */
PetscErrorCode LossFactorsSetFrequency(Model model, PetscReal hertz);

/* LossFactorsCheckKnown - Raises an input error if a loss factor depends on the frequency, and no
   frequency has been set. Collective. */
PetscErrorCode LossFactorsCheckKnown(Model model);

#endif
