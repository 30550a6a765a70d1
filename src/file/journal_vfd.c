/* journal_vfd.c: see journal_vfd.h. The journal is path.journal: a Header, then the pieces, each a Piece and its bytes. It counts only when it
   is whole, and of this file: not where a copy from another time has come back to its place. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "journal_vfd.h"
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

enum {
  MOST_PATH = 4096,
  BEGIN     = 48 /* bytes of the superblock of HDF5's format 2 and 3, which has the file's size, and a checksum */
};
static const char MAGIC[8] = "fsolve j";

/* Bytes that belong at an address of the file. */
typedef struct {
  uint64_t at, size;
} Piece;

typedef struct {
  char     magic[8];
  uint64_t pieces, bytes, sum; /* how many; of all behind the header, and their sum */
  char     begin[BEGIN];       /* what it begins with before the pieces are put into it */
} Header;

/* An open file. pending: pieces since the last commit, as they stand in the journal behind its header. */
typedef struct {
  H5FD_t   pub; /* HDF5's own; first */
  int      fd;
  char     path[MOST_PATH];
  haddr_t  eoa, eof; /* ends of what HDF5 has allocated, and of what it has written */
  char    *pending;
  size_t   used, room; /* bytes of pending */
  uint64_t pieces;
  int      shorten; /* the file is to be cut at eof */
} Driver;

/* By words of eight bytes, and what is left of them byte by byte. */
static uint64_t sum_of(const char *bytes, size_t n)
{
  uint64_t sum = 14695981039346656037u, word; /* after Fowler, Noll & Vo, FNV-1a */

  for (; n >= sizeof word; n -= sizeof word, bytes += sizeof word) {
    memcpy(&word, bytes, sizeof word);
    sum = (sum ^ word) * 1099511628211u;
  }
  for (; n; n--, bytes++) sum = (sum ^ (unsigned char)*bytes) * 1099511628211u;
  return sum;
}

/* All of n bytes to or from a place of a file, or failure. */
static int move(int fd, char *bytes, size_t n, off_t at, int writes)
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

/* ---- the journal --------------------------------------------------------------------------------------------------- */

static void journal_of(const char path[], char journal[MOST_PATH + 16])
{
  snprintf(journal, MOST_PATH + 16, "%s.journal", path);
}

/* Put all pieces into the file. */
static int apply(int fd, const char *pieces, size_t bytes)
{
  for (size_t k = 0; k + sizeof(Piece) <= bytes;) {
    Piece piece;

    memcpy(&piece, pieces + k, sizeof piece);
    k += sizeof piece;
    if (piece.size > bytes - k || move(fd, (char *)pieces + k, piece.size, (off_t)piece.at, 1)) return 1;
    k += piece.size;
  }
  return 0;
}

/* Returns whether there is one now. Where the disk has no room for it, or another file has its name, the file is written without. */
static int write_journal(const Driver *d)
{
  Header header = {.pieces = d->pieces, .bytes = d->used, .sum = sum_of(d->pending, d->used)};
  char   path[MOST_PATH + 16];
  int    fd;

  (void)move(d->fd, header.begin, BEGIN, 0, 0); /* zeros where it has none yet */
  journal_of(d->path, path);
  fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
  if (fd < 0) return 0;
  if (move(fd, d->pending, d->used, sizeof header, 1) == 0) {
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    (void)move(fd, (char *)&header, sizeof header, 0, 1);
  }
  close(fd);
  return 1;
}

/* The file ends where HDF5 has said, once nothing in it says otherwise. */
static herr_t shorten(Driver *d)
{
  if (!d->shorten) return 0;
  d->shorten = 0;
  return ftruncate(d->fd, (off_t)d->eof) ? -1 : 0;
}

/* Put what is pending into the file. */
static herr_t commit(Driver *d)
{
  char journal[MOST_PATH + 16];
  int  bad, made;

  if (!d->used) return shorten(d);
  made = write_journal(d);
  bad  = apply(d->fd, d->pending, d->used);
  journal_of(d->path, journal);
  if (made && !bad) unlink(journal);
  d->used   = 0;
  d->pieces = 0;
  return bad ? -1 : shorten(d);
}

/* Whether an open file is a journal, or the begin of one. */
static int is_journal(int fd)
{
  const char nothing[sizeof MAGIC] = "";
  char       begin[sizeof MAGIC]   = "";

  return move(fd, begin, sizeof begin, 0, 0) || !memcmp(begin, MAGIC, sizeof MAGIC) ||
         !memcmp(begin, nothing, sizeof begin);
}

void DriverForget(const char path[])
{
  char journal[MOST_PATH + 16];
  int  fd;

  journal_of(path, journal);
  fd = open(journal, O_RDONLY | O_NOFOLLOW);
  if (fd < 0) return;
  if (is_journal(fd)) unlink(journal);
  close(fd);
}

/* Whether the journal is of the open file: it begins as before, or as the pieces make it. */
static int is_of(const Header *header, const char *pieces, int fd)
{
  char begin[BEGIN] = "", after[BEGIN];

  (void)move(fd, begin, BEGIN, 0, 0);
  memcpy(after, header->begin, BEGIN);
  for (size_t k = 0; k + sizeof(Piece) <= header->bytes;) {
    Piece piece;

    memcpy(&piece, pieces + k, sizeof piece);
    k += sizeof piece;
    if (piece.size > header->bytes - k) return 0;
    if (piece.at < BEGIN)
      memcpy(after + piece.at, pieces + k, piece.size < BEGIN - piece.at ? piece.size : BEGIN - piece.at);
    k += piece.size;
  }
  return !memcmp(begin, header->begin, BEGIN) || !memcmp(begin, after, BEGIN);
}

