#pragma once

/// Names the calling thread, as `top -H` and debuggers show it; at most 15
/// bytes count (pthread_setname_np(3)).
void cthreads_name_current(const char *_Nonnull name);

/// Has all threads take memory from one heap. Else the first allocations of each
/// thread reserve 64 MB of addresses (mallopt(3), M_ARENA_MAX).
void cthreads_share_one_heap(void);
