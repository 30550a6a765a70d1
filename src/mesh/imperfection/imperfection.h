/* imperfection.h: geometric imperfections of a mesh, from formulas or shapes in result files.

   A real structure is never as straight as its drawing. A user therefore moves the nodes, either by
   formulas of their places, for example so that columns lean by 1/200, or by a small multiple of a
   shape that an earlier run of the same mesh has written, for example its first buckling shape. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_IMPERFECTION_IMPERFECTION_H
#define FS_MESH_IMPERFECTION_IMPERFECTION_H

#include <fs/options.h>
#include "mesh/point_formulas.h"

struct _n_Mesh;

/* ImperfectionShape - A shape by which the reference geometry is moved: a field of displacements in
   the results of an earlier run. */
typedef struct {
  char text[PETSC_MAX_PATH_LEN + 256]; /* an item of -imperfection, file.h5:/buckling/shape/1 */
  char file[PETSC_MAX_PATH_LEN];       /* path at which the file was found */
  char path[256];                      /* path of the field in the file: "/buckling/shape/1" */
  /* largest displacement of a node after scaling [m]; negative to reverse the shape; 0 to use the
     shape as the file has it */
  PetscReal amplitude;
} ImperfectionShape;

/* Imperfections - All imperfections of a mesh. The nodes move by the sum of the shapes and of the
   formulas. */
typedef struct {
  PetscInt           nshapes;
  ImperfectionShape *shape; /* [nshapes] */
  /* displacements of a node in x, y and z [m] as formulas of its place without imperfections */
  PointFormulas formula;
} Imperfections;

/* ImperfectionsFromOptions - Reads the imperfections of the mesh, from -imperfection,
   -imperfection_amplitude and -imperfection_formula.

   Output:
     m  the imperfections, all 0 on entry; the caller calls ImperfectionsFree()
   Collective. Input errors: a value of -imperfection is not a file and a path in it; the file does
   not exist; -imperfection_amplitude has another number of values than -imperfection, or a 0;
   -imperfection_formula is not three formulas. */
PetscErrorCode           ImperfectionsFromOptions(FsOptions o, MPI_Comm comm, Imperfections *m);
PetscErrorCode           ImperfectionsFree(Imperfections *m);
extern const FsOptionDoc imperfection_options[];

/* MeshApplyImperfections - Moves the nodes of a mesh by its imperfections.

   Changes the coordinates mesh->g.x of all nodes of this rank, including ghosts, and stores the
   displacements in mesh->imperfection. Does nothing if there are no imperfections. Call it at most
   once for a mesh.
   Collective. Input errors: those of ImperfectionShapesAdd(); a formula has no finite value. */
PetscErrorCode MeshApplyImperfections(struct _n_Mesh *mesh, const Imperfections *m);

/* ---- imperfection_shape.c -------------------------------------------------------------------- */

/* ImperfectionShapesAdd - Reads n shapes from their files, scales them to their amplitudes, and
   adds them to mesh->imperfection of all nodes of this rank, including ghosts.

   Input:
     shape  [n]
   Collective. Input errors: there is no such file or field, the file has another mesh, or the field
   is zero or not finite. */
PetscErrorCode ImperfectionShapesAdd(struct _n_Mesh *mesh, PetscInt n,
                                     const ImperfectionShape shape[]);

#endif
