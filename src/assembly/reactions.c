/* reactions.c: see reactions.h. The elements that touch held or moved dofs are found once; of linear parts the dofs they read
   are gathered by a scatter of their own, so that a step costs as much as the supports are large. */
#include "reactions.h"
#include "element_forces.h"
#include "term.h"
#include "math/vector.h"

typedef struct {
  PetscInt   block, e;
  LinearPart part;
} Touching;

struct _n_SupportForces {
  Assembly     a;       /* borrowed */
  PetscInt     n;       /* elements of this rank that touch held or moved dofs, block by block */
  Touching    *element; /* [n] */
  PetscInt    *at;      /* [nlocal] where a dof of these is in x, -1 */
  VecScatter   scatter; /* from global vectors to x, of linear parts; NULL: no rank has any */
  Vec          x[3];    /* q, v, a of this rank's: first the free dofs, then those that are held or moved */
  PetscInt     nmoved;
  PetscInt    *moved; /* [nmoved] which of Layout.moved are in x */
  PetscScalar *local; /* [nlocal] */
};

static PetscBool touches_held(const Model model, const Block *b, PetscInt e)
{
  const PetscInt *dofs = BlockDofs(b, e);

  for (PetscInt i = 0; i < b->nd; i++)
    if (dofs[i] >= 0 && model->layout.global[dofs[i]] < 0) return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode FindElements(SupportForces f)
{
  const Model model = f->a->model;

  PetscFunctionBeginUser;
  for (int pass = 0; pass < 2; pass++) {
    f->n = 0;
    for (PetscInt k = 0; k < model->nblocks; k++)
      for (PetscInt e = 0; e < model->block[k].ncells; e++) {
        if (!touches_held(model, &model->block[k], e)) continue;
        if (pass) {
          f->element[f->n] = (Touching){.block = k, .e = e};
          PetscCall(LinearPartCreate(model, &model->block[k], e, &f->element[f->n].part));
        }
        f->n++;
      }
    if (!pass) PetscCall(PetscMalloc1(f->n, &f->element));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* f->at; free[*nfree] = global indices of the free dofs of linear parts, *n = how many dofs x has. */
static PetscErrorCode NumberDofs(SupportForces f, PetscInt *free, PetscInt *nfree, PetscInt *n)
{
  const Model     model  = f->a->model;
  const PetscInt *global = model->layout.global;

  PetscFunctionBeginUser;
  *nfree = *n = 0;
  for (int held = 0; held < 2; held++)
    for (PetscInt k = 0; k < f->n; k++) {
      const Block    *b    = &model->block[f->element[k].block];
      const PetscInt *dofs = BlockDofs(b, f->element[k].e);

      for (PetscInt i = 0; i < b->nd && BlockHasLinearPart(model, b); i++) {
        if (dofs[i] < 0 || f->at[dofs[i]] >= 0 || (global[dofs[i]] < 0) != held) continue;
        if (!held) free[(*nfree)++] = global[dofs[i]];
        f->at[dofs[i]] = (*n)++;
      }
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateScatter(SupportForces f)
{
  const Layout *l = &f->a->model->layout;
  PetscInt     *free, nfree, n, some;
  IS            from, to;
  Vec           global;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(l->nlocal, &free));
  PetscCall(NumberDofs(f, free, &nfree, &n));
  some = n;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &some, 1, MPIU_INT, MPI_MAX, f->a->model->comm));
  if (some) {
    for (int k = 0; k < 3; k++) {
      PetscCall(VecCreateSeq(PETSC_COMM_SELF, n, &f->x[k]));
      PetscCall(VecZeroEntries(f->x[k]));
    }
    PetscCall(ISCreateGeneral(PETSC_COMM_SELF, nfree, free, PETSC_COPY_VALUES, &from));
    PetscCall(ISCreateStride(PETSC_COMM_SELF, nfree, 0, 1, &to));
    PetscCall(DMGetGlobalVector(f->a->model->mesh->dm, &global));
    PetscCall(VecScatterCreate(global, from, f->x[0], to, &f->scatter));
    PetscCall(DMRestoreGlobalVector(f->a->model->mesh->dm, &global));
    PetscCall(ISDestroy(&from));
    PetscCall(ISDestroy(&to));
  }
  PetscCall(PetscFree(free));
  PetscCall(PetscMalloc1(l->nmoved, &f->moved));
  for (PetscInt m = 0; m < l->nmoved; m++)
    if (f->at[l->moved[m].dof] >= 0) f->moved[f->nmoved++] = m;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportForcesCreate(Assembly a, SupportForces *out)
{
  const PetscInt nlocal = a->model->layout.nlocal;
  SupportForces  f;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&f));
  f->a = a;
  PetscCall(FindElements(f));
  PetscCall(PetscMalloc1(nlocal, &f->at));
  for (PetscInt i = 0; i < nlocal; i++) f->at[i] = -1;
  PetscCall(CreateScatter(f));
  PetscCall(PetscCalloc1(nlocal, &f->local));
  *out = f;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportForcesDestroy(SupportForces *out)
{
  SupportForces f = *out;

  PetscFunctionBeginUser;
  if (!f) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecScatterDestroy(&f->scatter));
  for (int k = 0; k < 3; k++) PetscCall(VecDestroy(&f->x[k]));
  for (PetscInt k = 0; k < f->n; k++) PetscCall(LinearPartDestroy(&f->element[k].part));
  PetscCall(PetscFree(f->element));
  PetscCall(PetscFree(f->at));
  PetscCall(PetscFree(f->moved));
  PetscCall(PetscFree(f->local));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool SupportForcesAskForNodes(SupportForces f) { return ElementForcesAskForNodes(f->a); }

/* ---- at a state -------------------------------------------------------------------------------------------------- */

/* x = q, v, a of the dofs of linear parts. */
static PetscErrorCode Gather(SupportForces f, const Evaluation *ev)
{
  const Vec     from[3] = {ev->s->q, ev->s->v, ev->s->a};
  const Layout *l       = &f->a->model->layout;

  PetscFunctionBeginUser;
  for (int k = 0; k < 3 && f->scatter; k++) {
    PetscScalar *x;

    PetscCall(VecScatterBegin(f->scatter, from[k], f->x[k], INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecScatterEnd(f->scatter, from[k], f->x[k], INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecGetArray(f->x[k], &x));
    for (PetscInt m = 0; m < f->nmoved; m++) {
      const MovedDof *moved = &l->moved[f->moved[m]];

      x[f->at[moved->dof]] = ev->motions->support[moved->support][moved->component][k];
    }
    PetscCall(VecRestoreArray(f->x[k], &x));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddElements(SupportForces f, const Evaluation *ev)
{
  const Model model  = f->a->model;
  DofValues   values = {.at = f->at};
  PetscReal   factor = 1;

  PetscFunctionBeginUser;
  for (int k = 0; k < 3 && f->scatter; k++) PetscCall(VecGetArrayRead(f->x[k], &values.x[k]));
  for (PetscInt k = 0; k < f->n; k++) {
    const Touching *t = &f->element[k];
    const Block    *b = &model->block[t->block];
    double          r[ELEMENT_MAX_DOFS];

    if (!k || t->block != f->element[k - 1].block) PetscCall(TermFactor(ev, b->time, &b->harmonic, &factor));
    ElementForces(ev, &values, b, t->e, &t->part, factor, r);
    scatter_held(&model->layout, b->nd, BlockDofs(b, t->e), 1, r, f->local);
  }
  for (int k = 0; k < 3 && f->scatter; k++) PetscCall(VecRestoreArrayRead(f->x[k], &values.x[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportForcesAt(SupportForces f, const Evaluation *ev, const PetscScalar **local)
{
  const Layout *l = &f->a->model->layout;

  PetscFunctionBeginUser;
  for (PetscInt h = 0; h < l->nheld; h++) f->local[l->held[h].dof] = 0;
  PetscCall(Gather(f, ev));
  PetscCall(AddElements(f, ev));
  for (PetscInt k = 0; k < f->a->nterms; k++)
    if (f->a->term[k]->kind->held) PetscCall(f->a->term[k]->kind->held(f->a->term[k], ev, f->local));
  *local = f->local;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* force[] = what a force on a held dof is in global axes: components 0 to 2 a force, 3 to 5 a moment. */
static void turn_to_global(const Evaluation *ev, const HeldDof *held, PetscReal value, double force[COMPONENTS])
{
  for (int c = 0; c < COMPONENTS; c++) force[c] = c == held->component ? value : 0;
  if (held->component < 3 || !ev->nodes) return;
  for (int c = 0; c < 3; c++) force[3 + c] = ev->nodes[held->node].R[3 * c + held->component - 3] * value;
}

PetscErrorCode SupportForcesSum(SupportForces f, const Evaluation *ev, PetscReal (*sum)[COMPONENTS])
{
  const Model        model = f->a->model;
  const Layout      *l     = &model->layout;
  const PetscScalar *local;

  PetscFunctionBeginUser;
  PetscCall(SupportForcesAt(f, ev, &local));
  PetscCall(PetscArrayzero(sum, model->nsupports));
  for (PetscInt h = 0; h < l->nheld; h++) {
    const HeldDof *held = &l->held[h];
    const double  *x    = f->a->local ? ev->nodes[held->node].x : model->mesh->g.x[held->node];
    const double  *at = model->support[held->support].about, arm[3] = {x[0] - at[0], x[1] - at[1], x[2] - at[2]};
    PetscReal     *to = sum[held->support];
    double         force[COMPONENTS], moment[3];

    turn_to_global(ev, held, local[held->dof], force);
    cross(arm, force, moment);
    for (int c = 0; c < 3; c++) {
      to[c] += force[c];
      to[3 + c] += force[3 + c] + moment[c];
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportForcesOfNodes(SupportForces f, const Evaluation *ev, PetscInt columns, PetscReal value[])
{
  const Mesh         mesh = f->a->model->mesh;
  const Layout      *l    = &f->a->model->layout;
  const PetscScalar *local;
  PetscReal         *sum;

  PetscFunctionBeginUser;
  PetscCall(SupportForcesAt(f, ev, &local));
  PetscCall(PetscMalloc1(mesh->g.nnodes, &sum));
  for (PetscInt c = 0; c < columns; c++) {
    PetscCall(PetscArrayzero(sum, mesh->g.nnodes));
    for (PetscInt h = 0; h < l->nheld; h++) {
      double force[COMPONENTS];

      turn_to_global(ev, &l->held[h], local[l->held[h].dof], force);
      sum[l->held[h].node] += force[c];
    }
    PetscCall(MeshCombineNodes(mesh, MPIU_REAL, sum, MPI_SUM));
    for (PetscInt i = 0, n = 0; i < mesh->g.nnodes; i++)
      if (mesh->owned[i]) value[columns * n++ + c] = sum[i];
  }
  PetscCall(PetscFree(sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}
