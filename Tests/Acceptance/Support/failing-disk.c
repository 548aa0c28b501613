// Lets one call on a program's files fail, as a disk does that is full, failing
// or gone; or many, until it is mended.
//
// The variable FAILING_DISK names a folder, and FAILING_DISK_PLAN a file of
// 64 bytes that the test and the programs have mapped: eight numbers of 64 bits,
// as `struct plan` below. Calls count that concern files under the folder, or
// descriptors that were opened there; each kind has a bit. While `errno_or_short`
// is 0, calls are only counted.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// The kinds of calls.
enum {
    OPEN = 1, READ = 2, WRITE = 4, SYNC = 8, TRUNCATE = 16, RENAME = 32, UNLINK = 64, MAP = 128, STAT = 256,
    LOCK = 512, MAKE = 1024,
};

struct plan {
    _Atomic int64_t calls;           // how many calls of these kinds there were
    _Atomic int64_t kinds;           // the bits of the kinds that count
    _Atomic int64_t first;           // which of them is the first to fail, from 1
    _Atomic int64_t count;           // how many of them fail from there on
    _Atomic int64_t errno_or_short;  // the error number, or -1 for half of the bytes
    _Atomic int64_t failed;          // how many calls failed
    _Atomic int64_t failed_kind;     // the kind of the last one that did
    _Atomic int64_t reserved;
};

static struct plan none, *plan = &none;
static char folder[PATH_MAX];
static size_t folder_length;
static _Atomic signed char is_ours[65536];

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }
#define REAL(name) ({ static __typeof__(&name) found; if (!found) found = real(#name); found; })

__attribute__((constructor)) static void read_plan(void) {
    const char *name = getenv("FAILING_DISK"), *file = getenv("FAILING_DISK_PLAN");
    if (!name || !file || strlen(name) >= sizeof folder) return;
    strcpy(folder, name);
    folder_length = strlen(folder);
    int descriptor = syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return;
    void *memory = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    syscall(SYS_close, descriptor);
    if (memory != MAP_FAILED) plan = memory;
}

static int concerns(const char *path) {
    return folder_length && path && strncmp(path, folder, folder_length) == 0
        && (path[folder_length] == '/' || path[folder_length] == 0);
}

static int holds(int file) { return file >= 0 && file < (int)sizeof is_ours && is_ours[file]; }

// Whether this call is one of those that are to fail: 0, an error number, or -1.
static int verdict(int kind) {
    if (plan == &none || !(plan->kinds & kind)) return 0;
    int64_t number = atomic_fetch_add(&plan->calls, 1) + 1, code = plan->errno_or_short;
    if (!code || number < plan->first || number - plan->first >= plan->count) return 0;
    if (code < 0 && kind != READ && kind != WRITE) code = EIO;
    atomic_fetch_add(&plan->failed, 1);
    plan->failed_kind = kind;
    return (int)code;
}

// Fails a call: with an error, or as `result` says.
#define FAIL_PATH(kind, path) do { int code = concerns(path) ? verdict(kind) : 0; if (code) { errno = code; return -1; } } while (0)
#define FAIL_FILE(kind, file) do { int code = holds(file) ? verdict(kind) : 0; if (code) { errno = code; return -1; } } while (0)

static int note(int file, const char *path) {
    if (file >= 0 && file < (int)sizeof is_ours) is_ours[file] = concerns(path);
    return file;
}

static int open_file(const char *path, int flags, mode_t mode) {
    FAIL_PATH(flags & O_CREAT && faccessat(AT_FDCWD, path, F_OK, 0) != 0 ? OPEN | MAKE : OPEN, path);
    return note((int)syscall(SYS_openat, AT_FDCWD, path, flags, mode), path);
}

#define MODE(flags) ({ mode_t mode = 0; if (flags & (O_CREAT | __O_TMPFILE)) { va_list list; va_start(list, flags); mode = va_arg(list, int); va_end(list); } mode; })

