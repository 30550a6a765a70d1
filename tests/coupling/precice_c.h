/* precice_c.h: the functions of preCICE's interface for C, version 3, that the tests need. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COUPLING_PRECICE_C_H
#define COUPLING_PRECICE_C_H

void   precicec_createParticipant(const char *participant, const char *config, int rank, int size);
void   precicec_createParticipant_withCommunicator(const char *participant, const char *config,
                                                   int rank, int size, void *comm);
void   precicec_initialize(void);
void   precicec_advance(double dt);
void   precicec_finalize(void);
int    precicec_requiresInitialData(void);
int    precicec_requiresWritingCheckpoint(void);
int    precicec_requiresReadingCheckpoint(void);
int    precicec_getMeshDimensions(const char *mesh);
int    precicec_getDataDimensions(const char *mesh, const char *data);
int    precicec_isCouplingOngoing(void);
double precicec_getMaxTimeStepSize(void);
void   precicec_setMeshVertices(const char *mesh, int n, const double *place, int *id);
void   precicec_writeData(const char *mesh, const char *data, int n, const int *id,
                          const double *value);
void   precicec_readData(const char *mesh, const char *data, int n, const int *id, double dt,
                         double *value);
const char *precicec_getVersionInformation(void);

#endif
