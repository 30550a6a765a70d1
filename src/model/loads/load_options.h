/* load_options.h: what the options say of a load with a factor g(t), for load.c. Inside of this folder. Begin at GivenLoadRead. */
#ifndef FS_MODEL_LOADS_LOAD_OPTIONS_H
#define FS_MODEL_LOADS_LOAD_OPTIONS_H

#include "model/model.h"

typedef enum { FORCE, TRACTION, MOMENT, PRESSURE, NKINDS } LoadKind;
extern const char *const load_kind_names[NKINDS]; /* as in -load_<name>_<kind> */

typedef struct {
  const char *name; /* borrowed */
  PetscInt    set;
  LoadKind    kind;
  int         cells;       /* bits 1 << dimension of the cells that it is spread over; 0: it acts on nodes */
  PetscReal   value[3];    /* [N], [N m], or per length or area of them; of a pressure value[0] [N/m2] */
  PetscBool   follower;    /* fixed in the axes of the node */
  char        option[256]; /* "-load_<name>_time" */
  const char *time;        /* the formula g; borrowed */
  Harmonic    harmonic;
  Expression  field; /* factor of x, y, z, t, owned; NULL: 1 */
  PetscBool   moves; /* it depends on t */
} GivenLoad;

/* Read the load of a name, which is borrowed, on a set. *found false: it has none of the kinds; then it must have formulas (law.c). The caller owns the
   field. Collective. Input error: several kinds; a harmonic load that moves. */
PetscErrorCode GivenLoadRead(FsOptions o, Model model, const char name[], PetscInt on, GivenLoad *given,
                             PetscBool *found);

/* The factor at a place, of a field that does not move. */
PetscReal given_factor(const GivenLoad *given, const double x[3]);

/* Whether a load that is spread acts on a cell; then N[]: the shares of its nodes in its length or area, times the factor. */
PetscBool given_acts_on(const Geometry *g, const GivenLoad *given, int cell);
void      given_weights(const GivenLoad *given, Shape shape, const double x[][3], double N[]);

#endif
