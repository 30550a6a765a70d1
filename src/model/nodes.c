/* nodes.c: from vectors of dofs and the motions of supports to the state of nodes, and back to where rotations are
   counted from. */
#include <string.h>
#include "model.h"
#include "rotation.h"
#include "vector.h"

struct _n_Nodes {
  Model     model;                    /* borrowed */
  PetscReal t;                        /* of the motions */
  PetscBool still;                    /* they have no velocity and no acceleration */
  PetscReal factor;                   /* of all of them */
  PetscReal (*motion)[COMPONENTS][3]; /* [nsupports] q, v, a at t */
  PetscInt *mover; /* [nnodes][COMPONENTS] the support that moves a component, or -1; NULL: none moves */
  Chart     chart;
  PetscInt *node;   /* [chart.n] local numbers of its nodes */
  double (*ref)[4]; /* [nnodes] orientation where the chart is 0; of nodes that rotate freely */
  NodeState *state; /* [nnodes], made when asked for */
  Vec        lq, lv, la;
};

/* The rotating nodes that this rank owns. */
static PetscErrorCode CreateChart(Nodes nodes)
{
  const Layout *l = &nodes->model->layout;
  const Mesh    m = nodes->model->mesh;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(m->nowned, &nodes->chart.at, m->nowned, &nodes->node));
  for (int i = 0; i < m->g.nnodes; i++) {
    PetscBool free = PETSC_FALSE;

    if (!m->owned[i]) continue;
    for (int c = 0; c < 3; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + 3 + c], at = dof < 0 ? -1 : l->global[dof];

      nodes->chart.at[nodes->chart.n][c] = at < 0 ? -1 : at - l->first;
      if (at >= 0) free = PETSC_TRUE;
    }
    if (free) nodes->node[nodes->chart.n++] = i;
  }
  PetscCall(PetscMalloc1(m->g.nnodes, &nodes->ref));
  for (int i = 0; i < m->g.nnodes; i++) {
    const double identity[4] = {1, 0, 0, 0};

    memcpy(nodes->ref[i], identity, sizeof identity);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodesCreate(Model model, Nodes *out)
{
  const Layout *l = &model->layout;
  Nodes         nodes;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&nodes));
  nodes->model  = model;
  nodes->t      = PETSC_MAX_REAL;
  nodes->factor = 1;
  PetscCall(PetscCalloc1(model->nsupports, &nodes->motion));
  if (l->nmoved) {
    PetscInt *at;

    PetscCall(PetscMalloc2(COMPONENTS * model->mesh->g.nnodes, &nodes->mover, l->nlocal, &at));
    for (PetscInt i = 0; i < l->nlocal; i++) at[i] = -1;
    for (PetscInt m = 0; m < l->nmoved; m++) at[l->moved[m].dof] = l->moved[m].support;
    for (PetscInt i = 0; i < COMPONENTS * model->mesh->g.nnodes; i++)
      nodes->mover[i] = l->dof[i] < 0 ? -1 : at[l->dof[i]];
  }
  PetscCall(CreateChart(nodes));
  *out = nodes;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodesDestroy(Nodes *out)
{
  Nodes nodes = *out;

  PetscFunctionBeginUser;
  if (!nodes) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree(nodes->motion));
  PetscCall(PetscFree(nodes->mover));
  PetscCall(PetscFree2(nodes->chart.at, nodes->node));
  PetscCall(PetscFree(nodes->ref));
  PetscCall(PetscFree(nodes->state));
  PetscCall(VecDestroy(&nodes->lq));
  PetscCall(VecDestroy(&nodes->lv));
  PetscCall(VecDestroy(&nodes->la));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void NodesSetStatic(Nodes nodes, PetscBool still)
{
  nodes->still = still;
  nodes->t     = PETSC_MAX_REAL;
}

void NodesSetFactor(Nodes nodes, PetscReal factor)
{
  nodes->factor = factor;
  nodes->t      = PETSC_MAX_REAL;
}

