/* coupled_load.h: a load whose forces preCICE gives, and the mesh of preCICE that has its nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_COUPLING_COUPLED_LOAD_H
#define FS_COUPLING_COUPLED_LOAD_H

#include "coupling.h"
#include "model/model.h"
#include "precice.h"

/* CoupledLoad - A load -load_<name>_given, and the mesh of preCICE that has its nodes. */
typedef struct {
  char       *name;                                  /* of the load */
  PetscInt    number;                                /* of the load in -loads */
  const char *mesh, *force, *written[LOAD_NWRITTEN]; /* names in preCICE; NULL: none */
  GivenLoad  *load;                                  /* borrowed from the model */
  const char *set;                                   /* set of the load, borrowed from the mesh */
  int     dimension, axis[3]; /* of the mesh of preCICE; axis of the model for each of its axes */
  int     n, *id;             /* number of nodes on this rank; [n] their numbers in preCICE */
  double *value;              /* [n][dimension] values on their way */
} CoupledLoad;

/* CoupledLoadCreate - Creates a coupled load from its options. Names in preCICE are borrowed, the
   name of the load is copied. The caller destroys it by CoupledLoadDestroy(). */
PetscErrorCode CoupledLoadCreate(const CoupledLoadOptions *options, CoupledLoad *in);
PetscErrorCode CoupledLoadDestroy(CoupledLoad *in);

/* CoupledLoadAttach - Gives the nodes of the load to preCICE, at their places in the mesh. r is the
   run that has the load.

   Collective. Input errors: the mesh or its data have the wrong dimension. */
PetscErrorCode CoupledLoadAttach(CoupledLoad *in, const Precice *p, ModelRun r);

/* CoupledLoadWrite - Writes the motion of the nodes, in the state that was tried or in the present
   state of the run, to preCICE. Collective. */
PetscErrorCode CoupledLoadWrite(CoupledLoad *in, const Precice *p, ModelRun r);

/* coupled_load_read - Reads from preCICE the forces at the end of the next step of dt [s], which
   become the forces that the load gets next. Not collective. */
void coupled_load_read(CoupledLoad *in, const Precice *p, double dt);

#endif
