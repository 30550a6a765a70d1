/* output.h: what a run leaves: an HDF5 file of snapshots and histories, an XDMF file beside it, lines of progress. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "assembly/assembly.h"
#include <fs/control.h>

typedef struct _n_Output *Output;

/* Read -output, -output_every, -probes, ...; find the probes' nodes; refuse an existing file unless -overwrite and a
   place where no file can be made. Nothing is written yet. Borrows the assembly; loading: under which states are shown. path: of
   a static analysis, whose t is the load factor; solves: of a step. Collective. */
typedef struct {
  PetscBool linear; /* the system: nonlinear ones record momentum */
  PetscBool path;   /* static */
  PetscInt  solves;
} OutputKind;
PetscErrorCode OutputCreate(FsOptions o, Assembly assembly, OutputKind kind, const FsLoading *loading, Output *out);

/* Make the file, with the mesh and the root attributes. The interval is for the lines of progress. Collective. */
PetscErrorCode OutputOpen(Output out, PetscReal t_start, PetscReal t_end);

/* Record one state: step 0 is the initial one. Histories every step, a snapshot when it is due, a line when time has
   passed. energy is not looked at where OutputWantsEnergies is false. */
PetscBool      OutputWantsEnergies(Output out);
PetscErrorCode OutputStep(Output out, PetscInt step, const FsState *s, const Energy *energy, const FsStepInfo *info);

/* The last snapshot, if its step had none; end of histories, attributes; close the file. Works after a failed step,
   too: then s is the last good state, or NULL where there is none to be shown. seconds: wall time of stepping. */
PetscErrorCode OutputClose(Output out, PetscInt step, const FsState *s, PetscReal seconds);
PetscErrorCode OutputDestroy(Output *out);

/* Another output: a file of tables, for analyses without a model. Paths are absolute. Tables are the same on all
   ranks, [n][columns] (columns = 0: [n]). Open reads -output and -overwrite and refuses as OutputCreate does; create
   makes the file. Collective. */
typedef struct _n_TableFile *TableFile;
PetscErrorCode               TableFileOpen(FsOptions o, MPI_Comm comm, TableFile *file);
PetscErrorCode               TableFileCreate(TableFile file);
PetscErrorCode TableFileWrite(TableFile file, const char path[], PetscInt n, PetscInt columns, const PetscReal data[]);
PetscErrorCode TableFileAttribute(TableFile file, const char path[], const char name[], PetscReal value);
PetscErrorCode TableFileDestroy(TableFile *file);

extern const FsOptionDoc output_options[];

#endif
