#define _GNU_SOURCE
#include "CWipedMemory.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#if !defined(__GLIBC__) || __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)

int cwipedmemory_is_wiped(void) { return 0; }

#else

int cwipedmemory_is_wiped(void) { return 1; }

// A program may define these in place of the C library's ("Replacing malloc" in
// the manual of glibc), which keeps its own under these names. All that is in
// the program calls them: the Swift runtime for its strings and arrays, and
// every library.
extern void __libc_free(void *block);

void free(void *block) {
    if (!block) return;
    explicit_bzero(block, malloc_usable_size(block));
    __libc_free(block);
}

// glibc's would leave the bytes behind when it moves or shortens a block.
void *realloc(void *block, size_t size) {
    if (!block) return malloc(size);
    if (size == 0) {
        free(block);
        return NULL;
    }
    size_t present = malloc_usable_size(block);
    if (size <= present && size >= present / 2) {
        explicit_bzero((char *)block + size, present - size);
        return block;
    }
    void *moved = malloc(size);
    if (!moved) return NULL;
    memcpy(moved, block, size < present ? size : present);
    free(block);
    return moved;
}

#endif
