/* mesh_selection_options.c: reads from the options which nodes and cells of a mesh are selected. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "mesh_selection.h"
#include "input/formula/expression.h"

/* clang-format off */
const FsOptionDoc select_options[] = {
  {"-<kind>_<name>_set", "<name>,...", "union of sets of the mesh; default: the set of this name",
   FS_WORDS(MeshSelection, sets)},
  {"-<kind>_<name>_point", "<x,y,z>",
   "the node at this place (of the sets, if given, as below). Forces and moments may act inside of "
   "an element; a line is split at supports, laws, initial fields, masses, springs and ties; joints "
   "have _place instead",
   FS_REALS(MeshSelection, point, 3), FS_FROM(1), FS_WHEN(MeshSelection, takes_point),
   FS_GIVEN(MeshSelection, nearest)},
  {"-<kind>_<name>_box", "<x,y,z,x,y,z>", "nodes and cells in a box between two corners",
   FS_REALS(MeshSelection, region[REGION_BOX], 6), FS_GIVEN(MeshSelection, in_region[REGION_BOX])},
  {"-<kind>_<name>_sphere", "<x,y,z,r>", "nodes and cells in a sphere",
   FS_REALS(MeshSelection, region[REGION_SPHERE], 4),
   FS_GIVEN(MeshSelection, in_region[REGION_SPHERE])},
  {"-<kind>_<name>_plane", "<x,y,z,n,n,n>",
   "nodes and cells on the plane through a point with this normal",
   FS_REALS(MeshSelection, region[REGION_PLANE], 6),
   FS_GIVEN(MeshSelection, in_region[REGION_PLANE])},
  {"-<kind>_<name>_where", "<f(x,y,z)>",
   "where a formula is not 0, such as \"x>1 && abs(y)<1e-3\"; several options select their "
   "intersection, and those of a part also with the set of its name",
   FS_TEXT(MeshSelection, where)},
  {NULL, NULL, NULL}
};
/* clang-format on */

PetscErrorCode MeshSelectionFromOptions(FsOptions o, MPI_Comm comm, const char kind[], int traits,
                                        const char name[], MeshSelection *s)
{
  const PetscReal *const normal = &s->region[REGION_PLANE][3];
  PetscInt               three  = 3;

  PetscFunctionBeginUser;
  *s = (MeshSelection){.kind        = kind,
                       .name        = name,
                       .traits      = traits,
                       .takes_point = (PetscBool) !(traits & SELECT_BY_PLACE),
                       .symbols     = OptionsSymbols(o)};
  PetscCall(FsOptionsReadRows(o, select_options, FsOptionName(o, "%s_%s", kind, name), s));
  if (traits & SELECT_BY_PLACE)
    PetscCall(FsOptionsReals(o, FsOptionName(o, "-%s_%s_place", kind, name), 3, &three, s->point,
                             &s->nearest));
  PetscCheck(!s->in_region[REGION_PLANE] || normal[0] != 0 || normal[1] != 0 || normal[2] != 0,
             comm, PETSC_ERR_USER_INPUT,
             "-%s_%s_plane: the plane has no normal; give x,y,z of a point and of the normal", kind,
             name);
  PetscFunctionReturn(PETSC_SUCCESS);
}
