#define _GNU_SOURCE
#include "CLockedContexts.h"

#include <openssl/crypto.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The context of AES-GCM, the expanded key included, has 960 bytes in OpenSSL
// 3.0. What is longer goes elsewhere, as clockedcontexts_end() tells.
enum { slot_size = 1024, slot_count = clockedcontexts_byte_count / slot_size };
_Static_assert(slot_count == 64, "a bit of `taken` for each");

static _Atomic(unsigned char *) slots;
static _Atomic uint64_t taken;
static _Thread_local int is_placing, placed, missed;

void clockedcontexts_use(void *memory) { slots = memory; }

void clockedcontexts_begin(void) {
    is_placing = 1;
    placed = missed = 0;
}

int clockedcontexts_end(void) {
    is_placing = 0;
    return placed > 0 && missed == 0;
}

static void *take_slot(void) {
    unsigned char *base = slots;
    uint64_t before = taken;
    while (base && before != UINT64_MAX) {
        int slot = __builtin_ctzll(~before);
        if (atomic_compare_exchange_weak(&taken, &before, before | UINT64_C(1) << slot)) return base + slot * slot_size;
    }
    return NULL;
}

/// The number of the slot at an address, or slot_count if there is none.
static unsigned slot_at(const void *block) {
    const unsigned char *base = atomic_load_explicit(&slots, memory_order_relaxed);
    uintptr_t distance = (uintptr_t)block - (uintptr_t)base;
    return base && distance < clockedcontexts_byte_count ? (unsigned)(distance / slot_size) : slot_count;
}

static void *allocate(size_t size, const char *file, int line) {
    (void)file, (void)line;
    if (size == 0) return NULL;
    if (is_placing) {
        void *slot = size <= slot_size ? take_slot() : NULL;
        if (slot) {
            placed++;
            return slot;
        }
        missed++;
    }
    return malloc(size);
}

static void release(void *block, const char *file, int line) {
    (void)file, (void)line;
    unsigned slot = slot_at(block);
    if (slot == slot_count) {
        free(block);
    } else {
        explicit_bzero(block, slot_size);
        atomic_fetch_and(&taken, ~(UINT64_C(1) << slot));
    }
}

static void *reallocate(void *block, size_t size, const char *file, int line) {
    if (!block) return allocate(size, file, line);
    if (size == 0) {
        release(block, file, line);
        return NULL;
    }
    unsigned slot = slot_at(block);
    if (slot < slot_count && size <= slot_size) return block;
    if (is_placing) missed++;
    if (slot == slot_count) return realloc(block, size);
    void *moved = malloc(size);
    if (!moved) return NULL;
    memcpy(moved, block, slot_size);
    release(block, file, line);
    return moved;
}

// The library takes these before it allocates anything, so before main().
// Should it refuse, then nothing is ever placed, which clockedcontexts_end()
// tells.
__attribute__((constructor)) static void take_over(void) {
    CRYPTO_set_mem_functions(allocate, reallocate, release);
}
