/* journal_vfd.c: an HDF5 file driver that commits changes through a journal.

   The journal is the file path.journal: a JournalHeader, then the records, each a JournalRecord
   and its bytes. It counts only if it is complete and belongs to this file. It does not belong
   if a copy from another time has replaced the file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* O_TMPFILE */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/hash_index.h"
#include "dirty_blocks.h"
#include "file_impl.h"
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

enum { MAX_PATH = 4096 };

/* Bytes of the superblock of HDF5's formats 2 and 3, which has the size of the file and a
   checksum. */
enum { SUPERBLOCK_SIZE = 48 };
static const char MAGIC[8] = "fsolve j";

/* A range of bytes of the file, whose new contents follow the record. */
typedef struct {
  uint64_t at, size;
} JournalRecord;

typedef struct {
  char     magic[8];
  uint64_t records, bytes,
    checksum;                  /* number of records; bytes after the header, and their checksum */
  char start[SUPERBLOCK_SIZE]; /* start of the file before the records are written into it */
} JournalHeader;

/* An open file. */
typedef struct {
  H5FD_t      pub; /* HDF5's own members, which must come first */
  int         fd;
  char        path[MAX_PATH];
  haddr_t     eoa, eof; /* ends of what HDF5 has allocated and of what it has written */
  char       *pending;  /* records since the last commit, as in the journal after its header */
  size_t      used, capacity; /* bytes of pending */
  uint64_t    records;
  DirtyBlocks dirty;   /* finds pending records, by their places in pending */
  int         shorten; /* the file must be cut at eof */
} JournalVfd;

/* Writes or reads n bytes at an offset of a file. Returns 1 on failure. */
static int transfer_bytes(int fd, char *bytes, size_t n, off_t at, int writes)
{
  while (n) {
    const ssize_t done = writes ? pwrite(fd, bytes, n, at) : pread(fd, bytes, n, at);

    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return 1;
    bytes += done;
    at += done;
    n -= (size_t)done;
  }
  return 0;
}

/* ---- the journal ----------------------------------------------------------------------------- */

static void journal_path(const char path[], char journal[MAX_PATH + 16])
{
  snprintf(journal, MAX_PATH + 16, "%s.journal", path);
}

/* Writes all records into the file. Returns 1 on failure. */
static int write_records(int fd, const char *records, size_t bytes)
{
  for (size_t k = 0; k + sizeof(JournalRecord) <= bytes;) {
    JournalRecord record;

    memcpy(&record, records + k, sizeof record);
    k += sizeof record;
    if (record.size > bytes - k ||
        transfer_bytes(fd, (char *)records + k, record.size, (off_t)record.at, 1))
      return 1;
    k += record.size;
  }
  return 0;
}

/* Writes header and records into an open file. Returns 1 on failure. */
static int fill_journal(const JournalVfd *d, int fd)
{
  JournalHeader header = {
    .records = d->records, .bytes = d->used, .checksum = hash_bytes(0, d->pending, d->used)};
  char magic[sizeof MAGIC];

  (void)transfer_bytes(d->fd, header.start, SUPERBLOCK_SIZE, 0, 0); /* zeros in an empty file */
  memcpy(header.magic, MAGIC, sizeof MAGIC);
  memcpy(magic, MAGIC, sizeof MAGIC);
  return transfer_bytes(fd, magic, sizeof magic, 0, 1) || /* it is known as a journal from now */
         transfer_bytes(fd, d->pending, d->used, sizeof header, 1) ||
         transfer_bytes(fd, (char *)&header, sizeof header, 0, 1);
}

/* Opens a file without a name in the folder of path; a kill leaves nothing of it. Returns a
   negative number if the file system has no such files. */
static int open_unnamed(const char path[])
{
  const char *const slash            = strrchr(path, '/');
  char              folder[MAX_PATH] = ".";

  if (slash) snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
  return open(folder, O_TMPFILE | O_WRONLY, 0666);
}

/* Gives an open file without a name its name. Returns 1 on failure, also if the name exists. */
static int give_name(int fd, const char path[])
{
  char opened[64];

  snprintf(opened, sizeof opened, "/proc/self/fd/%d", fd);
  return linkat(AT_FDCWD, opened, AT_FDCWD, path, AT_SYMLINK_FOLLOW) != 0;
}

/* Writes the journal and returns whether it exists. It gets its name when it is complete, if the
   file system has files without names. If the disk is full or another file has its name, the file
   is written without a journal. */
static int write_journal(const JournalVfd *d)
{
  char path[MAX_PATH + 16];
  int  fd, made;

  journal_path(d->path, path);
  fd = open_unnamed(d->path);
  if (fd >= 0) {
    made = !fill_journal(d, fd) && !give_name(fd, path);
    close(fd);
    if (made) return 1;
  }
  fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
  if (fd < 0) return 0;
  (void)fill_journal(d, fd);
  close(fd);
  return 1;
}

