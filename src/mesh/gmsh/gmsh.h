/* gmsh.h: read a Gmsh file, version 2.2 or 4.1, text or binary, with points, lines of 2 or 3 nodes, triangles and quadrilaterals. Every rank reads
   its own part of the file. Knows nothing of PETSc; collective. */
#ifndef FS_MESH_GMSH_GMSH_H
#define FS_MESH_GMSH_GMSH_H

#include "mesh/distributed/distributed_mesh.h"

/* d = the mesh of a file. most: the most nodes, and the most elements. *bytes: how many this rank has read. Physical groups become sets, named by their name,
   else by their number; the set "all" has every node, and every cell of the highest dimension, unless the file has a group of that name. Nodes
   without cells are left out. Returns 0, or on all ranks 1 with d empty and one message in message[size]: what is wrong, where, and the remedy. */
int gmsh_read(const char path[], const Ranks *ranks, int64_t max_count, DistributedMesh *d,
              int64_t *bytes, char message[], size_t size);
/* The same of a file that is in data[length] on all ranks; path is for messages. */
int gmsh_parse(const char path[], const char data[], size_t length, const Ranks *ranks,
               int64_t max_count, DistributedMesh *d, char message[], size_t size);

#endif
