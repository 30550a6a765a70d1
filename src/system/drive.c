/* drive.c: moved supports. Only the elements that touch a moved dof take part; their matrices are computed once. */
#include "drive.h"

typedef struct {
  const PetscInt *dofs; /* [nd] local indices */
  PetscInt        nd;
  double         *M, *C, *K; /* [nd][nd] */
} Touching;

struct _n_Drive {
  Model      model;
  PetscReal  t; /* of the values in q, v, a */
  PetscInt   n, nmotions;
  Touching  *element;
  PetscReal *q, *v, *a;       /* [nlocal] motion of the moved dofs, zero elsewhere */
  PetscBool *moved;           /* [nlocal] */
  PetscInt  *motion_of;       /* [nlocal] which motion a dof follows, or -1 */
  PetscReal *last_q, *last_v; /* [nlocal] of the state before, once started */
  PetscBool  started;
  Vec        local, lq, lv, la;
};

/* Number the motions: one for each component of each support that moves, the same on all ranks. */
static PetscErrorCode NumberMotions(Drive d)
{
  const Model model = d->model;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->layout.nlocal; i++) d->motion_of[i] = -1;
  for (PetscInt s = 0; s < model->nsupports; s++)
    for (int c = 0; c < COMPONENTS; c++) {
      if (!model->support[s].motion[c]) continue;
      for (PetscInt m = 0; m < model->layout.nmoved; m++)
        if (model->layout.moved[m].support == s && model->layout.moved[m].component == c)
          d->motion_of[model->layout.moved[m].dof] = d->nmotions;
      d->nmotions++;
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool touches(const Drive d, const Block *b, PetscInt e)
{
  for (PetscInt i = 0; i < b->nd; i++) {
    const PetscInt dof = b->dofs[e * b->nd + i];

    if (dof >= 0 && d->moved[dof]) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

static PetscErrorCode CollectElements(Drive d)
{
  const Model model = d->model;

  PetscFunctionBeginUser;
  for (int pass = 0; pass < 2; pass++) {
    d->n = 0;
    for (PetscInt k = 0; k < model->nblocks; k++) {
      const Block *b = &model->block[k];

      for (PetscInt e = 0; e < b->ncells; e++) {
        if (!touches(d, b, e)) continue;
        if (pass) {
          Touching *t = &d->element[d->n];

          t->nd   = b->nd;
          t->dofs = b->dofs + e * b->nd;
          PetscCall(PetscMalloc3(b->nd * b->nd, &t->M, b->nd * b->nd, &t->C, b->nd * b->nd, &t->K));
          PetscCall(BlockLinearPart(model, b, e, t->M, t->C, t->K));
        }
        d->n++;
      }
    }
    if (!pass) PetscCall(PetscMalloc1(d->n, &d->element));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DriveCreate(Model model, Drive *drive)
{
  PetscInt n;
  Drive    d;

  PetscFunctionBeginUser;
  *drive = NULL;
  PetscCall(MPIU_Allreduce(&model->layout.nmoved, &n, 1, MPIU_INT, MPI_SUM, model->comm));
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&d));
  d->model = model;
  d->t     = PETSC_MAX_REAL;
  PetscCall(PetscCalloc4(model->layout.nlocal, &d->q, model->layout.nlocal, &d->v, model->layout.nlocal, &d->a,
                         model->layout.nlocal, &d->moved));
  for (PetscInt m = 0; m < model->layout.nmoved; m++) d->moved[model->layout.moved[m].dof] = PETSC_TRUE;
  PetscCall(PetscCalloc3(model->layout.nlocal, &d->motion_of, model->layout.nlocal, &d->last_q, model->layout.nlocal,
                         &d->last_v));
  PetscCall(NumberMotions(d));
  PetscCall(CollectElements(d));
  PetscCall(DMCreateLocalVector(model->mesh->dm, &d->local));
  PetscCall(VecDuplicate(d->local, &d->lq));
  PetscCall(VecDuplicate(d->local, &d->lv));
  PetscCall(VecDuplicate(d->local, &d->la));
  *drive = d;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DriveDestroy(Drive *drive)
{
  Drive d = *drive;

  PetscFunctionBeginUser;
  if (!d) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt e = 0; e < d->n; e++) PetscCall(PetscFree3(d->element[e].M, d->element[e].C, d->element[e].K));
  PetscCall(PetscFree(d->element));
  PetscCall(PetscFree4(d->q, d->v, d->a, d->moved));
  PetscCall(PetscFree3(d->motion_of, d->last_q, d->last_v));
  PetscCall(VecDestroy(&d->local));
  PetscCall(VecDestroy(&d->lq));
  PetscCall(VecDestroy(&d->lv));
  PetscCall(VecDestroy(&d->la));
  PetscCall(PetscFree(*drive));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void DriveForget(Drive drive)
{
  if (drive) drive->t = PETSC_MAX_REAL;
}

PetscInt        DriveCount(Drive drive) { return drive ? drive->nmotions : 0; }
const PetscInt *DriveMotions(Drive drive) { return drive ? drive->motion_of : NULL; }

/* The motion at t, once per time. Every moved dof of one motion has the same. */
static PetscErrorCode Move(Drive d, PetscReal t)
{
  const Layout *l = &d->model->layout;

  PetscFunctionBeginUser;
  if (t == d->t) PetscFunctionReturn(PETSC_SUCCESS);
  d->t = t;
  PetscCall(NodesAt(d->model->nodes, t));
  for (PetscInt m = 0; m < l->nmoved; m++) {
    const PetscReal *qva = NodesMotion(d->model->nodes, l->moved[m].support, l->moved[m].component);

    d->q[l->moved[m].dof] = qva[0];
    d->v[l->moved[m].dof] = qva[1];
    d->a[l->moved[m].dof] = qva[2];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DriveForce(Drive d, PetscReal t, Vec f)
{
  PetscScalar *out;
  DM           dm;

  PetscFunctionBeginUser;
  if (!d) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Move(d, t));
  PetscCall(VecZeroEntries(d->local));
  PetscCall(VecGetArray(d->local, &out));
  for (PetscInt k = 0; k < d->n; k++) {
    const Touching *e = &d->element[k];

    for (PetscInt i = 0; i < e->nd; i++) {
      PetscReal sum = 0;

      if (e->dofs[i] < 0) continue;
      for (PetscInt j = 0; j < e->nd; j++) {
        const PetscInt p = e->dofs[j], ij = i * e->nd + j;

        if (p >= 0 && d->moved[p]) sum += e->M[ij] * d->a[p] + e->C[ij] * d->v[p] + e->K[ij] * d->q[p];
      }
      out[e->dofs[i]] -= sum;
    }
  }
  PetscCall(VecRestoreArray(d->local, &out));
  dm = d->model->mesh->dm;
  PetscCall(DMLocalToGlobalBegin(dm, d->local, ADD_VALUES, f));
  PetscCall(DMLocalToGlobalEnd(dm, d->local, ADD_VALUES, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The state of all dofs of this rank, moved ones included, in the local vectors. */
static PetscErrorCode Gather(Drive d, const State *s)
{
  const Vec        global[3] = {s->q, s->v, s->a}, local[3] = {d->lq, d->lv, d->la};
  const PetscReal *moved[3] = {d->q, d->v, d->a};
  const Layout    *l        = &d->model->layout;

  PetscFunctionBeginUser;
  PetscCall(Move(d, s->t));
  for (int k = 0; k < 3; k++) {
    PetscScalar *x;

    PetscCall(ModelGlobalToLocal(d->model, global[k], local[k]));
    PetscCall(VecGetArray(local[k], &x));
    for (PetscInt m = 0; m < l->nmoved; m++) x[l->moved[m].dof] = moved[k][l->moved[m].dof];
    PetscCall(VecRestoreArray(local[k], &x));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What one element adds: to the energies all pairs of dofs but those of two free ones, which the matrices have; to the
   reactions its forces on the moved dofs. */
static void add_element(Drive d, const Touching *e, const PetscScalar q[], const PetscScalar v[], const PetscScalar a[],
                        PetscReal reaction[], DriveShare *share)
{
  for (PetscInt i = 0; i < e->nd; i++) {
    const PetscInt p = e->dofs[i];

    for (PetscInt j = 0; j < e->nd; j++) {
      const PetscInt r = e->dofs[j], ij = i * e->nd + j;

      if (p < 0 || r < 0 || (!d->moved[p] && !d->moved[r])) continue;
      share->vMv += v[p] * e->M[ij] * v[r];
      share->qKq += q[p] * e->K[ij] * q[r];
      if (d->started) share->dissipated += (q[p] - d->last_q[p]) * e->C[ij] * (v[r] + d->last_v[r]) / 2;
    }
    if (p < 0 || !d->moved[p]) continue;
    for (PetscInt j = 0; j < e->nd; j++) {
      const PetscInt r = e->dofs[j], ij = i * e->nd + j;

      if (r >= 0) reaction[d->motion_of[p]] += e->M[ij] * a[r] + e->C[ij] * v[r] + e->K[ij] * q[r];
    }
  }
}

PetscErrorCode DriveReactions(Drive d, const State *s, PetscReal displacement[], PetscReal reaction[],
                              DriveShare *share)
{
  const PetscInt     nlocal = d->model->layout.nlocal;
  const PetscScalar *q, *v, *a;

  PetscFunctionBeginUser;
  PetscCall(Gather(d, s));
  PetscCall(VecGetArrayRead(d->lq, &q));
  PetscCall(VecGetArrayRead(d->lv, &v));
  PetscCall(VecGetArrayRead(d->la, &a));
  *share = (DriveShare){0, 0, 0};
  for (PetscInt m = 0; m < d->nmotions; m++) reaction[m] = 0;
  for (PetscInt k = 0; k < d->n; k++) add_element(d, &d->element[k], q, v, a, reaction, share);
  PetscCall(PetscArraycpy(d->last_q, q, nlocal));
  PetscCall(PetscArraycpy(d->last_v, v, nlocal));
  d->started = PETSC_TRUE;
  PetscCall(VecRestoreArrayRead(d->lq, &q));
  PetscCall(VecRestoreArrayRead(d->lv, &v));
  PetscCall(VecRestoreArrayRead(d->la, &a));
  for (PetscInt k = 0, motion = 0; k < d->model->nsupports; k++)
    for (int c = 0; c < COMPONENTS; c++)
      if (d->model->support[k].motion[c])
        displacement[motion++] = ExpressionValue(d->model->support[k].motion[c], &s->t);
  PetscFunctionReturn(PETSC_SUCCESS);
}
