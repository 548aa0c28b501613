#pragma once
#include <sys/types.h>

// fcntl.h shows it only with _GNU_SOURCE.
int sync_file_range(int descriptor, off_t offset, off_t count, unsigned int flags);

/// Begins to write what a file holds to the disk, and doesn't wait for it; what
/// fails is found by fsync(2).
static inline void cwriteback_begin(int descriptor) {
    // To the end of the file, SYNC_FILE_RANGE_WRITE.
    sync_file_range(descriptor, 0, 0, 2);
}
