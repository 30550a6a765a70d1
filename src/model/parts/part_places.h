/* part_places.h: where the cells of a part are along their members, and formulas of that place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_PART_PLACES_H
#define FS_MODEL_PARTS_PART_PLACES_H

#include "model/parts/block.h"

/* PartFieldCreate - Creates the element's property that is a formula of the place.

   Output:
     field  NULL if the element has no such property, or it is not given
   Collective. Input error: the formula does not parse. */
PetscErrorCode PartFieldCreate(struct _n_Model *model, const PartOptions *part, Expression *field);

/* PartPlacesFind - Finds the places of a part's lines in their members, if a formula or stations
   depend on them.

   Output:
     places  [number of the mesh's cells] the caller frees it; NULL if nothing depends on them
   Collective. Input errors: those of MeshMemberPlaces(), and stations that are shorter than a
   member. */
PetscErrorCode PartPlacesFind(struct _n_Model *model, const PartOptions *part, PetscInt set,
                              Varying varying, Expression field, MemberPlace **places);

/* BlockTakePlaces - Sets b->along from the places of the mesh's cells, and frees *places. */
PetscErrorCode BlockTakePlaces(Block *b, MemberPlace **places);

/* BlockField - Computes the values of b->field, or of the column twist of its stations.

   Input:
     x  [nn][3] coordinates of the element's nodes [m]
   Output:
     field  [nn]; unchanged if there is neither
   Returns whether there is one. */
PetscBool BlockField(const Block *b, PetscInt element, const double x[][3], double field[]);

#endif
