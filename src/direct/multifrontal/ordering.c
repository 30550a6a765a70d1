/* ordering.c: finds groups of unknowns in a pattern and orders them by minimum degree.

   In trees of bodies each joint is matched with the next body outward, and elimination from the
   leaves causes no fill (Featherstone 1987; Orlandea, Chace & Calahan 1977 for mechanisms in
   general). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "ordering.h"
#include <string.h>

static PetscBool has_same_pattern(const Sparsity *s, PetscInt r)
{
  const PetscInt n = s->i[r + 1] - s->i[r];

  return (PetscBool)(r + 1 != s->neliminated && s->multiplier[r] == s->multiplier[r + 1] &&
                     s->i[r + 2] - s->i[r + 1] == n &&
                     (!n || !memcmp(s->j + s->i[r], s->j + s->i[r + 1], (size_t)n * sizeof *s->j)));
}

static PetscErrorCode FindVertices(const Sparsity *s, Graph *g)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(s->n + 1, &g->first, s->n, &g->vertex));
  for (PetscInt r = 0; r < s->n; r++) {
    if (r == s->neliminated) g->neliminated = g->n;
    if (!r || !has_same_pattern(s, r - 1)) g->first[g->n++] = r;
    g->vertex[r] = g->n - 1;
  }
  if (s->neliminated == s->n) g->neliminated = g->n;
  g->first[g->n] = s->n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Stores each edge at both of its ends, even if the pattern has it once; i[v] is the first
   neighbour of v. */
static PetscErrorCode FindEdges(const Sparsity *s, Graph *g)
{
  PetscInt *seen, *end;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(g->n + 1, &g->i));
  PetscCall(PetscMalloc2(g->n, &seen, g->n, &end));
  for (int fill = 0; fill < 2; fill++) {
    for (PetscInt v = 0; v < g->n; v++) seen[v] = GRAPH_NONE;
    for (PetscInt v = 0; v < g->n; v++) {
      const PetscInt row = g->first[v];

      for (PetscInt k = s->i[row]; k < s->i[row + 1]; k++) {
        const PetscInt w = g->vertex[s->j[k]];

        if (w == v || seen[w] == v) continue;
        seen[w] = v;
        if (fill) {
          g->j[end[v]++] = w;
          g->j[end[w]++] = v;
        } else {
          g->i[v + 1]++;
          g->i[w + 1]++;
        }
      }
    }
    if (fill) break;
    for (PetscInt v = 0; v < g->n; v++) g->i[v + 1] += g->i[v];
    for (PetscInt v = 0; v < g->n; v++) end[v] = g->i[v];
    PetscCall(PetscMalloc1(g->i[g->n], &g->j));
  }
  /* remove duplicates: most edges were found from both ends */
  for (PetscInt v = 0; v < g->n; v++) seen[v] = GRAPH_NONE;
  for (PetscInt v = 0, to = 0; v < g->n; v++) {
    const PetscInt from = g->i[v];

    g->i[v] = to;
    for (PetscInt k = from; k < end[v]; k++) {
      if (seen[g->j[k]] == v) continue;
      seen[g->j[k]] = v;
      g->j[to++]    = g->j[k];
    }
    if (v == g->n - 1) g->i[g->n] = to;
  }
  PetscCall(PetscFree2(seen, end));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscInt size(const Graph *g, PetscInt v) { return g->first[v + 1] - g->first[v]; }

/* Matching of multipliers with nodes: partner[v] of the vertices that are eliminated. */
typedef struct {
  const Sparsity *s;
  const Graph    *g;
  /* nchoices: number of nodes that a joint can still be matched with */
  PetscInt *partner, *nchoices, *queue, nqueue;
} JointMatching;

static PetscBool is_joint(const JointMatching *p, PetscInt v)
{
  return p->s->multiplier[p->g->first[v]];
}

static PetscBool can_match(const JointMatching *p, PetscInt joint, PetscInt v)
{
  return (PetscBool)(v < p->g->neliminated && !is_joint(p, v) && p->partner[v] == GRAPH_NONE &&
                     size(p->g, v) >= size(p->g, joint));
}

static void match_joint(JointMatching *p, PetscInt joint)
{
  const Graph *g    = p->g;
  PetscInt     node = GRAPH_NONE;

  if (p->partner[joint] != GRAPH_NONE) return;
  for (PetscInt k = g->i[joint]; k < g->i[joint + 1] && node == GRAPH_NONE; k++)
    if (can_match(p, joint, g->j[k])) node = g->j[k];
  if (node == GRAPH_NONE) return;
  p->partner[joint] = node;
  p->partner[node]  = joint;
  for (PetscInt k = g->i[node]; k < g->i[node + 1]; k++) {
    const PetscInt w = g->j[k];

    if (w < g->neliminated && is_joint(p, w) && p->partner[w] == GRAPH_NONE &&
        size(g, node) >= size(g, w) && --p->nchoices[w] == 1)
      p->queue[p->nqueue++] = w;
  }
}

