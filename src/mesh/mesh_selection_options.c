/* mesh_selection_options.c: reads from the options which nodes and cells of a mesh are selected. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "mesh_selection.h"
#include "input/formula/expression.h"

const FsOptionDoc select_options[] = {
  {"-<kind>_<name>_set",    "<name>,...",    "union of sets of the mesh; default: the set of this name"},
  {"-<kind>_<name>_point",  "<x,y,z>",
   "the node at this place (of the sets, if given, as below); forces and moments may act inside of "
   "an element; not for joints"                                                                        },
  {"-<kind>_<name>_box",    "<x,y,z,x,y,z>", "nodes and cells in a box between two corners"            },
  {"-<kind>_<name>_sphere", "<x,y,z,r>",     "nodes and cells in a sphere"                             },
  {"-<kind>_<name>_plane",  "<x,y,z,n,n,n>",
   "nodes and cells on the plane through a point with this normal"                                     },
  {"-<kind>_<name>_where",  "<f(x,y,z)>",
   "where a formula is not 0, such as \"x>1 && abs(y)<1e-3\"; several options select their "
   "intersection, and those of a part also with the set of its name"                                   },
  {NULL,                    NULL,            NULL                                                      }
};

const char *const region_names[REGIONS] = {"box", "sphere", "plane"};

static PetscErrorCode ReadRegions(FsOptions o, MPI_Comm comm, MeshSelection *s)
{
  static const PetscInt numbers[REGIONS] = {6, 4, 6};

  PetscFunctionBeginUser;
  for (int k = 0; k < REGIONS; k++) {
    const char *const option = FsOptionName(o, "-%s_%s_%s", s->kind, s->name, region_names[k]);
    PetscReal *const  value  = s->region[k];
    PetscInt          n      = numbers[k];

    PetscCall(FsOptionsReals(o, option, n, &n, value, &s->in_region[k]));
    PetscCheck(!s->in_region[k] || k != REGION_PLANE || value[3] != 0 || value[4] != 0 ||
                 value[5] != 0,
               comm, PETSC_ERR_USER_INPUT,
               "%s: the plane has no normal; give x,y,z of a point and of the normal", option);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshSelectionFromOptions(FsOptions o, MPI_Comm comm, const char kind[],
                                        const char name[], MeshSelection *s)
{
  PetscInt  three = 3;
  PetscBool given;

  PetscFunctionBeginUser;
  *s = (MeshSelection){.kind = kind, .name = name, .symbols = OptionsSymbols(o)};
  PetscCall(FsOptionsList(o, FsOptionName(o, "-%s_%s_set", kind, name), &s->sets, &given));
  PetscCall(ReadRegions(o, comm, s));
  PetscCall(FsOptionsText(o, FsOptionName(o, "-%s_%s_where", kind, name), &s->where, &given));
  if (strcmp(kind, "joint"))
    PetscCall(FsOptionsReals(o, FsOptionName(o, "-%s_%s_point", kind, name), 1, &three, s->point,
                             &s->nearest));
  PetscFunctionReturn(PETSC_SUCCESS);
}
