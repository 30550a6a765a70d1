/* output_impl.h: the parts of the output, which output.c puts together. Inside of this folder. */
#ifndef FS_OUTPUT_OUTPUT_IMPL_H
#define FS_OUTPUT_OUTPUT_IMPL_H

#include <stdio.h>
#include <string.h>
#include "file/file.h"
#include "distributed_table.h"
#include "output/snapshot/node_fields.h"
#include "recovery/reactions.h"
#include "base/error.h"
#include "output.h"

/* ---- output_path.c: where the output goes ------------------------------------------------------------------------------- */

/* OutputPathFromOptions: read -output into path[size], and -overwrite. Input errors: no file can be made there, or it exists and
   overwrite is false; the run reads that file. OutputPathCheckCompanion: the same test of a second path, named
   beside. Collective. */
PetscErrorCode OutputPathFromOptions(FsOptions o, MPI_Comm comm, char path[], size_t size,
                                     PetscBool *overwrite);
PetscErrorCode OutputPathCheckCompanion(FsOptions o, MPI_Comm comm, const char path[],
                                        const char companion[], PetscBool overwrite);

/* ---- provenance.c: what a file says of its run --------------------------------------------------------------------- */

/* Write the root attributes that every file has: fsolve_version, commit, versions of libraries, date and host of the beginning,
   options (of FsOptionsRecord), ranks. DescribeModel: counts, and a checksum of the mesh. Collective. */
PetscErrorCode FileDescribeRun(File file, MPI_Comm comm, const char options[]);
/* Write options_all (of FsOptionsRecordWithDefaults): when all options are read. Collective. */
PetscErrorCode FileDescribeOptions(File file, FsOptions o);
PetscErrorCode FileDescribeModel(File file, Model model);
/* *id = a number that no other file is likely to have, the same on all ranks. Collective. */
PetscErrorCode ChooseRunId(MPI_Comm comm, PetscInt *id);

/* ---- schedule.c: which steps have a frame -------------------------------------------------------------------------------- */
enum { SCHEDULE_MAX_TIMES = 4096 };
typedef struct {
  PetscInt  every;    /* steps; 0: none */
  PetscReal interval; /* [s]; 0: none */
  PetscInt  n;
  PetscReal times[SCHEDULE_MAX_TIMES]; /* [n] [s], in their order */
} Schedule;

/* Create: read -output_every, -output_interval, -output_at. Is: whether the step that ends at t and is dt long has one; step 0 is the
   initial state. */
PetscErrorCode ScheduleCreate(FsOptions o, MPI_Comm comm, Schedule *schedule);
PetscBool      schedule_is_due(const Schedule *schedule, PetscInt step, PetscReal t, PetscReal dt);

/* ---- fields.c: which fields of nodes and results of elements are chosen ---------------------------------------------- */
typedef struct {
  PetscBool all;
  PetscInt  n;
  char    **name;
} Fields;

/* Create: read names, or "all", from an option such as -output_fields. frames: of frames, which have all where it is not given, and may have
   joints; else none. Input error: the model has no such field. Have is not collective. */
PetscErrorCode FieldsCreate(FsOptions o, const char option[], PetscBool frames, Model model,
                            Fields *fields);
PetscErrorCode FieldsDestroy(Fields *fields);
PetscBool      fields_contain(const Fields *fields, const char name[]);

/* ---- history.c: series of every step, buffered ------------------------------------------------------------------- */
typedef struct _n_History *History;

/* HistoryAdd: a new dataset /history/<path> of FILE_REAL or FILE_INT with a row every step, [columns] or one value if
   columns is 0. owner is the rank that will give the values, or HISTORY_SUM: every rank gives a share of the sum (FILE_REAL).
   *series = number by which to set them. Before HistoryOpen. Input error: another one has that path, or is in its way. */
enum { HISTORY_SUM = -1 };
PetscErrorCode HistoryCreate(MPI_Comm comm, History *h);
PetscErrorCode HistoryAdd(History h, const char path[], FileType type, PetscInt columns,
                          PetscMPIInt owner, PetscInt *series);
/* Likewise [items][columns] of reals, of which every rank gives a share of the sum: 0 for items of other ranks. */
PetscErrorCode HistoryAddItems(History h, const char path[], PetscInt items, PetscInt columns,
                               PetscInt *series);
/* Make the datasets; borrows file. before: how many rows are in files of earlier runs. Collective. */
PetscErrorCode HistoryOpen(History h, File file, PetscInt before);
/* Instead, go on with those of a file: of rows in all, before are in files of earlier runs, and what is behind them in this one is
   cut. Collective. */
