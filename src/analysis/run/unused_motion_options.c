/* unused_motion_options.c: see unused_motion_options.h. */
#include "unused_motion_options.h"
#include "analysis/analysis.h"
#include <fs/control.h>
#include <fs/integrator.h>

PetscErrorCode IgnoreMotionOptions(FsOptions o, Model model, char names[], size_t size)
{
  const FsOptionDoc *const motion_options[] = {fs_integrator_options, fs_control_options,
                                               transient_analysis.options};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(motion_options); k++)
    PetscCall(FsOptionsIgnore(o, motion_options[k], names, size));
  for (PetscInt i = 0; i < model->ninitials; i++)
    for (int c = 0; c < COMPONENTS; c++) {
      if (!model->initial[i].velocity[c]) continue;
      if (*names) PetscCall(PetscStrlcat(names, ", ", size));
      PetscCall(PetscStrlcat(names, ExpressionOption(model->initial[i].velocity[c]), size));
    }
  for (PetscInt i = 0; i < model->njoints; i++)
    for (int k = 0; k < JOINT_COORDINATES; k++) {
      if (!model->joint[i].start[k].has_rate) continue;
      if (*names) PetscCall(PetscStrlcat(names, ", ", size));
      PetscCall(PetscStrlcat(
        names, FsOptionName(o, "-initial_%s_%s", model->joint[i].name, joint_rate_name(k)), size));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}
