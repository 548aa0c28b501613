#define _GNU_SOURCE
#include "CKeptStates.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX], states[PATH_MAX];
static int last = 0;

void kept_states_begin(const char *path, const char *copies) {
    pthread_mutex_lock(&mutex);
    snprintf(folder, sizeof folder, "%s", path);
    snprintf(states, sizeof states, "%s", copies);
    pthread_mutex_unlock(&mutex);
}

int kept_states_last(void) {
    pthread_mutex_lock(&mutex);
    int number = last;
    pthread_mutex_unlock(&mutex);
    return number;
}

// The name of a file that lies in the folder; null for every other.
static const char *name_of(int file, char *path, size_t size) {
    char link[64];
    struct stat status;
    if (!folder[0] || fstat(file, &status) || !S_ISREG(status.st_mode)) return NULL;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, size - 1);
    if (length <= 0) return NULL;
    path[length] = 0;
    char *name = strrchr(path, '/');
    *name++ = 0;
    return strcmp(path, folder) == 0 ? name : NULL;
}

static void keep(int file) {
    char path[PATH_MAX], copy[2 * PATH_MAX], bytes[1 << 16];
    pthread_mutex_lock(&mutex);
    const char *name = name_of(file, path, sizeof path);
    if (name) {
        snprintf(copy, sizeof copy, "%s/%d-%s", states, ++last, name);
        int target = open(copy, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
        off_t at = 0;
        ssize_t count;
        while ((count = pread(file, bytes, sizeof bytes, at)) > 0 && write(target, bytes, (size_t)count) == count) at += count;
        close(target);
    }
    pthread_mutex_unlock(&mutex);
}

int fsync(int file) {
    int result = (int)syscall(SYS_fsync, file);
    if (result == 0) keep(file);
    return result;
}

int fdatasync(int file) {
    int result = (int)syscall(SYS_fdatasync, file);
    if (result == 0) keep(file);
    return result;
}