PetscErrorCode HistoryReopen(History h, File file, PetscInt before, PetscInt rows);
PetscInt       HistoryRows(History h);      /* so far */
PetscInt64     HistorySignature(History h); /* a checksum of the names and widths of all series */
/* Set this step's row of a series, all its values; does nothing on ranks other than the owner. When all series
   are set, HistoryEndStep, which is collective, begins the next row; it writes the rows now and then. */
void           HistorySetReals(History h, PetscInt series, const PetscReal values[]);
void           HistorySetInts(History h, PetscInt series, const PetscInt values[]);
PetscErrorCode HistoryEndStep(History h);
/* From now on reals are set to factor times the values, or with add are added so. At first factor is 1. */
void           HistorySetWeight(History h, PetscReal factor, PetscBool add);
PetscErrorCode HistoryWrite(History h); /* write all buffered rows. Collective */
PetscErrorCode HistoryDestroy(History *h);
/* Input error, which names the option: name is one of the groups that /history has anyway, such as "energy". */
PetscErrorCode HistoryCheckName(MPI_Comm comm, const char option[], const char name[]);

/* ---- probe.c: nodes and elements whose history is kept, and parts ------------------------------------------------- */
enum {
  PROBE_SERIES = ELEMENT_MAX_RESULTS
}; /* fields of a node, or results of an element, at most */
typedef enum { PROBE_NODE, PROBE_ELEMENT, PROBE_EXTREME, PROBE_MASS_CENTER } ProbeKind;
typedef struct {
  char        *name; /* group in /history; owned */
  ProbeKind    kind;
  char        *part, *result; /* of an extreme and of a whole, owned; part NULL: all of the model */
  PetscInt     columns;       /* numbers of the result */
  PetscMPIInt  owner;         /* rank that owns the node or element; -1: all know something */
  PetscInt     node;          /* local number of the node on the owner */
  PetscBool    rotates;       /* the node has rotations */
  const Block *block;         /* block of the element, borrowed */
  PetscInt     element;       /* its number in the owner's block */
  PetscInt     series[PROBE_SERIES]; /* numbers of HistoryAdd, by NodalField or by result */
} Probe;

/* Make the n probes of -probes, an array that the caller frees by ProbesDestroy. Collective. Input errors: the point is
   not on the mesh; the set has not just one node; there is no such part, or its elements have no such result. */

PetscErrorCode ProbesCreate(FsOptions o, Model model, PetscInt *n, Probe **probes);
PetscErrorCode ProbesDestroy(PetscInt *n, Probe **probes);
/* *node: local number of the node that a probe is, -1 on other ranks than its owner. Input error, which names the option: there is none. */
PetscErrorCode ProbesFindNode(MPI_Comm comm, PetscInt n, const Probe probes[], const char option[],
                              const char name[], PetscInt *node);
/* Of nodes and elements: set probe->series; their names begin with that of the probe and behind ("", "/real"). */
PetscErrorCode ProbeAddSeries(Probe *probe, const char suffix[], History h);
/* Set this step's values of nodes and elements. ev must have nodes if AskForNodes. Collective. */
PetscErrorCode ProbesRecord(PetscInt n, const Probe probes[], Evaluation *ev, History h);
PetscBool      probes_need_nodes(PetscInt    n,
                                 const Probe probes[]); /* whether some probe, of any kind, does */

/* ---- extreme_probe.c, mass_center_probe.c: probes of parts ----------------------------------------------------------------------------- */

/* ExtremeProbeFindResult: set probe->columns; input error: no element of its part has its result. Create: the series of those of probes[], which
   are borrowed; input error of wholes: nothing has mass. Record: this step's values, or nothing where x is NULL; ev has nodes
   if there are wholes. All but MassCenterProbesRecord are collective. */
typedef struct _n_ExtremeProbes    *ExtremeProbes;
typedef struct _n_MassCenterProbes *MassCenterProbes;
PetscErrorCode ExtremeProbeFindResult(Model model, const char option[], Probe *probe);
PetscErrorCode ExtremeProbesCreate(Model model, PetscInt nprobes, const Probe probes[], History h,
                                   ExtremeProbes *x);
PetscErrorCode ExtremeProbesRecord(ExtremeProbes x, Evaluation *ev, History h);
PetscErrorCode ExtremeProbesDestroy(ExtremeProbes *x);
PetscErrorCode MassCenterProbesCreate(Assembly assembly, PetscInt nprobes, const Probe probes[],
                                      History h, MassCenterProbes *x);
