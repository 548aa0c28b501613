// Makes hashes of passwords cheap, so that a test can ask for thousands of
// them; and has none computed at all for passwords that begin with the text
// that the variable UNHASHED names, as a server would that computes none where
// there is no account.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int derive(const char *, size_t, const unsigned char *, size_t, uint64_t, uint64_t, uint64_t, uint64_t,
                   unsigned char *, size_t);

static derive *library;
static const char *unhashed;

__attribute__((constructor)) static void find_library(void) {
    library = (derive *)dlsym(RTLD_NEXT, "EVP_PBE_scrypt");
    unhashed = getenv("UNHASHED");
}

int EVP_PBE_scrypt(const char *pass, size_t passlen, const unsigned char *salt, size_t saltlen, uint64_t N, uint64_t r,
                   uint64_t p, uint64_t maxmem, unsigned char *key, size_t keylen) {
    if (unhashed && passlen >= strlen(unhashed) && memcmp(pass, unhashed, strlen(unhashed)) == 0) {
        memset(key, 0, keylen);
        return 1;
    }
    return library(pass, passlen, salt, saltlen, 256, r, p, maxmem, key, keylen);
}
