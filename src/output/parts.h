/* parts.h: the parts of the output, for output.c. */
#ifndef PARTS_H
#define PARTS_H

#include "file.h"
#include "nodal.h"
#include "input/error.h"
#include "output.h"

/* ---- path.c: where the output goes --------------------------------------------------------------------------------------- */

/* Read -output and -overwrite; refuse a path that cannot be written, or is read by this run. */
PetscErrorCode OutputPath(FsOptions o, MPI_Comm comm, char path[], size_t size, PetscBool *overwrite);
PetscErrorCode OutputPathBeside(MPI_Comm comm, const char path[], const char beside[], PetscBool overwrite);

/* Root attributes that every file has: version, options, ranks. */
PetscErrorCode FileDescribeRun(File file, MPI_Comm comm);

/* ---- history.c: series of every step, buffered ------------------------------------------------------------------------- */
typedef struct _n_History *History;

/* path under /history; owner is the rank that has the values; columns = 0: a plain series. Returns its number in
   *series. */
PetscErrorCode HistoryCreate(MPI_Comm comm, History *h);
PetscErrorCode HistoryAdd(History h, const char path[], FileType type, PetscInt columns, PetscMPIInt owner,
                          PetscInt *series);
PetscErrorCode HistoryOpen(History h, File file); /* make the datasets */
/* Set this step's row of a series (doubles, or PetscInt); meaningful on the owner. Then end the step, on all ranks. */
void           HistorySetReals(History h, PetscInt series, const PetscReal values[]);
void           HistorySetInts(History h, PetscInt series, const PetscInt values[]);
PetscErrorCode HistoryEndStep(History h);
PetscErrorCode HistoryWrite(History h); /* what is buffered, and flush */
PetscErrorCode HistoryDestroy(History *h);
/* Input error where a user's name is one of /history's own groups. */
PetscErrorCode HistoryCheckName(MPI_Comm comm, const char option[], const char name[]);

/* ---- probe.c: nodes and elements whose history is kept ------------------------------------------------------------------ */
enum { PROBE_SERIES = ELEMENT_MAX_RESULTS };
typedef struct {
  char        *name;
  PetscMPIInt  owner;   /* rank that owns the node or element */
  PetscInt     node;    /* its local number there */
  PetscBool    rotates; /* the node does */
  const Block *block;   /* of the element; NULL: a node */
  PetscInt     element; /* its number in the owner's block */
  PetscInt     series[PROBE_SERIES];
} Probe;

PetscErrorCode ProbesCreate(FsOptions o, Model model, PetscInt *n, Probe **probes);
PetscErrorCode ProbesDestroy(PetscInt *n, Probe **probes);
PetscErrorCode ProbeAddSeries(Probe *probe, History h);
/* With nodes if some probe is an element. Not collective. */
PetscErrorCode ProbesRecord(PetscInt n, const Probe probes[], const Evaluation *ev, History h);

/* ---- reaction.c: joints; those that are one cell have a history each ------------------------------------------------- */
typedef struct {
  Model        model;
  PetscMPIInt *owner; /* [njoints] rank that has the only cell; -1: there are more */
  PetscInt    *reaction, (*coordinate)[JOINT_FREE], violation[2]; /* series */
} Reactions;

PetscErrorCode ReactionsAddSeries(Reactions *r, Model model, PetscInt nprobes, const Probe probes[], History h);
PetscErrorCode ReactionsRecord(const Reactions *r, const Evaluation *ev, History h); /* collective */
PetscBool      ReactionsAskForNodes(const Reactions *r);
PetscErrorCode ReactionsDestroy(Reactions *r);

/* ---- snapshot.c: the mesh and whole fields ----------------------------------------------------------------------------- */
PetscErrorCode MeshWrite(File file, Model model);
PetscErrorCode SnapshotWrite(File file, Assembly assembly, PetscInt frame, const FsState *s, const FsLoading *loading);

/* ---- xdmf.c: how ParaView finds the frames ----------------------------------------------------------------------------- */
PetscErrorCode XdmfWrite(Model model, const char hdf5_path[], PetscInt nframes, const PetscReal times[]);
PetscErrorCode XdmfPath(const char hdf5_path[], char path[], size_t size);

/* ---- progress.c: lines for whoever waits ------------------------------------------------------------------------------- */
typedef struct {
  MPI_Comm       comm;
  PetscBool      quiet;
  PetscReal      t_start, t_end;
  PetscLogDouble started, last;
} Progress;

PetscErrorCode ProgressStart(Progress *p, MPI_Comm comm, PetscBool quiet, PetscReal t_start, PetscReal t_end);
PetscErrorCode ProgressStep(Progress *p, PetscInt step, PetscReal t, const FsStepInfo *info);

#endif
