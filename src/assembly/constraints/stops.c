/* stops.c: where the stops of joints' coordinates begin to act and cease: the gaps at the last accepted state, by which a step
   is seen to cross that (FsSystemSwitchMargins), and for how many states a contact lasts. Their forces are those of the other laws, in joint_term.c. */
#include "joint_state.h"
#include "assembly/terms/terms.h"
#include "assembly/constraints/joint_results.h"

enum { STOPS = 2, GAPS = JOINT_COORDINATES * STOPS }; /* lower and upper */

/* Of one cell of a joint: gaps at the last accepted state; for how many such states in sequence they have been negative; the
   fewest of a contact that is over, 0: there was none. */
typedef struct {
  double gap[GAPS], states[GAPS], shortest[GAPS];
} StopContacts;

enum { CONTACT_NUMBERS = sizeof(StopContacts) / sizeof(double) };

typedef struct {
  StopContacts **contacts; /* [njoints][ncells]; NULL where a joint has no stops */
} StopTerm;

static PetscBool has_stops(const Joint *j)
{
  for (int k = 0; k < JOINT_COORDINATES; k++)
    if (coordinate_has_stops(&j->law[k])) return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode Create_Stops(Term term, PetscBool *present)
{
  StopTerm *gaps;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < term->model->njoints; i++)
    if (has_stops(&term->model->joint[i])) *present = PETSC_TRUE;
  if (!*present) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&gaps));
  term->data              = gaps;
  term->traits.has_memory = term->traits.has_switches = PETSC_TRUE;
  PetscCall(PetscCalloc1(term->model->njoints, &gaps->contacts));
  for (PetscInt i = 0; i < term->model->njoints; i++)
    if (has_stops(&term->model->joint[i]))
      PetscCall(PetscCalloc1(term->model->joint[i].ncells, &gaps->contacts[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Stops(Term term)
{
  StopTerm *gaps = term->data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < term->model->njoints; i++) PetscCall(PetscFree(gaps->contacts[i]));
  PetscCall(PetscFree(gaps->contacts));
  PetscCall(PetscFree(term->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* gap[] of cell e of joint i at ev; 1 where there is no stop. */
static void compute_gaps(const Evaluation *ev, PetscInt i, PetscInt e, double gap[GAPS])
{
  JointEvaluation at;

  JointGatherWithHistory(ev, i, e, &at);
  for (int k = 0; k < JOINT_COORDINATES; k++) {
    const CoordinateLaw *law = &at.joint->law[k];
    double               gradient[JOINT_DOFS], x = 0;

    if (coordinate_has_stops(law)) x = JointCoordinate(&at, (JointCoordinateKind)k, gradient, NULL);
    gap[STOPS * k]     = isfinite(law->lower) ? x - law->lower : 1;
    gap[STOPS * k + 1] = isfinite(law->upper) ? law->upper - x : 1;
  }
}

static PetscErrorCode SwitchMargins_Stops(Term term, const Evaluation *ev,
                                          PetscReal margin[FS_SWITCHES])
{
  const StopTerm *gaps = term->data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < term->model->njoints; i++)
    for (PetscInt e = 0; e < term->model->joint[i].ncells && gaps->contacts[i]; e++) {
      double now[GAPS];

      compute_gaps(ev, i, e, now);
      for (int k = 0; k < GAPS; k++)
        margin[FS_SWITCH_ANY] =
          PetscMin(margin[FS_SWITCH_ANY], FsSwitchMargin(gaps->contacts[i][e].gap[k], now[k]));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The state with these gaps is accepted. */
static void accept_gaps(const double now[GAPS], StopContacts *c)
{
  for (int k = 0; k < GAPS; k++) {
    c->gap[k] = FsSwitchStoredValue(c->gap[k], now[k]);
    if (c->gap[k] < 0) c->states[k]++;
    else if (c->states[k] > 0) {
      c->shortest[k] = c->shortest[k] > 0 ? PetscMin(c->shortest[k], c->states[k]) : c->states[k];
      c->states[k]   = 0;
    }
  }
}

static PetscErrorCode Accept_Stops(Term term, const Evaluation *ev)
{
  const StopTerm *gaps = term->data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < term->model->njoints; i++)
    for (PetscInt e = 0; e < term->model->joint[i].ncells && gaps->contacts[i]; e++) {
      double now[GAPS];

      compute_gaps(ev, i, e, now);
      accept_gaps(now, &gaps->contacts[i][e]);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Archive_Stops(Term term, FsArchive a)
{
  const Model model = term->model;
  StopTerm   *gaps  = term->data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++)
    if (has_stops(&model->joint[i]))
      PetscCall(
        JointArchive(model, a, "contacts", i, CONTACT_NUMBERS, (double *)gaps->contacts[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StopsShortestContact(Assembly a, PetscInt *shortest, const char **joint)
{
  const Term  term = AssemblyTerm(a, &stop_term);
  const Model m    = a->model;
  PetscInt    all[2];

  PetscFunctionBeginUser;
  *shortest = all[0] = PETSC_MAX_INT;
  all[1]             = m->njoints;
  for (PetscInt i = 0; term && i < m->njoints; i++)
    for (PetscInt e = 0; e < m->joint[i].ncells && ((StopTerm *)term->data)->contacts[i]; e++)
      for (int k = 0; k < GAPS; k++) {
        const PetscInt nstates = (PetscInt)((StopTerm *)term->data)->contacts[i][e].shortest[k];

        if (nstates > 0 && nstates < *shortest) *shortest = nstates, all[1] = i;
      }
  all[0] = *shortest;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, shortest, 1, MPIU_INT, MPI_MIN, m->comm));
  if (all[0] > *shortest) all[1] = m->njoints;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &all[1], 1, MPIU_INT, MPI_MIN, m->comm));
  *joint = all[1] < m->njoints ? m->joint[all[1]].name : "";
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TermKind stop_term = {.name           = "stops",
                            .create         = Create_Stops,
                            .destroy        = Destroy_Stops,
                            .switch_margins = SwitchMargins_Stops,
                            .accept         = Accept_Stops,
                            .archive        = Archive_Stops};
