#define _GNU_SOURCE
#include "CResidentReads.h"

#include <errno.h>
#include <sqlite3.h>
#include <sys/uio.h>
#include <unistd.h>

typedef ssize_t (*reading)(int, void *, size_t, off_t);

static reading waiting;
static _Thread_local int is_resident;
static _Thread_local enum resident_reads outcome;

static ssize_t read_at(int file, void *bytes, size_t count, off_t offset) {
    if (!is_resident) return waiting(file, bytes, count, offset);
    struct iovec piece = {bytes, count};
    ssize_t result = preadv2(file, &piece, 1, offset, RWF_NOWAIT);
    if (result < 0) {
        int is_impossible = errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL;
        outcome = is_impossible ? RESIDENT_READS_IMPOSSIBLE : RESIDENT_READS_MISSED;
    }
    return result;
}

int resident_reads_set_up(void) {
    if (sqlite3_initialize() != SQLITE_OK) return 0;
    sqlite3_vfs *files = sqlite3_vfs_find(0);
    if (!files || files->iVersion < 3 || !files->xGetSystemCall || !files->xSetSystemCall) return 0;
    // It is called by the one name or by the other (os_unix.c).
    const char *names[] = {"pread64", "pread"};
    for (int number = 0; number < 2; number++) {
        sqlite3_syscall_ptr found = files->xGetSystemCall(files, names[number]);
        if (!found) continue;
        waiting = (reading)found;
        return files->xSetSystemCall(files, names[number], (sqlite3_syscall_ptr)read_at) == SQLITE_OK;
    }
    return 0;
}

void resident_reads_begin(void) {
    outcome = RESIDENT_READS_WHOLE;
    is_resident = 1;
}

enum resident_reads resident_reads_end(void) {
    is_resident = 0;
    return outcome;
}