PetscErrorCode MassCenterProbesRecord(MassCenterProbes x, const Evaluation *ev, History h);
PetscErrorCode MassCenterProbesDestroy(MassCenterProbes *x);

/* ---- energy_history.c: energies and momenta of the model ---------------------------------------------------------------------- */

/* Their series, if wanted (-energies); else both functions do nothing. Record is not collective. */
enum { ENERGY_TERMS = 5 };
typedef struct {
  PetscBool enabled;
  PetscInt  energy[ENERGY_TERMS], momentum[2]; /* numbers of HistoryAdd */
} EnergyHistory;
PetscErrorCode EnergyHistoryAddSeries(EnergyHistory *energies, History h);
void           EnergyHistoryRecord(const EnergyHistory *energies, const Energy *e, History h);

/* ---- joint_cells.c: what joints tell of each of their cells ------------------------------------------------------- */

/* The results of a cell: its reaction, the coordinates that the joint leaves free, the power of drivers and motors, friction. name NULL: there is no
   such result. Value, of a cell of this rank: value[columns]; ev must have nodes. Not collective. */
enum {
  JOINT_POWER = 1 + JOINT_COORDINATES,
  JOINT_FRICTION,
  JOINT_RESULTS = JOINT_FRICTION + JOINT_COORDINATES
};
typedef struct {
  const char *name;
  PetscInt    columns;
} JointResult;
JointResult    joint_result(const Joint *joint, int k);
PetscErrorCode JointResultValue(const Evaluation *ev, PetscInt joint, PetscInt e, int k,
                                PetscReal value[]);

/* ---- joint_histories.c: joints ------------------------------------------------------------------------------------------ */

/* Which series joints have: their results. */
enum { JOINT_HISTORY_CELLS = 100 }; /* a joint of more cells has no series: they are in frames */
typedef struct {
  PetscMPIInt owner;  /* rank that has the only cell; -1: there are several */
  PetscInt   *number; /* [ncells] rows of several cells; NULL: there is one, or no series */
  PetscInt    series[JOINT_RESULTS]; /* numbers of HistoryAdd */
} JointSeries;
typedef struct {
  Model        model;    /* borrowed */
  JointSeries *joint;    /* [njoints] */
  PetscInt    *coupling; /* numbers of HistoryAdd of the couplings; NULL: there are none */
  PetscInt (*slider)[2]; /* the same of the sliders: displacement, force */
  PetscBool amplitude;   /* parts of an amplitude, in which powers mean nothing */
} JointHistories;

/* AddSeries: input error where a joint and a probe have the same name. Record: set this step's values; ev must have
   nodes. Tell: a line for each joint of too many cells. All collective. */

PetscErrorCode JointHistoriesAddSeries(JointHistories *r, Model model, PetscInt nprobes,
                                       const Probe probes[], const char suffix[], History h);
PetscErrorCode JointHistoriesRecord(const JointHistories *r, const Evaluation *ev, History h);
PetscErrorCode JointHistoriesReport(const JointHistories *r);
PetscBool      joint_histories_need_nodes(const JointHistories *r); /* whether Record does */
PetscErrorCode JointHistoriesDestroy(JointHistories *r);

/* ---- support_reactions.c: supports -------------------------------------------------------------------------------------------- */

/* The reactions of all supports. AddSeries: input errors where a joint has the same name, and -output_reactions without supports. AskForNodes: whether Record asks for
   nodes in ev. All but that are collective. */
typedef struct {
  SupportForces forces;         /* NULL: the model has no supports */
  PetscBool     in_frames;      /* -output_reactions: frames have them, too */
  PetscInt      n, *series;     /* [n] by support: numbers of HistoryAdd */
  PetscReal (*sum)[COMPONENTS]; /* [n] */
} SupportReactions;
PetscErrorCode SupportReactionsFromOptions(FsOptions o, Model model,
                                           PetscBool *in_frames); /* -output_reactions */
/* Series <support><behind>/reaction. */
PetscErrorCode SupportReactionsAddSeries(SupportReactions *supports, Assembly assembly,
                                         const char suffix[], History h);
PetscErrorCode SupportReactionsRecord(const SupportReactions *supports, const Evaluation *ev,
                                      History h);
PetscBool      support_reactions_need_nodes(const SupportReactions *supports);
PetscErrorCode SupportReactionsDestroy(SupportReactions *supports);

