/* elements.c: loops over the elements and loads that depend on the configuration: residual, tangent, energies. */
#include <string.h>
#include "fe.h"
#include "profile.h"
#include "rotation.h"
#include "vector.h"

enum { MAX = ELEMENT_MAX_DOFS, SQUARE = MAX * MAX };

/* The states of the nodes, and gravity, which elements are told apart. */
static PetscErrorCode UpdateNodes(FE *fe, PetscReal t, Vec q, Vec v, Vec a, NodeState **nodes, PetscReal g[3])
{
  PetscFunctionBeginUser;
  PetscCall(NodesUpdate(fe->model->nodes, t, q, v, a, nodes));
  PetscCall(ModelGravity(fe->model, t, g));
  for (int c = 0; c < 3; c++) g[c] *= fe->factor;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The factor of a block at t: that of a load, or 1. */
static PetscErrorCode Factor(const FE *fe, Expression time, PetscReal t, double *factor)
{
  PetscFunctionBeginUser;
  *factor = 1;
  if (time) {
    *factor = ExpressionValue(time, &t);
    PetscCall(ExpressionCheck(time, &t, *factor));
    *factor *= fe->factor;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void scatter(const PetscInt dofs[], PetscInt nd, double sign, const double x[], PetscScalar y[])
{
  for (PetscInt i = 0; i < nd; i++)
    if (dofs[i] >= 0) y[dofs[i]] += sign * x[i];
}

/* ---- loads that turn ---- */

/* The force or moment on a node, and its derivative by the node's spin. */
static void turned(const OrientedLoad *load, double factor, const NodeState *node, double f[3], double slope[9])
{
  double S[9];

  if (load->moment) {
    mat_t_vec(node->R, load->vector, f);
    for (int c = 0; c < 3; c++) f[c] *= factor;
    skew(f, slope);
  } else {
    mat_vec(node->R, load->vector, f);
    skew(load->vector, S);
    mat_mat(node->R, S, slope);
    for (int c = 0; c < 3; c++) f[c] *= factor;
    for (int k = 0; k < 9; k++) slope[k] *= -factor;
  }
}

/* y += sign times the forces, in a local vector's array. */
static PetscErrorCode AddOriented(const FE *fe, PetscReal t, const NodeState nodes[], double sign, PetscScalar y[])
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < fe->model->noriented; k++) {
    const OrientedLoad *load = &fe->model->oriented[k];
    double              factor;

    PetscCall(Factor(fe, load->time, t, &factor));
    for (PetscInt i = 0; i < load->n; i++) {
      const PetscInt *dofs = fe->model->layout.dof + COMPONENTS * load->node[i] + (load->moment ? 3 : 0);
      double          f[3], slope[9];

      turned(load, factor * load->weight[i], &nodes[load->node[i]], f, slope);
      scatter(dofs, 3, sign, f, y);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- residual ---- */

PetscErrorCode ElementsResidual(FE *fe, const Constraints *how, PetscReal t, Vec q, Vec v, Vec a, Vec r)
{
  const DM           dm = fe->model->mesh->dm;
  const PetscScalar *lambda;
  NodeState         *nodes;
  PetscScalar       *y;
  PetscReal          g[3];

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_FORCES));
  PetscCall(UpdateNodes(fe, t, q, v, a, &nodes, g));
  PetscCall(VecZeroEntries(fe->local));
  PetscCall(VecGetArray(fe->local, &y));
  for (PetscInt k = 0; k < fe->model->nblocks; k++) {
    const Block *b = &fe->model->block[k];
    double       factor;

    if (!BlockIsNonlinear(fe->model, b)) continue;
    PetscCall(Factor(fe, b->time, t, &factor));
    PetscCall(PetscLogEventBegin(b->event, 0, 0, 0, 0));
    for (PetscInt e = 0; e < b->ncells; e++) {
      double       re[MAX] = {0};
      ElementState s;

      BlockGather(fe->model, b, e, nodes, factor, g, &s);
      if (b->kernel->forces(&s, re, NULL, NULL, NULL))
        for (PetscInt i = 0; i < b->nd; i++) re[i] = NAN; /* Newton's method sees it, on all ranks */
      scatter(b->dofs + e * b->nd, b->nd, 1, re, y);
    }
    PetscCall(PetscLogEventEnd(b->event, 0, 0, 0, 0));
  }
  PetscCall(AddOriented(fe, t, nodes, -1, y));
  PetscCall(VecGetArrayRead(a, &lambda));
  JointsResidual(fe, how, nodes, lambda, y);
  PetscCall(VecRestoreArrayRead(a, &lambda));
  PetscCall(VecRestoreArray(fe->local, &y));
  PetscCall(DMLocalToGlobalBegin(dm, fe->local, ADD_VALUES, r));
  PetscCall(DMLocalToGlobalEnd(dm, fe->local, ADD_VALUES, r));
  PetscCall(EventEnd(EVENT_FORCES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- tangent ---- */

PetscErrorCode ElementsColumns(FE *fe, Vec q, Vec qd, PetscReal cm, PetscReal cc, PetscReal ck)
{
  const Layout      *l  = &fe->model->layout;
  const DM           dm = fe->model->mesh->dm;
  const PetscScalar *theta, *rate = NULL;
  Vec                lq, lqd      = NULL;

  PetscFunctionBeginUser;
  if (!fe->columns) PetscCall(PetscMalloc1(fe->model->mesh->g.nnodes, &fe->columns));
  PetscCall(DMGetLocalVector(dm, &lq));
  PetscCall(ModelGlobalToLocal(fe->model, q, lq));
  PetscCall(VecGetArrayRead(lq, &theta));
  if (qd) {
    PetscCall(DMGetLocalVector(dm, &lqd));
    PetscCall(ModelGlobalToLocal(fe->model, qd, lqd));
    PetscCall(VecGetArrayRead(lqd, &rate));
  }
  for (int i = 0; i < fe->model->mesh->g.nnodes; i++) {
    PetscInt at[3];
    double   g[3], dg[3];

    for (int c = 0; c < 3; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + 3 + c];

      at[c] = dof < 0 || l->global[dof] < 0 ? -1 : dof;
    }
    chart_get(at, theta, g);
    if (rate) chart_get(at, rate, dg);
    chart_columns(g, rate ? dg : NULL, cm, cc, ck, &fe->columns[i]);
  }
  if (qd) {
    PetscCall(VecRestoreArrayRead(lqd, &rate));
    PetscCall(DMRestoreLocalVector(dm, &lqd));
  }
  PetscCall(VecRestoreArrayRead(lq, &theta));
  PetscCall(DMRestoreLocalVector(dm, &lq));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void ElementsCombine(PetscInt rows, PetscInt nd, int nc, const ChartColumns *const columns[], PetscReal cm,
                     PetscReal cc, PetscReal ck, const double K[], const double C[], const double M[], double A[])
{
  for (PetscInt i = 0; i < rows; i++)
    for (PetscInt n = 0; n < nd / nc; n++) {
      const PetscInt at = i * nd + n * nc;

      for (int c = 0; c < PetscMin(nc, 3); c++) A[at + c] = ck * K[at + c] + cc * C[at + c] + cm * M[at + c];
      if (nc < COMPONENTS) continue;
      for (int c = 0; c < 3; c++) {
        double sum = 0;

        for (int k = 0; k < 3; k++)
          sum += K[at + 3 + k] * columns[n]->spin[3 * k + c] + C[at + 3 + k] * columns[n]->velocity[3 * k + c] +
                 M[at + 3 + k] * columns[n]->acceleration[3 * k + c];
        A[at + 3 + c] = sum;
      }
    }
}

static PetscErrorCode AddElements(FE *fe, PetscReal t, const NodeState nodes[], const PetscReal gravity[3],
                                  PetscReal cm, PetscReal cc, PetscReal ck, const Adding *A)
{
  const Geometry *g = &fe->model->mesh->g;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < fe->model->nblocks; k++) {
    const Block *b  = &fe->model->block[k];
    const size_t n2 = (size_t)(b->nd * b->nd) * sizeof(double);
    double       factor;

    if (!BlockIsNonlinear(fe->model, b)) continue;
    PetscCall(Factor(fe, b->time, t, &factor));
    PetscCall(PetscLogEventBegin(b->event, 0, 0, 0, 0));
    for (PetscInt e = 0; e < b->ncells; e++) {
      double              re[MAX], K[SQUARE], C[SQUARE], M[SQUARE], values[SQUARE];
      const ChartColumns *columns[ELEMENT_MAX_NODES];
      ElementState        s;

      memset(re, 0, sizeof re);
      memset(K, 0, n2);
      memset(C, 0, n2);
      memset(M, 0, n2);
      BlockGather(fe->model, b, e, nodes, factor, gravity, &s);
      b->kernel->forces(&s, re, K, C, M);
      for (int i = 0; i < shape_nodes(b->kernel->shape); i++)
        columns[i] = &fe->columns[g->conn[g->offset[b->cells[e]] + i]];
      ElementsCombine(b->nd, b->nd, b->kernel->nc, columns, cm, cc, ck, K, C, M, values);
      PetscCall(PlacesAdd(fe->of_block[k], e, values, A));
    }
    PetscCall(PetscLogEventEnd(b->event, 0, 0, 0, 0));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddOrientedSlopes(FE *fe, PetscReal t, const NodeState nodes[], Mat A)
{
  const Layout *l = &fe->model->layout;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < fe->model->noriented; k++) {
    const OrientedLoad *load = &fe->model->oriented[k];
    double              factor;

    PetscCall(Factor(fe, load->time, t, &factor));
    for (PetscInt i = 0; i < load->n; i++) {
      const PetscInt  node = load->node[i];
      const PetscInt *dof  = l->dof + COMPONENTS * node;
      double          f[3], slope[9], values[9];
      PetscInt        rows[3], columns[3];

      turned(load, -factor * load->weight[i], &nodes[node], f, slope);
      mat_mat(slope, fe->columns[node].spin, values);
      for (int c = 0; c < 3; c++) {
        const PetscInt row = dof[(load->moment ? 3 : 0) + c], column = dof[3 + c];

        rows[c]    = row < 0 ? -1 : l->global[row];
        columns[c] = column < 0 ? -1 : l->global[column];
      }
      PetscCall(MatSetValues(A, 3, rows, 3, columns, values, ADD_VALUES));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FindPlaces(FE *fe, Mat pattern)
{
  const Model     model  = fe->model;
  const PetscInt *global = model->layout.global;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(model->nblocks, &fe->of_block, model->njoints, &fe->of_joint));
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b = &model->block[k];

    if (BlockIsNonlinear(model, b))
      PetscCall(PlacesCreate(pattern, global, b->nd, b->ncells, b->dofs, &fe->of_block[k]));
  }
  for (PetscInt k = 0; k < model->njoints; k++) {
    const Joint *j = &model->joint[k];

    PetscCall(PlacesCreate(pattern, global, JOINT_DOFS + j->nrows, j->ncells, j->dofs, &fe->of_joint[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ElementsForget(FE *fe)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(fe->columns));
  if (!fe->of_block) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < fe->model->nblocks; k++) PetscCall(PlacesDestroy(&fe->of_block[k]));
  for (PetscInt k = 0; k < fe->model->njoints; k++) PetscCall(PlacesDestroy(&fe->of_joint[k]));
  PetscCall(PetscFree2(fe->of_block, fe->of_joint));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ElementsTangent(FE *fe, const Constraints *how, PetscReal t, Vec q, Vec qd, Vec v, Vec a, PetscReal cm,
                               PetscReal cc, PetscReal ck, Mat A)
{
  const PetscScalar *lambda;
  NodeState         *nodes;
  PetscReal          g[3];
  Adding             adding;

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_TANGENTS));
  PetscCall(ElementsColumns(fe, q, qd, cm, cc, ck));
  PetscCall(UpdateNodes(fe, t, q, v, a, &nodes, g));
  if (!fe->of_block) PetscCall(FindPlaces(fe, A));
  PetscCall(AddingBegin(A, &adding));
  PetscCall(AddElements(fe, t, nodes, g, cm, cc, ck, &adding));
  PetscCall(VecGetArrayRead(a, &lambda));
  PetscCall(JointsTangent(fe, how, nodes, lambda, cm, cc, ck, &adding));
  PetscCall(VecRestoreArrayRead(a, &lambda));
  PetscCall(AddingEnd(&adding));
  PetscCall(AddOrientedSlopes(fe, t, nodes, A));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscCall(EventEnd(EVENT_TANGENTS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- energies ---- */

/* p . v of an element's dofs. */
static double product(const Block *b, const ElementState *s, const double p[])
{
  double sum = 0;

  for (int n = 0; n < shape_nodes(b->kernel->shape); n++) {
    sum += dot(p + n * b->kernel->nc, s->node[n]->v);
    if (b->kernel->nc == COMPONENTS) sum += dot(p + n * b->kernel->nc + 3, s->node[n]->w);
  }
  return sum;
}

/* What gravity does to the nonlinear part of an element's mass: its momentum at the velocity g. */
static void weight(const Block *b, const ElementState *s, const double g[3], double f[])
{
  NodeState    node[ELEMENT_MAX_NODES];
  ElementState falling = *s;

  for (int i = 0; i < shape_nodes(b->kernel->shape); i++) {
    node[i] = *s->node[i];
    for (int c = 0; c < 3; c++) {
      node[i].v[c] = g[c];
      node[i].w[c] = 0;
    }
    falling.node[i] = &node[i];
  }
  b->kernel->momentum(&falling, f);
}

void ReactionsOfNode(const FE *fe, PetscInt node, int nc, const PetscInt dofs[], const double force[],
                     PetscReal reaction[])
{
  const PetscInt *motion_of     = DriveMotions(fe->drive);
  double          f[COMPONENTS] = {0};

  if (!motion_of) return;
  for (int c = 0; c < nc; c++) f[c] = force[c];
  if (nc == COMPONENTS) {
    double theta[3], T[9];

    NodesRotationVector(fe->model->nodes, node, theta);
    rotation_tangent(theta, T);
    mat_t_vec(T, force + 3, f + 3);
  }
  for (int c = 0; c < nc; c++)
    if (dofs[c] >= 0 && motion_of[dofs[c]] >= 0) reaction[motion_of[dofs[c]]] += f[c];
}

/* What the sums over the elements go into; arrays of local vectors. */
typedef struct {
  const FE       *fe;
  const PetscInt *motion_of; /* NULL: no support moves */
  PetscBool       gravity;
  PetscReal       g[3];
  PetscScalar    *momentum, *applied;
  PetscReal      *reaction;
  ElementSums    *sums;
} Balance;

static PetscBool is_moved(const PetscInt dofs[], PetscInt nd, const PetscInt motion_of[])
{
  for (PetscInt i = 0; i < nd && motion_of; i++)
    if (dofs[i] >= 0 && motion_of[dofs[i]] >= 0) return PETSC_TRUE;
  return PETSC_FALSE;
}

static void balance_part(const Balance *to, const Block *b, PetscInt e, const ElementState *s)
{
  const Geometry *g          = &to->fe->model->mesh->g;
  const PetscInt *dofs       = b->dofs + e * b->nd;
  double          share[MAX] = {0}; /* of its weight */

  if (b->kernel->momentum) {
    double p[MAX] = {0};

    b->kernel->momentum(s, p);
    to->sums->kinetic += product(b, s, p) / 2;
    scatter(dofs, b->nd, 1, p, to->momentum);
    if (to->gravity) weight(b, s, to->g, share);
    scatter(dofs, b->nd, 1, share, to->applied);
  }
  if (b->kernel->energy) to->sums->strain += b->kernel->energy(s);
  if (b->kernel->power) to->sums->power += b->kernel->power(s);
  if (is_moved(dofs, b->nd, to->motion_of)) { /* loads and weight on a moved node do no work: its motion is given */
    double r[MAX] = {0};

    b->kernel->forces(s, r, NULL, NULL, NULL);
    for (PetscInt i = 0; i < b->nd; i++) r[i] += share[i];
    for (int n = 0; n < shape_nodes(b->kernel->shape); n++)
      ReactionsOfNode(to->fe, g->conn[g->offset[b->cells[e]] + n], b->kernel->nc, dofs + n * b->kernel->nc,
                      r + n * b->kernel->nc, to->reaction);
  }
}

static void balance_load(const Balance *to, const Block *b, PetscInt e, const ElementState *s)
{
  double r[MAX] = {0};

  b->kernel->forces(s, r, NULL, NULL, NULL);
  scatter(b->dofs + e * b->nd, b->nd, -1, r, to->applied);
}

PetscErrorCode ElementsBalance(FE *fe, const State *s, Vec momentum, Vec applied, PetscReal reaction[],
                               ElementSums *sums)
{
  const Model        model = fe->model;
  const DM           dm    = model->mesh->dm;
  Balance            to    = {.fe        = fe,
                              .motion_of = DriveMotions(fe->drive),
                              .gravity   = ModelHasGravity(model),
                              .reaction  = reaction,
                              .sums      = sums};
  NodeState         *nodes;
  const PetscScalar *lambda;
  Vec                local[2];
  const Vec          global[2] = {momentum, applied};

  PetscFunctionBeginUser;
  *sums = (ElementSums){0};
  PetscCall(UpdateNodes(fe, s->t, s->q, s->v, s->a, &nodes, to.g));
  for (int k = 0; k < 2; k++) {
    PetscCall(DMGetLocalVector(dm, &local[k]));
    PetscCall(VecZeroEntries(local[k]));
    PetscCall(VecGetArray(local[k], k ? &to.applied : &to.momentum));
  }
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b = &model->block[k];
    double       factor;

    if (!BlockIsNonlinear(model, b)) continue;
    PetscCall(Factor(fe, b->time, s->t, &factor));
    for (PetscInt e = 0; e < b->ncells; e++) {
      ElementState state;

      BlockGather(model, b, e, nodes, factor, to.g, &state);
      (b->time ? balance_load : balance_part)(&to, b, e, &state);
    }
  }
  PetscCall(AddOriented(fe, s->t, nodes, 1, to.applied));
  PetscCall(VecGetArrayRead(s->a, &lambda));
  JointsBalance(fe, nodes, lambda, reaction, sums);
  PetscCall(VecRestoreArrayRead(s->a, &lambda));
  for (int k = 0; k < 2; k++) {
    PetscCall(VecRestoreArray(local[k], k ? &to.applied : &to.momentum));
    PetscCall(DMLocalToGlobalBegin(dm, local[k], ADD_VALUES, global[k]));
    PetscCall(DMLocalToGlobalEnd(dm, local[k], ADD_VALUES, global[k]));
    PetscCall(DMRestoreLocalVector(dm, &local[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
