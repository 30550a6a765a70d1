/* error_pause.h: takes handlers of errors away while a function of another program runs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_ERROR_PAUSE_H
#define FS_BASE_ERROR_PAUSE_H

#include "error.h"

/* ErrorPause - What ErrorLogPause keeps for ErrorLogResume. */
typedef struct {
  int       first;
  ErrorLog *current, *outer;
  PetscBool alone, memory;
  char      message[1024];
  int       from; /* the first handler that was taken away */
} ErrorPause;

/* ErrorLogPause - Takes away the handler of log and all that were installed after it.

   The handler before ErrorLogBegin then acts, until ErrorLogResume. Meanwhile log may be used by
   other pairs of ErrorLogBegin and ErrorLogEnd; ErrorLogResume restores what it had. */
PetscErrorCode ErrorLogPause(ErrorLog *log, ErrorPause *pause);
PetscErrorCode ErrorLogResume(ErrorLog *log, const ErrorPause *pause);

/* error_handlers - Returns the number of handlers, for ErrorHandlersDrop. */
int error_handlers(void);

/* ErrorHandlersDrop - Removes the handlers beyond a number of them, after a jump over the calls
   that would have removed them. */
PetscErrorCode ErrorHandlersDrop(int kept);

#endif
