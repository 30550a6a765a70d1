/* element.h: the contract of element kernels. A kernel maps arrays to arrays; it knows neither mesh nor PETSc, allocates
   nothing and prints nothing. */
#ifndef ELEMENT_H
#define ELEMENT_H

enum { ELEMENT_MAX_NODES = 4, ELEMENT_MAX_DOFS = 12, ELEMENT_MAX_PROPS = 8 };

/* How a property is given by -part_<name>_<property>. A vector takes three entries of prop[]. */
typedef enum { PROP_POSITIVE, PROP_NONNEGATIVE, PROP_VECTOR, PROP_MASS } ElementPropKind;
enum { MASS_CONSISTENT, MASS_LUMPED }; /* values of a PROP_MASS property */

typedef struct {
  const char     *name;
  ElementPropKind kind;
  int             required;
  double          value; /* default of a property that is not required */
  const char     *help;  /* meaning and [unit] */
} ElementProp;

/* A linear element of nn nodes with nc displacement components each, nd = nn nc dofs, node by node.
   matrices: x[nn][3] [m], prop in the order of the table; M [kg], C [N s/m], K [N/m], each [nd][nd] and zero on entry.
   Returns NULL, or the reason why the element has no matrices ("has no length"). */
typedef struct {
  const char        *name;
  int                nn;
  int                nc;    /* 1: z alone; 3: x, y, z */
  const ElementProp *props; /* ends with a NULL name */
  const char *(*matrices)(const double x[][3], const double prop[], double M[], double C[], double K[]);
} ElementKernel;

/* registry.c: all kernels, ending with NULL. Kernels of one name form an element for cells of several shapes. */
extern const ElementKernel *const element_kernels[];

/* The kernel of that name for cells of nn nodes; NULL if there is none. nn = 0: the first of that name. */
const ElementKernel *element_find(const char name[], int nn);

/* shape.c: integrals over straight 2-node lines, 3-node triangles and 4-node quadrilaterals in space.
   size: length [m] or area [m2]. */
double shape_size(int nn, const double x[][3]);

/* N[nn]: integral of each shape function [m or m2]; they sum to the size. */
void shape_weights(int nn, const double x[][3], double N[]);

/* mass[nn][nn] = integral Ni Nj and grad[nn][nn] = integral of grad Ni . grad Nj in the cell's own surface, for triangles
   (exact) and quadrilaterals (2 x 2 Gauss points). Returns 0, or 1 where the map is singular or folded. */
int shape_surface(int nn, const double x[][3], double mass[], double grad[]);

#endif
