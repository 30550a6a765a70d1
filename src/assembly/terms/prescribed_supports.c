/* prescribed_supports.c: implements the term of moved supports.

   It adds the forces on free dofs through the linear parts of the elements that touch a moved dof,
   -(M_fp a_p + C_fp v_p + K_fp q_p), and computes the reactions of the supports. The element
   matrices are computed once. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "terms.h"
#include "model/parts/element_iterator.h"
#include "model/supports/support.h"
#include "model/supports/prescribed_motion.h"

typedef struct {
  const PetscInt *dofs; /* [nd] local indices */
  PetscInt        nd;
  double         *M, *C, *K; /* [nd][nd] */
} MovedElement;

typedef struct {
  PetscInt      n;
  MovedElement *element;
  PetscReal    *motion[3]; /* [nlocal] q, v, a of the moved dofs, 0 for other dofs; work arrays */
} PrescribedTerm;

static PetscBool is_moved(const Layout *l, PetscInt dof)
{
  return (PetscBool)(dof >= 0 && l->motion_of[dof] >= 0);
}

static PetscBool touches_moved_dof(const Layout *l, const Block *b, PetscInt e)
{
  for (PetscInt i = 0; i < b->nd; i++)
    if (is_moved(l, BlockDofs(b, e)[i])) return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode CollectElements(Model model, PrescribedTerm *p)
{
  PetscFunctionBeginUser;
  for (int pass = 0; pass < 2; pass++) {
    p->n = 0;
    for (ElementIterator it = ModelElements(model); NextElement(&it);) {
      const Block *b  = it.block;
      const size_t n2 = (size_t)(b->nd * b->nd);

      if (!touches_moved_dof(&model->layout, b, it.element)) continue;
      if (pass) {
        MovedElement *t = &p->element[p->n];

        t->nd   = b->nd;
        t->dofs = BlockDofs(b, it.element);
        PetscCall(PetscMalloc3(n2, &t->M, n2, &t->C, n2, &t->K));
        PetscCall(BlockLinearPart(model, b, it.element, t->M, t->C, t->K));
      }
      p->n++;
    }
    if (!pass) PetscCall(PetscMalloc1(p->n, &p->element));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_Prescribed(Term term, PetscBool *present)
{
  const Layout   *l = &term->model->layout;
  PrescribedTerm *p;

  PetscFunctionBeginUser;
  *present = (PetscBool)(l->nmotions > 0);
  if (!*present) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&p));
  term->data   = p;
  term->npairs = l->nmotions;
  PetscCall(
    PetscCalloc3(l->nlocal, &p->motion[0], l->nlocal, &p->motion[1], l->nlocal, &p->motion[2]));
  PetscCall(CollectElements(term->model, p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Prescribed(Term term)
{
  PrescribedTerm *p = term->data;

  PetscFunctionBeginUser;
  for (PetscInt e = 0; e < p->n; e++)
    PetscCall(PetscFree3(p->element[e].M, p->element[e].C, p->element[e].K));
  PetscCall(PetscFree(p->element));
  PetscCall(PetscFree3(p->motion[0], p->motion[1], p->motion[2]));
  PetscCall(PetscFree(term->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fills motion[] with q, v, a of the moved dofs. All dofs of one motion move in the same way. */
static void find_motion(const Layout *l, const Evaluation *ev, PetscReal *const motion[3])
{
  for (PetscInt m = 0; m < l->nmoved; m++)
    for (int k = 0; k < 3; k++)
      motion[k][l->moved[m].dof] =
        ev->motions->support[l->moved[m].support][l->moved[m].component][k];
}

/* Adds -sign (M_fp a_p + C_fp v_p + K_fp q_p) to f; p are the moved and f the free dofs. */
static PetscErrorCode Force_Prescribed(Term term, const Evaluation *ev, PetscReal sign, Vec f)
{
  const DM        dm = term->model->mesh->dm;
  const Layout   *l  = &term->model->layout;
  PrescribedTerm *p  = term->data;
  PetscScalar    *out;
  Vec             local;

  PetscFunctionBeginUser;
  find_motion(l, ev, p->motion);
  PetscCall(DMGetLocalVector(dm, &local));
  PetscCall(VecZeroEntries(local));
  PetscCall(VecGetArray(local, &out));
  for (PetscInt k = 0; k < p->n; k++) {
    const MovedElement *e = &p->element[k];

    for (PetscInt i = 0; i < e->nd; i++) {
      PetscReal sum = 0;

      if (e->dofs[i] < 0) continue;
      for (PetscInt j = 0; j < e->nd; j++) {
        const PetscInt at = e->dofs[j], ij = i * e->nd + j;

        if (is_moved(l, at))
          sum +=
            e->M[ij] * p->motion[2][at] + e->C[ij] * p->motion[1][at] + e->K[ij] * p->motion[0][at];
      }
      out[e->dofs[i]] -= sign * sum;
    }
  }
  PetscCall(VecRestoreArray(local, &out));
  PetscCall(DMLocalToGlobalBegin(dm, local, ADD_VALUES, f));
  PetscCall(DMLocalToGlobalEnd(dm, local, ADD_VALUES, f));
  PetscCall(DMRestoreLocalVector(dm, &local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- energies ---- */

typedef struct {
  /* kept apart from the sums of the model until all are added, because large terms of stiff
     elements cancel */
  PetscReal vMv, qKq, dissipated;
} EnergyShare;

/* Adds the share of one element. The energies get all products of dofs except those of two free
   dofs, which linear_elements.c adds. The reactions get its forces on the moved dofs. */
static void add_element_share(const Layout *l, const MovedElement *e, const PetscScalar a[],
                              Balance *b, EnergyShare *share)
{
  const PetscScalar *q = b->current[0], *v = b->current[1];

  for (PetscInt i = 0; i < e->nd; i++) {
    const PetscInt p = e->dofs[i];

    for (PetscInt j = 0; j < e->nd; j++) {
      const PetscInt r = e->dofs[j], ij = i * e->nd + j;

      if (p < 0 || r < 0 || (!is_moved(l, p) && !is_moved(l, r))) continue;
      share->vMv += v[p] * e->M[ij] * v[r];
      if (b->local_momentum) b->local_momentum[p] += e->M[ij] * v[r];
      share->qKq += q[p] * e->K[ij] * q[r];
      if (b->previous[0])
        share->dissipated += (q[p] - b->previous[0][p]) * e->C[ij] * (v[r] + b->previous[1][r]) / 2;
    }
    if (!is_moved(l, p)) continue;
    for (PetscInt j = 0; j < e->nd; j++) {
      const PetscInt r = e->dofs[j], ij = i * e->nd + j;

      if (r >= 0)
        b->reaction[l->motion_of[p]] += e->M[ij] * a[r] + e->C[ij] * v[r] + e->K[ij] * q[r];
    }
  }
}

/* Fills x[nlocal] with the values of global; moved dofs get those of motion, fixed dofs get 0.
   local is a work vector. */
static PetscErrorCode GatherValues(Term term, Vec global, const PetscReal motion[], Vec local,
                                   PetscScalar x[])
{
  const Layout      *l = &term->model->layout;
  const PetscScalar *from;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(local)); /* the entries of constrained dofs may be old */
  PetscCall(ModelGlobalToLocal(term->model, global, local));
  PetscCall(VecGetArrayRead(local, &from));
  PetscCall(PetscArraycpy(x, from, l->nlocal));
  PetscCall(VecRestoreArrayRead(local, &from));
  for (PetscInt m = 0; m < l->nmoved; m++) x[l->moved[m].dof] = motion[l->moved[m].dof];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Each motion is a pair: the reaction does work along it. */
static PetscErrorCode Balance_Prescribed(Term term, const Evaluation *ev, Balance *b)
{
  const Layout   *l     = &term->model->layout;
  PrescribedTerm *p     = term->data;
  EnergyShare     share = {0, 0, 0};
  PetscMPIInt     rank;
  PetscScalar    *a;
  Vec             local;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(term->model->comm, &rank));
  find_motion(l, ev, p->motion);
  PetscCall(DMGetLocalVector(term->model->mesh->dm, &local));
  PetscCall(PetscMalloc1(l->nlocal, &a));
  PetscCall(GatherValues(term, ev->s->q, p->motion[0], local, b->current[0]));
  PetscCall(GatherValues(term, ev->s->v, p->motion[1], local, b->current[1]));
  PetscCall(GatherValues(term, ev->s->a, p->motion[2], local, a));
  for (PetscInt k = 0; k < p->n; k++) add_element_share(l, &p->element[k], a, b, &share);
  b->kinetic += share.vMv / 2;
  b->strain += share.qKq / 2;
  b->dissipated += share.dissipated;
  PetscCall(PetscFree(a));
  PetscCall(DMRestoreLocalVector(term->model->mesh->dm, &local));
  /* all ranks know it, so one rank adds it */
  for (PetscInt s = 0, motion = 0; s < term->model->nsupports && !rank; s++)
    for (int c = 0; c < COMPONENTS; c++)
      if (term->model->support[s].motion[c]) AddPath(b, motion++, ev->motions->support[s][c]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Motions are numbered support by support. */
static void support_motion_work_path(Term term, PetscInt k, char path[], size_t size)
{
  for (PetscInt s = 0; s < term->model->nsupports; s++)
    for (int c = 0; c < COMPONENTS; c++)
      if (term->model->support[s].motion[c] && k-- == 0)
        snprintf(path, size, "%s/motion_work", term->model->support[s].name);
}

const TermKind prescribed_term = {.name    = "prescribed",
                                  .create  = Create_Prescribed,
                                  .destroy = Destroy_Prescribed,
                                  .force   = Force_Prescribed,
                                  .balance = Balance_Prescribed,
                                  .source  = support_motion_work_path};
