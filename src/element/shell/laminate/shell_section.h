/* shell_section.h: the section of a shell: stiffness, mass, layers.

   The strains of a section are those of its reference surface 11, 22, 2 12, the curvatures 11, 22,
   2 12 and the transverse shear strains 13, 23. The strain at the height z along the normal is that
   of the surface plus z times the curvature. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHELL_LAMINATE_SHELL_SECTION_H
#define FS_ELEMENT_SHELL_LAMINATE_SHELL_SECTION_H

enum { SHELL_STRAINS = 8, SHELL_MAX_PLIES = 32, PLY_NUMBERS = 17 };

/* Columns of the user's table of plies, the layers of a shell. A shell of one material is treated
   as one ply. The first column numbers the plies from bottom to top. Strengths are positive or NAN.
   Coefficients of thermal expansion are NAN if the ply has none. */
enum {
  PLY_NUMBER,
  PLY_THICKNESS,
  PLY_ANGLE,
  PLY_DENSITY,
  PLY_YOUNG_1,
  PLY_YOUNG_2,
  PLY_POISSON_12,
  PLY_SHEAR_12,
  PLY_SHEAR_13,
  PLY_SHEAR_23,
  PLY_TENSION_1,
  PLY_COMPRESSION_1,
  PLY_TENSION_2,
  PLY_COMPRESSION_2,
  PLY_STRENGTH_12,
  PLY_EXPANSION_1,
  PLY_EXPANSION_2
};
extern const char *const ply_columns[PLY_NUMBERS + 1]; /* names; the list ends with NULL */

/* Numbers of a section for elements at its edge, a PROP_EDGE. */
enum {
  EDGE_STIFFNESS,                            /* [8][8] */
  EDGE_MASS = SHELL_STRAINS * SHELL_STRAINS, /* per area [kg/m2] */
  EDGE_FIRST,                                /* first moment of the mass [kg/m] */
  EDGE_SECOND,                               /* second moment of the mass [kg] */
  EDGE_DIRECTION,                            /* [3] axis 1; 0 if isotropic */
  SHELL_EDGE_NUMBERS = EDGE_DIRECTION + 3
};

/* ShellMass - Mass, first and second moment of a shell's section per area about the reference
   surface [kg/m2, kg/m, kg]. */
typedef struct {
  double mass, first, second;
} ShellMass;

/* ply_stiffness - Computes Q[3][3], the plane stress stiffness of a ply (a layer of a shell) in the
   axes of the shell [N/m2], and G[2][2], its transverse shear stiffness. */
void ply_stiffness(const double ply[PLY_NUMBERS], double Q[3][3], double G[2][2]);

/* laminate - Computes the stiffness D and the mass of a laminate of n plies about the middle of its
   thickness.

   The transverse shear stiffness follows from the shear stresses in equilibrium with cylindrical
   bending: Rolfes & Rohwer, IJNME 40 (1997). */
void laminate(int n, const double plies[][PLY_NUMBERS], double D[SHELL_STRAINS][SHELL_STRAINS],
              ShellMass *mass);

/* laminate_shear_stresses - Computes the transverse shear stresses in a laminate of n plies that
   are in equilibrium with the membrane stresses of cylindrical bending.

   Input:
     offset  of the middle of the laminate from the reference surface [m]
     D       [8][8] stiffness about the reference surface
     force   transverse shear forces 13, 23 [N/m]
   Output:
     stress  [n] stresses 13, 23 of each ply in its axes, at its bottom, middle and top [N/m2] */
void laminate_shear_stresses(int n, const double plies[][PLY_NUMBERS], double offset,
                             const double D[SHELL_STRAINS][SHELL_STRAINS], const double force[2],
                             double stress[][6]);

/* ply_expansion - Computes the strains 11, 22, 2 12 of a free ply by a temperature of 1 K, in the
   axes of the shell. */
void ply_expansion(const double ply[PLY_NUMBERS], double strain[3]);

