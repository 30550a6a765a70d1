/* partition.c: which rank gets which cells of a mesh that is dealt out. */
#include <stdlib.h>
#include <string.h>
#include <fs/fs.h>
#include "base/error.h"
#include "migrate.h"

static const char *const methods[] = {"auto", "curve", "ptscotch", "simple", NULL};
enum { AUTO, CURVE, PTSCOTCH, SIMPLE };

/* Whether ptscotch is there and can count as PETSc does: Debian's 64-bit PETSc is linked with one of 32 bits, which crashes. */
static PetscBool has_ptscotch(void)
{
#if defined(PETSC_HAVE_PTSCOTCH) && !defined(PETSC_USE_64BIT_INDICES)
  return PETSC_TRUE;
#else
  return PETSC_FALSE;
#endif
}

/* *method = the one that was asked for. */
static PetscErrorCode ChooseMethod(FsOptions o, const Dealt *d, PetscInt *method)
{
  PetscBool set;

  PetscFunctionBeginUser;
  *method = AUTO;
  PetscCall(FsOptionsChoice(o, "-mesh_partition", methods, method, &set));
  PetscCheck(*method != PTSCOTCH || has_ptscotch(), d->ranks->comm, PETSC_ERR_USER_INPUT,
             "-mesh_partition ptscotch: this PETSc has none that counts as it does; leave it out");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Stretches of the curve if their borders are clearly shorter than those of the numbers, which are straight in regular meshes and leave rows whole:
   of a cube of beams on 3 ranks 0.97 of the copies on a bent border cost 1.2 times the iterations. */
static PetscInt cut_best(const Dealt *d, const Asked *asked, const int weight[], int to[])
{
  const double clearly = 0.8;
  int         *curve   = ranks_take(d->ranks, d->cells.ncells, sizeof *curve), shorter;

  dealt_cut_numbers(d, weight, to);
  dealt_cut_curve(d, weight, curve);
  shorter = (double)dealt_count_border(d, asked, curve) < clearly * (double)dealt_count_border(d, asked, to);
  if (shorter) memcpy(to, curve, (size_t)d->cells.ncells * sizeof *to);
  free(curve);
  return shorter ? CURVE : SIMPLE;
}

PetscErrorCode DistributeCells(FsOptions o, Dealt *d, const int weight[], Geometry *g, const char **method)
{
  int     *to = ranks_clear(d->ranks, d->cells.ncells, sizeof *to);
  PetscInt chosen;
  Asked    asked;

  PetscFunctionBeginUser;
  PetscCall(ChooseMethod(o, d, &chosen));
  if (d->ranks->size > 1) {
    dealt_ask(d, &asked);
    dealt_fetch_places(d, &asked);
    if (chosen == AUTO) chosen = cut_best(d, &asked, weight, to);
    else if (chosen == CURVE) dealt_cut_curve(d, weight, to);
    else if (chosen == SIMPLE) dealt_cut_numbers(d, weight, to);
    else PetscCall(GraphPartition(d, weight, to));
    asked_free(&asked);
  }
  *method = methods[chosen];
  dealt_make_pieces(d, to, g);
  free(to);
  PetscFunctionReturn(PETSC_SUCCESS);
}
