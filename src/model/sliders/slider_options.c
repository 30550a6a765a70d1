/* slider_options.c: reads the description of sliders from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "slider_options.h"

/* clang-format off */
const FsOptionDoc slider_options[] = {
  {"-sliders", "<name>,...",
   "names of points that slide along beams, each described by -slider_<name>_..."},
  {"-slider_<name>_set", "<set>",
   "set with one point, the sliding node; default: the set called <name>",
   FS_TEXT(SliderOptions, set)},
  {"-slider_<name>_along", "required", "set of consecutive lines of beams: the path",
   FS_TEXT(SliderOptions, along)},
  {"-slider_<name>_point", "<x,y,z>",
   "point of the sliding node that stays on the path, in the reference configuration; default: the "
   "node", FS_REALS(SliderOptions, point, 3), FS_GIVEN(SliderOptions, has_point)},
  {NULL, NULL, NULL}
};
/* clang-format on */

static PetscErrorCode ReadSlider(FsOptions o, MPI_Comm comm, const char name[], SliderOptions *s)
{
  PetscFunctionBeginUser;
  *s = (SliderOptions){.name = name};
  PetscCall(FsOptionsReadRows(o, slider_options, name, s));
  PetscCheck(s->along, comm, PETSC_ERR_USER_INPUT,
             "slider '%s' has no path: give -slider_%s_along, a set of beams", name, name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SlidersOptionsRead(FsOptions o, MPI_Comm comm, SlidersOptions *sliders)
{
  PetscFunctionBeginUser;
  *sliders = (SlidersOptions){.n = 0};
  PetscCall(FsOptionsNames(o, "-sliders", &sliders->n, &sliders->names));
  PetscCall(PetscCalloc1(sliders->n, &sliders->slider));
  for (PetscInt i = 0; i < sliders->n; i++)
    PetscCall(ReadSlider(o, comm, sliders->names[i], &sliders->slider[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SlidersOptionsFree(SlidersOptions *sliders)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrNArrayDestroy(sliders->n, &sliders->names));
  PetscCall(PetscFree(sliders->slider));
  PetscFunctionReturn(PETSC_SUCCESS);
}
