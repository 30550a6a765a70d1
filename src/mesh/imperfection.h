/* imperfection.h: geometric imperfections of a mesh, from shapes in result files.

   A real structure is never as straight as its drawing. A user therefore moves the nodes by a small
   multiple of a shape that an earlier run of the same mesh has written, for example its first
   buckling shape. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_IMPERFECTION_H
#define FS_MESH_IMPERFECTION_H

#include <fs/options.h>

struct _n_Mesh;

/* Imperfection - A shape by which the reference geometry is moved: a field of displacements in the
   results of an earlier run. */
typedef struct {
  char text[PETSC_MAX_PATH_LEN + 256]; /* the value of -imperfection, "file.h5:/buckling/shape/1" */
  char file[PETSC_MAX_PATH_LEN];       /* path at which the file was found */
  char path[256];                      /* path of the field in the file: "/buckling/shape/1" */
  /* largest displacement of a node after scaling [m]; negative to reverse the shape; 0 to use the
     shape as the file has it */
  PetscReal amplitude;
} Imperfection;

/* ImperfectionsFromOptions - Reads the imperfections of the mesh, from -imperfection and
   -imperfection_amplitude.

   Output:
     n              number of imperfections, 0 without the options
     imperfections  [n] the caller frees the array by PetscFree()
   Collective. Input errors: a value of -imperfection is not a file and a path in it; the file does
   not exist; -imperfection_amplitude has another number of values than -imperfection, or a 0. */
PetscErrorCode           ImperfectionsFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n,
                                                  Imperfection **imperfections);
extern const FsOptionDoc imperfection_options[];

/* MeshApplyImperfections - Moves the nodes of a mesh by the sum of n scaled shapes.

   Changes the coordinates mesh->g.x of all nodes of this rank, including ghosts, and stores the sum
   in mesh->imperfection. Does nothing if n is 0. Call it at most once for a mesh.
   Input:
     imperfection  [n]
   Collective. Input errors: there is no such file or field, the file has another mesh, or the field
   is zero or not finite. */
PetscErrorCode MeshApplyImperfections(struct _n_Mesh *mesh, PetscInt n,
                                      const Imperfection imperfection[]);

#endif
