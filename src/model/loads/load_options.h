/* load_options.h: what the options say of a load with a factor g(t), for load.c. Inside of this
   folder. Begin at LoadOptionsRead. */
#ifndef FS_MODEL_LOADS_LOAD_OPTIONS_H
#define FS_MODEL_LOADS_LOAD_OPTIONS_H

#include "model/model.h"

typedef enum { LOAD_FORCE, LOAD_TRACTION, LOAD_MOMENT, LOAD_PRESSURE, NLOAD_KINDS } LoadKind;
extern const char *const load_kind_names[NLOAD_KINDS]; /* as in -load_<name>_<kind> */

typedef struct {
  const char *name; /* borrowed */
  PetscInt    set;
  LoadKind    kind;
  int cells; /* bits 1 << dimension of the cells that it is spread over; 0: it acts on nodes */
  PetscReal value[3]; /* [N], [N m], or per length or area of them; of a pressure value[0] [N/m2] */
  PetscBool follower; /* fixed in the axes of the node */
  char      option[256]; /* "-load_<name>_time" */
  const char *time;      /* the formula g; borrowed */
  Harmonic    harmonic;
  Expression  field;     /* factor of x, y, z, t, owned; NULL: 1 */
  PetscBool   is_moving; /* it depends on t */
} LoadOptions;

/* Read the load of a name, which is borrowed, on a set. *found false: it has none of the kinds;
   then it must have formulas (law.c). The caller owns the field. Collective. Input error: several
   kinds; a harmonic load that moves. */
PetscErrorCode LoadOptionsRead(FsOptions o, Model model, const char name[], PetscInt load_set,
                               LoadOptions *options, PetscBool *found);

/* The factor at a place, of a field that does not move. */
PetscReal load_options_factor(const LoadOptions *options, const double x[3]);

/* Whether a load that is spread acts on a cell; then N[]: the shares of its nodes in its length or
   area, times the factor. */
PetscBool load_options_act_on_cell(const Geometry *g, const LoadOptions *options, int cell);
void      load_options_node_weights(const LoadOptions *options, Shape shape, const double x[][3],
                                    double N[]);

#endif
