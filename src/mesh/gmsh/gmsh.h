/* gmsh.h: reads Gmsh files (MSH 2.2 and 4.1, text or binary) on all ranks.

   Points, lines of 2 or 3 nodes, triangles and quadrilaterals are read; other elements are an
   error. Each rank reads its own part of the file. Functions do not call PETSc. They are
   collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_GMSH_GMSH_H
#define FS_MESH_GMSH_GMSH_H

#include "mesh/distributed/distributed_mesh.h"

/* gmsh_read - Reads the mesh of a file.

   Each physical group becomes a set with the name of the group. If the group has no name, its
   number (tag) is the name. The set "all" has every node, and every cell of the highest dimension,
   unless the file has a group with the name "all". Nodes without cells are left out.
   Input:
     path       path of the file
     max_count  largest number of nodes, and largest number of elements, that is accepted
     size       number of bytes of message
   Output:
     d        the mesh; the caller frees it by distributed_mesh_free()
     bytes    number of bytes that this rank has read
     message  [size] error message with the line of the file, the cause and the remedy, the same on
              all ranks; set only if an error occurs
   Returns 0. If an error occurs on any rank, returns 1 on all ranks, and d is empty. */
int gmsh_read(const char path[], const Ranks *ranks, int64_t max_count, DistributedMesh *d,
              int64_t *bytes, char message[], size_t size);

/* gmsh_parse - Reads the mesh of a Gmsh file whose bytes are in memory; sets are those of
   gmsh_read().

   Input:
     path       name of the file, for messages
     data       [length] bytes of the whole file, on each rank
     max_count  largest number of nodes, and largest number of elements, that is accepted
     size       number of bytes of message
   Output:
     d          the mesh; the caller frees it by distributed_mesh_free()
     message    [size] error message, the same on all ranks; set only if an error occurs
   Returns 0. If an error occurs on any rank, returns 1 on all ranks, and d is empty. */
int gmsh_parse(const char path[], const char data[], size_t length, const Ranks *ranks,
               int64_t max_count, DistributedMesh *d, char message[], size_t size);

struct _n_FsMeshArrays; /* fs/mesh.h */

/* gmsh_from_arrays - Makes a mesh from arrays of a program instead of from a file (gmsh_arrays.c).

   Each node that is in a set also gets a 1-node cell in this set. A node without cells and sets is
   an error.
   Input:
     a          the nodes, cells and sets that this rank gives
     max_count  largest number of nodes, and largest number of elements, that is accepted
     size       number of bytes of message
   Output:
     d        the mesh; the caller frees it by distributed_mesh_free()
     message  [size] error message, the same on all ranks; set only if an error occurs
   Returns 0. If an error occurs on any rank, returns 1 on all ranks, and d is empty. */
int gmsh_from_arrays(const struct _n_FsMeshArrays *a, const Ranks *ranks, int64_t max_count,
                     DistributedMesh *d, char message[], size_t size);

#endif
