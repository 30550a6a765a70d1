/* initial_options.c: reads the description of initial fields from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "initial.h"

const FsOptionDoc initial_options[] = {
  {"-initials",                          "<name>,...",
   "names of initial fields, each described by -initial_<name>_...; later ones override earlier "
   "ones"                                                                                               },
  {"-initial_<name>_set",                "<name>",     "set of the mesh; default: the name of the field"},
  {"-initial_<name>_displacement_x",     "<f(x,y,z)>", "displacement in x [m]; also _y, _z"             },
  {"-initial_<name>_velocity_x",         "<f(x,y,z)>", "velocity in x [m/s]; also _y, _z"               },
  {"-initial_<name>_rotation_x",         "<f(x,y,z)>",
   "component in x of the rotation vector [rad]; also _y, _z; default: nodes of beams turn with "
   "the "
   "slope of the displacements"                                                                         },
  {"-initial_<name>_angular_velocity_x", "<f(x,y,z)>",
   "angular velocity about the global x axis [rad/s]; also _y, _z"                                      },
  {NULL,                                 NULL,         NULL                                             }
};

/* Reads -initial_<name>_<field>_x, _y, _z into formula[0] to formula[2]. */
static PetscErrorCode ReadField(FsOptions o, const char name[], const char field[],
                                const char *formula[3], PetscBool *any)
{
  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) {
    PetscBool set;

    PetscCall(FsOptionsText(o, FsOptionName(o, "-initial_%s_%s_%c", name, field, 'x' + c),
                            &formula[c], &set));
    if (set) *any = PETSC_TRUE;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadInitial(FsOptions o, MPI_Comm comm, const char name[], InitialOptions *x)
{
  PetscBool any = PETSC_FALSE;

  PetscFunctionBeginUser;
  *x = (InitialOptions){.name = name};
  PetscCall(MeshSelectionFromOptions(o, comm, "initial", SELECT_SPLIT_ENDS, name, &x->nodes));
  PetscCall(ReadField(o, name, "displacement", x->displacement, &any));
  PetscCall(ReadField(o, name, "velocity", x->velocity, &any));
  PetscCall(ReadField(o, name, "rotation", x->displacement + 3, &any));
  PetscCall(ReadField(o, name, "angular_velocity", x->velocity + 3, &any));
  PetscCheck(any, comm, PETSC_ERR_USER_INPUT,
             "initial field '%s' is empty: give -initial_%s_displacement_z or the like", name,
             name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InitialsFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n, char ***names,
                                   InitialOptions **initials)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-initials", n, names));
  PetscCall(PetscCalloc1(*n, initials));
  for (PetscInt i = 0; i < *n; i++) PetscCall(ReadInitial(o, comm, (*names)[i], &(*initials)[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