/* laminate_expansion - Computes the strains and curvatures of a free laminate of n plies due to
   temperature.

   Input:
     offset  of the middle of the laminate from the reference surface [m]
     D       [8][8] stiffness about the reference surface
   Output:
     free    [2][6] by a temperature of 1 K, and by a gradient of 1 K/m that is 0 on the reference
             surface */
void laminate_expansion(int n, const double plies[][PLY_NUMBERS], double offset,
                        const double D[SHELL_STRAINS][SHELL_STRAINS], double free[2][6]);

/* section_solve - Computes the strains of a shell's section due to forces: solves D x = b with the
   stiffness D[8][8]; x replaces the forces in b. */
void section_solve(const double D[], double b[SHELL_STRAINS]);

/* laminate_thickness - Returns the sum of the thicknesses of the n plies of a laminate [m]. */
double laminate_thickness(int n, const double plies[][PLY_NUMBERS]);

/* section_offset - Changes stiffness D and mass of a shell's section to those about another
   reference surface, which lies at -offset [m] along the normal. */
void section_offset(double offset, double D[SHELL_STRAINS][SHELL_STRAINS], ShellMass *mass);

/* section_condense - Eliminates the membrane strains of a shell's section, whose membrane forces
   are zero, from its stiffness D.

   Output:
     inverse  [3][3] inverse of the membrane stiffness A
     ratio    [3][5] inverse of A times the coupling with curvatures and shear strains
     rest     [5][5] stiffness of curvatures and shear strains that remains */
void section_condense(const double D[SHELL_STRAINS][SHELL_STRAINS], double inverse[3][3],
                      double ratio[3][5], double rest[5][5]);

/* section_shear_modulus - Returns the in-plane shear modulus of a stiffness S, averaged over all
   directions of the axes: the mean of S[2][2], the stiffness of the strain 2 12. S has rows of n
   numbers. */
double section_shear_modulus(int n, const double S[]);

/* ---- shell failure --------------------------------------------------------------------------- */

/* shell_has_strengths - Returns whether a ply of a section has strengths. */
int shell_has_strengths(const double prop[]);

/* Criteria by which plies fail, in the order of the results. */
enum { TSAI_HILL, TSAI_WU, FAILURE_STRESS, FAILURE_STRAIN, HASHIN, CRITERIA };

/* PlyFailure - How near plies are to failure by a criterion. All members are doubles, because they
   are results. */
typedef struct {
  double index;   /* largest failure index of the plies; 1 is failure */
  double reserve; /* least factor of all stresses at which a ply fails; infinite without stress */
  double ply;     /* number of the ply that has this factor, 0 without stress */
} PlyFailure;

/* shell_raise_failure - Combines the failure of other plies or places with *failure: the largest
   index, and the smallest reserve with its ply. */
void shell_raise_failure(const PlyFailure *others, PlyFailure *failure);

/* The stresses of a section with plies. */
typedef struct {
  double top[3], bottom[3]; /* stress 11, 22, 12 of its faces, in the axes of the shell [N/m2] */
  /* stress in the middle of the thickness, the mean of the plies that meet there */
  double middle[3];
  /* stresses 11, 22, 12 of each ply in its axes, at its bottom and at its top */
  double own[SHELL_MAX_PLIES][6];
  /* the results of shell_raise_extremes() at the bottoms and tops of all plies */
  double     extremes[3];
  PlyFailure failure[CRITERIA]; /* of all plies with strengths, at their bottoms and tops */
} PlyStresses;

/* shell_raise_extremes - Raises extremes[3], the largest von Mises stress, the largest and the
   negative smallest principal stress so far, to those of a plane stress with the components 11, 22,
   12. */
void shell_raise_extremes(const double stress[3], double extremes[3]);

/* shell_ply_stresses - Computes stresses and failure indices of the plies of a shell's section.

   Input:
     prop    [ELEMENT_MAX_PROPS] properties of the shell, from shell_prepare()
     forces  membrane forces, moments and shear forces
     warm    temperature of the reference surface [K] and its gradient along the normal [K/m]; 0 if
             the plies have no coefficients of expansion */
void shell_ply_stresses(const double prop[], const double forces[SHELL_STRAINS],
                        const double warm[2], PlyStresses *out);

#endif