/* Cuts the file where HDF5 has said, after the structure of the file agrees. */
static herr_t shorten(JournalVfd *d)
{
  if (!d->shorten) return 0;
  d->shorten = 0;
  return ftruncate(d->fd, (off_t)d->eof) ? -1 : 0;
}

/* Writes the pending records into the file, through the journal. */
static herr_t commit(JournalVfd *d)
{
  char journal[MAX_PATH + 16];
  int  bad, made;

  if (!d->used) return shorten(d);
  made = write_journal(d);
  bad  = write_records(d->fd, d->pending, d->used);
  journal_path(d->path, journal);
  if (made && !bad) unlink(journal);
  d->used    = 0;
  d->records = 0;
  dirty_blocks_clear(&d->dirty);
  return bad ? -1 : shorten(d);
}

/* Returns whether an open file is a journal, or the first part of one. */
static int is_journal(int fd)
{
  char start[sizeof MAGIC] = "";

  return transfer_bytes(fd, start, sizeof start, 0, 0) == 0 && !memcmp(start, MAGIC, sizeof MAGIC);
}

void JournalDiscard(const char path[])
{
  char journal[MAX_PATH + 16];
  int  fd;

  journal_path(path, journal);
  fd = open(journal, O_RDONLY | O_NOFOLLOW);
  if (fd < 0) return;
  if (is_journal(fd)) unlink(journal);
  close(fd);
}

/* Returns whether the journal belongs to the open file: the file starts as before the records,
   or as after them. */
static int journal_matches(const JournalHeader *header, const char *records, int fd)
{
  char start[SUPERBLOCK_SIZE] = "", after[SUPERBLOCK_SIZE];

  (void)transfer_bytes(fd, start, SUPERBLOCK_SIZE, 0, 0);
  memcpy(after, header->start, SUPERBLOCK_SIZE);
  for (size_t k = 0; k + sizeof(JournalRecord) <= header->bytes;) {
    JournalRecord record;

    memcpy(&record, records + k, sizeof record);
    k += sizeof record;
    if (record.size > header->bytes - k) return 0;
    if (record.at < SUPERBLOCK_SIZE)
      memcpy(after + record.at, records + k,
             record.size < SUPERBLOCK_SIZE - record.at ? record.size : SUPERBLOCK_SIZE - record.at);
    k += record.size;
  }
  return !memcmp(start, header->start, SUPERBLOCK_SIZE) || !memcmp(start, after, SUPERBLOCK_SIZE);
}

void JournalRecover(const char path[])
{
  char          journal[MAX_PATH + 16], *bytes;
  struct stat   status;
  JournalHeader header;
  int           from, to;

  journal_path(path, journal);
  from = open(journal, O_RDONLY | O_NOFOLLOW);
  if (from < 0) return;
  bytes = fstat(from, &status) || transfer_bytes(from, (char *)&header, sizeof header, 0, 0) ||
              memcmp(header.magic, MAGIC, sizeof MAGIC) || header.bytes > (uint64_t)status.st_size
            ? NULL
            : malloc(header.bytes + 1);
  if (bytes && transfer_bytes(from, bytes, header.bytes, sizeof header, 0) == 0 &&
      hash_bytes(0, bytes, header.bytes) == header.checksum) {
    to = open(path, O_RDWR | O_NOFOLLOW);
    if (to >= 0 &&
        (!journal_matches(&header, bytes, to) || write_records(to, bytes, header.bytes) == 0))
      unlink(journal);
    if (to >= 0) close(to);
  } else if (is_journal(from)) unlink(journal); /* the file has not been changed yet */
  free(bytes);
  close(from);
}

/* ---- functions that HDF5 calls --------------------------------------------------------------- */

static H5FD_t *Open_Journal(const char *path, unsigned flags, hid_t access, haddr_t maxaddr)
{
  JournalVfd *d = calloc(1, sizeof *d);
  struct stat status;

  (void)access, (void)maxaddr;
  if (!d || strlen(path) >= MAX_PATH) {
    free(d);
    return NULL;
  }
  d->fd = open(path, flags & H5F_ACC_RDWR ? O_RDWR : O_RDONLY);
  if (d->fd < 0 || fstat(d->fd, &status)) {
    if (d->fd >= 0) close(d->fd);
    free(d);
    return NULL;
  }
  strcpy(d->path, path);
  d->eof = (haddr_t)status.st_size;
  return &d->pub;
}

static herr_t Close_Journal(H5FD_t *file)
{
  JournalVfd  *d   = (JournalVfd *)file;
  const herr_t bad = commit(d);

  close(d->fd);
  free(d->pending);
  dirty_blocks_clear(&d->dirty);
  free(d);
  return bad;
}

