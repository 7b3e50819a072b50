/*
 * Makes system calls on some files fail, for a program that it is preloaded into (LD_PRELOAD). Linux, glibc.
 *
 *   BRINE_SHIM_FILES    pattern as of fnmatch; the whole path of a file has to match for the file to be struck
 *   BRINE_SHIM_ARM      a path: nothing is counted or struck before there is such a file (none: at once)
 *   BRINE_SHIM_RELEASE  a path: nothing is struck once there is such a file (none: never)
 *   BRINE_SHIM_SYNC     n: the n-th fsync or fdatasync fails with EIO, without syncing; the next one does what it should
 *   BRINE_SHIM_WRITE    n: the n-th write, pwrite, writev or pwritev is torn
 *   BRINE_SHIM_TORN     how: `short` returns after half of the bytes, as POSIX allows; `error` writes half and fails with EIO;
 *                       `kill` writes half and kills the process
 *   BRINE_SHIM_SPACE    n: after n bytes written, writes fail with ENOSPC; the one that goes beyond writes what fits
 *   BRINE_SHIM_LOG      a path: a line is appended for every fault that was struck
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

typedef ssize_t (*write_function)(int, const void *, size_t);
typedef ssize_t (*pwrite_function)(int, const void *, size_t, off64_t);
typedef int (*sync_function)(int);

static atomic_long syncs, writes, written;

static void *original(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

static long number(const char *name) {
  const char *text = getenv(name);
  return text ? atol(text) : -1;
}

static int exists(const char *path) { return access(path, F_OK) == 0; }

/* Is this a file to strike, now? Leaves errno as it was. */
static int matches(int fd) {
  int before = errno, result = 0;
  const char *pattern = getenv("BRINE_SHIM_FILES"), *arm = getenv("BRINE_SHIM_ARM"), *release = getenv("BRINE_SHIM_RELEASE");
  if (pattern) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length > 0) {
      path[length] = 0;
      result = fnmatch(pattern, path, 0) == 0 && (!arm || exists(arm)) && (!release || !exists(release));
    }
  }
  errno = before;
  return result;
}

static void note(const char *what) {
  const char *log = getenv("BRINE_SHIM_LOG");
  if (!log) return;
  int fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (fd < 0) return;
  write_function put = (write_function)original("write");
  char line[128];
  int length = snprintf(line, sizeof line, "%s\n", what);
  if (put(fd, line, length) < 0) abort();
  close(fd);
}

static int failed_sync(int fd) {
  if (!matches(fd) || atomic_fetch_add(&syncs, 1) + 1 != number("BRINE_SHIM_SYNC")) return 0;
  note("sync");
  errno = EIO;
  return 1;
}

int fsync(int fd) { return failed_sync(fd) ? -1 : ((sync_function)original("fsync"))(fd); }
int fdatasync(int fd) { return failed_sync(fd) ? -1 : ((sync_function)original("fdatasync"))(fd); }

enum fate { WHOLE, SHORT, ERROR, KILL, FULL };

/* What becomes of a write, and of how many bytes of it. */
static enum fate fate_of(int fd, size_t wanted, size_t *granted) {
  *granted = wanted;
  if (!matches(fd)) return WHOLE;
  if (atomic_fetch_add(&writes, 1) + 1 == number("BRINE_SHIM_WRITE")) {
    const char *how = getenv("BRINE_SHIM_TORN");
    *granted = wanted / 2;
    note("write");
    if (how && !strcmp(how, "kill")) return KILL;
    if (how && !strcmp(how, "error")) return ERROR;
    if (wanted / 2 == 0) *granted = wanted;
    return SHORT;
  }
  long space = number("BRINE_SHIM_SPACE");
  if (space >= 0) {
    long before = atomic_fetch_add(&written, (long)wanted);
    if (before + (long)wanted > space) {
      long left = before < space ? space - before : 0;
      *granted = (size_t)left;
      note("space");
      return left > 0 ? SHORT : FULL;
    }
  }
  return WHOLE;
}

/* The bytes of the buffers up to `granted`, in one piece. */
static char *joined(const struct iovec *buffers, int count, size_t granted) {
  char *bytes = malloc(granted ? granted : 1);
  if (!bytes) abort();
  size_t at = 0;
  for (int i = 0; i < count && at < granted; i++) {
    size_t n = buffers[i].iov_len < granted - at ? buffers[i].iov_len : granted - at;
    memcpy(bytes + at, buffers[i].iov_base, n);
    at += n;
  }
  return bytes;
}

static size_t total(const struct iovec *buffers, int count) {
  size_t sum = 0;
  for (int i = 0; i < count; i++) sum += buffers[i].iov_len;
  return sum;
}

/* Writes what is granted, at a position or, if it is negative, where the file is. */
static ssize_t struck(int fd, const void *bytes, size_t granted, off64_t position, enum fate fate) {
  ssize_t result = 0;
  if (granted > 0)
    result = position < 0 ? ((write_function)original("write"))(fd, bytes, granted)
                          : ((pwrite_function)original("pwrite64"))(fd, bytes, granted, position);
  if (fate == KILL) raise(SIGKILL);
  if (fate == ERROR || fate == FULL) {
    errno = fate == ERROR ? EIO : ENOSPC;
    return -1;
  }
  return result;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  size_t granted;
  enum fate fate = fate_of(fd, length, &granted);
  return fate == WHOLE ? ((write_function)original("write"))(fd, bytes, length) : struck(fd, bytes, granted, -1, fate);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t position) {
  size_t granted;
  enum fate fate = fate_of(fd, length, &granted);
  return fate == WHOLE ? ((pwrite_function)original("pwrite64"))(fd, bytes, length, position)
                       : struck(fd, bytes, granted, position, fate);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t position) { return pwrite64(fd, bytes, length, position); }

ssize_t writev(int fd, const struct iovec *buffers, int count) {
  size_t granted;
  enum fate fate = fate_of(fd, total(buffers, count), &granted);
  if (fate == WHOLE) return ((ssize_t(*)(int, const struct iovec *, int))original("writev"))(fd, buffers, count);
  char *bytes = joined(buffers, count, granted);
  ssize_t result = struck(fd, bytes, granted, -1, fate);
  free(bytes);
  return result;
}

ssize_t pwritev64(int fd, const struct iovec *buffers, int count, off64_t position) {
  size_t granted;
  enum fate fate = fate_of(fd, total(buffers, count), &granted);
  if (fate == WHOLE)
    return ((ssize_t(*)(int, const struct iovec *, int, off64_t))original("pwritev64"))(fd, buffers, count, position);
  char *bytes = joined(buffers, count, granted);
  ssize_t result = struck(fd, bytes, granted, position, fate);
  free(bytes);
  return result;
}

ssize_t pwritev(int fd, const struct iovec *buffers, int count, off_t position) {
  return pwritev64(fd, buffers, count, position);
}
