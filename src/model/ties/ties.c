/* ties.c: reads the description of ties, has the table of their kinds, and creates the ties of a
   model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "ties.h"
#include <stdlib.h>

/* Checks the nodes of the tie's lines. Input errors: a node belongs to no part; the master does not
   rotate, although it must. */
static PetscErrorCode CheckLines(Model model, const Tie *tie)
{
  const Geometry *g         = &model->mesh->g;
  const double    origin[3] = {0, 0, 0}, *x = origin;
  char            set[SET_NAME_SIZE];
  int             lacks[2] = {0, 0}, in;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(set, sizeof set, ADDED_SET_PREFIX "%s", tie->name));
  in = geometry_find_set(g, set);
  for (int c = 0; c < g->ncells; c++)
    for (int k = 0; k < 2 && geometry_cell_in_set(g, c, in) && !lacks[0] && !lacks[1]; k++) {
      const int node = g->conn[g->offset[c] + k], has = model->layout.components[node];

      lacks[0] = !has;
      lacks[1] = has && tie->kind->turns_master && !k && !(has & ROTATIONS);
      if (lacks[0] || lacks[1]) x = g->x[node];
    }
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)lacks[0],
    "tie '%s': the node at (%.6g, %.6g, %.6g) belongs to no part; make it a body, whose mass may "
    "be 0 (-part_<name>_element body), or take it out of the set",
    tie->name, x[0], x[1], x[2]));
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)lacks[1],
    "tie '%s': its master at (%.6g, %.6g, %.6g) does not rotate; give a node of a beam or body by "
    "-tie_%s_master",
    tie->name, x[0], x[1], x[2], tie->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TiesCreate(Model model, const TiesOptions *ties)
{
  PetscFunctionBeginUser;
  if (!ties->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&model->ties));
  PetscCall(PetscCalloc1(ties->n, &model->ties->tie));
  model->ties->eliminate = ties->eliminate;
  for (PetscInt i = 0; i < ties->n; i++) {
    const TieOptions *x   = &ties->tie[i];
    Tie              *tie = &model->ties->tie[model->ties->n++];

    PetscCall(PetscStrallocpy(x->name, &tie->name));
    PetscCall(JointsCheckName(model, "tie", tie->name));
    tie->kind = x->kind;
    if (tie->kind->add_lines) PetscCall(CheckLines(model, tie));
    PetscCall(tie->kind->create(model, x, tie));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt TiesCountCouplings(Model model)
{
  PetscInt n = 0;

  for (PetscInt i = 0; model->ties && i < model->ties->n; i++) n += model->ties->tie[i].ncouplings;
  return n;
}

PetscErrorCode TiesAddCouplings(Model model)
{
  Couplings all = model->couplings;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; model->ties && i < model->ties->n; i++) {
    Tie *tie = &model->ties->tie[i];

    tie->first_coupling = all->n;
    for (PetscInt k = 0; k < tie->ncouplings; k++) {
      const Coupling *c = &tie->coupling[k];

      for (PetscInt m = 0; m < c->nmembers; m++)
        all->nshares += model->joint[c->member[m].joint].ncells;
      all->coupling[all->n++] = *c;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool TiesMayBeEliminated(Model model)
{
  return (PetscBool)(model->ties && model->ties->eliminate);
}

PetscInt TieCountRows(Model model, const Tie *tie)
{
  PetscInt n = 0;

  for (PetscInt k = 0; k < tie->njoints; k++)
    n += model->joint[tie->first + k].nrows * model->joint[tie->first + k].ncells_all;
  for (PetscInt k = 0; k < tie->ncouplings; k++) n += tie->coupling[k].ncells_all;
  return n;
}

PetscErrorCode TiesDestroy(Model model)
{
  PetscFunctionBeginUser;
  if (!model->ties) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < model->ties->n; i++) PetscCall(PetscFree(model->ties->tie[i].name));
  PetscCall(PetscFree(model->ties->tie));
  PetscCall(PetscFree(model->ties));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- tie options ----------------------------------------------------------------------------- */

static const TieKind *const tie_kinds[] = {&rigid_tie,    &diaphragm_tie, &distributed_tie,
                                           &periodic_tie, &equation_tie,  &glued_tie,
                                           &rope_tie};
enum { KINDS = PETSC_STATIC_ARRAY_LENGTH(tie_kinds) };

const FsOptionDoc tie_options[] = {
  {"-ties",                    "<name>,...",
   "names of ties between nodes that no cell connects, each described by -tie_<name>_..."        },
  {"-tie_<name>_type",         "required",
   "rigid: nodes move as one body; diaphragm: only in a plane; distributed: a master follows their "
   "mean motion; periodic: two sets move alike; equation: a linear equation of displacements; "
   "glued: nodes follow another part; rope: a rope of constant length through rings"             },
  {"-tie_<name>_set",          "<name>,...",
   "sets of its nodes, also by _box, _sphere, _plane, _where; of a periodic tie: the first set"  },
  {"-tie_<name>_master",       "<set>",
   "set with the one node whose rotation is that of the tie; default for rigid and diaphragm: the "
   "node of the tie that is nearest to the mean place of all"                                    },
  {"-tie_<name>_axis",         "0,0,1",      "of a diaphragm: normal of its plane"               },
  {"-tie_<name>_weight",       "1",
   "of a distributed tie: weight of each node, a formula of x, y, z, such as an area"            },
  {"-tie_<name>_to",           "<set>",
   "of a periodic tie: the set of the opposite nodes. A glued tie: the surfaces, the edge of "
   "surfaces, or the member on which its nodes lie; their meshes need not match"                 },
  {"-tie_<name>_distance",     "<d>",
   "of a glued tie: largest distance of a node, which the tie keeps [m]; default: 1e-3 of a cell"},
  {"-tie_<name>_translation",  "<x,y,z>",
   "of a periodic tie: from the first set to the second; default: between their mean places"     },
  {"-tie_<name>_jump_x",       "0",
   "of a periodic tie: displacement of the second set less that of the first, a formula of t [m]; "
   "also _y, _z"                                                                                 },
  {"-tie_<name>_of",           "required",
   "of an equation: <set>.<component>,...: the components are x, y, z, and with -linearize also "
   "rotation_x, rotation_y, rotation_z; a set of several nodes stands for the sum over them"     },
  {"-tie_<name>_coefficients", "required",
   "of an equation: <c1,c2,...>, a number for each term: c1 u1 + c2 u2 + ... = value"            },
  {"-tie_<name>_value",        "0",          "of an equation: its right side [m or rad, times c]"},
  {"-tie_<name>_through",      "required",
   "of a rope: <set>,<set>,<set>...: its start, the rings or pulleys through which it slides "
   "without friction, and its end; sets of one node each"                                        },
  {"-tie_<name>_length",       "<L>",
   "of a rope: length of all its pieces together [m]; default: that in the mesh"                 },
  {"-ties_solve",              "eliminate",
   "eliminate: the solver of Newton's method eliminates the constraints of ties in models of more "
   "than 500 dofs; multipliers: it solves for their forces"                                      },
  {NULL,                       NULL,         NULL                                                }
};

static PetscErrorCode ReadKind(FsOptions o, MPI_Comm comm, TieOptions *tie)
{
  const char *option           = FsOptionName(o, "-tie_%s_type", tie->name);
  const char *names[KINDS + 1] = {NULL};
  PetscInt    chosen           = -1;

  PetscFunctionBeginUser;
  for (int k = 0; k < KINDS; k++) names[k] = tie_kinds[k]->name;
  PetscCall(FsOptionsChoice(o, option, names, &chosen, NULL));
  PetscCheck(chosen >= 0, comm, PETSC_ERR_USER_INPUT,
             "tie '%s' has no type: give %s (rigid, diaphragm, equation, ...)", tie->name, option);
  tie->kind = tie_kinds[chosen];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads -ties, -ties_solve and -tie_<name>_.... Input errors: a type is missing or unknown; those
   of TieKind.read. */
static PetscErrorCode ReadTies(FsOptions o, MPI_Comm comm, TiesOptions *ties)
{
  static const char *const choices[] = {"multipliers", "eliminate", NULL};
  PetscInt                 choice    = 1;

  PetscFunctionBeginUser;
  *ties = (TiesOptions){.eliminate = PETSC_TRUE};
  PetscCall(FsOptionsNames(o, "-ties", &ties->n, &ties->names));
  if (!ties->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsOptionsChoice(o, "-ties_solve", choices, &choice, NULL));
  ties->eliminate = (PetscBool)(choice == 1);
  PetscCall(PetscCalloc1(ties->n, &ties->tie));
  for (PetscInt i = 0; i < ties->n; i++) {
    TieOptions *tie = &ties->tie[i];

    *tie = (TieOptions){
      .name = ties->names[i], .normal = {0, 0, 1},
           .weight = "1"
    };
    PetscCall(ReadKind(o, comm, tie));
    PetscCall(tie->kind->read(o, comm, tie));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FreeTies(TiesOptions *ties)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < ties->n; i++) {
    if (ties->tie[i].glued) free(ties->tie[i].glued->at);
    PetscCall(PetscFree(ties->tie[i].glued));
  }
  PetscCall(PetscStrNArrayDestroy(ties->n, &ties->names));
  PetscCall(PetscFree(ties->tie));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the edit of the mesh -------------------------------------------------------------------- */

static PetscErrorCode FreeEdit(void *data)
{
  PetscFunctionBeginUser;
  PetscCall(FreeTies(data));
  PetscCall(PetscFree(data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadEdit(FsOptions o, MPI_Comm comm, void **data)
{
  TiesOptions *ties;

  PetscFunctionBeginUser;
  *data = NULL;
  PetscCall(PetscNew(&ties));
  PetscCall(ReadTies(o, comm, ties));
  if (ties->n) *data = ties;
  else PetscCall(FreeEdit(ties));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ApplyEdit(MPI_Comm comm, const void *data, DistributedMesh *d)
{
  const TiesOptions *ties = data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < ties->n; i++)
    if (ties->tie[i].kind->add_lines)
      PetscCall(ties->tie[i].kind->add_lines(comm, &ties->tie[i], d));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TiesOptions *TiesOptionsOf(const MeshOptions *mesh)
{
  static const TiesOptions none = {.eliminate = PETSC_TRUE};
  const TiesOptions       *ties = MeshOptionsFindEdit(mesh, &tie_edit);

  return ties ? ties : &none;
}

const MeshEditKind tie_edit = {ReadEdit, ApplyEdit, FreeEdit, PETSC_FALSE};
