#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H

#include <signal.h>
#include <stddef.h>
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

/// The signals of a crash, for which the Swift runtime installs handlers before
/// the program starts. The handlers of a sanitizer are left to it.
static const int cprocess_crash_signals[] = {
#if !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT,
#endif
    0,
};

/// Whether something in the process would handle its crash.
static inline int cprocess_catches_crashes(void) {
    for (const int *number = cprocess_crash_signals; *number != 0; number++) {
        struct sigaction present;
        if (sigaction(*number, NULL, &present) != 0) return 1;
        if (present.sa_handler != SIG_DFL && present.sa_handler != SIG_IGN) return 1;
    }
    return 0;
}

/// Lets a crash end the process as the system has it. What is ignored stays so.
static inline void cprocess_leave_crashes_alone(void) {
    for (const int *number = cprocess_crash_signals; *number != 0; number++) {
        struct sigaction present;
        if (sigaction(*number, NULL, &present) != 0 || present.sa_handler == SIG_IGN) continue;
        struct sigaction standard = {.sa_handler = SIG_DFL};
        sigaction(*number, &standard, NULL);
    }
}

#endif
