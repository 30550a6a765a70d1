/* load_pieces.c: divides a line into pieces in which the formula of a load is a polynomial.

   In a piece, the cubic polynomial p has the values of the load f at the points of Gauss's rule
   with four points. In a short piece the rest f - p is similar to the Legendre polynomial of degree
   4, which has no resultant and no moment, so that it changes shear forces and bending moments in
   its piece alone. The integral of this polynomial from -1 on is at most 0.09, and its double
   integral 0.02. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "model/fields/cell_field.h"
#include "model/loads/line_load.h"
#include "model/model.h"
#include "model/parts/block.h"
#include "element/element_sizes.h"

/* Largest integral of this polynomial, whose largest value is 1. */
static const double INTEGRAL = 0.09;
/* Error of the shear force relative to the integral of the absolute load. The bending moment, which
   has one more integral over short pieces, has a smaller error. tests/element/inside.py has loads
   with and without pieces. */
static const double ENOUGH = 1e-6;
/* The same relative to the forces in the element, or to the largest load of the set: a load that is
   smaller, such as that far from a peak, needs no pieces. */
static const double NEGLIGIBLE = 1e-8;
/* In the coordinate of a line from -1 to 1: pieces that are shorter are left out. */
static const double SHORTEST = 1e-11;

/* A load on a line. */
typedef struct {
  Expression formula;
  PetscReal  t;
  Shape      shape;
  const double (*x)[3];
  const LineLoadPart *part;
  /* error of the shear force over the length of the line and the vector of the load that does not
     matter */
  double negligible;
  int    breaks; /* number of breaks of the formula that are known, some maybe inside of pieces */
} LoadOnLine;

/* Returns the value at u, from -1 to 1, of the cubic polynomial with the values value[4] at the
   points of Gauss's rule. */
static double cubic_value(const double value[4], double u)
{
  double at[4][2], sum = 0;

  for (int k = 0; k < 4; k++) shape_cell_square(SHAPE_LINE, k, at[k]);
  for (int k = 0; k < 4; k++) {
    double l = value[k];

    for (int j = 0; j < 4; j++)
      if (j != k) l *= (u - at[j][0]) / (at[k][0] - at[j][0]);
    sum += l;
  }
  return sum;
}

/* Returns the factor of the formula at the parent coordinate r. */
static double share_at(const LoadOnLine *f, double r)
{
  const double *at = f->part->segment.at;

  return cubic_value(f->part->share, (2 * r - at[0] - at[1]) / (at[1] - at[0]));
}

/* Returns the load at the parent coordinate r; 0 if it is not finite. */
static double load_at(const LoadOnLine *f, double r)
{
  const double   square[2] = {r, 0};
  ShapeCellPoint p;
  double         value;

  shape_cell_point(f->shape, f->x, square, 1, &p);
  value = ExpressionValue(f->formula, (const PetscReal[]){p.x[0], p.x[1], p.x[2], f->t});
  return isfinite(value) ? share_at(f, r) * value : 0;
}

/* Returns the error of the shear force in a piece over the length of the line. */
static double error_of(const LoadOnLine *f, const LoadPiece *piece)
{
  static const double check[] = {-0.99, -0.63, 0, 0.63, 0.99}; /* where f - p is largest */
  const double middle = (piece->at[0] + piece->at[1]) / 2, half = (piece->at[1] - piece->at[0]) / 2;
  double       most = 0;

  for (int k = 0; k < (int)(sizeof check / sizeof *check); k++)
    most =
      fmax(most, fabs(load_at(f, middle + half * check[k]) - cubic_value(piece->field, check[k])));
  return INTEGRAL * most * half / 2;
}

/* Computes the values of the formula at the points of a piece whose sums are its integrals. */
static void exact_values(const LoadOnLine *f, const LoadPiece *piece, double value[])
{
  const LoadSegment part = {
    {piece->at[0], piece->at[1]},
    {1,            1           }
  };
  double         factor[SHAPE_MAX_CELL_POINTS];
  ShapeCellPoint point[SHAPE_MAX_CELL_POINTS];
  const int      n = load_segment_points(&part, f->shape, f->x, point, factor);

  load_segment_values(&part, f->formula, f->t, f->shape, f->x, n, point, value);
}

/* Sets the piece between two parent coordinates. Returns its error. */
static double fit(const LoadOnLine *f, double from, double to, LoadPiece *piece)
{
  double value[SHAPE_MAX_CELL_POINTS];

  piece->at[0] = from;
  piece->at[1] = to;
  if (f->breaks) exact_values(f, piece, value);
  for (int k = 0; k < 4; k++) {
    double square[2], r;

    shape_cell_square(SHAPE_LINE, k, square);
    r               = (from + to) / 2 + (to - from) / 2 * square[0];
    piece->field[k] = f->breaks ? share_at(f, r) * value[k] : load_at(f, r);
    if (!isfinite(piece->field[k])) piece->field[k] = 0;
  }
  return error_of(f, piece);
}

/* Begins with the whole line and the polynomial that it has, or with the pieces between the breaks
   of the formula. Returns their number. */
static int first_pieces(LoadOnLine *f, LoadPiece piece[], double error[])
{
  const double *at   = f->part->segment.at;
  double        from = at[0], breaks[CELL_FIELD_BREAKS];
  int           n = 0, count = CellFieldLineBreaks(f->formula, f->t, f->shape, f->x, breaks);

  f->breaks = count;
  if (!count || count >= LOAD_PIECES) {
    memcpy(piece->at, at, sizeof piece->at);
    memcpy(piece->field, f->part->field, sizeof piece->field);
    error[0] = error_of(f, piece);
    return 1;
  }
  for (int k = 0; k <= count; k++) {
    const double to = k < count ? fmin(breaks[k], at[1]) : at[1];

    if (to - from <= SHORTEST) continue;
    error[n] = fit(f, from, to, &piece[n]);
    from     = to;
    n++;
  }
  return n;
}

