/* shell_section.c: implements the properties of shells: a section of one material, a laminate, or a
   stiffness that the user gives. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/small_dense.h"
#include "math/vector.h"
#include "element/shell/shell.h"
#include "shell_section.h"

enum { STRAINS = SHELL_STRAINS };

/* Shear correction of a homogeneous section. */
static const double SHEAR_CORRECTION = 5. / 6;

/* Inertia about the normal over that about the other axes. A director has none. With as much as
   about the other axes, drilling motions of coarse meshes would have frequencies among those of
   the plate. Lumped masses have as much, so that explicit steps need no iterations and stay long.
 */
static const double SPIN_INERTIA = 0.01;

/* Indices of given properties, in the order of shell_props. */
enum {
  YOUNG,
  POISSON,
  THICKNESS,
  DENSITY,
  MASS,
  DRILLING,
  DIRECTION,
  YOUNG_1   = DIRECTION + 3, /* up to SHEAR_23, in the order of the columns of plies */
  SHEAR_23  = YOUNG_1 + 5,
  PLIES     = SHEAR_23 + 1,
  STIFFNESS = PLIES + SHELL_MAX_PLIES * PLY_NUMBERS,
  MASS_AREA = STIFFNESS + STRAINS * STRAINS,
  OFFSET    = MASS_AREA + 1,
  DAMPING,
  PLY_STRESS,
  EXPANSION_1,
  EXPANSION_2
};

static const char *const shell_mass_words[] = {"consistent", "lumped", "explicit", 0};

static const char *const ply_stress_words[] = {"faces", "all", 0};

/* clang-format off */
const ElementProp shell_props[] = {
  {"young",         PROP_POSITIVE,    0, NAN, "Young's modulus E of an isotropic section [N/m2]", 0, 0},
  {"poisson",       PROP_REAL,        0, NAN, "Poisson's ratio, above -1 and up to 0.5", 0, 0},
  {"thickness",     PROP_POSITIVE,    0, NAN, "thickness h [m]; default: the sum of the plies; with stiffness, that of a plate with its ratio of bending and stretching", 0, 0, .stiffens = 3},
  {"density",       PROP_NONNEGATIVE, PROP_FOR_MASS, NAN, "mass per volume [kg/m3]", 0, 0},
  {"mass",          PROP_CHOICE,      0, MASS_CONSISTENT, "mass matrix: consistent or lumped; lumped if the center of mass is off the nodes. explicit: lumped, with a rotary inertia of at least mass x area/6, which permits longer explicit steps", 0, shell_mass_words},
  {"drilling",      PROP_POSITIVE,    0, 1,   "stiffness against rotations of nodes about the normal that bend no side of a quadrilateral, over G h", 0, 0},
  {"direction",     PROP_VECTOR,      0, 0,   "x axis of results and axis 1 of materials, projected onto the surface; default: the first side", 0, 0},
  {"young_1",       PROP_POSITIVE,    0, NAN, "Young's modulus along the direction, of an orthotropic section [N/m2]", 0, 0},
  {"young_2",       PROP_POSITIVE,    0, NAN, "the same across [N/m2]", 0, 0},
  {"poisson_12",    PROP_REAL,        0, NAN, "contraction along 2 over stretch along 1", 0, 0},
  {"shear_12",      PROP_POSITIVE,    0, NAN, "shear modulus in the surface [N/m2]", 0, 0},
  {"shear_13",      PROP_POSITIVE,    0, NAN, "transverse shear modulus along the direction [N/m2]", 0, 0},
  {"shear_23",      PROP_POSITIVE,    0, NAN, "the same across [N/m2]", 0, 0},
  {"plies",         PROP_TABLE,       0, NAN, "laminate: file with a row for each ply, from bottom to top. Columns: ply, thickness, angle [rad], density, young_1, young_2, poisson_12, shear_12, shear_13, shear_23. Strengths may follow, for failure indices: tension_1, compression_1, tension_2, compression_2, strength_12 [N/m2]. With temperature: expansion_1, expansion_2 [1/K]. There may be up to 32 plies", SHELL_MAX_PLIES * PLY_NUMBERS, ply_columns, .mass_word = "density"},
  {"stiffness",     PROP_LIST,        0, NAN, "8 x 8 stiffness instead, of strains 11, 22, 2 12, curvatures 11, 22, 2 12, shear strains 13, 23: 64 numbers row by row, or the 36 of the upper triangle [N/m, N, N m]", STRAINS * STRAINS, 0},
  {"mass_per_area", PROP_NONNEGATIVE, PROP_FOR_MASS, NAN, "mass per area, instead of density [kg/m2]", 0, 0},
  {"offset",        PROP_REAL,        0, 0,   "middle of the section from the surface of the nodes, along the normal [m]", 0, 0},
  {"damping",       PROP_NONNEGATIVE, 0, 0,   "stiffness-proportional (Kelvin-Voigt) damping time [s]", 0, 0},
  {"ply_stress",    PROP_CHOICE,      0, 0,   "stresses of laminates in the output: faces; or all, also those at the bottom and the top of each ply", 0, ply_stress_words},
  {"expansion_1",   PROP_REAL,        0, NAN, "coefficient of thermal expansion along the direction, of an orthotropic section [1/K]", 0, 0},
  {"expansion_2",   PROP_REAL,        0, NAN, "the same across [1/K]", 0, 0},
  {"initial_strain", PROP_UNSTRAINED, 0, NAN, "strain of the surface in the mesh, the same in all directions, tension positive", 0, 0},
  {"temperature",   PROP_UNSTRAINED,  0, NAN, "of the surface of the nodes, above that without stress [K]; without t it is multiplied as loads without time are", 0, 0},
  {"temperature_gradient_z", PROP_UNSTRAINED, 0, NAN, "of the temperature, along the normal [K/m]", 0, 0},
  {"expansion",     PROP_EXPANSION,   0, 0,   "coefficient of thermal expansion of the section, the same in all directions [1/K]", 0, 0},
  {0, 0, 0, 0, 0, 0, 0}
};
/* clang-format on */

