/* parts.h: the parts of the output, which output.c puts together. Inside of this folder. */
#ifndef PARTS_H
#define PARTS_H

#include "file/file.h"
#include "file_table.h"
#include "nodal.h"
#include "input/error.h"
#include "output.h"

/* ---- path.c: where the output goes ------------------------------------------------------------------------------- */

/* OutputPath: read -output into path[size], and -overwrite. Input errors: no file can be made there, or it exists and
   overwrite is false; the run reads that file. OutputPathBeside: the same test of a second path, named
   beside. Collective. */
PetscErrorCode OutputPath(FsOptions o, MPI_Comm comm, char path[], size_t size, PetscBool *overwrite);
PetscErrorCode OutputPathBeside(FsOptions o, MPI_Comm comm, const char path[], const char beside[],
                                PetscBool overwrite);

/* Write the root attributes that every file has: fsolve_version, options (of FsOptionsRecord), ranks. Collective. */
PetscErrorCode FileDescribeRun(File file, MPI_Comm comm, const char options[]);

/* ---- history.c: series of every step, buffered ------------------------------------------------------------------- */
typedef struct _n_History *History;

/* HistoryAdd: a new dataset /history/<path> of FILE_REAL or FILE_INT with a row every step, [columns] or one value if
   columns is 0. owner is the rank that will give the values. *series = number by which to set them.
   Before HistoryOpen. */
PetscErrorCode HistoryCreate(MPI_Comm comm, History *h);
PetscErrorCode HistoryAdd(History h, const char path[], FileType type, PetscInt columns, PetscMPIInt owner,
                          PetscInt *series);
/* Make the datasets; borrows file. before: how many rows are in files of earlier runs. Collective. */
PetscErrorCode HistoryOpen(History h, File file, PetscInt before);
/* Instead, go on with those of a file: of rows in all, before are in files of earlier runs, and what is behind them in this one is
   cut. Collective. */
PetscErrorCode HistoryReopen(History h, File file, PetscInt before, PetscInt rows);
PetscInt       HistoryRows(History h);      /* so far */
PetscInt64     HistorySignature(History h); /* a checksum of the names and widths of all series */
/* Set this step's row of a series, values[max(1, columns)]; does nothing on ranks other than the owner. When all series
   are set, HistoryEndStep, which is collective, begins the next row; it writes the rows now and then. */
void           HistorySetReals(History h, PetscInt series, const PetscReal values[]);
void           HistorySetInts(History h, PetscInt series, const PetscInt values[]);
PetscErrorCode HistoryEndStep(History h);
/* From now on reals are set to factor times the values, or with add are added so. At first factor is 1. */
void           HistoryWeigh(History h, PetscReal factor, PetscBool add);
PetscErrorCode HistoryWrite(History h); /* write all buffered rows. Collective */
PetscErrorCode HistoryDestroy(History *h);
/* Input error, which names the option: name is one of the groups that /history has anyway, such as "energy". */
PetscErrorCode HistoryCheckName(MPI_Comm comm, const char option[], const char name[]);

/* ---- probe.c: nodes and elements whose history is kept ----------------------------------------------------------- */
enum { PROBE_SERIES = ELEMENT_MAX_RESULTS }; /* fields of a node, or results of an element, at most */
typedef struct {
  char        *name;                 /* group in /history; owned */
  PetscMPIInt  owner;                /* rank that owns the node or element */
  PetscInt     node;                 /* local number of the node on the owner */
  PetscBool    rotates;              /* the node has rotations */
  const Block *block;                /* block of the element, borrowed; NULL: the probe is a node */
  PetscInt     element;              /* its number in the owner's block */
  PetscInt     series[PROBE_SERIES]; /* numbers of HistoryAdd, by NodalField or by result */
} Probe;

/* Make the n probes of -probes, an array that the caller frees by ProbesDestroy. Collective. Input errors: the point is
   not on the mesh; the set has not just one node; the part's elements have no results. */

PetscErrorCode ProbesCreate(FsOptions o, Model model, PetscInt *n, Probe **probes);
PetscErrorCode ProbesDestroy(PetscInt *n, Probe **probes);
/* *node: local number of the node that a probe is, -1 on other ranks than its owner. Input error, which names the option: there is none. */
PetscErrorCode ProbesFindNode(MPI_Comm comm, PetscInt n, const Probe probes[], const char option[], const char name[],
                              PetscInt *node);
/* Set probe->series; their names begin with that of the probe and behind ("", "/real"). */
PetscErrorCode ProbeAddSeries(Probe *probe, const char behind[], History h);
/* Set this step's values. ev must have nodes if some probe is an element. Not collective. */
PetscErrorCode ProbesRecord(PetscInt n, const Probe probes[], const Evaluation *ev, History h);

/* ---- reaction.c: joints ------------------------------------------------------------------------------------------ */

/* Which series joints have: joints of one cell their reaction and free coordinates, and all joints
   together the largest violations. */
