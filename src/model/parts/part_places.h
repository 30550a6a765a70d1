/* part_places.h: finds where the cells of a part are along their members, for formulas of the arc
   length. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_PART_PLACES_H
#define FS_MODEL_PARTS_PART_PLACES_H

#include "model/parts/block.h"
#include "model/parts/part_options.h"

/* PartFieldCreate - Creates the formula of the property, such as the twist of a beam, whose values
   at the nodes the kernel's setup gets.

   Output:
     field  the caller destroys it by ExpressionDestroy(); NULL if the element has no such property,
            or if it is not given
   Collective. Input error: the text is not a formula. */
PetscErrorCode PartFieldCreate(struct _n_Model *model, const PartOptions *part, Expression *field);

/* PartPlacesFind - Computes where a part's line cells lie along their members, if a formula or a
   table of stations depends on it.

   Input:
     set      index of the part's set in Geometry.set_name
     varying  properties of the part that vary; NULL if no property varies
     field    formula from PartFieldCreate(), or NULL
   Output:
     places   [number of the mesh's cells] the caller frees it by PetscFree(); NULL if no formula or
              table depends on the arc length
   Collective. Input errors: the arc length is not unique (MeshMemberPlaces()), or a table is
   shorter than a member. */
PetscErrorCode PartPlacesFind(struct _n_Model *model, const PartOptions *part, PetscInt set,
                              Varying varying, Expression field, MemberPlace **places);

/* BlockTakePlaces - Sets b->along, the places of the block's cells along their members, from those
   of all cells of the mesh, and frees *places. */
PetscErrorCode BlockTakePlaces(Block *b, MemberPlace **places);

/* BlockField - Computes the values, at the nodes of an element, of the formula b->field or of the
   column twist of the table of stations.

   Input:
     element  index of the element in the block
     x        [nn] coordinates of the element's nodes [m]
   Output:
     field    [nn] the values; unchanged if the part has neither the formula nor the column
   Returns whether the part has one of the two. */
PetscBool BlockField(const Block *b, PetscInt element, const double x[][3], double field[]);

#endif
