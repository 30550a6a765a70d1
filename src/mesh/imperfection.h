/* imperfection.h: geometric imperfections of a mesh, from shapes in result files. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_IMPERFECTION_H
#define FS_MESH_IMPERFECTION_H

#include <fs/options.h>

struct _n_Mesh;

/* Imperfection - A shape by which the reference geometry is moved: a field of displacements in the
   results of an earlier run. */
typedef struct {
  char      text[PETSC_MAX_PATH_LEN + 256]; /* "file.h5:/buckling/shape/1", for messages */
  char      file[PETSC_MAX_PATH_LEN];       /* where the file was found */
  char      path[256];                      /* "/buckling/shape/1", in the file */
  PetscReal amplitude; /* largest displacement after scaling [m]; 0: the shape is not scaled */
} Imperfection;

/* ImperfectionsFromOptions - Reads -imperfection and -imperfection_amplitude.

   Output:
     imperfections  [n] the caller frees it by PetscFree()
   Collective. Input errors: a text has another form; the amplitudes are not as many, or 0. */
PetscErrorCode           ImperfectionsFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n,
                                                  Imperfection **imperfections);
extern const FsOptionDoc imperfection_options[];

/* MeshApplyImperfections - Moves the nodes by n shapes.

   It changes the coordinates mesh->g.x of all nodes of this rank, ghosts included. Does nothing if
   n is 0.
   Collective. Input errors: there is no such file or field, the file has another mesh, or the field
   is zero or not finite. */
PetscErrorCode MeshApplyImperfections(struct _n_Mesh *mesh, PetscInt n,
                                      const Imperfection imperfection[]);

#endif
