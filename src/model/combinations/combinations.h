/* combinations.h: load cases, and combinations of load cases.

   An action is one thing that loads the model: a load, gravity, the acceleration of the ground, the
   temperature of a part, the motion of a support. A load case is a sum of actions with factors, and
   a combination is a sum of load cases with factors. An option may stand for several combinations
   by alternatives, such as wind_x|wind_y; each has a name of its own, such as uls1:wind_x.

   The analysis of all combinations (analysis/combinations) numbers its results by the time t. The
   combination k acts at t = k, and the load case c at t = -c, both counted from 1; at t = 0 no
   action acts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_COMBINATIONS_COMBINATIONS_H
#define FS_MODEL_COMBINATIONS_COMBINATIONS_H

#include "combination_list.h"
#include "model/loads/gravity.h"
#include "model/loads/load_options.h"
#include "model/parts/part_options.h"
#include "model/supports/support_options.h"

/* ActionOptions - The options of a model that describe actions on it. All arrays are borrowed. */
typedef struct {
  Symbols         symbols; /* names that formulas may use */
  PetscInt        nloads, nparts, nsupports;
  LoadOptions    *load;    /* [nloads] */
  PartOptions    *part;    /* [nparts] */
  SupportOptions *support; /* [nsupports] */
  GravityOptions *gravity;
} ActionOptions;

typedef enum {
  ACTION_LOAD,        /* a load of -loads */
  ACTION_GRAVITY,     /* -gravity */
  ACTION_GROUND,      /* the three -base_acceleration_... together */
  ACTION_TEMPERATURE, /* the temperature of a part and its gradients */
  ACTION_SUPPORT      /* the motions of a support */
} ActionKind;

/* Action - One thing that loads the model. */
typedef struct {
  ActionKind kind;
  PetscInt   index; /* number of the load, the part or the support; 0 for other kinds */
} Action;

/* Combinations - The load cases of a model and their combinations. */
typedef struct _n_Combinations {
  PetscInt        nactions, ncases;
  Action         *action;      /* [nactions] */
  char          **action_name; /* [nactions] as load cases write them */
  char          **case_name;   /* [ncases] */
  PetscReal      *weight;      /* [ncases][nactions] factors of the actions in the load cases */
  CombinationList list;        /* the combinations; the load cases if there are no combinations */
  /* index in list of the combination that acts in all of the analysis, from -combination; -1: none,
     and no action acts. Not used if all is true */
  PetscInt  acting;
  PetscBool chosen; /* whether -combination is given */
  PetscBool all;    /* whether the analysis computes all combinations, one after another */
  PetscInt  ntexts;
  char    **text; /* [ntexts] formulas of the actions, times factors; CombinationsAct() adds them */
} * Combinations;

extern const FsOptionDoc load_case_options[], combination_options[];

/* CombinationsFromOptions - Reads load cases and combinations. Call it after the parts, supports,
   loads and gravity of the options are read.

   Output:
     c  NULL without -load_cases; the caller destroys it by CombinationsDestroy()
   Collective. Input errors: a sum names what does not exist; no load case names an action; a load
   of a load case has a factor of time. */
PetscErrorCode CombinationsFromOptions(FsOptions o, MPI_Comm comm, const ActionOptions *m,
                                       Combinations *c);
PetscErrorCode CombinationsDestroy(Combinations *c);

/* CombinationsAct - Multiplies the formulas of all actions by the factor of the combination that
   acts, or, if c->all is set, by a function of t that has the factors of all combinations.

   Input:
     load_time  formula of t by which loads without a factor of their own are multiplied; not used
                if c->all is set
   Changed:
     c          owns the new formulas
     m          texts of loads, gravity, temperatures and motions of supports; they borrow formulas
                of c
   Collective. Input error: with c->all, an action is a formula of t. */
PetscErrorCode CombinationsAct(Combinations c, const char load_time[], const ActionOptions *m);

/* ---- combinations of a model ----------------------------------------------------------------- */

struct _n_Model;
struct _n_ModelOptions; /* model_options.h */

/* ModelReadCombinations - Reads m->combinations, as CombinationsFromOptions() does. */
PetscErrorCode ModelReadCombinations(FsOptions o, MPI_Comm comm, struct _n_ModelOptions *m);

/* ModelOptionsFreeCombinations, ModelDestroyCombinations - Destroy the combinations of the options
   of a model, or of a model. */
PetscErrorCode ModelOptionsFreeCombinations(struct _n_ModelOptions *m);
PetscErrorCode ModelDestroyCombinations(struct _n_Model *model);

/* ModelActCombinations - Calls CombinationsAct() if the options of a model have load cases. */
PetscErrorCode ModelActCombinations(struct _n_ModelOptions *m, const char load_time[]);

/* CombinationNamesRead - Lists the names of all combinations of load cases that options describe.

   Output:
     names  [n] the caller frees them by PetscStrNArrayDestroy()
   Collective. Input errors: there are no load cases; -combination chooses one of them; those of the
   options of a model. */
PetscErrorCode CombinationNamesRead(FsOptions o, MPI_Comm comm, PetscInt *n, char ***names);

/* combination_factor - Returns the factor of an action in combination k of c->list. */
PetscReal combination_factor(const struct _n_Combinations *c, PetscInt k, PetscInt action);

#endif