typedef struct {
  Model        model;                 /* borrowed */
  PetscMPIInt *owner;                 /* [njoints] rank that has the only cell; -1: the joint has several, no series */
  PetscInt    *reaction;              /* [njoints] numbers of HistoryAdd */
  PetscInt (*coordinate)[JOINT_FREE]; /* [njoints][JOINT_FREE] likewise */
  PetscBool violations;               /* there are series of these: */
  PetscInt  violation[2];             /* likewise, of positions and of velocities */
} Reactions;

/* AddSeries: input error where a joint and a probe have the same name. Record: set this step's values; ev must have
   nodes. Both collective. */

PetscErrorCode ReactionsAddSeries(Reactions *r, Model model, PetscInt nprobes, const Probe probes[],
                                  const char behind[], History h);
PetscErrorCode ReactionsRecord(const Reactions *r, const Evaluation *ev, History h);
PetscBool      ReactionsAskForNodes(const Reactions *r); /* whether Record does */
PetscErrorCode ReactionsDestroy(Reactions *r);

/* ---- amplitude.c: harmonic motions --------------------------------------------------------------------------------- */

/* Series of the frequency, and of real (0) and imaginary (1) parts. Collective. */
typedef struct {
  PetscInt  frequency, nprobes;
  Probe    *probes[2]; /* [nprobes] */
  Reactions reactions[2];
} Amplitudes;
PetscErrorCode AmplitudesAddSeries(Amplitudes *a, Model model, PetscInt nprobes, const Probe probes[], History h);
PetscErrorCode AmplitudesRecord(const Amplitudes *a, Assembly assembly, const OutputAmplitude *x, History h);
PetscErrorCode AmplitudesDestroy(Amplitudes *a);

/* ---- snapshot.c: the mesh and whole fields ----------------------------------------------------------------------- */

/* The tables of nodes and of the cells of each part. MeshWrite: nodes, cells of parts and names of sets, under /mesh.
   SnapshotWrite: all fields and results of a state, under /snapshots/<frame>; frames are counted from 0. Collective. */
typedef struct {
  Model  model; /* borrowed */
  Table  nodes; /* the nodes that this rank owns */
  Table *part;  /* [model->nparts] */
} Snapshots;
PetscErrorCode SnapshotsCreate(Model model, Snapshots *snapshots);
PetscErrorCode SnapshotsDestroy(Snapshots *snapshots);
PetscErrorCode MeshWrite(File file, const Snapshots *snapshots);
PetscErrorCode SnapshotWrite(File file, const Snapshots *snapshots, Assembly assembly, PetscInt frame, const FsState *s,
                             const FsLoading *loading);

/* ---- shape.c: small motions about a state -------------------------------------------------------------------------- */

/* n of them, and where they go: group/shape [n][nodes][columns], displacements in global axes, and with six columns spins in global
   axes. The sign is that of the first large entry in the order of the mesh. With imaginary parts y those go to
   group/shape_imaginary. */
typedef struct {
  const char *group;
  PetscInt    n, columns;
  PetscBool   frames; /* also group/frames/000001/displacement, ..., for ParaView */
  const Vec  *y;      /* [n], or NULL */
  const Vec  *x;      /* [n] global vectors: displacements, spins in body axes; of multipliers nothing is read */
} Shapes;
PetscErrorCode ShapesWrite(File file, const Snapshots *snapshots, const Evaluation *ev, const Shapes *shapes);

/* ---- xdmf.c: how ParaView finds the frames ----------------------------------------------------------------------- */

/* XdmfWrite: write the XDMF file anew, for frames 0 to nframes - 1 at times[nframes] [s], or with shapes for each of these, at times 1,
   2, ...; *bad on rank 0: it cannot be written,
   and is as it was. Collective. XdmfPath: that of the HDF5 file with another ending: .xdmf, or .xdmf.new while it is being
   written. */
PetscErrorCode XdmfWrite(Model model, const char hdf5_path[], PetscInt nframes, const PetscReal times[],
                         const Shapes *shapes, PetscBool *bad);
PetscErrorCode XdmfPath(const char hdf5_path[], const char ending[], char path[], size_t size);

/* ---- progress.c: lines for whoever waits ------------------------------------------------------------------------- */
typedef struct {
  MPI_Comm       comm;
  PetscBool      quiet;          /* no lines */
  PetscReal      t_start, t_end; /* of the run [s] */
  PetscLogDouble started, last;  /* wall time of the start and of the last line [s] */
} Progress;

/* ProgressStep prints a line if the last one is a second old. Call both on all ranks; only rank 0 prints. */

PetscErrorCode ProgressStart(Progress *p, MPI_Comm comm, PetscBool quiet, PetscReal t_start, PetscReal t_end);
PetscErrorCode ProgressStep(Progress *p, PetscInt step, PetscReal t, const FsStepInfo *info);

#endif