static herr_t Query_Journal(const H5FD_t *file, unsigned long *flags)
{
  (void)file;
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

static haddr_t GetEoa_Journal(const H5FD_t *file, H5FD_mem_t type)
{
  (void)type;
  return ((const JournalVfd *)file)->eoa;
}

static herr_t SetEoa_Journal(H5FD_t *file, H5FD_mem_t type, haddr_t address)
{
  (void)type;
  ((JournalVfd *)file)->eoa = address;
  return 0;
}

static haddr_t GetEof_Journal(const H5FD_t *file, H5FD_mem_t type)
{
  (void)type;
  return ((const JournalVfd *)file)->eof;
}

/* Copies what pending records have in the bytes from at to end - 1, which are in one block. */
static void read_pending(const JournalVfd *d, uint64_t at, uint64_t end, char *to)
{
  const DirtyBlock *block = dirty_blocks_find(&d->dirty, at / DIRTY_BLOCK_SIZE);

  for (size_t k = 0; block && k < block->n; k++) {
    const char   *bytes = d->pending + block->record[k];
    JournalRecord record;
    uint64_t      first, last;

    memcpy(&record, bytes, sizeof record);
    bytes += sizeof record;
    first = record.at > at ? record.at : at;
    last  = record.at + record.size < end ? record.at + record.size : end;
    if (first < last) memcpy(to + (first - at), bytes + (first - record.at), last - first);
  }
}

/* Reads from the file, with zeros beyond its end, and then from the pending records. */
static herr_t Read_Journal(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size,
                           void *buffer)
{
  JournalVfd *d     = (JournalVfd *)file;
  char       *to    = buffer;
  size_t      nread = 0;

  (void)type, (void)transfer;
  while (nread < size) {
    const ssize_t n = pread(d->fd, to + nread, size - nread, (off_t)(at + nread));

    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return -1;
    if (n == 0) break;
    nread += (size_t)n;
  }
  memset(to + nread, 0, size - nread);
  for (uint64_t from = at; from < at + size;) {
    const uint64_t block = (from / DIRTY_BLOCK_SIZE + 1) * DIRTY_BLOCK_SIZE,
                   end   = block < at + size ? block : at + size;

    read_pending(d, from, end, to + (from - at));
    from = end;
  }
  return 0;
}

static herr_t Write_Journal(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size,
                            const void *buffer)
{
  JournalVfd         *d      = (JournalVfd *)file;
  const JournalRecord record = {at, size};
  const size_t        needed = d->used + sizeof record + size;

  (void)type, (void)transfer;
  if (needed > d->capacity) {
    char *larger = realloc(d->pending, 2 * needed);

    if (!larger) return -1;
    d->pending  = larger;
    d->capacity = 2 * needed;
  }
  if (dirty_blocks_add(&d->dirty, at, size, d->used)) return -1;
  memcpy(d->pending + d->used, &record, sizeof record);
  memcpy(d->pending + d->used + sizeof record, buffer, size);
  d->used = needed;
  d->records++;
  if (at + size > d->eof) d->eof = at + size;
  return 0;
}

static herr_t Flush_Journal(H5FD_t *file, hid_t transfer, hbool_t closing)
{
  (void)transfer, (void)closing;
  return commit((JournalVfd *)file);
}

static herr_t Truncate_Journal(H5FD_t *file, hid_t transfer, hbool_t closing)
{
  JournalVfd *d = (JournalVfd *)file;

  (void)transfer, (void)closing;
  if (d->eoa == d->eof) return 0;
  if (d->eoa < d->eof) d->shorten = 1;
  else if (ftruncate(d->fd, (off_t)d->eoa)) return -1;
  d->eof = d->eoa;
  return 0;
}

herr_t JournalVfdSet(hid_t access)
{
  static hid_t              driver    = -1; /* registered once; HDF5 keeps it */
  static const H5FD_class_t functions = {
#if H5_VERSION_GE(1, 13, 0)
    .version = H5FD_CLASS_VERSION,
    .value   = (H5FD_class_value_t)519,
#endif
    .name      = "fsolve",
    .maxaddr   = ((haddr_t)1 << 62) - 1,
    .fc_degree = H5F_CLOSE_WEAK,
    .open      = Open_Journal,
    .close     = Close_Journal,
    .query     = Query_Journal,
    .get_eoa   = GetEoa_Journal,
    .set_eoa   = SetEoa_Journal,
    .get_eof   = GetEof_Journal,
    .read      = Read_Journal,
    .write     = Write_Journal,
    .flush     = Flush_Journal,
    .truncate  = Truncate_Journal,
    .fl_map    = H5FD_FLMAP_DICHOTOMY
  };

  if (driver < 0) driver = H5FDregister(&functions);
  return driver < 0 ? -1 : H5Pset_driver(access, driver, NULL);
}
