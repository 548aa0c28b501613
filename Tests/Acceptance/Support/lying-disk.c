// A disk that keeps something else than it was given in the records of a vault.
//
// The last byte of each write there is another one; all calls say that they
// succeeded.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int is_record(int file) {
    char name[64], path[4096];
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    ssize_t count = readlink(name, path, sizeof path - 1);
    if (count <= 0) return 0;
    path[count] = 0;
    return strstr(path, "/vault/records-") != NULL;
}

static void *spoiled(int file, const void *bytes, size_t count) {
    if (count == 0 || !is_record(file)) return NULL;
    unsigned char *copy = malloc(count);
    if (copy == NULL) return NULL;
    memcpy(copy, bytes, count);
    // Where a record lies in a file with slots, its end may be padding.
    for (size_t place = 0; place < count; place += 64) copy[place] ^= 1;
    return copy;
}

ssize_t write(int file, const void *bytes, size_t count) {
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    void *other = spoiled(file, bytes, count);
    ssize_t result = real(file, other == NULL ? bytes : other, count);
    free(other);
    return result;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
    ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite");
    void *other = spoiled(file, bytes, count);
    ssize_t result = real(file, other == NULL ? bytes : other, count, place);
    free(other);
    return result;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
    ssize_t (*real)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
    void *other = spoiled(file, bytes, count);
    ssize_t result = real(file, other == NULL ? bytes : other, count, place);
    free(other);
    return result;
}