static PetscErrorCode FindMatching(const Sparsity *s, const Graph *g, PetscInt partner[])
{
  JointMatching p = {.s = s, .g = g, .partner = partner};

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(g->neliminated, &p.nchoices, g->neliminated, &p.queue));
  for (PetscInt v = 0; v < g->neliminated; v++) partner[v] = GRAPH_NONE;
  for (PetscInt v = 0; v < g->neliminated; v++) {
    p.nchoices[v] = 0;
    if (!is_joint(&p, v)) continue;
    for (PetscInt k = g->i[v]; k < g->i[v + 1]; k++)
      if (can_match(&p, v, g->j[k])) p.nchoices[v]++;
    if (p.nchoices[v] == 1) p.queue[p.nqueue++] = v;
  }
  for (PetscInt v = 0, done = 0; v < g->neliminated; v++) {
    for (; done < p.nqueue; done++) match_joint(&p, p.queue[done]);
    if (is_joint(&p, v)) match_joint(&p, v);
  }
  PetscCall(PetscFree2(p.nchoices, p.queue));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The Schur complement counts as this number of groups that touch each other. Groups that touch it
   get a larger degree and come last. Else elimination would also start there and add the Schur
   complement to many fronts. */
enum { SCHUR_GROUPS = 16 };

/* Whether a vertex of group k touches the Schur complement. */
static PetscBool touches_schur(const Graph *g, PetscInt k)
{
  for (int m = 0; m < 2 && g->member[k][m] != GRAPH_NONE; m++)
    for (PetscInt e = g->i[g->member[k][m]]; e < g->i[g->member[k][m] + 1]; e++)
      if (g->j[e] >= g->neliminated) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Appends to j[] the groups that vertex v touches and that group k does not have yet; seen[]: the
   last group that had them. */
static void add_neighbours(const Graph *g, PetscInt k, PetscInt v, PetscInt seen[], PetscInt j[],
                           PetscInt *n)
{
  for (PetscInt e = g->i[v]; e < g->i[v + 1]; e++) {
    const PetscInt to = g->j[e] < g->neliminated ? g->group[g->j[e]] : k;

    if (seen[to] == k) continue;
    seen[to]  = k;
    j[(*n)++] = to;
  }
}

/* Creates the matrix with the pattern of the groups, followed by the Schur complement. The caller
   frees *i, *j and *values after it. */
static PetscErrorCode CreateGroupMatrix(const Graph *g, PetscInt **i, PetscInt **j,
                                        PetscScalar **values, Mat *A)
{
  const PetscInt all = g->ngroups + (g->neliminated < g->n ? SCHUR_GROUPS : 0);
  PetscInt      *seen, n = 0, *touching, ntouching = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(all, &seen, g->ngroups, &touching));
  for (PetscInt k = 0; k < g->ngroups; k++) {
    seen[k] = GRAPH_NONE;
    if (touches_schur(g, k)) touching[ntouching++] = k;
  }
  PetscCall(PetscMalloc2(
    all + 1, i,
    (size_t)g->i[g->n] + (size_t)(all + 2 * SCHUR_GROUPS * ntouching + SCHUR_GROUPS * SCHUR_GROUPS),
    j));
  for (PetscInt k = 0, next = 0; k < g->ngroups; k++) {
    (*i)[k]   = n;
    (*j)[n++] = k;
    seen[k]   = k;
    for (int m = 0; m < 2 && g->member[k][m] != GRAPH_NONE; m++)
      add_neighbours(g, k, g->member[k][m], seen, *j, &n);
    PetscCall(PetscSortInt(n - (*i)[k], *j + (*i)[k]));
    if (next == ntouching || touching[next] != k) continue;
    next++;
    for (PetscInt s = g->ngroups; s < all; s++) (*j)[n++] = s;
  }
  for (PetscInt s = g->ngroups; s < all; s++) {
    (*i)[s] = n;
    for (PetscInt k = 0; k < ntouching; k++) (*j)[n++] = touching[k];
    for (PetscInt k = g->ngroups; k < all; k++) (*j)[n++] = k;
  }
  (*i)[all] = n;
  PetscCall(PetscCalloc1(n, values));
  PetscCall(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, all, all, *i, *j, *values, A));
  PetscCall(PetscFree2(seen, touching));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Renumbers the groups in the order of their elimination. */
