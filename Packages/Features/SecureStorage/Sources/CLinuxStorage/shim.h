#ifndef CLINUXSTORAGE_SHIM_H
#define CLINUXSTORAGE_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <linux/stat.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

// fcntl(2) and syscall(2) are variadic and can't be called from Swift; the
// commands for open file description locks show only with _GNU_SOURCE, as do
// statx(2) and what it needs.
#ifndef F_OFD_SETLK
#define F_OFD_SETLK 37
#endif
#ifndef AT_EMPTY_PATH
#define AT_EMPTY_PATH 0x1000
#endif

/// Locks one byte of an open file for its open file description alone, and
/// doesn't wait, or unlocks it. 0, or -1 with EAGAIN while another one has it.
static inline int clinux_lock_byte(int descriptor, long long offset, short type) {
    struct flock lock;
    memset(&lock, 0, sizeof lock);
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_start = offset;
    lock.l_len = 1;
    return fcntl(descriptor, F_OFD_SETLK, &lock);
}

/// Fills in what fstatat(2) tells of a file, except its times.
///
/// Once somebody was told a file's times, its next change gets one that no
/// other has (multigrain timestamps, Linux 6.13), and fdatasync(2) then writes
/// the inode as well, where the file system has no journal.
static inline int clinux_stat_without_times(int folder, const char *path, int flags, struct stat *status) {
    const unsigned wanted = STATX_TYPE | STATX_MODE | STATX_NLINK | STATX_UID | STATX_INO | STATX_SIZE;
    struct statx found;
    memset(&found, 0, sizeof found);
    if (syscall(SYS_statx, folder, path, flags, wanted, &found) != 0) {
        // Where it isn't there, or a sandbox doesn't know it.
        return fstatat(folder, path, status, flags);
    }
    memset(status, 0, sizeof *status);
    status->st_dev = makedev(found.stx_dev_major, found.stx_dev_minor);
    status->st_ino = found.stx_ino;
    status->st_mode = found.stx_mode;
    status->st_nlink = found.stx_nlink;
    status->st_uid = found.stx_uid;
    status->st_size = (off_t)found.stx_size;
    return 0;
}

/// Gives this process possession of the keyring of its user, which some
/// sessions don't link (keyrings(7)).
static inline long clinux_link_user_keyring(void) {
    return syscall(SYS_keyctl, KEYCTL_LINK, KEY_SPEC_USER_KEYRING, KEY_SPEC_PROCESS_KEYRING);
}

/// Adds a key to the keyring of the user, or replaces it; its number or -1.
static inline long clinux_add_key(const char *description, const void *bytes, size_t count) {
    return syscall(SYS_add_key, "user", description, bytes, count, KEY_SPEC_USER_KEYRING);
}

/// Lets all processes of the user reach a key, and nobody else.
static inline long clinux_restrict_key(int key) {
    return syscall(SYS_keyctl, KEYCTL_SETPERM, key, 0x3f3f0000UL);
}

/// Finds a key in the keyring of the user; its number or -1.
static inline long clinux_find_key(const char *description) {
    return syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", description, 0);
}

/// Reads a key; the number of bytes it has, which may be more than fit.
static inline long clinux_read_key(int key, void *bytes, size_t count) {
    return syscall(SYS_keyctl, KEYCTL_READ, key, bytes, count);
}

static inline long clinux_unlink_key(int key) {
    return syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_USER_KEYRING);
}

#endif