/* ---- harmonic_output.c: harmonic motions --------------------------------------------------------------------------------- */

/* Series of the frequency, and of real (0) and imaginary (1) parts. Collective. */
typedef struct {
  PetscInt       frequency, nprobes;
  Probe         *probes[2]; /* [nprobes] */
  JointHistories reactions[2];
  SupportReactions
    supports[2]; /* none where there are loss factors, whose forces are no element's */
} HarmonicOutput;
PetscErrorCode HarmonicOutputAddSeries(HarmonicOutput *a, Assembly assembly, PetscInt nprobes,
                                       const Probe probes[], History h);
PetscErrorCode HarmonicOutputRecord(const HarmonicOutput *a, Assembly assembly,
                                    const HarmonicMotion *x, History h);
PetscErrorCode HarmonicOutputDestroy(HarmonicOutput *a);

/* ---- snapshot.c: the mesh and whole fields ----------------------------------------------------------------------- */

/* What frames have of the mesh. FromOptions: read -output_sets. SetUp, Destroy: the tables; input error: there are no nodes. */
typedef struct {
  PetscInt  n, *sets; /* [n] whose nodes, and cells between them; n 0: all, and the rest is empty */
  MeshTable nodes;    /* as Snapshots.nodes */
  MeshTable *part;    /* as Snapshots.part */
} Selection;
PetscErrorCode SelectionFromOptions(FsOptions o, Model model, Selection *selection);
PetscErrorCode SelectionSetUp(Model model, Selection *selection);
PetscErrorCode SelectionDestroy(Model model, Selection *selection);

/* The tables of nodes and of the cells of each part. MeshWrite: nodes, cells of parts and sets, under /mesh.
   SnapshotWrite: the fields and results of a state, under /snapshots/<frame>; frames are counted from 0. Collective. reactions: what
   frames have besides (-output_reactions), or NULL. FromOptions, before Create: read -output_precision, -output_sets. */
typedef struct {
  FileType      type;      /* of fields and results: FILE_REAL or FILE_FLOAT */
  Model         model;     /* borrowed */
  const Fields *fields;    /* borrowed */
  SupportForces reactions; /* borrowed; NULL: frames do not have them */
  MeshTable     nodes;     /* the nodes that this rank owns */
  MeshTable    *part;      /* [model->nparts] */
  MeshTable    *joint;     /* [model->njoints] of those of several cells */
  Selection     selection; /* of frames */
} Snapshots;
/* Tables of what frames have. */
static inline const MeshTable *frame_nodes(const Snapshots *s)
{
  return s->selection.n ? &s->selection.nodes : &s->nodes;
}
static inline const MeshTable *frame_part(const Snapshots *s, PetscInt part)
{
  return s->selection.n ? &s->selection.part[part] : &s->part[part];
}
/* Of selection.c: under /mesh/frames the rows of nodes and cells that frames have, and their own mesh. Collective. */
PetscErrorCode SelectionWrite(File file, const Snapshots *snapshots);
/* Names of the fields that reactions add to frames, [3] a node: force, and where nodes rotate moment. */
extern const char *const reaction_fields[2];
PetscErrorCode           SnapshotsFromOptions(FsOptions o, Model model, Snapshots *snapshots);
/* Whether what frames have depends on the option of a line of FsOptionsRecord, as -output_fields. Not collective. */
PetscBool      snapshots_depend(const char line[]);
PetscErrorCode SnapshotsCreate(Model model, const Fields *fields, SupportForces reactions,
                               Snapshots *snapshots);
PetscErrorCode SnapshotsDestroy(Snapshots *snapshots);
PetscErrorCode MeshWrite(File file, const Snapshots *snapshots);
PetscErrorCode SnapshotWrite(File file, const Snapshots *snapshots, Assembly assembly,
                             PetscInt frame, const FsState *s, const FsLoading *loading);

/* Of joint_cells.c: nodes of the cells of joints of several, under /mesh/joints, -1: ground; and what they tell at a state, under
   /snapshots/<frame>/joints, if frames have that; then ev must have nodes. Both collective. */
#define JOINTS_FIELD "joints" /* its name among fields */
PetscErrorCode JointsMeshWrite(File file, const Snapshots *snapshots);
PetscBool      joints_in_frames(const Snapshots *snapshots);
PetscErrorCode JointsFrameWrite(File file, const Snapshots *snapshots, const Evaluation *ev,
                                PetscInt frame);

/* ---- envelope.c: the largest and the least over time ---------------------------------------------------------------- */