static PetscErrorCode OrderGroups(Graph *g)
{
#if defined(PETSC_HAVE_SUITESPARSE)
  static const char type[] = MATORDERINGAMD;
#else
  static const char type[] = MATORDERINGQMD;
#endif
  PetscInt       *i, *j, (*member)[2];
  PetscScalar    *values;
  const PetscInt *order;
  IS              rows, columns;
  Mat             A;

  PetscFunctionBeginUser;
  PetscCall(CreateGroupMatrix(g, &i, &j, &values, &A));
  PetscCall(MatGetOrdering(A, type, &rows, &columns));
  PetscCall(ISGetIndices(rows, &order));
  PetscCall(PetscMalloc1(g->ngroups, &member));
  for (PetscInt k = 0, n = 0; n < g->ngroups; k++) {
    if (order[k] >= g->ngroups) continue;
    memcpy(member[n], g->member[order[k]], sizeof *member);
    for (int m = 0; m < 2 && member[n][m] != GRAPH_NONE; m++) g->group[member[n][m]] = n;
    n++;
  }
  PetscCall(PetscFree(g->member));
  g->member = member;
  PetscCall(ISRestoreIndices(rows, &order));
  PetscCall(ISDestroy(&rows));
  PetscCall(ISDestroy(&columns));
  PetscCall(MatDestroy(&A));
  PetscCall(PetscFree2(i, j));
  PetscCall(PetscFree(values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the joint that should move to group k, a node alone. Candidates are in a group with
   another node that is eliminated later; the first of them is taken. */
static PetscInt find_joint(const Sparsity *s, const Graph *g, PetscInt k)
{
  const PetscInt node  = g->member[k][0];
  PetscInt       joint = GRAPH_NONE;

  if (g->member[k][1] != GRAPH_NONE || s->multiplier[g->first[node]]) return GRAPH_NONE;
  for (PetscInt e = g->i[node]; e < g->i[node + 1]; e++) {
    const PetscInt w = g->j[e];

    if (w >= g->neliminated || !s->multiplier[g->first[w]] || g->group[w] < k ||
        size(g, w) > size(g, node))
      continue;
    if (g->member[g->group[w]][1] == GRAPH_NONE) continue;
    if (joint == GRAPH_NONE || g->group[w] < g->group[joint]) joint = w;
  }
  return joint;
}

/* Moves joints to the first of their nodes. A node that is eliminated before its joint finds small
   pivots beside the rows of the joint; these are delayed. Fronts do not grow, because that of the
   first node has the joint in any case. */
static void move_joints(const Sparsity *s, Graph *g)
{
  for (PetscInt k = 0; k < g->ngroups; k++) {
    const PetscInt joint = find_joint(s, g, k);
    PetscInt      *from;

    if (joint == GRAPH_NONE) continue;
    from            = g->member[g->group[joint]];
    from[0]         = from[0] == joint ? from[1] : from[0];
    from[1]         = GRAPH_NONE;
    g->member[k][1] = joint;
    g->group[joint] = k;
  }
}

PetscErrorCode GraphCreate(const Sparsity *s, Graph *g)
{
  PetscInt *partner;

  PetscFunctionBeginUser;
  *g = (Graph){.n = 0};
  PetscCall(FindVertices(s, g));
  PetscCall(FindEdges(s, g));
  PetscCall(PetscMalloc1(g->neliminated, &partner));
  PetscCall(FindMatching(s, g, partner));
  PetscCall(PetscMalloc1(g->neliminated, &g->member));
  PetscCall(PetscMalloc1(g->neliminated, &g->group));
  for (PetscInt v = 0; v < g->neliminated; v++) {
    const PetscBool joint = s->multiplier[g->first[v]];

    if (joint && partner[v] != GRAPH_NONE) continue; /* its node has it */
    g->member[g->ngroups][0] = v;
    g->member[g->ngroups][1] = partner[v];
    g->group[v]              = g->ngroups;
    if (partner[v] != GRAPH_NONE) g->group[partner[v]] = g->ngroups;
    g->ngroups++;
  }
  PetscCall(PetscFree(partner));
  if (g->ngroups) PetscCall(OrderGroups(g));
  move_joints(s, g);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GraphDestroy(Graph *g)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(g->first, g->vertex));
  PetscCall(PetscFree(g->i));
  PetscCall(PetscFree(g->j));
  PetscCall(PetscFree(g->member));
  PetscCall(PetscFree(g->group));
  PetscFunctionReturn(PETSC_SUCCESS);
}
