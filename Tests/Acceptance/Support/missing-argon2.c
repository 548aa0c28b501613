// A machine without Debian's libargon2-1: nobody finds the library.
#define _GNU_SOURCE // RTLD_NEXT

#include <dlfcn.h>
#include <string.h>

void *dlopen(const char *name, int flags) {
    if (name && strstr(name, "libargon2")) return NULL;
    void *(*next)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    return next(name, flags);
}