/* ---- stiffness ------------------------------------------------------------------------------- */

static void isotropic_stiffness(double young, double nu, double h, double D[STRAINS][STRAINS])
{
  const double A = young * h / (1 - nu * nu), G = young / (2 * (1 + nu));

  for (int block = 0; block < 2; block++) {
    const double scale = block ? A * h * h / 12 : A, shear = block ? G * h * h * h / 12 : G * h;
    const int    at = 3 * block;

    D[at][at] = D[at + 1][at + 1] = scale;
    D[at][at + 1] = D[at + 1][at] = nu * scale;
    D[at + 2][at + 2]             = shear;
  }
  D[6][6] = D[7][7] = SHEAR_CORRECTION * G * h;
}

/* Reads a symmetric D from its upper triangle or from all its entries. */
static const char *given_stiffness(const double given[], double D[STRAINS][STRAINS])
{
  const double *S     = given + STIFFNESS;
  const int     upper = SHELL_UPPER(STRAINS);
  int           n     = 0;

  while (n < STRAINS * STRAINS && !isnan(S[n])) n++;
  if (n != upper && n != STRAINS * STRAINS)
    return "stiffness needs 64 numbers, or the 36 of the upper triangle";
  for (int i = 0; i < STRAINS; i++)
    for (int j = i; j < STRAINS; j++) {
      D[i][j] = D[j][i] = n == upper ? *S++ : S[STRAINS * i + j];
      /* 1e-12 is relative to the geometric mean of both diagonal entries, because rows have
         different units; it admits the round-off of a program that computed the section */
      if (n != upper &&
          !(fabs(D[i][j] - S[STRAINS * j + i]) <= 1e-12 * sqrt(fabs(S[9 * i] * S[9 * j]))))
        return "stiffness is not symmetric";
    }
  return 0;
}

