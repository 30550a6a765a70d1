/* mesh_place.h: finds what is at a point in space: a node, a point inside of a line or surface,
   or what is nearest to it on all ranks.

   A place is at a node or on a cell only up to round-off. If a place were moved to the nearest
   node instead, a force in the middle of a beam would act on its end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_PLACE_MESH_PLACE_H
#define FS_MESH_PLACE_MESH_PLACE_H

#include "mesh/mesh.h"

/* MeshPlace - A place of a mesh. */
typedef struct {
  int     dimension; /* 0: at a node, 1: inside of a line, 2: inside of a surface */
  int     rank;      /* the rank that owns the node, or that has the cell */
  int     item;      /* index of the node or of the cell in the mesh of `rank` */
  int64_t id;        /* Geometry.id of the node; 0 for a cell */
  /* coordinates in the line or surface, from -1 to 1, as shape_cell_point() takes them; 0 for a
     node */
  double square[2];
} MeshPlace;

/* PlaceSearch - The point at which a place in the mesh is searched, and which nodes and cells may
   be there. */
typedef struct {
  const char          *option;   /* the option whose value is the point, for messages */
  PetscReal            point[3]; /* [m] */
  const unsigned char *node;     /* [nnodes] not 0 for the nodes that the place may be */
  /* [ncells] not 0 for the lines and surfaces in which the place may be; NULL if it must be a
     node */
  const unsigned char *cell;
  /* whether the nearest node suffices, with a warning that names the distance, because the search
     is for a probe, which changes nothing */
  PetscBool only_reads;
  /* GeometryFindLine: largest distance of the line from the point [m], if it is larger than
     round-off */
  double reach;
} PlaceSearch;

/* MeshFindPlace - Finds what is at a point in space: a node, or else a line, or else a surface of
   the mesh.

   A node is at the point up to 1e-6 of the size of its largest cell. A line or surface is there up
   to 1e-3 of its own size, because users round coordinates of inclined and curved parts. If the
   place must be a node, or the search only reads, a node may be away by 1e-3 of the size of its
   largest cell, too. If nothing or several lines are there and the search only reads, the nearest
   node is the place, up to half of that size, and a warning gives the distance.
   Output:
     place  what is there, the same on all ranks
   Collective. Input errors: no node is selected; nothing is at the point, with the distances of
   what is nearest; several lines that share no node are there. */
PetscErrorCode MeshFindPlace(Mesh mesh, const PlaceSearch *search, MeshPlace *place);

/* GeometryFindNode, GeometryFindLine - Find the node at a point, or the line inside of which the
   point is, in a mesh before it is partitioned (DistributedMesh.cells).

   A node is at the point up to 1e-3 of the size of its largest cell, as for MeshFindPlace(). A line
   is there if a node that splits it at the nearest point would be at the point.
   Input:
     g       this rank's cells and the coordinates of their nodes
     search  its point and option; GeometryFindNode needs node[g->nnodes], GeometryFindLine
             cell[g->ncells]
   Output:
     place  the same on all ranks; the id of a node is its node_number in g. Not set if nothing is
            found
     found  whether there is such a node or line; the same on all ranks
   Collective. Input error: several lines that share no node are at the point. */
PetscErrorCode GeometryFindNode(MPI_Comm comm, const Geometry *g, const PlaceSearch *search,
                                MeshPlace *place, PetscBool *found);
PetscErrorCode GeometryFindLine(MPI_Comm comm, const Geometry *g, const PlaceSearch *search,
                                MeshPlace *place, PetscBool *found);

/* MeshSelectPlace - Finds or adds the set that a selection describes, as MeshSelect() does, but the
   selection's point may be inside of a cell.

   Input:
     cells  [ncells] the cells of this rank in which the point of the selection may be; NULL if it
            must be a node
   Output:
     set    index of the set in mesh->g.set_name; if the point is inside of a cell, the set of its
            nodes
     place  the place of the selection's point; the rank -1 if the selection has no point
   Collective. Input errors: those of MeshSelect() and of MeshFindPlace(). The function is in
   select.c. */
PetscErrorCode MeshSelectPlace(Mesh mesh, const MeshSelection *selection, const PetscBool cells[],
                               PetscInt *set, MeshPlace *place);

/* ---- nearest --------------------------------------------------------------------------------- */

/* Finds the node or element of all ranks that is nearest to a point.

   Each rank finds its nearest node or element, the candidate of the rank. The ranks then choose
   the nearest candidate. The choice does not depend on the number of ranks. */

/* Candidate - The nearest node or element that a rank has found. */
typedef struct {
  double  distance;     /* distance of the node or element from the point [m] */
  int64_t id;           /* Geometry.id of the node, or of the first node of the element */
  double  max_distance; /* distance up to which the caller accepts the node or element [m] */
  int     rank;         /* the rank that has the node or element */
  /* for a node, its index in the part of the mesh that the rank `rank` has; for an element, the
     index of its block in the model of that rank */
  int node;
} Candidate;

/* CandidateInit - Initializes a candidate at infinite distance, with which a search starts. Every
   node or element is nearer than this candidate.

   Not collective. */
PetscErrorCode CandidateInit(MPI_Comm comm, Candidate *none);

/* candidate_nearer - Returns whether the candidate a is nearer to the sought point than b.

   If the two distances are equal up to a relative difference of 1e-9, the candidate with the lower
   id counts as nearer, so that round-off does not decide. */
PetscBool candidate_nearer(const Candidate *a, const Candidate *b);

/* CandidateReduce - Replaces *mine, the nearest node or element that this rank has found, by the
   nearest of all ranks. Collective. */
PetscErrorCode CandidateReduce(MPI_Comm comm, Candidate *mine);

#endif
