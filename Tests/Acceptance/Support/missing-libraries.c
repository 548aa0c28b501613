// A machine without Debian's libargon2-1 and libmaxminddb0: nobody finds the libraries.
#define _GNU_SOURCE // RTLD_NEXT

#include <dlfcn.h>
#include <string.h>

void *dlopen(const char *name, int flags) {
    if (name && (strstr(name, "libargon2") || strstr(name, "libmaxminddb"))) return NULL;
    void *(*next)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    return next(name, flags);
}