/* Halves piece k of n pieces. */
static void halve(const LoadOnLine *f, int k, int n, LoadPiece piece[], double error[])
{
  const double from = piece[k].at[0], to = piece[k].at[1], middle = (from + to) / 2;

  memmove(&piece[k + 1], &piece[k], (size_t)(n - k) * sizeof *piece);
  memmove(&error[k + 1], &error[k], (size_t)(n - k) * sizeof *error);
  error[k]     = fit(f, from, middle, &piece[k]);
  error[k + 1] = fit(f, middle, to, &piece[k + 1]);
}

/* Returns the integral of the absolute load over the length of the line. */
static double mean_load(int n, const LoadPiece piece[])
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++)
      sum += fabs(piece[i].field[k]) / 4 * (piece[i].at[1] - piece[i].at[0]) / 2;
  return sum;
}

/* Returns how the pieces of a line describe its load, if error is that of the worst piece. */
static LoadFit fit_of(const LoadOnLine *f, int n, const LoadPiece piece[], double error)
{
  const double mean = mean_load(n, piece);

  if (error <= fmax(ENOUGH * mean, f->negligible)) return (LoadFit){0, 1};
  return (LoadFit){mean > 0 ? error / mean : 1, 2 + 2 * (f->breaks + 1) / LOAD_PIECES};
}

/* Divides the part of a line on which a load acts into pieces, and returns their number. */
static int find_pieces(Model model, Expression formula, PetscReal t, const LineLoadPart *part,
                       double negligible, LoadPiece piece[], LoadFit *fitted)
{
  const Block *b = &model->block[part->block];
  double       x[ELEMENT_MAX_NODES][3], error[LOAD_PIECES] = {0};
  LoadOnLine   f = {formula, t, b->kernel->shape, (const double(*)[3])x, part, negligible, 0};
  int          n, worst;

  geometry_cell_coordinates(&model->mesh->g, (int)b->cells[part->element], x);
  n = first_pieces(&f, piece, error);
  for (;;) {
    worst = 0;
    for (int k = 1; k < n; k++)
      if (error[k] > error[worst]) worst = k;
    *fitted = fit_of(&f, n, piece, error[worst]);
    if (n == LOAD_PIECES || fitted->cells == 1) return n;
    halve(&f, worst, n++, piece, error);
  }
}

/* Returns the error of the shear force over the integral of the absolute load, if the cubic
   polynomial of the whole part stands for its pieces. */
static double error_of_one(const LineLoadPart *part, int n, const LoadPiece piece[])
{
  /* of Gauss's rule with four points */
  static const double weight[4] = {0.34785484513745385737, 0.65214515486254614263,
                                   0.65214515486254614263, 0.34785484513745385737};
  const double *const at        = part->segment.at;
  const double        mean      = mean_load(n, piece);
  double              sum = 0, most = 0;

  for (int i = 0; i < n; i++) {
    const double middle = (piece[i].at[0] + piece[i].at[1]) / 2,
                 half   = (piece[i].at[1] - piece[i].at[0]) / 2;

    for (int k = 0; k < 4; k++) {
      double square[2], r;

      shape_cell_square(SHAPE_LINE, k, square);
      r = middle + half * square[0];
      sum +=
        weight[k] * half / 2 *
        (piece[i].field[k] - cubic_value(part->field, (2 * r - at[0] - at[1]) / (at[1] - at[0])));
    }
    most = fmax(most, fabs(sum));
  }
  return mean > 0 ? most / mean : 0;
}

int LineLoadPieces(Model model, const LineLoad *load, const LineLoadPart *part, PetscReal t,
                   double strength, int most, LoadPiece piece[], LoadFit *fitted)
{
  int n = part->npieces;

  *fitted = part->fitted;
  if (load->concentrated || load->train) return 0;
  if (load->moving)
    n = find_pieces(model, load->moving, t, part, NEGLIGIBLE * strength, piece, fitted);
  for (int k = 0; k < part->npieces; k++) piece[k] = part->piece[k];
  if (n > 1 && n <= most) return n;
  if (n > most)
    *fitted = (LoadFit){error_of_one(part, n, piece), PetscMax(fitted->cells, 2 + n / LOAD_PIECES)};
  memcpy(piece->at, part->segment.at, sizeof piece->at);
  memcpy(piece->field, part->field, sizeof piece->field);
  return 1;
}

PetscErrorCode LineLoadSetPieces(Model model, Expression formula, LineLoad *load)
{
  PetscReal largest = 0;

  PetscFunctionBeginUser;
  if (!formula || load->concentrated || load->moving) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < load->n; i++)
    for (int k = 0; k < LINE_LOAD_POINTS; k++)
      largest = PetscMax(largest, PetscAbsReal(load->part[i].field[k]));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &largest, 1, MPIU_REAL, MPIU_MAX, model->comm));
  for (PetscInt i = 0; i < load->n; i++) {
    LineLoadPart *part = &load->part[i];
    LoadPiece     piece[LOAD_PIECES];
    const int n = find_pieces(model, formula, 0, part, NEGLIGIBLE * largest, piece, &part->fitted);

    if (n <= 1) continue;
    PetscCall(PetscMalloc1(n, &part->piece));
    PetscCall(PetscArraycpy(part->piece, piece, n));
    part->npieces = n;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
