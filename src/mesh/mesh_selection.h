/* mesh_selection.h: which nodes and cells of a mesh belong to a part, a load or a support. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_MESH_SELECTION_H
#define FS_MESH_MESH_SELECTION_H

#include <fs/options.h>
#include "input/formula/symbols.h"

typedef enum { REGION_BOX, REGION_SPHERE, REGION_PLANE, REGIONS } RegionKind;
enum { REGION_NUMBERS = 6 }; /* most numbers that describe a region */

/* SelectionTraits - How the nodes of a part, joint, load, ... are selected: the sum of bits. */
typedef enum {
  SELECT_ANY = 0,
  /* without -<kind>_<name>_set nodes are only from the set `name`, if the mesh has it and it is not
     "all" */
  SELECT_IN_OWN_SET = 1,
  SELECT_SPLIT_ENDS = 2, /* also the further nodes at the split ends of members */
  SELECT_BY_PLACE   = 4  /* the option of the place is -<kind>_<name>_place, because _point has
                            another meaning */
} SelectionTraits;

/* MeshSelection - What the options of a part, load, ... say about its nodes and cells: names of
   sets, regions of space, or both.

   Several such options select the intersection: a node is selected if every option that is given
   selects it. If no option is given, the selection is the set with the name of the part, load,
   .... */
typedef struct {
  const char *kind, *name;        /* for instance "load" and "wind" for -load_wind_set; borrowed */
  int         traits;             /* sum of SelectionTraits */
  PetscBool   takes_point;        /* whether -<kind>_<name>_point selects a node */
  const char *sets;               /* names of sets, "a,b", or NULL if no sets are given; borrowed */
  PetscBool   in_region[REGIONS]; /* whether the selection is restricted to a box, sphere, plane */
  /* [m] numbers of each region: two corners of the box; center and radius of the sphere; a point
     and a normal of the plane */
  PetscReal region[REGIONS][REGION_NUMBERS];
  PetscBool nearest;  /* whether only the node that is nearest to `point` is selected */
  PetscReal point[3]; /* [m] */
  /* formula of x, y, z that is not 0 at selected nodes; borrowed, or NULL */
  const char *where;
  Symbols     symbols; /* names that the formula may use; borrowed */
} MeshSelection;

/* MeshSelectionFromOptions - Reads -<kind>_<name>_set, _box, _sphere, _plane, _where and _point.

   Input:
     kind    "part", "load", ..., the word in the option's name; must live as long as s
     traits  sum of SelectionTraits
     name    name of the part, load, ...; must live as long as s
   Output:
     s  the selection; it borrows texts of o
   Collective. Input errors name the option. */
PetscErrorCode MeshSelectionFromOptions(FsOptions o, MPI_Comm comm, const char kind[], int traits,
                                        const char name[], MeshSelection *s);
extern const FsOptionDoc select_options[];

#endif
