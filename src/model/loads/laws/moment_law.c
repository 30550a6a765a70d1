/* moment_law.c: evaluates laws with moments or with formulas of rotations.

   Formulas are in global axes. The residual takes the moments R^T m in the axes of the node.
   Derivatives by rotations are derivatives by the spin in these axes: dR = R [spin], and
   dr = T(r)^-1 spin for the rotation vector r (math/rotation.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/model.h"
#include "model/loads/laws/law.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "element/element_node.h"

void moment_law_variables(const Law *law, PetscInt k, PetscReal t, const NodeState *node,
                          PetscReal x[LAW_VARIABLES])
{
  x[LAW_T] = t;
  for (int c = 0; c < 3; c++) {
    x[LAW_U + c] = node->x[c] - law->x[k][c];
    x[LAW_V + c] = node->v[c];
    x[LAW_X + c] = law->x[k][c];
  }
  rotation_log(node->q, x + LAW_R);
  mat_vec(node->R, node->w, x + LAW_W);
}

void MomentLawForces(const Law *law, PetscInt k, PetscReal t, const NodeState *node, double f[])
{
  PetscReal x[LAW_VARIABLES], g[COMPONENTS];

  moment_law_variables(law, k, t, node, x);
  for (int c = 0; c < COMPONENTS; c++)
    g[c] = law->formula[c] ? law->weight[k] * ExpressionValue(law->formula[c], x) : 0;
  for (int c = 0; c < 3; c++) f[c] = g[c];
  mat_t_vec(node->R, g + 3, f + 3);
}

/* Sets slope[3][3] to derivatives of the formulas from number first by the variables from by. */
static void partials(const Law *law, PetscInt k, int first, const PetscReal x[], int by,
                     double slope[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const Expression f = law->formula[first + i];

      slope[3 * i + j] = f ? law->weight[k] * ExpressionPartial(f, x, by + j) : 0;
    }
}

/* Sets the block of A[COMPONENTS][COMPONENTS] at row and column to B[3][3]; to R^T B in rows of
   moments. */
static void set_block(const double R[9], int row, int column, const double B[9], double A[])
{
  double turned[9];

  mat_t_mat(R, B, turned);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      A[COMPONENTS * (row + i) + column + j] = row ? turned[3 * i + j] : B[3 * i + j];
}

void MomentLawSlopes(const Law *law, PetscInt k, PetscReal t, const NodeState *node, double K[],
                     double C[])
{
  PetscReal x[LAW_VARIABLES];
  double    f[COMPONENTS], moment[9], inverse[9], W[9], RW[9];

  moment_law_variables(law, k, t, node, x);
  rotation_tangent_inverse(x + LAW_R, inverse);
  skew(node->w, W);
  mat_mat(node->R, W, RW);
  for (int row = 0; row < COMPONENTS; row += 3) {
    double by[9], by_spin[9], by_w[9], more[9];

    partials(law, k, row, x, LAW_U, by);
    set_block(node->R, row, 0, by, K);
    partials(law, k, row, x, LAW_V, by);
    set_block(node->R, row, 0, by, C);
    partials(law, k, row, x, LAW_W, by_w);
    mat_mat(by_w, node->R, by);
    set_block(node->R, row, 3, by, C);
    partials(law, k, row, x, LAW_R, by);
    mat_mat(by, inverse, by_spin);
    mat_mat(by_w, RW, more); /* the angular velocity R w: R [spin] w = -R [w] spin */
    for (int i = 0; i < 9; i++) by_spin[i] -= more[i];
    set_block(node->R, row, 3, by_spin, K);
  }
  MomentLawForces(law, k, t, node, f);
  skew(f + 3, moment); /* -[spin] R^T m */
  for (int i = 0; i < 9; i++) K[COMPONENTS * (3 + i / 3) + 3 + i % 3] += moment[i];
}

void MomentLawsFindNonFinite(Model model, PetscReal t, const NodeState nodes[], char text[],
                             size_t size)
{
  for (PetscInt l = 0; l < model->loads.nmoment_laws; l++)
    for (PetscInt k = 0; k < model->loads.moment_law[l].n; k++)
      for (int c = 0; c < COMPONENTS; c++) {
        const Law *law = &model->loads.moment_law[l];
        const int  at  = law->node[k];
        PetscReal  x[LAW_VARIABLES];

        moment_law_variables(law, k, t, &nodes[at], x);
        if (!law->formula[c] || isfinite(ExpressionValue(law->formula[c], x))) continue;
        law_non_finite_text(model, law, k, c, x, text, size);
        return;
      }
}
