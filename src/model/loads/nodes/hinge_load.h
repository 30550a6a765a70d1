/* hinge_load.h: warns of moments at hinges, which load one of two members alone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_NODES_HINGE_LOAD_H
#define FS_MODEL_LOADS_NODES_HINGE_LOAD_H

#include "model/model.h"
#include "model/loads/load_options.h"

/* HingeLoadDoubt - Warns if a moment acts at a node where the ends of two beams meet, and a release
   of one of them transfers nothing of it, so that the moment loads the other beam alone. A set that
   the user selects by -load_<name>_where gets no warning.

   Input:
     set        index in Geometry.set_name of the set on which the load acts
     dimension  MeshPlace.dimension of the place of the load; not 0 if it acts inside of a cell
   Collective. */
PetscErrorCode HingeLoadDoubt(Model model, const LoadOptions *options, PetscInt set, int dimension);

#endif