/* What is kept of one field or result: for each component the largest and the least value of all steps, and when each was reached
   first. */
enum {
  ENVELOPE_LARGEST,
  ENVELOPE_LEAST,
  ENVELOPE_LARGEST_TIME,
  ENVELOPE_LEAST_TIME,
  ENVELOPE_DATA
};
typedef struct {
  char      *path;          /* /envelopes/<field> or /envelopes/parts/<part>/<shape>/<result> */
  PetscInt   part;          /* -1: a field of nodes */
  PetscInt   first;         /* the NodalField, or where in an element's results it begins */
  PetscInt   rows, columns; /* nodes that this rank owns, or cells of the part here; components */
  PetscReal *data[ENVELOPE_DATA]; /* [rows][columns]; NaN: no step yet */
} Envelope;
typedef struct {
  Model      model;  /* borrowed */
  Fields     fields; /* of -envelopes */
  PetscInt   n;      /* 0: none is kept, and all functions do nothing */
  Envelope  *envelope;
  PetscReal *values[NODAL_FIELDS]; /* room for NodalValues; NULL: not kept */
} Envelopes;

/* Create: read -envelopes; input errors as of FieldsCreate. Record: the state of a step. Write: the
   datasets anew; make: they are not there yet. Collective. */
PetscErrorCode EnvelopesCreate(FsOptions o, Model model, Envelopes *v);
PetscErrorCode EnvelopesDestroy(Envelopes *v);
PetscErrorCode EnvelopesRecord(Envelopes *v, Evaluation *ev);
PetscErrorCode EnvelopesWrite(const Envelopes *v, File file, const Snapshots *snapshots,
                              PetscBool create);
PetscErrorCode EnvelopesArchive(Envelopes *v, FsArchive a);

/* ---- mesh_sets.c: the sets of the mesh, under /mesh/sets. Collective -------------------------------------------------- */
PetscErrorCode SetsWrite(File file, Mesh mesh);

/* ---- mode_shapes.c: small motions about a state -------------------------------------------------------------------------- */

/* n of them, and where they go: group/shape [n][nodes][columns], displacements in global axes, and with six columns spins in global
   axes. The sign is that of the first large entry in the order of the mesh. With imaginary parts y those go to
   group/shape_imaginary. */
typedef struct {
  const char *group;
  PetscInt    n, columns;
  PetscBool   frames; /* also group/frames/000001/displacement, ..., for ParaView */
  const Vec  *y;      /* [n], or NULL */
  const Vec
    *x; /* [n] global vectors: displacements, spins in body axes; of multipliers nothing is read */
} ModeShapes;
PetscErrorCode ModeShapesWrite(File file, const Snapshots *snapshots, const Evaluation *ev,
                               const ModeShapes *shapes);

/* ---- xdmf.c: how ParaView finds the frames ----------------------------------------------------------------------- */

/* XdmfWrite: write the XDMF file anew, for the fields of frames 0 to nframes - 1 at times[nframes] [s], with reactions if frames have them, or with shapes for each of these, at times 1,
   2, ...; *bad on rank 0: it cannot be written,
   and is as it was. Collective. XdmfPath: that of the HDF5 file with another ending: .xdmf, or .xdmf.new while it is being
   written. XdmfCheckPaths: OutputPathCheckCompanion for both. */
PetscErrorCode XdmfWrite(const Snapshots *snapshots, const char hdf5_path[], PetscInt nframes,
                         const PetscReal times[], const ModeShapes *shapes,
                         PetscBool *write_failed);
PetscErrorCode XdmfCheckPaths(FsOptions o, MPI_Comm comm, const char hdf5_path[],
                              PetscBool overwrite);
PetscErrorCode XdmfPath(const char hdf5_path[], const char ending[], char path[], size_t size);

/* ---- progress.c: lines for whoever waits ------------------------------------------------------------------------- */
typedef struct {
  MPI_Comm       comm;
  PetscBool      quiet;          /* no lines */
  PetscReal      t_start, t_end; /* of the run [s] */
  PetscLogDouble started, last;  /* wall time of the start and of the last line [s] */
} Progress;

/* ProgressStep prints a line if the last one is a second old. Call both on all ranks; only rank 0 prints. */

PetscErrorCode ProgressStart(Progress *p, MPI_Comm comm, PetscBool quiet, PetscReal t_start,
                             PetscReal t_end);
PetscErrorCode ProgressStep(Progress *p, PetscInt step, PetscReal t, const FsStepInfo *info);

#endif
