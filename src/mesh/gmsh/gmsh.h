/* gmsh.h: reads Gmsh files (MSH 2.2 and 4.1, text or binary) on all ranks.

   Points, lines of 2 or 3 nodes, triangles and quadrilaterals are read. Each rank reads its own
   part of the file. Functions do not call PETSc, and are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_GMSH_GMSH_H
#define FS_MESH_GMSH_GMSH_H

#include "mesh/distributed/distributed_mesh.h"

/* gmsh_read - Reads the mesh of a file.

   Physical groups become sets by their names, or by their numbers if they have no names. Set "all"
   has every node, and every cell of the highest dimension, unless the file has a group of that
   name. Nodes without cells are left out.
   Input:
     max_count  largest number of nodes, and of elements
   Output:
     d        the mesh; the caller frees it
     bytes    number of bytes that this rank has read
     message  [size] place, cause and remedy of an error
   Returns 0, or on all ranks 1 with d empty and one message. */
int gmsh_read(const char path[], const Ranks *ranks, int64_t max_count, DistributedMesh *d,
              int64_t *bytes, char message[], size_t size);

/* gmsh_parse - Does the same for a file in memory, data[length] on all ranks.

   Input:
     path  name of the file, for messages */
int gmsh_parse(const char path[], const char data[], size_t length, const Ranks *ranks,
               int64_t max_count, DistributedMesh *d, char message[], size_t size);

#endif
