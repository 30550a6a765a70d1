/* nodal.h: from the state's vectors to values at nodes, supported components included. */
#ifndef NODAL_H
#define NODAL_H

#include "model.h"

typedef enum { NODAL_DISPLACEMENT, NODAL_VELOCITY, NODAL_ACCELERATION, NODAL_FIELDS } NodalField;
extern const char *const nodal_names[];

typedef struct _n_Nodal *Nodal;

/* Borrows model. dt: time scale of differences of prescribed motions. */
PetscErrorCode NodalCreate(Model model, PetscReal dt, Nodal *nodal);
PetscErrorCode NodalDestroy(Nodal *nodal);

/* Take the motions of supports at t. Collective; NodalValue and NodalValues are then for states at t, and not collective. */
PetscErrorCode NodalMove(Nodal nodal, PetscReal t);

/* The three components of one owned node, 0 where it has none. */
PetscErrorCode NodalValue(Nodal nodal, const State *s, NodalField field, PetscInt node, PetscReal value[3]);

/* Those of all owned nodes, in the order of their numbers: values[nowned][3]. */
PetscErrorCode NodalValues(Nodal nodal, const State *s, NodalField field, PetscReal values[][3]);

#endif