void DriverRecover(const char path[])
{
  char        journal[MOST_PATH + 16], *bytes;
  struct stat status;
  Header      header;
  int         from, to;

  journal_of(path, journal);
  from = open(journal, O_RDONLY | O_NOFOLLOW);
  if (from < 0) return;
  bytes = fstat(from, &status) || move(from, (char *)&header, sizeof header, 0, 0) ||
              memcmp(header.magic, MAGIC, sizeof MAGIC) || header.bytes > (uint64_t)status.st_size
            ? NULL
            : malloc(header.bytes + 1);
  if (bytes && move(from, bytes, header.bytes, sizeof header, 0) == 0 && sum_of(bytes, header.bytes) == header.sum) {
    to = open(path, O_RDWR | O_NOFOLLOW);
    if (to >= 0 && (!is_of(&header, bytes, to) || apply(to, bytes, header.bytes) == 0)) unlink(journal);
    if (to >= 0) close(to);
  } else if (is_journal(from)) unlink(journal); /* the file was not touched yet */
  free(bytes);
  close(from);
}

/* ---- what HDF5 calls ----------------------------------------------------------------------------------------------- */

static H5FD_t *Open(const char *path, unsigned flags, hid_t access, haddr_t maxaddr)
{
  Driver     *d = calloc(1, sizeof *d);
  struct stat status;

  (void)access, (void)maxaddr;
  if (!d || strlen(path) >= MOST_PATH) {
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

static herr_t Close(H5FD_t *file)
{
  Driver      *d   = (Driver *)file;
  const herr_t bad = commit(d);

  close(d->fd);
  free(d->pending);
  free(d);
  return bad;
}

static herr_t Query(const H5FD_t *file, unsigned long *flags)
{
  (void)file;
  *flags =
    H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

static haddr_t GetEoa(const H5FD_t *file, H5FD_mem_t type)
{
  (void)type;
  return ((const Driver *)file)->eoa;
}

static herr_t SetEoa(H5FD_t *file, H5FD_mem_t type, haddr_t address)
{
  (void)type;
  ((Driver *)file)->eoa = address;
  return 0;
}

static haddr_t GetEof(const H5FD_t *file, H5FD_mem_t type)
{
  (void)type;
  return ((const Driver *)file)->eof;
}

/* From the file, zeros behind its end, and over that what is pending. */
static herr_t Read(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size, void *buffer)
{
  Driver *d   = (Driver *)file;
  char   *to  = buffer;
  size_t  got = 0;

  (void)type, (void)transfer;
  while (got < size) {
    const ssize_t n = pread(d->fd, to + got, size - got, (off_t)(at + got));

    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return -1;
    if (n == 0) break;
    got += (size_t)n;
  }
  memset(to + got, 0, size - got);
  for (size_t k = 0; k < d->used;) {
    Piece    piece;
    uint64_t begin, end;

    memcpy(&piece, d->pending + k, sizeof piece);
    k += sizeof piece;
    begin = piece.at > at ? piece.at : at;
    end   = piece.at + piece.size < at + size ? piece.at + piece.size : at + size;
    if (begin < end) memcpy(to + (begin - at), d->pending + k + (begin - piece.at), end - begin);
    k += piece.size;
  }
  return 0;
}

static herr_t Write(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size, const void *buffer)
{
  Driver      *d      = (Driver *)file;
  const Piece  piece  = {at, size};
  const size_t wanted = d->used + sizeof piece + size;

  (void)type, (void)transfer;
  if (wanted > d->room) {
    char *larger = realloc(d->pending, 2 * wanted);

    if (!larger) return -1;
    d->pending = larger;
    d->room    = 2 * wanted;
  }
  memcpy(d->pending + d->used, &piece, sizeof piece);
  memcpy(d->pending + d->used + sizeof piece, buffer, size);
  d->used = wanted;
  d->pieces++;
  if (at + size > d->eof) d->eof = at + size;
  return 0;
}

static herr_t Flush(H5FD_t *file, hid_t transfer, hbool_t closing)
{
  (void)transfer, (void)closing;
  return commit((Driver *)file);
}

static herr_t Truncate(H5FD_t *file, hid_t transfer, hbool_t closing)
{
  Driver *d = (Driver *)file;

  (void)transfer, (void)closing;
  if (d->eoa == d->eof) return 0;
  if (d->eoa < d->eof) d->shorten = 1;
  else if (ftruncate(d->fd, (off_t)d->eoa)) return -1;
  d->eof = d->eoa;
  return 0;
}

herr_t DriverSet(hid_t access)
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
    .open      = Open,
    .close     = Close,
    .query     = Query,
    .get_eoa   = GetEoa,
    .set_eoa   = SetEoa,
    .get_eof   = GetEof,
    .read      = Read,
    .write     = Write,
    .flush     = Flush,
    .truncate  = Truncate,
    .fl_map    = H5FD_FLMAP_DICHOTOMY
  };

  if (driver < 0) driver = H5FDregister(&functions);
  return driver < 0 ? -1 : H5Pset_driver(access, driver, NULL);
}
