/* unit.h: a case as a unit of FMI, which another program, the importer, loads.

   In co-simulation the importer lets the unit take steps. In model exchange the importer integrates
   the states itself, and the unit computes their derivatives in time.

   The folder of the unit's resources has the options file case.opts and the table variables.txt.
   The first line of the table is "guid <text>". Each line after it describes a variable; the
   variables have the numbers 0, 1, .... Such a line is one of the following.

     constant <name> <value>                     a constant of -let, and its value in the options
     result <path> <component>                   a column of a history

   Inputs are:
     force <load> <component> <nodes>            total force of a load -load_<load>_given
     motor <option>                              value of -joint_<joint>_<coordinate>_motor
     motion <support> <component> <derivative>   a motion that is "given", or its derivative

   Components 0 to 2 are displacements or forces along x, y, z; components 3 to 5 of a motion are
   rotations.

   Two lines describe the unit:
     states <n>                                  a unit for model exchange, with n states
     derivatives                                 keeps what directional derivatives of steps need

   The variable after those of the table is the time. In model exchange the n states have the next
   numbers, then their n derivatives. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FMI_UNIT_H
#define FS_FMI_UNIT_H

#include <fs/case_rates.h>
#include <fs/case_states.h>
#include "fmi.h"

typedef enum { UNIT_CONSTANT, UNIT_FORCE, UNIT_MOTOR, UNIT_MOTION, UNIT_RESULT } UnitKind;

/* UnitVariable - A variable of a co-simulation unit, which another program gets or sets. */
typedef struct {
  const struct Unit *unit; /* the unit that has the variable */
  UnitKind           kind;
  /* name of the constant, load or support; of a motor, the name of the option; of a result, its
     path */
  char name[256];
  int  component; /* column of a result, or component of a force or a motion */
  /* the number of nodes of a load, among which a force is divided */
  int nodes;
  int derivative; /* of a motion, 0 for the value, 1 for the rate, 2 for the acceleration */
  /* 1 if the importer, the program that loads the unit, has given a value, else 0 */
  int    given;
  double value; /* value of a constant or an input */
  double start; /* value of a constant before the importer gives one */
  /* rate of a force or motor that the importer, the program that loads the unit, has given for the
     next step [1/s] */
  double rate;
  double from, to; /* of a motor, the values at the start and the end of the last step */
} UnitVariable;

/* UnitPhase - How far a unit is: created; in the mode of initialization; at an event of model
   exchange; between steps, or in continuous time; ended. */
typedef enum { UNIT_NEW, UNIT_INITIAL, UNIT_EVENT, UNIT_STEPS, UNIT_ENDED } UnitPhase;

/* UnitLogger - The function of an importer by FMI 3.0 that gets messages. */
typedef void (*UnitLogger)(void *environment, fmi2Status status, const char *category,
                           const char *message);

struct UnitState;

/* UnitExchange - The states of a unit for model exchange. */
typedef struct {
  int n; /* number of states, which are the coordinates of fs/case_rates.h; 0 in co-simulation */
  double *state; /* [n] values that the importer has set last */
  double *rate;  /* [n] their derivatives in time, unless moved is 1 */
  double  size;  /* diameter of the model [m] */
  /* the next time at which loads or motions by formulas of time may change suddenly [s]; infinite
     without such a time */
  double change;
  /* moved: 1 if the time, states or inputs were set since rate was computed. recorded: 1 if the
     results are those of the present state. */
  int moved, recorded;
} UnitExchange;

/* Unit - An instance of a unit of FMI. */
typedef struct Unit {
  FsCase    c; /* the case */
  UnitPhase phase;
  /* name: name of the instance. folder: folder of the unit's resources. */
  char *name, *folder;
  /* functions of the importer, the program that loads the unit */
  const fmi2CallbackFunctions *callbacks;   /* of FMI 2.0, or NULL */
  UnitLogger                   logger;      /* of FMI 3.0, or NULL */
  void                        *environment; /* the first argument of logger */
  int                          n;           /* number of variables */
  UnitVariable                *variable;    /* [n] the variables */
  /* start: start of the simulation. stop: its end. time: the present time [s]. */
  double start, stop, time;
  /* end of the importer's step that is being taken [s]; the present time between steps */
  double next;
  int    has_stop; /* 1 if the importer has given the end `stop` of the simulation, else 0 */
  /* 1 if a constant was set after the case was set up, so that the case must be set up again */
  int stale;
  /* 1 if the present state is a restored one, whose results are the values of the variables */
  int          results_kept;
  UnitExchange exchange;
  int          derives; /* 1 if the unit keeps the state before its last step */
  /* the state before the last step with its inputs, or NULL; owned */
  struct UnitState *before;
} Unit;

/* unit_log - Sends a message, in the format of printf(), to the program that has loaded a
   co-simulation unit. Returns `status`. */