PetscErrorCode NodesAt(Nodes nodes, PetscReal t)
{
  PetscFunctionBeginUser;
  if (t == nodes->t) PetscFunctionReturn(PETSC_SUCCESS);
  nodes->t = t;
  for (PetscInt s = 0; s < nodes->model->nsupports; s++)
    for (PetscInt c = 0; c < COMPONENTS; c++)
      if (nodes->model->support[s].motion[c]) {
        PetscReal *qva = nodes->motion[s][c];

        PetscCall(ModelMotion(nodes->model, s, c, t, qva));
        for (int k = 0; k < 3; k++) qva[k] *= nodes->factor;
        if (nodes->still) qva[1] = qva[2] = 0;
      }
  for (PetscInt j = 0; j < nodes->model->njoints; j++)
    for (int k = 0; k < JOINT_FREE; k++)
      if (nodes->model->joint[j].driver[k]) {
        PetscReal *f = nodes->model->joint[j].drive[k];

        PetscCall(DriverValue(nodes->model->joint[j].driver[k], t, f));
        for (int d = 0; d < 3; d++) f[d] *= nodes->factor;
        if (nodes->still) f[1] = f[2] = 0;
      }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const PetscReal *NodesMotion(Nodes nodes, PetscInt support, PetscInt component)
{
  return nodes->motion[support][component];
}

void NodesRotationVector(Nodes nodes, PetscInt node, double theta[3])
{
  for (int c = 0; c < 3; c++) {
    const PetscInt mover = nodes->mover ? nodes->mover[COMPONENTS * node + 3 + c] : -1;

    theta[c] = mover < 0 ? 0 : nodes->motion[mover][3 + c][0];
  }
}

const Chart  *NodesChart(Nodes nodes) { return &nodes->chart; }
const double *NodesReference(Nodes nodes, PetscInt k) { return nodes->ref[nodes->node[k]]; }

/* q, v, a of a node's components; index[]: where a dof is in the arrays, -1: held. */
static int components(const Nodes nodes, PetscInt node, const PetscInt index[], PetscInt first,
                      const PetscScalar *const arrays[3], double qva[3][COMPONENTS])
{
  const PetscInt *dof  = nodes->model->layout.dof + COMPONENTS * node;
  int             free = 0;

  for (int c = 0; c < COMPONENTS; c++) {
    const PetscInt at    = dof[c] < 0 || nodes->model->layout.global[dof[c]] < 0 ? -1
                           : index                                               ? index[dof[c]] - first
                                                                                 : dof[c];
    const PetscInt mover = at < 0 && nodes->mover ? nodes->mover[COMPONENTS * node + c] : -1;

    if (at >= 0) free |= 1 << c;
    for (int k = 0; k < 3; k++)
      qva[k][c] = at >= 0 ? arrays[k] ? arrays[k][at] : 0 : mover >= 0 ? nodes->motion[mover][c][k] : 0;
  }
  return free;
}

static void node_state(const Nodes nodes, PetscInt node, const PetscInt index[], PetscInt first,
                       const PetscScalar *const arrays[3], NodeState *s)
{
  double    qva[3][COMPONENTS];
  const int free = components(nodes, node, index, first, arrays, qva);

  for (int c = 0; c < 3; c++) {
    s->x[c]  = nodes->model->mesh->g.x[node][c] + qva[0][c];
    s->v[c]  = qva[1][c];
    s->a[c]  = qva[2][c];
    s->w[c]  = qva[1][3 + c];
    s->wd[c] = qva[2][3 + c];

    s->turn[c] = free & ROTATIONS ? qva[0][3 + c] : 0;
  }
  rotation_exp(&qva[0][3], s->q);
  if (free & ROTATIONS) {
    rotation_compose(nodes->ref[node], s->q, s->q);
  } else if (nodes->mover) { /* the rotation vector is given as a function of time */
    double T[9], slope[9], part[3];

    rotation_tangent(&qva[0][3], T);
    rotation_tangent_slope(&qva[0][3], &qva[1][3], slope);
    mat_vec(T, &qva[1][3], s->w);
    mat_vec(T, &qva[2][3], s->wd);
    mat_vec(slope, &qva[1][3], part);
    for (int c = 0; c < 3; c++) s->wd[c] += part[c];
  }
  rotation_matrix(s->q, s->R);
}

void NodesOwned(Nodes nodes, PetscInt node, const PetscScalar q[], const PetscScalar v[], const PetscScalar a[],
                NodeState *state)
{
  const PetscScalar *const arrays[3] = {q, v, a};

  node_state(nodes, node, nodes->model->layout.global, nodes->model->layout.first, arrays, state);
}

static PetscErrorCode ToLocal(Nodes nodes, Vec global, Vec *local, const PetscScalar **x)
{
  PetscFunctionBeginUser;
  *x = NULL;
  if (!global) PetscFunctionReturn(PETSC_SUCCESS);
  if (!*local) PetscCall(DMCreateLocalVector(nodes->model->mesh->dm, local));
  PetscCall(ModelGlobalToLocal(nodes->model, global, *local));
  PetscCall(VecGetArrayRead(*local, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodesUpdate(Nodes nodes, PetscReal t, Vec q, Vec v, Vec a, NodeState **states)
{
  const int          n         = nodes->model->mesh->g.nnodes;
  const Vec          global[3] = {q, v, a};
  Vec               *local[3]  = {&nodes->lq, &nodes->lv, &nodes->la};
  const PetscScalar *arrays[3];

  PetscFunctionBeginUser;
  if (!nodes->state) PetscCall(PetscCalloc1(n, &nodes->state));
  PetscCall(NodesAt(nodes, t));
  for (int k = 0; k < 3; k++) PetscCall(ToLocal(nodes, global[k], local[k], &arrays[k]));
  for (int i = 0; i < n; i++) node_state(nodes, i, NULL, 0, arrays, &nodes->state[i]);
  for (int k = 0; k < 3; k++)
    if (arrays[k]) PetscCall(VecRestoreArrayRead(*local[k], &arrays[k]));
  *states = nodes->state;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NodesMoveChart(Nodes nodes, Vec q)
{
  const Layout      *l = &nodes->model->layout;
  const PetscScalar *theta;

  PetscFunctionBeginUser;
  PetscCall(ToLocal(nodes, q, &nodes->lq, &theta));
  for (int i = 0; i < nodes->model->mesh->g.nnodes; i++) {
    double g[3], turn[4];

    for (int c = 0; c < 3; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + 3 + c];

      g[c] = dof < 0 || l->global[dof] < 0 ? 0 : theta[dof];
    }
    rotation_exp(g, turn);
    rotation_compose(nodes->ref[i], turn, nodes->ref[i]);
  }
  PetscCall(VecRestoreArrayRead(nodes->lq, &theta));
  PetscFunctionReturn(PETSC_SUCCESS);
}
