/* stops.c: where the stops of joints' coordinates begin to act and cease: the gaps at the last accepted state, by which a step
   is seen to cross that (FsSystemSwitchMargins), and for how many states a contact lasts. Their forces are those of the other laws, in joint_term.c. */
#include "joint_state.h"
#include "assembly/terms/terms.h"

enum { STOPS = 2, GAPS = JOINT_COORDINATES * STOPS }; /* lower and upper */

/* Of one cell of a joint: gaps at the last accepted state; for how many such states in sequence they have been negative; the
   fewest of a contact that is over, 0: there was none. */
typedef struct {
  double gap[GAPS], states[GAPS], fewest[GAPS];
} Contacts;

enum { CONTACT_NUMBERS = sizeof(Contacts) / sizeof(double) };

typedef struct {
  Contacts **of; /* [njoints][ncells]; NULL where a joint has no stops */
} Gaps;

static PetscBool has_stops(const Joint *j)
{
  for (int k = 0; k < JOINT_COORDINATES; k++)
    if (coordinate_has_stops(&j->law[k])) return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode Create_Stops(Term term, PetscBool *present)
{
  Gaps *gaps;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < term->model->njoints; i++)
    if (has_stops(&term->model->joint[i])) *present = PETSC_TRUE;
  if (!*present) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&gaps));
  term->data             = gaps;
  term->traits.remembers = term->traits.switches = PETSC_TRUE;
  PetscCall(PetscCalloc1(term->model->njoints, &gaps->of));
  for (PetscInt i = 0; i < term->model->njoints; i++)
    if (has_stops(&term->model->joint[i])) PetscCall(PetscCalloc1(term->model->joint[i].ncells, &gaps->of[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Stops(Term term)
{
  Gaps *gaps = term->data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < term->model->njoints; i++) PetscCall(PetscFree(gaps->of[i]));
  PetscCall(PetscFree(gaps->of));
  PetscCall(PetscFree(term->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* gap[] of cell e of joint i at ev; 1 where there is no stop. */
static void measure(const Evaluation *ev, PetscInt i, PetscInt e, double gap[GAPS])
{
  JointAt at;

  JointRecall(ev, i, e, &at);
  for (int k = 0; k < JOINT_COORDINATES; k++) {
    const CoordinateLaw *law = &at.joint->law[k];
    double               gradient[JOINT_DOFS], x = 0;

    if (coordinate_has_stops(law)) x = JointCoordinate(&at, (JointCoordinateKind)k, gradient, NULL);
    gap[STOPS * k]     = isfinite(law->lower) ? x - law->lower : 1;
    gap[STOPS * k + 1] = isfinite(law->upper) ? law->upper - x : 1;
  }
}

static PetscErrorCode Margins_Stops(Term term, const Evaluation *ev, PetscReal margin[FS_SWITCHES])
{
  const Gaps *gaps = term->data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < term->model->njoints; i++)
    for (PetscInt e = 0; e < term->model->joint[i].ncells && gaps->of[i]; e++) {
      double now[GAPS];

      measure(ev, i, e, now);
      for (int k = 0; k < GAPS; k++)
        margin[FS_SWITCH_ANY] = PetscMin(margin[FS_SWITCH_ANY], FsSwitchMargin(gaps->of[i][e].gap[k], now[k]));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The state with these gaps is accepted. */
static void keep(const double now[GAPS], Contacts *c)
{
  for (int k = 0; k < GAPS; k++) {
    c->gap[k] = FsSwitchStoredValue(c->gap[k], now[k]);
    if (c->gap[k] < 0) c->states[k]++;
    else if (c->states[k] > 0) {
      c->fewest[k] = c->fewest[k] > 0 ? PetscMin(c->fewest[k], c->states[k]) : c->states[k];
      c->states[k] = 0;
    }
  }
}

static PetscErrorCode Accept_Stops(Term term, const Evaluation *ev)
{
  const Gaps *gaps = term->data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < term->model->njoints; i++)
    for (PetscInt e = 0; e < term->model->joint[i].ncells && gaps->of[i]; e++) {
      double now[GAPS];

      measure(ev, i, e, now);
      keep(now, &gaps->of[i][e]);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Archive_Stops(Term term, FsArchive a)
{
  const Model model = term->model;
  Gaps       *gaps  = term->data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++)
    if (has_stops(&model->joint[i]))
      PetscCall(JointArchive(model, a, "contacts", i, CONTACT_NUMBERS, (double *)gaps->of[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StopsFewestStates(Assembly a, PetscInt *fewest, const char **joint)
{
  const Term  term = AssemblyTerm(a, &stop_term);
  const Model m    = a->model;
  PetscInt    all[2];

  PetscFunctionBeginUser;
  *fewest = all[0] = PETSC_MAX_INT;
  all[1]           = m->njoints;
  for (PetscInt i = 0; term && i < m->njoints; i++)
    for (PetscInt e = 0; e < m->joint[i].ncells && ((Gaps *)term->data)->of[i]; e++)
      for (int k = 0; k < GAPS; k++) {
        const PetscInt found = (PetscInt)((Gaps *)term->data)->of[i][e].fewest[k];

        if (found > 0 && found < *fewest) *fewest = found, all[1] = i;
      }
  all[0] = *fewest;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, fewest, 1, MPIU_INT, MPI_MIN, m->comm));
  if (all[0] > *fewest) all[1] = m->njoints;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &all[1], 1, MPIU_INT, MPI_MIN, m->comm));
  *joint = all[1] < m->njoints ? m->joint[all[1]].name : "";
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TermKind stop_term = {.name           = "stops",
                            .create         = Create_Stops,
                            .destroy        = Destroy_Stops,
                            .switch_margins = Margins_Stops,
                            .accept         = Accept_Stops,
                            .archive        = Archive_Stops};