int open(const char *path, int flags, ...) { return open_file(path, flags, MODE(flags)); }
int open64(const char *path, int flags, ...) { return open_file(path, flags | O_LARGEFILE, MODE(flags)); }
int __open_2(const char *path, int flags) { return open_file(path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_file(path, flags | O_LARGEFILE, 0); }
int creat(const char *path, mode_t mode) { return open_file(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int openat(int at, const char *path, int flags, ...) {
    mode_t mode = MODE(flags);
    if (at == AT_FDCWD || path[0] == '/') return open_file(path, flags, mode);
    FAIL_FILE(OPEN, at);
    int file = syscall(SYS_openat, at, path, flags, mode);
    if (file >= 0 && file < (int)sizeof is_ours) is_ours[file] = holds(at);
    return file;
}
int openat64(int at, const char *path, int flags, ...) { return openat(at, path, flags | O_LARGEFILE, MODE(flags)); }

int close(int file) {
    if (file >= 0 && file < (int)sizeof is_ours) is_ours[file] = 0;
    return syscall(SYS_close, file);
}
int dup(int file) {
    int copy = syscall(SYS_dup, file);
    if (copy >= 0 && copy < (int)sizeof is_ours) is_ours[copy] = holds(file);
    return copy;
}

#define TRANSFER(kind, file, count) \
    do { \
        int code = holds(file) ? verdict(kind) : 0; \
        if (code > 0) { errno = code; return -1; } \
        if (code < 0 && count > 1) count /= 2; \
    } while (0)

ssize_t read(int file, void *bytes, size_t count) { TRANSFER(READ, file, count); return syscall(SYS_read, file, bytes, count); }
ssize_t pread(int file, void *bytes, size_t count, off_t at) { TRANSFER(READ, file, count); return syscall(SYS_pread64, file, bytes, count, at); }
ssize_t pread64(int file, void *bytes, size_t count, off_t at) { return pread(file, bytes, count, at); }
ssize_t write(int file, const void *bytes, size_t count) { TRANSFER(WRITE, file, count); return syscall(SYS_write, file, bytes, count); }
ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) { TRANSFER(WRITE, file, count); return syscall(SYS_pwrite64, file, bytes, count, at); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off_t at) { return pwrite(file, bytes, count, at); }
ssize_t writev(int file, const struct iovec *parts, int count) { FAIL_FILE(WRITE, file); return syscall(SYS_writev, file, parts, count); }
ssize_t readv(int file, const struct iovec *parts, int count) { FAIL_FILE(READ, file); return syscall(SYS_readv, file, parts, count); }
ssize_t sendfile(int to, int from, off_t *at, size_t count) { TRANSFER(READ, from, count); return syscall(SYS_sendfile, to, from, at, count); }
ssize_t sendfile64(int to, int from, off_t *at, size_t count) { return sendfile(to, from, at, count); }

int fsync(int file) { FAIL_FILE(SYNC, file); return syscall(SYS_fsync, file); }
int fdatasync(int file) { FAIL_FILE(SYNC, file); return syscall(SYS_fdatasync, file); }
int sync_file_range(int file, off_t from, off_t count, unsigned flags) { FAIL_FILE(SYNC, file); return syscall(SYS_sync_file_range, file, from, count, flags); }
int ftruncate(int file, off_t length) { FAIL_FILE(TRUNCATE, file); return syscall(SYS_ftruncate, file, length); }
int ftruncate64(int file, off_t length) { return ftruncate(file, length); }
int posix_fallocate(int file, off_t from, off_t count) { int code = holds(file) ? verdict(WRITE) : 0; return code ? (code < 0 ? EIO : code) : REAL(posix_fallocate)(file, from, count); }
int fallocate(int file, int mode, off_t from, off_t count) { FAIL_FILE(WRITE, file); return syscall(SYS_fallocate, file, mode, from, count); }

int rename(const char *from, const char *to) { FAIL_PATH(RENAME, to); return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat2(int from_at, const char *from, int to_at, const char *to, unsigned flags) { FAIL_PATH(RENAME, to); return syscall(SYS_renameat2, from_at, from, to_at, to, flags); }
int link(const char *from, const char *to) { FAIL_PATH(RENAME, to); return syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0); }
int unlink(const char *path) { FAIL_PATH(UNLINK, path); return syscall(SYS_unlinkat, AT_FDCWD, path, 0); }
int unlinkat(int at, const char *path, int flags) { if (at == AT_FDCWD) FAIL_PATH(UNLINK, path); else FAIL_FILE(UNLINK, at); return syscall(SYS_unlinkat, at, path, flags); }
int mkdir(const char *path, mode_t mode) { FAIL_PATH(MAKE, path); return syscall(SYS_mkdirat, AT_FDCWD, path, mode); }

void *mmap(void *at, size_t count, int protection, int flags, int file, off_t offset) {
    int code = holds(file) ? verdict(MAP) : 0;
    if (code) {
        errno = code < 0 ? ENOMEM : code;
        return MAP_FAILED;
    }
    return (void *)syscall(SYS_mmap, at, count, protection, flags, file, offset);
}
void *mmap64(void *at, size_t count, int protection, int flags, int file, off_t offset) { return mmap(at, count, protection, flags, file, offset); }

int stat(const char *restrict path, struct stat *restrict status) { FAIL_PATH(STAT, path); return fstatat(AT_FDCWD, path, status, 0); }
int stat64(const char *restrict path, struct stat64 *restrict status) { return stat(path, (struct stat *)status); }
int lstat(const char *restrict path, struct stat *restrict status) { FAIL_PATH(STAT, path); return fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW); }
int fstat(int file, struct stat *status) { FAIL_FILE(STAT, file); return syscall(SYS_fstat, file, status); }
int fstat64(int file, struct stat64 *status) { return fstat(file, (struct stat *)status); }

int fcntl(int file, int command, ...) {
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    if (command == F_SETLK || command == F_OFD_SETLK) FAIL_FILE(LOCK, file);
    int result = syscall(SYS_fcntl, file, command, argument);
    if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && result >= 0 && result < (int)sizeof is_ours)
        is_ours[result] = holds(file);
    return result;
}
int fcntl64(int file, int command, ...) {
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return fcntl(file, command, argument);
}
