/* error_pause.h: takes fsolve's handlers of errors away while a function of another program runs,
   which fsolve calls. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_ERROR_PAUSE_H
#define FS_BASE_ERROR_PAUSE_H

#include "error.h"

/* ErrorPause - What ErrorLogPause stores for ErrorLogResume. Other files do not read it. */
typedef struct {
  int       first;
  ErrorLog *current, *outer;
  PetscBool alone, memory;
  char      message[1024];
  int       from; /* the first handler that was taken away */
} ErrorPause;

/* ErrorLogPause - Takes away the error handler of log and all handlers that were installed after
   it.

   Until ErrorLogResume, the handler that was installed before ErrorLogBegin acts. In the meantime
   other pairs of ErrorLogBegin and ErrorLogEnd may use log; ErrorLogResume restores its
   contents. */
PetscErrorCode ErrorLogPause(ErrorLog *log, ErrorPause *pause);
PetscErrorCode ErrorLogResume(ErrorLog *log, const ErrorPause *pause);

/* error_handlers - Returns the number of error handlers that are installed, for
   ErrorHandlersDrop. */
int error_handlers(void);

/* ErrorHandlersDrop - Removes the newest error handlers until kept handlers are left. This is
   needed after a jump (longjmp) over the calls that would have removed them. */
PetscErrorCode ErrorHandlersDrop(int kept);

#endif
