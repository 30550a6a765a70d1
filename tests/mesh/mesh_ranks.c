/* mesh_ranks.c: read Gmsh files on all ranks, as fsolve does up to the partition by the curve, and
   print each whole mesh in the order of its numbers; for gmsh_ranks.py, which compares numbers of
   ranks. With a first argument -quiet only what reading has taken. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mesh/gmsh/gmsh.h"

typedef struct {
  char  *at;
  size_t n;
} Text;

static void print_sets(FILE *out, const Geometry *g, int list)
{
  const int *sets, n = set_lists_get(&g->lists, list, &sets);

  for (int s = 0; s < n; s++) fprintf(out, " | %s", g->set_name[sets[s]]);
  fprintf(out, "\n");
}

/* What this rank owns of the mesh; each line begins with what it is sorted by. */
static Text own_lines(const Ranks *ranks, const Geometry *g)
{
  Text  text;
  FILE *out = open_memstream(&text.at, &text.n);

  for (int i = 0; i < g->nnodes; i++) {
    if (g->owner[i] != ranks->rank) continue;
    fprintf(out, "node %012" PRId64 " %" PRId64 " %.17g %.17g %.17g %" PRId64, g->node_number[i],
            g->id[i], g->x[i][0], g->x[i][1], g->x[i][2], g->place[i]);
    print_sets(out, g, g->node_sets[i]);
  }
  for (int c = 0; c < g->ncells; c++) {
    fprintf(out, "cell %012" PRId64 " %s", g->cell_number[c], shape_name((Shape)g->shape[c]));
    for (int k = g->offset[c]; k < g->offset[c + 1]; k++)
      fprintf(out, " %" PRId64, g->node_number[g->conn[k]]);
    print_sets(out, g, g->cell_sets[c]);
  }
  fclose(out);
  return text;
}

static int compare_lines(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void print_sorted(const Ranks *ranks, const Geometry *g)
{
  Text    text = own_lines(ranks, g);
  int64_t total, n = 0;
  char   *all = ranks_allgather(ranks, 1, (int64_t)text.n, text.at, &total), **line;

  all[total] = 0;
  for (const char *p = all; (p = strchr(p, '\n')); p++) n++;
  line = ranks_malloc(ranks, n, sizeof *line);
  n    = 0;
  for (char *p = strtok(all, "\n"); p; p = strtok(NULL, "\n")) line[n++] = p;
  qsort(line, (size_t)n, sizeof *line, compare_lines);
  for (int64_t k = 0; k < n && ranks->rank == 0; k++) printf("%s\n", line[k]);
  free(line);
  free(all);
  free(text.at);
}

/* Each node has one owner, which has it and knows it under that number. */
static int owners_agree(const Ranks *ranks, const Geometry *g)
{
  int         *to = ranks_malloc(ranks, g->nnodes, sizeof *to), wrong = 0;
  int64_t     *received;
  ExchangePlan plan;

  (void)exchange_plan_create(ranks, g->nnodes, g->owner, &plan);
  received = ranks_malloc(ranks, 2 * plan.m, sizeof *received);
  exchange_send(&plan, sizeof *received, g->node_number, received);
  for (int i = 0; i < g->nnodes; i++) to[i] = g->owner_node[i];
  {
    int *node = ranks_malloc(ranks, plan.m, sizeof *node);

    exchange_send(&plan, sizeof *node, to, node);
    for (int64_t k = 0; k < plan.m; k++)
      wrong += node[k] >= g->nnodes || g->node_number[node[k]] != received[k] ||
               g->owner[node[k]] != ranks->rank || g->owner_node[node[k]] != node[k];
    free(node);
  }
  exchange_plan_free(&plan);
  free(received);
  free(to);
  return !ranks_sum(ranks, wrong);
}

static double peak_of_memory(void) /* [MB] */
{
  FILE  *status = fopen("/proc/self/status", "r");
  char   line[256];
  double kilobytes = 0;

  while (fgets(line, sizeof line, status))
    if (!strncmp(line, "VmHWM:", 6)) kilobytes = atof(line + 6);
  fclose(status);
  return kilobytes / 1024;
}

/* Returns the copies of nodes that this makes. */
static int64_t cut_along_curve(DistributedMesh *d, int to[])
{
  int64_t   border;
  NodeFetch fetch;

  distributed_mesh_plan_fetch(d, &fetch);
  distributed_mesh_fetch_x(d, &fetch);
  split_along_hilbert_curve(d, NULL, to);
  border = count_ghost_nodes(d, &fetch, to);
  node_fetch_free(&fetch);
  return border;
}

static void read_and_print(const Ranks *ranks, const char path[], int quiet)
{
  char            message[512] = "";
  const double    before       = peak_of_memory();
  DistributedMesh d            = {.ranks = NULL};
  Geometry        g;
  int64_t         bytes, border, copies = 0;
  int            *to, most;
  const int       bad = gmsh_read(path, ranks, INT32_MAX / 8, &d, &bytes, message, sizeof message);

  if (ranks->rank == 0) printf("file %s\n", path);
  if (bad) {
    if (ranks->rank == 0) printf("refused %s\n", message);
    return;
  }
  find_coincident_nodes(&d);
  renumber_mesh(&d);
  to     = ranks_malloc(ranks, d.cells.ncells, sizeof *to);
  border = cut_along_curve(&d, to);
  migrate_cells(&d, to, &g);
  for (int i = 0; i < g.nnodes; i++) copies += g.owner[i] != ranks->rank;
  if (ranks_sum(ranks, copies) != border && ranks->rank == 0) printf("wrong border\n");
  most = (int)ranks_max(ranks, g.ncells);
  if (!quiet) print_sorted(ranks, &g);
  if (!owners_agree(ranks, &g) && ranks->rank == 0) printf("wrong owners\n");
  bytes = ranks_max(ranks, bytes);
  if (ranks->rank == 0)
    fprintf(stderr, "%s: %" PRId64 " bytes and %d cells at most, rank 0 %.0f MB\n", path, bytes,
            most, peak_of_memory() - before);
  geometry_free(&g);
  free(to);
}

int main(int argc, char *argv[])
{
  Ranks     ranks = {.comm = MPI_COMM_WORLD};
  const int quiet = argc > 1 && !strcmp(argv[1], "-quiet");

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &ranks.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks.size);
  for (int k = 1 + quiet; k < argc; k++) read_and_print(&ranks, argv[k], quiet);
  MPI_Finalize();
  return 0;
}
