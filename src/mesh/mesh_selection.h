/* mesh_selection.h: which nodes and cells of a mesh belong to a part, a load or a support. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_MESH_SELECTION_H
#define FS_MESH_MESH_SELECTION_H

#include <fs/options.h>
#include "input/formula/symbols.h"

typedef enum { REGION_BOX, REGION_SPHERE, REGION_PLANE, REGIONS } RegionKind;
enum { REGION_NUMBERS = 6 };
extern const char *const region_names[REGIONS]; /* "box", ..., as in option names */

/* MeshSelection - Nodes and cells that the options describe by sets, by places, or by both.

   A node is selected if all members that are given select it. If none is given, the selection is
   the set with the name of the part, load, .... */
typedef struct {
  const char *kind, *name; /* "load", "wind"; borrowed */
  const char *sets;        /* union of these sets: "a,b"; borrowed; NULL: not given */
  PetscBool   in_region[REGIONS];
  PetscReal   region[REGIONS][REGION_NUMBERS]; /* [m], in the order of the option */
  PetscBool   nearest;                         /* the node that is nearest to a point */
  PetscReal   point[3];                        /* [m] */
  const char *where;                           /* formula of x, y, z; borrowed; NULL: not given */
  Symbols     symbols;                         /* that the formula may use; borrowed */
} MeshSelection;

/* MeshSelectionFromOptions - Reads -<kind>_<name>_set, _box, _sphere, _plane, _where and _point.

   A joint has no _point, which is the place where it acts.
   Input:
     kind  "part", "load", ..., as in option names; borrowed
     name  name of the part, load, ...; borrowed
   Collective. Input errors name the option. */
PetscErrorCode           MeshSelectionFromOptions(FsOptions o, MPI_Comm comm, const char kind[],
                                                  const char name[], MeshSelection *s);
extern const FsOptionDoc select_options[];

#endif