fmi2Status unit_log(const Unit *u, fmi2Status status, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(3, 4);

/* unit_read_table - Reads the table of the variables, whose guid must be that of the importer.
   Returns 1, or 0 after an error message. */
int unit_read_table(Unit *u, const char guid[]);

/* unit_create - Reads the table of a co-simulation unit's variables in u->folder, and creates the
   case that the unit runs.

   Input:
     guid  the identifier that the importer expects, with which that of the table is compared
   Returns 0, or 1 after it has sent an error message to the importer. */
int unit_create(Unit *u, const char guid[]);

/* unit_is_for - Returns whether a unit is for model exchange (exchange is not 0) or for
   co-simulation, as an importer expects, after an error message if it is not. */
int unit_is_for(const Unit *u, int exchange);

/* unit_destroy - Frees everything that a co-simulation unit owns, except the structure itself. */
void unit_destroy(Unit *u);

/* unit_reset - Brings a co-simulation unit back to the state after unit_create(). */
fmi2Status unit_reset(Unit *u);

/* unit_set_up - Creates the model of a co-simulation unit and its initial state, with the constants
   that the importer, the program that loads the unit, has given. */
fmi2Status unit_set_up(Unit *u);

/* unit_refresh - Sets the case up again if a constant was set since the last set-up. */
fmi2Status unit_refresh(Unit *u);

/* unit_step - Takes the steps of a co-simulation unit from the present time to the time t [s]. */
fmi2Status unit_step(Unit *u, double t);

/* UnitState - A saved state of a co-simulation unit: the state of its case, and the values that the
   importer, the program that loads the unit, had given. */
typedef struct UnitState {
  FsCaseState state; /* NULL if the case was not set up, or if the state came from bytes */
  UnitPhase   phase;
  double      start, stop, time; /* start and end of the simulation; present time [s] */
  int         has_stop;          /* as in Unit */
  /* [n] copy of the variables; n is that of the unit; results have their values */
  UnitVariable *variable;
  size_t        size;  /* number of bytes of the state of the case, or 0 */
  void         *bytes; /* [size] the state of the case, if the state came from bytes; owned */
} UnitState;

/* unit_save - Saves the present state of a co-simulation unit.

   Changed:
     s  if *s is NULL, the function creates a state, which the caller frees by unit_state_destroy();
        otherwise it replaces the contents of *s */
fmi2Status unit_save(Unit *u, UnitState **s);

/* unit_restore - Brings a co-simulation unit back to a state that unit_save() has saved. */
fmi2Status unit_restore(Unit *u, const UnitState *s);

/* unit_state_destroy - Frees a state, which may be NULL. */
void unit_state_destroy(UnitState *s);

/* unit_state_size - Returns the number of bytes that unit_state_write() writes, or 0 if the state
   has no case any more. */
size_t unit_state_size(const Unit *u, const UnitState *s);

/* unit_state_write, unit_state_read - Write a state of a co-simulation unit to bytes[size], and
   create a state from them, which the caller frees by unit_state_destroy(). */
fmi2Status unit_state_write(const Unit *u, const UnitState *s, char bytes[], size_t size);
fmi2Status unit_state_read(Unit *u, const char bytes[], size_t size, UnitState **s);

/* unit_renew - Replaces the case of a co-simulation unit by one that is not set up. */
fmi2Status unit_renew(Unit *u);

/* unit_get - Gets the present value of a variable of a unit. */
fmi2Status unit_get(Unit *u, const UnitVariable *v, double *value);

/* unit_get_number - Gets the present value of the variable number vr: of the table, of the time, of
   a state or of the derivative of a state. */
fmi2Status unit_get_number(Unit *u, fmi2ValueReference vr, double *value);

/* unit_failed - Reports the error of a call of the case, after which the unit can only be reset or
   freed. Returns fmi2Error. */
fmi2Status unit_failed(Unit *u);

/* unit_give_inputs - Gives the case all inputs at the end of a step of a size h [s]; 0: at the
   present time. Returns 0, or an error code. */
PetscErrorCode unit_give_inputs(Unit *u, double h);

/* ---- model exchange (unit_exchange.c) -------------------------------------------------------- */

/* unit_start_exchange - Gets the states of a unit for model exchange after its set-up or after the
   return to another state. Reports an error, after which the unit can only be reset or freed. */
fmi2Status unit_start_exchange(Unit *u);

/* unit_evaluate - Computes the derivatives of the states, unless they are known. Returns
   fmi2Discard if the model has no accelerations at these states. */
fmi2Status unit_evaluate(Unit *u);

/* unit_record - Computes the results at the present states, unless they are known. */
fmi2Status unit_record(Unit *u);

/* unit_leave_event - Ends the treatment of an event: rotation vectors that are large are counted
   from the present orientations. *changed becomes 1 if states have changed by this, else 0. */
fmi2Status unit_leave_event(Unit *u, int *changed);

/* unit_needs_event - Sets *needed to 1 if a rotation vector is so large that the importer should
   treat an event, else to 0. */
fmi2Status unit_needs_event(Unit *u, int *needed);

/* ---- derivatives (unit_derivatives.c) -------------------------------------------------------- */

/* unit_derivative - Computes the derivative of variables in a direction.

   In model exchange it is that of outputs and of derivatives of states, with respect to states and
   inputs. In co-simulation it is that of outputs at the end of the last step, with respect to the
   inputs that were given for this step.
   Input:
     unknown  [n] numbers of the variables that are differentiated
     known    [m] numbers of states and inputs
     seed     [m] the direction
   Output:
     result   [n] the derivatives */
fmi2Status unit_derivative(Unit *u, size_t n, const fmi2ValueReference unknown[], size_t m,
                           const fmi2ValueReference known[], const double seed[], double result[]);

#endif
