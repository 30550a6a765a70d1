/* output.h: what a run leaves: an HDF5 file with snapshots (fields at some steps) and histories (numbers at every
   step), an XDMF file for ParaView beside it, and lines of progress on the screen. Called by analyses, in the order
   Create, Open, Step for every state, Close. Begin at OutputStep. All functions but
   OutputNeedsEnergies are collective. */
#ifndef FS_OUTPUT_OUTPUT_H
#define FS_OUTPUT_OUTPUT_H

#include "assembly/assembly.h"
#include "recovery/energy_meter.h"
#include <fs/archive.h>
#include <fs/control.h>

typedef struct _n_Output *Output;

/* Read -output, -output_every, -probes, ... and find the nodes and elements of probes; nothing is written yet. Options and
   assembly are borrowed until OutputDestroy; *loading, which is copied, is the loading under which states are evaluated.
   Input errors: the file exists without -overwrite, or cannot be made there; a probe that is not on the mesh; names
   taken twice. */
typedef struct {
  const char      *name;    /* below /history */
  PetscInt         columns; /* 0: one number */
  const PetscReal *real;    /* of the present step; or else */
  const PetscInt  *integer;
} OutputSeries;
typedef struct {
  PetscBool path; /* static analysis: t of the states is the load factor, and recorded as such */
  PetscInt
    solves; /* stage solves of a step, columns of solver/stage_newton and solver/stage_linear */
  PetscInt            nseries;
  const OutputSeries *series; /* [nseries] further ones, borrowed */
  PetscBool
    amplitudes; /* of OutputHarmonicMotion; nothing is recorded by OutputStep, and there are no energies */
} OutputKind;
PetscErrorCode OutputCreate(FsOptions o, Assembly assembly, OutputKind kind,
                            const FsLoading *loading, Output *out);

/* Make the file and write the mesh and the root attributes; or, where the output was read from an archive and the file is
   there, go on in it: rows and frames behind those of the archive are removed. Where it is not there, a file with another name goes on
   with the step after (attribute first_step). Input error: it is the file of another run.
   t_start, t_end [s] are for the lines of progress. */
PetscErrorCode OutputOpen(Output out, PetscReal t_start, PetscReal t_end);

/* Record the state of a step; step 0 is the initial state; call it for every step. Writes histories, a snapshot
   every -output_every steps, and at most one line of progress a second. energy may be NULL if OutputNeedsEnergies is
   false. */
PetscBool      OutputNeedsEnergies(Output out);
PetscErrorCode OutputStep(Output out, PetscInt step, const FsState *s, const Energy *energy,
                          const FsStepInfo *info);

/* Record what probes and joints tell of the motion Re((re + i im) exp(i omega t)) about a state, as real and imaginary parts per unit of
   the motion: vectors as in FsState.q, multipliers in their entries. size: by which the motion is multiplied so that it is small; with it
   differences are taken. */
typedef struct {
  PetscReal        frequency, omega, size; /* [Hz], [rad/s] */
  const FsState   *at;
  const FsLoading *loading;
  Vec              re, im;
} HarmonicMotion;
PetscErrorCode OutputHarmonicMotion(Output out, const HarmonicMotion *x);

/* Small motions about a state under the output's loading, such as modes: x[n] go to group/shape [n][nodes][3 or 6], mass-normalised or
   not as they are, imaginary parts y[n] (NULL: none) to group/shape_imaginary, and with seen ParaView sees them instead of snapshots. Table: group/name, data[n][columns] (0: [n]), the same on all ranks.
   Texts: an attribute of group, names separated by commas. After Open; group: "/modes". */
PetscErrorCode OutputShapes(Output out, const FsState *s, const char group[], PetscInt n,
                            const Vec x[], const Vec y[], PetscBool for_paraview);
PetscErrorCode OutputTable(Output out, const char group[], const char name[], PetscInt n,
                           PetscInt columns, const PetscReal data[]);
PetscErrorCode OutputStrings(Output out, const char group[], const char name[], PetscInt n,
                             const char *const texts[]);
PetscErrorCode OutputNumber(Output out, const char group[], const char name[], PetscReal value);

/* *node = the local number of a probe's node on the rank that owns it, -1 elsewhere. Input error, which names the option: it is not one
   of -probes, or an element's. */
PetscErrorCode OutputProbeNode(Output out, const char option[], const char name[], PetscInt *node);

/* Put what was recorded on the disk. IsDue: on rank 0, that was a while ago; not collective. */
PetscBool      OutputFlushIsDue(Output out);
PetscErrorCode OutputFlush(Output out);

/* What was recorded so far, to go on with the file. Before Open, when reading. */
PetscErrorCode OutputArchive(Output out, FsArchive a);

/* Write the snapshot of the last step if it had none, and the rest of the histories, and close the file. After a failed
   step s is the last good state and step its number; s NULL: no snapshot. status: how the run ended, an attribute that was "running"
   until then; seconds: wall time of stepping. */
PetscErrorCode OutputClose(Output out, PetscInt step, const FsState *s, const char status[],
                           PetscReal seconds);
PetscErrorCode OutputDestroy(Output *out);

/* A file of tables, for analyses without a model; options are borrowed. Open reads -output and -overwrite and has the input errors of
   OutputCreate; Create makes the file. Write: data[n][columns] (columns 0: [n]) is the same on all ranks; path is
   absolute, as in file.h. Collective. */
typedef struct _n_TableFile *TableFile;
PetscErrorCode               TableFileOpen(FsOptions o, MPI_Comm comm, TableFile *file);
PetscErrorCode               TableFileCreate(TableFile file);
PetscErrorCode TableFileWrite(TableFile file, const char path[], PetscInt n, PetscInt columns,
                              const PetscReal data[]);
PetscErrorCode TableFileAttribute(TableFile file, const char path[], const char name[],
                                  PetscReal value);
PetscErrorCode TableFileDestroy(TableFile *file);

extern const FsOptionDoc output_options[];

#endif