/* Returns whether D has a Cholesky factor. */
static const char *check_ply(const double p[PLY_NUMBERS])
{
  for (int k = PLY_THICKNESS; k <= PLY_SHEAR_23; k++)
    if (k != PLY_ANGLE && k != PLY_POISSON_12 &&
        !(k == PLY_DENSITY ? isnan(p[k]) || p[k] >= 0 : p[k] > 0))
      return "a ply has a thickness or a modulus that is not positive";
  if (fabs(p[PLY_ANGLE]) > 2 * M_PI)
    return "a ply has an angle beyond 2 pi; give angles in radians";
  for (int k = PLY_TENSION_1; k <= PLY_STRENGTH_12; k++)
    if (!(p[k] > 0) && !(isnan(p[k]) && isnan(p[PLY_TENSION_1])))
      return "a ply needs all of tension_1, compression_1, tension_2, compression_2, strength_12, "
             "which are positive, or none";
  if (!(p[PLY_POISSON_12] * p[PLY_POISSON_12] * p[PLY_YOUNG_2] < p[PLY_YOUNG_1]))
    return "poisson_12 must be below the square root of young_1/young_2";
  return 0;
}

/* Sets prop to the plies of the section. Returns NULL or what is wrong. */
static const char *set_plies(const double given[], double prop[])
{
  double(*ply)[PLY_NUMBERS] = (double(*)[PLY_NUMBERS])(prop + SHELL_PLY);
  int n                     = 0;

  if (!isnan(given[PLIES])) {
    for (; n < SHELL_MAX_PLIES && !isnan(given[PLIES + n * PLY_NUMBERS]); n++)
      memcpy(ply[n], given + PLIES + n * PLY_NUMBERS, sizeof ply[n]);
  } else if (!isnan(given[YOUNG_1])) {
    for (int k = 0; k < PLY_NUMBERS; k++) ply[0][k] = NAN;
    ply[0][PLY_NUMBER]    = 1;
    ply[0][PLY_THICKNESS] = given[THICKNESS];
    ply[0][PLY_ANGLE]     = 0;
    ply[0][PLY_DENSITY]   = given[DENSITY];
    memcpy(ply[0] + PLY_YOUNG_1, given + YOUNG_1, 6 * sizeof *given);
    memcpy(ply[0] + PLY_EXPANSION_1, given + EXPANSION_1, 2 * sizeof *given);
    n = 1;
  }
  prop[SHELL_PLIES] = n;
  for (int k = 0; k < n; k++) {
    const char *wrong = check_ply(ply[k]);

    if (wrong) return wrong;
  }
  return 0;
}

/* Returns NULL, or the reason why the section is not given in exactly one of the ways. */
static const char *given_once(const double given[])
{
  const int isotropic = !isnan(given[YOUNG]) || !isnan(given[POISSON]);
  const int plies = !isnan(given[PLIES]), stiffness = !isnan(given[STIFFNESS]);
  int       some = 0, all = 1;

  for (int k = YOUNG_1; k <= SHEAR_23; k++) {
    some |= !isnan(given[k]);
    all &= !isnan(given[k]);
  }
  if (isotropic + some + plies + stiffness != 1)
    return "its section must be given once: as young and poisson, as young_1, young_2, poisson_12, "
           "shear_12, shear_13 and shear_23, as plies, or as stiffness";
  if (isotropic && (isnan(given[YOUNG]) || isnan(given[POISSON])))
    return "an isotropic section needs young and poisson";
  if (isotropic && !(given[POISSON] > -1 && given[POISSON] <= 0.5))
    return "has a poisson outside (-1, 0.5]";
  if (some && !all)
    return "an orthotropic section needs young_1, young_2, poisson_12, shear_12, shear_13 and "
           "shear_23";
  if ((isotropic || some) && isnan(given[THICKNESS])) return "needs thickness";
  if (given[PLY_STRESS] != 0 && !plies) return "has ply_stress, but no plies";
  if (plies && !isnan(given[THICKNESS])) return "has a thickness and plies, which give it";
  if (!isotropic && !(dot(given + DIRECTION, given + DIRECTION) > 0))
    return "needs direction, the axis 1 of its section";
  if (!isnan(given[MASS_AREA]) && !isnan(given[DENSITY]))
    return "has both density and mass_per_area";
  return 0;
}

