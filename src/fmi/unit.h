/* unit.h: a case as a co-simulation unit: its variables, its steps, its messages.

   The folder of resources has the options file case.opts and the table variables.txt. Its first
   line is "guid <text>". Line k after it has the variable of number k = 0, 1, .... Components 3 to
   5 of a motion are rotations.

     constant <name>                             a constant of -let
     result <path> <component>                   a column of a history

   Inputs are:

     force <load> <component> <nodes>            total force of a load -load_<load>_given
     motor <option>                              value of -joint_<joint>_<coordinate>_motor
     motion <support> <component> <derivative>   a motion that is "given", or its derivative */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FMI_UNIT_H
#define FS_FMI_UNIT_H

#include <fs/case.h>
#include "fmi.h"

typedef enum { UNIT_CONSTANT, UNIT_FORCE, UNIT_MOTOR, UNIT_MOTION, UNIT_RESULT } UnitKind;

/* UnitVariable - A variable of the unit. */
typedef struct {
  const struct Unit *unit; /* that has it */
  UnitKind           kind;
  char               name[256]; /* of the constant, load or support; the option; path of a result */
  int                component; /* column of a result; 0, 1, 2 of a force; 0 to 5 of a motion */
  int                nodes;     /* number of nodes of the load */
  int                derivative; /* 0, 1, 2 of a motion */
  int                given;      /* the importer has given a value */
  double             value;      /* of a constant or an input */
  double             rate;       /* of a force or a motor [1/s], for the next step alone */
  double             from, to;   /* of a motor, at the start and the end of the last step */
} UnitVariable;

/* How far a unit is. */
typedef enum { UNIT_NEW, UNIT_INITIAL, UNIT_STEPS, UNIT_ENDED } UnitPhase;

typedef struct Unit {
  FsCase                       c;
  UnitPhase                    phase;
  char                        *name, *folder; /* of the instance, and of its resources */
  const fmi2CallbackFunctions *callbacks;     /* of the importer */
  int                          n;
  UnitVariable                *variable; /* [n] */
  double                       start, stop, time;
  double next; /* end of the step of the importer that is under way, or time */
  int    has_stop;
} Unit;

/* unit_log - Sends a message to the importer. Returns the status. */
fmi2Status unit_log(const Unit *u, fmi2Status status, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(3, 4);

/* unit_create - Reads the table of variables, and creates the case. Returns 0, or 1 after a message
   to the importer. */
int unit_create(Unit *u, const char guid[]);

/* unit_destroy - Frees everything that the unit owns, except the structure itself. */
void unit_destroy(Unit *u);

/* unit_reset - Returns to the state after unit_create. */
fmi2Status unit_reset(Unit *u);

/* unit_set_up - Creates the model and its initial state, with the constants that were given. */
fmi2Status unit_set_up(Unit *u);

/* unit_step - Takes the steps from the present time to t. */
fmi2Status unit_step(Unit *u, double t);

/* UnitState - A state of a unit: that of its case, and the values that the importer had given. */
typedef struct {
  FsCaseState   state;
  UnitPhase     phase;
  double        time;     /* no step is under way */
  UnitVariable *variable; /* [n] of the unit */
} UnitState;

/* unit_save - Keeps the state of the unit in *s, which it creates, or replaces if it is not NULL.
 */
fmi2Status unit_save(Unit *u, UnitState **s);

/* unit_restore - Returns to a state of this unit. */
fmi2Status unit_restore(Unit *u, const UnitState *s);

/* unit_state_destroy - Frees a state, which may be NULL. */
void unit_state_destroy(UnitState *s);

/* unit_get - Returns the present value of a variable. */
fmi2Status unit_get(Unit *u, const UnitVariable *v, double *value);

#endif
