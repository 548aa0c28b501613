#include "CThreadSanitizer.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ESSENTIAL_THREAD_SANITIZER 1
#endif
#endif

#ifdef ESSENTIAL_THREAD_SANITIZER
extern void __tsan_acquire(void *);
extern void __tsan_release(void *);
void cts_acquire(const void *address) { __tsan_acquire((void *)address); }
void cts_release(const void *address) { __tsan_release((void *)address); }
#else
void cts_acquire(const void *address) { (void)address; }
void cts_release(const void *address) { (void)address; }
#endif
