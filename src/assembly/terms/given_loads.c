/* given_loads.c: implements the term of forces that the program gives that runs the case, and keeps
   the motions that it gives. If the model is linearized, moments are loads like forces
   (given_moments.c). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "terms.h"
#include "input/formula/given.h"
#include "model/loads/nodes/given_load.h"

static PetscErrorCode Create_Given(Term term, PetscBool *present)
{
  GivenMotion *const *motion;

  PetscFunctionBeginUser;
  term->adds_applied = (PetscBool)(term->model->loads.ngiven > 0);
  *present = (PetscBool)(term->adds_applied || given_motions(term->model->symbols, &motion) > 0);
  term->nsources = term->model->loads.ngiven;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds sign times the forces of a load at a time, and its moments if they do not depend on
   rotations, to the free dofs, free[], and to the others, held[nlocal]. Either array may be
   NULL. */
static void add_forces(Model model, const GivenLoad *load, PetscReal t, PetscReal sign,
                       PetscScalar free[], PetscScalar held[])
{
  const Layout *const l = &model->layout;
  const int           n = given_load_orients(model, load) ? 3 : (int)load->columns;

  for (PetscInt k = 0; k < load->n; k++) {
    PetscReal f[COMPONENTS];

    given_load_force(load, t, k, f);
    for (int c = 0; c < n; c++) {
      const PetscInt dof = l->dof[COMPONENTS * load->node[k] + c];

      if (dof < 0) continue;
      if (l->global[dof] >= 0 && free) free[l->global[dof] - l->first] += sign * f[c];
      if (l->global[dof] < 0 && held) held[dof] += sign * f[c];
    }
  }
}

static PetscErrorCode AddForces(Term term, PetscInt k, PetscReal t, PetscReal sign, Vec f)
{
  PetscScalar *x;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(f, &x));
  add_forces(term->model, &term->model->loads.given[k], t, sign, x, NULL);
  PetscCall(VecRestoreArray(f, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Force_Given(Term term, const Evaluation *ev, PetscReal sign, Vec f)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.ngiven; k++)
    PetscCall(AddForces(term, k, ev->s->t, sign, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Held_Given(Term term, const Evaluation *ev, PetscScalar local[])
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.ngiven; k++)
    add_forces(term->model, &term->model->loads.given[k], ev->s->t, -1, NULL, local);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Balance_Given(Term term, const Evaluation *ev, Balance *b)
{
  return Force_Given(term, ev, 1, b->applied);
}

static PetscErrorCode SourceForces_Given(Term term, const Evaluation *ev, PetscInt k, Vec f,
                                         PetscScalar local[])
{
  (void)local;
  return AddForces(term, k, ev->s->t, 1, f);
}

static void given_load_work_path(Term term, PetscInt k, char path[], size_t size)
{
  snprintf(path, size, "%s/work", term->model->loads.given[k].name);
}

/* ---- archive --------------------------------------------------------------------------------- */

/* Saves the motions and their times, which are the same on all ranks. */
static PetscErrorCode ArchiveMotions(Term term, FsArchive a)
{
  GivenMotion *const *motion;
  const PetscInt      n = given_motions(term->model->symbols, &motion);

  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "given_motions"));
  for (PetscInt i = 0; i < n; i++) {
    GivenMotion *const m = motion[i];

    PetscCall(FsArchivePushScope(a, m->option + 1));
    PetscCall(FsArchiveReals(a, "t_from", 1, &m->t_from));
    PetscCall(FsArchiveReals(a, "t_to", 1, &m->t_to));
    PetscCall(FsArchiveReals(a, "from", 3, m->from));
    PetscCall(FsArchiveReals(a, "to", 3, m->to));
    PetscCall(FsArchiveReals(a, "next", 3, m->next));
    PetscCall(FsArchiveBool(a, "fresh", &m->fresh));
    PetscCall(FsArchivePopScope(a));
  }
  given_motions_changed(term->model->symbols);
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ArchiveValues(FsArchive a, const char name[], const PetscInt count[],
                                    const GivenLoad *load, PetscReal values[])
{
  return FsArchiveRows(a, name, FS_ARCHIVE_NODES, count, NULL, load->columns, values);
}

/* Saves the forces and their times, because a checkpoint may be within an interval of them, and the
   forces that wait for the next step. Functions are called again. */
static PetscErrorCode Archive_Given(Term term, FsArchive a)
{
  const PetscInt n = term->model->mesh->g.nnodes;

  PetscFunctionBeginUser;
  PetscCall(ArchiveMotions(term, a));
  PetscCall(FsArchivePushScope(a, "given_loads"));
  for (PetscInt i = 0; i < term->model->loads.ngiven; i++) {
    GivenLoad *load = &term->model->loads.given[i];
    PetscInt  *count;

    if (a->reading) load->evaluated = PETSC_FALSE;
    if (load->law) continue;
    PetscCall(PetscCalloc1(n, &count));
    for (PetscInt k = 0; k < load->n; k++) count[load->node[k]] = 1;
    PetscCall(FsArchivePushScope(a, load->name));
    PetscCall(FsArchiveReals(a, "t_from", 1, &load->t_from));
    PetscCall(FsArchiveReals(a, "t_to", 1, &load->t_to));
    PetscCall(ArchiveValues(a, "from", count, load, load->from));
    PetscCall(ArchiveValues(a, "to", count, load, load->to));
    PetscCall(ArchiveValues(a, "next", count, load, load->next));
    PetscCall(FsArchiveBool(a, "waits", &load->waits));
    PetscCall(FsArchivePopScope(a));
    PetscCall(PetscFree(count));
  }
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TermKind given_load_term = {.name          = "given loads",
                                  .create        = Create_Given,
                                  .force         = Force_Given,
                                  .held          = Held_Given,
                                  .balance       = Balance_Given,
                                  .source        = given_load_work_path,
                                  .source_forces = SourceForces_Given,
                                  .archive       = Archive_Given,
                                  .is_load       = PETSC_TRUE};
