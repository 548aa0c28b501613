#pragma once

/// Names the calling thread, as `top -H` and debuggers show it; at most 15
/// bytes count (pthread_setname_np(3)).
void cthreads_name_current(const char *_Nonnull name);