/* Sets the free strains of the section, whose other properties are set. Returns NULL or what is
   wrong. */
static const char *set_expansion(const double given[], double prop[])
{
  const int n                     = (int)prop[SHELL_PLIES];
  const double(*ply)[PLY_NUMBERS] = (const double(*)[PLY_NUMBERS])(prop + SHELL_PLY);
  const int named                 = !isnan(given[EXPANSION_1]) + !isnan(given[EXPANSION_2]);
  int       some                  = 0;

  if (named && isnan(given[YOUNG_1]))
    return "has expansion_1 or expansion_2, which are for orthotropic sections";
  for (int k = 0; k < n; k++)
    some += !isnan(ply[k][PLY_EXPANSION_1]) + !isnan(ply[k][PLY_EXPANSION_2]);
  if (some && some != 2 * n) return "needs expansion_1 and expansion_2 of every ply, or none";
  prop[SHELL_EXPANDS] = some > 0;
  if (some)
    laminate_expansion(n, ply, given[OFFSET],
                       (const double(*)[STRAINS])(const void *)(prop + SHELL_STIFFNESS),
                       (double(*)[6])(prop + SHELL_FREE));
  else prop[SHELL_FREE] = prop[SHELL_FREE + 1] = prop[SHELL_FREE + 9] = prop[SHELL_FREE + 10] = 1;
  return 0;
}

/* Sets D and the thickness. */
static const char *set_stiffness(const double given[], double prop[], double D[STRAINS][STRAINS],
                                 ShellMass *mass)
{
  const int   n     = (int)prop[SHELL_PLIES];
  const char *wrong = 0;
  double      factor[STRAINS][STRAINS];

  prop[SHELL_THICKNESS] = given[THICKNESS];
  if (n) {
    const double(*ply)[PLY_NUMBERS] = (const double(*)[PLY_NUMBERS])(prop + SHELL_PLY);

    laminate(n, ply, D, mass);
    prop[SHELL_THICKNESS] = laminate_thickness(n, ply);
  } else if (isnan(given[STIFFNESS]))
    isotropic_stiffness(given[YOUNG], given[POISSON], given[THICKNESS], D);
  else wrong = given_stiffness(given, D);
  memcpy(factor, D, sizeof factor);
  if (!wrong && small_cholesky(STRAINS, factor[0])) return "its stiffness is not positive definite";
  return wrong;
}

/* Sets the mass of a section whose plies have no density. */
static const char *set_mass(const double given[], const double prop[], ShellMass *mass)
{
  const double h = prop[SHELL_THICKNESS];

  if (prop[SHELL_PLIES] > 0 && isnan(given[MASS_AREA]) && isnan(given[DENSITY]) &&
      !isnan(mass->mass))
    return 0;
  if (isnan(given[MASS_AREA]) && isnan(given[DENSITY])) { /* only motions need a mass */
    *mass = (ShellMass){.mass = 0};
    return 0;
  }
  if (!isnan(given[DENSITY]) && isnan(given[THICKNESS]))
    return "has a density without a thickness; give mass_per_area, or the density of the plies";
  mass->mass   = isnan(given[MASS_AREA]) ? given[DENSITY] * h : given[MASS_AREA];
  mass->first  = 0;
  mass->second = mass->mass * h * h / 12;
  return 0;
}

static int is_coupled(const double D[STRAINS][STRAINS])
{
  static const int kind[STRAINS] = {0, 0, 0, 1, 1, 1, 2, 2}; /* stretching, bending, shear */

  for (int i = 0; i < STRAINS; i++)
    for (int j = 0; j < STRAINS; j++)
      if (kind[i] != kind[j] && D[i][j] != 0) return 1;
  return 0;
}

