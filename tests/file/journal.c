/* journal.c: a kill at any write of a flush leaves the old file or the new one, and no journal that
   later flushes stumble over.

   The limit of file sizes ends a child by SIGXFSZ, at limit 0 in its first write into the
   journal. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "file/file_impl.h"
#include "test.h"

enum { ROWS = 200 };
static const char FILE_NAME[] = "file.h5", JOURNAL[] = "file.h5.journal", ROW[] = "rows";

static void Create(void)
{
  const hsize_t rows        = ROWS;
  const int     value[ROWS] = {0};
  const hid_t   file        = H5Fcreate(FILE_NAME, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t   space       = H5Screate_simple(1, &rows, NULL);
  const hid_t   set =
    H5Dcreate2(file, ROW, H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

  CHECK(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0, "cannot write");
  H5Dclose(set);
  H5Sclose(space);
  H5Fclose(file);
}

/* Sets all rows to a value, through the driver. With a limit, this process ends in the flush. */
static int Write(int value, rlim_t limit)
{
  const struct rlimit most   = {limit, limit};
  const hid_t         access = H5Pcreate(H5P_FILE_ACCESS);
  int                 values[ROWS];
  hid_t               file, set;
  herr_t              bad;

  for (int i = 0; i < ROWS; i++) values[i] = value;
  if (JournalVfdSet(access) < 0) return 1;
  file = H5Fopen(FILE_NAME, H5F_ACC_RDWR, access);
  set  = H5Dopen2(file, ROW, H5P_DEFAULT);
  bad  = H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  H5Dclose(set);
  if (limit != RLIM_INFINITY) (void)setrlimit(RLIMIT_FSIZE, &most);
  if (H5Fflush(file, H5F_SCOPE_LOCAL) < 0) bad = -1;
  H5Fclose(file);
  H5Pclose(access);
  return bad < 0;
}

/* Returns the value of all rows, or -1 if they differ. */
static int Read(void)
{
  const hid_t file         = H5Fopen(FILE_NAME, H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t set          = H5Dopen2(file, ROW, H5P_DEFAULT);
  int         values[ROWS] = {-1};

  H5Dread(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  H5Dclose(set);
  H5Fclose(file);
  for (int i = 1; i < ROWS; i++)
    if (values[i] != values[0]) return -1;
  return values[0];
}

static void Kill(int value, rlim_t limit)
{
  const int   old   = Read();
  const pid_t child = fork();
  struct stat status;
  int         end = 0, now;

  if (!child) {
    signal(SIGXFSZ, SIG_DFL);
    _exit(Write(value, limit));
  }
  waitpid(child, &end, 0);
  JournalRecover(FILE_NAME);
  now = Read();
  CHECK(now == old || now == value, "limit %d: %d, after %d and %d", (int)limit, now, old, value);
  CHECK(stat(JOURNAL, &status) != 0, "limit %d: a journal of %d bytes stays", (int)limit,
        (int)status.st_size);
  if (limit == 0) CHECK(WIFSIGNALED(end) && WTERMSIG(end) == SIGXFSZ && now == old, "not killed");
}

int main(void)
{
  char folder[] = "journal.XXXXXX";

  if (!mkdtemp(folder) || chdir(folder)) return 1;
  Create();
  for (int k = 0; k < 64; k++) Kill(k + 1, (rlim_t)(k * 50));
  CHECK(Write(1000, RLIM_INFINITY) == 0 && Read() == 1000, "the last flush");
  unlink(FILE_NAME);
  unlink(JOURNAL);
  CHECK(chdir("..") == 0 && rmdir(folder) == 0, "files are left in %s", folder);
  return TestReport();
}
