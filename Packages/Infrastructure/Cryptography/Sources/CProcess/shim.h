#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H

#include <sys/prctl.h>
#include <sys/resource.h>

/// prctl(2) is variadic and can't be called from Swift.
static inline int cprocess_forbid_dumping(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/// 0 if the process can't be dumped.
static inline int cprocess_dumpable(void) {
    return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
}

/// Sets both limits, so that they can't be raised again without privileges.
static inline int cprocess_forbid_core_files(void) {
    struct rlimit none = {0, 0};
    return setrlimit(RLIMIT_CORE, &none);
}

/// 0 if core files may have no byte, 1 if they may, -1 if that can't be known.
static inline int cprocess_allows_core_files(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) != 0) return -1;
    return limit.rlim_cur > 0 || limit.rlim_max > 0;
}

#endif