const char *shell_prepare(const double given[], double prop[])
{
  double      D[STRAINS][STRAINS] = {{0}}, inverse[3][3], ratio[3][5], rest[5][5], stretch, twist;
  ShellMass   mass                = {0};
  const char *wrong               = given_once(given);

  memset(prop, 0, ELEMENT_MAX_PROPS * sizeof *prop);
  if (!wrong) wrong = set_plies(given, prop);
  if (!wrong) wrong = set_stiffness(given, prop, D, &mass);
  if (wrong) return wrong;
  section_condense((const double(*)[STRAINS])D, inverse, ratio, rest);
  stretch = section_shear_modulus(STRAINS, D[0]);
  twist   = section_shear_modulus(5, rest[0]);
  if (isnan(prop[SHELL_THICKNESS])) prop[SHELL_THICKNESS] = sqrt(12 * twist / stretch);
  wrong = set_mass(given, prop, &mass);
  if (wrong) return wrong;
  prop[SHELL_GYRATION] = sqrt(twist / stretch);
  prop[SHELL_DRILLING] = given[DRILLING] * stretch;
  section_offset(given[OFFSET], D, &mass);
  prop[SHELL_OFFSET]    = given[OFFSET];
  prop[SHELL_DAMPING]   = given[DAMPING];
  prop[SHELL_ALL_PLIES] = given[PLY_STRESS];
  prop[SHELL_AREA]      = mass.mass;
  prop[SHELL_FIRST]     = mass.first;
  prop[SHELL_SECOND]    = mass.second;
  prop[SHELL_SPIN]      = given[MASS] == MASS_CONSISTENT ? SPIN_INERTIA : 1;
  prop[SHELL_MASS]      = mass.first != 0 ? fmax(given[MASS], MASS_LUMPED) : given[MASS];
  prop[SHELL_COUPLED]   = is_coupled((const double(*)[STRAINS])D) || mass.first != 0;
  memcpy(prop + SHELL_DIRECTION, given + DIRECTION, 3 * sizeof *prop);
  memcpy(prop + SHELL_STIFFNESS, D, sizeof D);
  wrong = set_expansion(given, prop);
  if (!isnan(given[STIFFNESS])) prop[SHELL_PLIES] = -1;
  return wrong;
}

/* ---- waves ----------------------------------------------------------------------------------- */

/* Returns the largest stiffness of plane waves in the surface: the larger eigenvalue of the
   acoustic tensor, at angles of the front with a step of one degree. */
static double wave_stiffness(const double D[])
{
  enum { ANGLES = 180 };
  const double pi      = 3.14159265358979323846;
  double       largest = 0;

  for (int k = 0; k < ANGLES; k++) {
    const double c = cos(k * pi / ANGLES), s = sin(k * pi / ANGLES);
    /* strains 11, 22, 2 12 of displacements along 1 and 2 */
    const double e[2][3] = {
      {c, 0, s},
      {0, s, c}
    };
    double T[2][2] = {{0}};

    for (int i = 0; i < 4; i++)
      for (int a = 0; a < 9; a++)
        T[i / 2][i % 2] += e[i / 2][a / 3] * D[STRAINS * (a / 3) + a % 3] * e[i % 2][a % 3];
    largest = fmax(largest, (T[0][0] + T[1][1]) / 2 + hypot((T[0][0] - T[1][1]) / 2, T[0][1]));
  }
  return largest;
}

ElementScale shell_scale(const double prop[])
{
  return (ElementScale){.speed =
                          wave_speed(wave_stiffness(prop + SHELL_STIFFNESS), prop[SHELL_AREA]),
                        .gyration = prop[SHELL_GYRATION]};
}

const char *shell_edge(const double prop[], double section[])
{
  for (int i = 0; i < 12; i++)
    if (prop[SHELL_STIFFNESS + STRAINS * (i / 2) + 6 + i % 2] != 0)
      return "its stiffness couples transverse shear with stretching or bending";
  if (!(prop[SHELL_AREA] > 0)) return "it has no mass";
  memcpy(section + EDGE_STIFFNESS, prop + SHELL_STIFFNESS, EDGE_MASS * sizeof *section);
  section[EDGE_MASS]   = prop[SHELL_AREA];
  section[EDGE_FIRST]  = prop[SHELL_FIRST];
  section[EDGE_SECOND] = prop[SHELL_SECOND];
  memcpy(section + EDGE_DIRECTION, prop + SHELL_DIRECTION, 3 * sizeof *section);
  return 0;
}
