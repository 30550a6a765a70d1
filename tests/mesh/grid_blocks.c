/* grid_blocks.c: the blocks of generated rectangles and lines on many ranks, which one process
   makes in turn: each node has one owner, and ranks of a computing node have compact sets of
   blocks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "mesh/geometry.h"
#include "test.h"

/* Numbers of a grid on some ranks: its nodes, and of the copies of nodes that others own those
 * whose owner is in another group of consecutive ranks. */
typedef struct {
  long nodes, copies, away;
} Counts;

static Counts count(const Grid *grid, int size, int group)
{
  Counts    n    = {0};
  Geometry *part = calloc((size_t)size, sizeof *part);

  if (!part) abort();
  for (int rank = 0; rank < size; rank++) (void)grid_local_mesh(grid, rank, size, &part[rank]);
  for (int rank = 0; rank < size; rank++)
    for (int k = 0; k < part[rank].nnodes; k++) {
      const int owner = part[rank].owner[k], at = part[rank].owner_node[k];

      CHECK(owner >= 0 && owner < size && at < part[owner].nnodes &&
              part[owner].owner[at] == owner && part[owner].id[at] == part[rank].id[k],
            "%d ranks: node %ld of rank %d is not with its owner %d", size, (long)part[rank].id[k],
            rank, owner);
      n.nodes += owner == rank;
      n.copies += owner != rank;
      n.away += owner / group != rank / group;
    }
  for (int rank = 0; rank < size; rank++) geometry_free(&part[rank]);
  free(part);
  return n;
}

static Grid rectangle(int nx, int ny)
{
  return (Grid){
    .kind = GRID_QUADRILATERAL, .n = {nx, ny},
         .order = 1, .upper = {1,  1 }
  };
}

/* Also with more ranks than cells, closed, and in one dimension. */
static void check_owners(void)
{
  static const int sizes[] = {1, 2, 3, 5, 7, 8, 12, 30, 64, 77, 96, 144};

  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    Grid grid = rectangle(40, 30), ring = rectangle(24, 36);
    Grid line = {.kind = GRID_LINE, .n = {50}, .order = 2, .upper = {1}};

    ring.closed[0] = ring.closed[1] = 1;
    CHECK(count(&grid, sizes[k], 64).nodes == 41 * 31, "%d ranks: rectangle", sizes[k]);
    CHECK(count(&ring, sizes[k], 64).nodes == 24 * 36, "%d ranks: ring", sizes[k]);
    CHECK(count(&line, sizes[k], 64).nodes == 101, "%d ranks: line", sizes[k]);
  }
}

/* 64 ranks in a group have 8 x 8 blocks, whose outline is 4 x 8 of 4 x 64 sides. */
static void check_groups(void)
{
  const Grid   grid = rectangle(160, 160);
  const Counts n    = count(&grid, 1024, 64);

  CHECK((double)n.away < 32. / 256 * (double)n.copies, "%ld of %ld copies are of other groups",
        n.away, n.copies);
}

int main(void)
{
  check_owners();
  check_groups();
  return TestReport();
}
