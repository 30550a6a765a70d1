/* stops.c: detects when the stops of joint coordinates start and cease to act.

   The term stores the gaps at the last accepted state. From them and the current gaps a step finds
   out that it crosses a contact (FsSystemSwitchMargins). The term also counts the accepted states
   that a contact lasts. The forces of stops are those of the other laws, in joint_term.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_term.h"
#include "assembly/terms/terms.h"
#include "assembly/constraints/joint_checks.h"

enum { STOPS = 2, GAPS = JOINT_COORDINATES * STOPS }; /* lower and upper */

/* The contacts of one cell of a joint. All members are doubles, because the archive stores them. */
typedef struct {
  double gap[GAPS];      /* at the last accepted state [m] or [rad] */
  double states[GAPS];   /* number of accepted states in sequence with a negative gap */
  double shortest[GAPS]; /* smallest such number of a contact that is over; 0: no contact is over */
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

/* Computes gap[GAPS] of a cell; it is 1 where there is no stop. */
static void compute_gaps(const JointEvaluation *at, double gap[GAPS])
{
  for (int k = 0; k < JOINT_COORDINATES; k++) {
    const CoordinateLaw *law = &at->joint->law[k];
    double               gradient[JOINT_DOFS], x = 0;

    if (coordinate_has_stops(law)) x = JointCoordinate(at, (JointCoordinateKind)k, gradient, NULL);
    gap[STOPS * k]     = isfinite(law->lower) ? x - law->lower : 1;
    gap[STOPS * k + 1] = isfinite(law->upper) ? law->upper - x : 1;
  }
}

/* Calls visit with the gaps and the contacts of each cell that has stops; margin is an argument. */
static PetscErrorCode VisitContacts(Term term, const Evaluation *ev,
                                    void (*visit)(const double now[GAPS], StopContacts *c,
                                                  PetscReal margin[FS_SWITCHES]),
                                    PetscReal margin[FS_SWITCHES])
{
  const StopTerm *gaps = term->data;
  JointIterator   it;

  PetscFunctionBeginUser;
  PetscCall(JointIteratorOpen(ev, &it));
  while (JointIteratorNext(&it)) {
    double now[GAPS];

    if (!gaps->contacts[it.cell.i]) continue;
    compute_gaps(&it.at, now);
    visit(now, &gaps->contacts[it.cell.i][it.cell.e], margin);
  }
  PetscCall(JointIteratorClose(&it));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void add_margins(const double now[GAPS], StopContacts *c, PetscReal margin[FS_SWITCHES])
{
  for (int k = 0; k < GAPS; k++)
    margin[FS_SWITCH_ANY] = PetscMin(margin[FS_SWITCH_ANY], FsSwitchMargin(c->gap[k], now[k]));
}

static PetscErrorCode SwitchMargins_Stops(Term term, const Evaluation *ev,
                                          PetscReal margin[FS_SWITCHES])
{
  return VisitContacts(term, ev, add_margins, margin);
}

/* Updates the contacts when the state with these gaps is accepted. */
static void accept_gaps(const double now[GAPS], StopContacts *c, PetscReal margin[FS_SWITCHES])
{
  (void)margin;
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
  return VisitContacts(term, ev, accept_gaps, NULL);
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

/* Finds the shortest contact that is over on this rank, and the number of its joint. */
static void find_shortest_contact(Model model, const StopTerm *gaps, PetscInt *shortest,
                                  PetscInt *joint)
{
  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c))
    for (int k = 0; k < GAPS && gaps->contacts[c.i]; k++) {
      const PetscInt nstates = (PetscInt)gaps->contacts[c.i][c.e].shortest[k];

      if (nstates > 0 && nstates < *shortest) *shortest = nstates, *joint = c.i;
    }
}

PetscErrorCode StopsShortestContact(Assembly a, PetscInt *shortest, const char **joint)
{
  const Term  term = AssemblyTerm(a, &stop_term);
  const Model m    = a->model;
  PetscInt    all[2];

  PetscFunctionBeginUser;
  *shortest = PETSC_MAX_INT;
  all[1]    = m->njoints;
  if (term) find_shortest_contact(m, term->data, shortest, &all[1]);
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
