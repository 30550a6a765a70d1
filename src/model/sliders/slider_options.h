/* slider_options.h: what the options say about sliders, points that slide along beams. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SLIDERS_SLIDER_OPTIONS_H
#define FS_MODEL_SLIDERS_SLIDER_OPTIONS_H

#include <fs/options.h>

/* SliderOptions - The description of a slider. The texts are borrowed from the options. */
typedef struct {
  const char *name;      /* borrowed from SlidersOptions */
  const char *set;       /* name of the set of the sliding node; NULL: the set `name` */
  const char *along;     /* name of the set of lines of beams that are the path */
  PetscBool   has_point; /* whether point is given */
  /* point, fixed in the sliding node, that stays on the path, in the reference configuration [m];
     default the node */
  PetscReal point[3];
} SliderOptions;

/* SlidersOptions - The description of all sliders of -sliders. */
typedef struct {
  PetscInt       n;
  char         **names;  /* [n] */
  SliderOptions *slider; /* [n] */
} SlidersOptions;

/* SlidersOptionsRead - Reads the sliders, nodes that slide along lines, from -sliders and
   -slider_<name>_....

   Output:
     sliders  the caller frees its arrays by SlidersOptionsFree()
   Collective. Input error: a slider has no path. */
PetscErrorCode SlidersOptionsRead(FsOptions o, MPI_Comm comm, SlidersOptions *sliders);
PetscErrorCode SlidersOptionsFree(SlidersOptions *sliders);

extern const FsOptionDoc slider_options[];

#endif
