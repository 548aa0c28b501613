#define _GNU_SOURCE
#include "CThreads.h"

#include <malloc.h>
#include <pthread.h>
#include <string.h>

void cthreads_name_current(const char *name) {
    char shortened[16];
    strncpy(shortened, name, sizeof shortened - 1);
    shortened[sizeof shortened - 1] = 0;
    pthread_setname_np(pthread_self(), shortened);
}

void cthreads_share_one_heap(void) { mallopt(M_ARENA_MAX, 1); }
