#define _GNU_SOURCE // explicit_bzero

#include "CPasswordLibraries.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef char *crypt_function(const char *phrase, const char *setting, void *data, int size);
typedef int argon2_function(uint32_t passes, uint32_t memory, uint32_t lanes, const void *phrase, size_t phrase_length,
                            const void *salt, size_t salt_length, void *output, size_t output_length);

static crypt_function *crypt_found;
static argon2_function *argon2_found;

static void *find(const char *library, const char *name) {
    void *loaded = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    return loaded ? dlsym(loaded, name) : NULL;
}

static void load_crypt(void) {
    void *function = find("libcrypt.so.1", "crypt_rn");
    memcpy(&crypt_found, &function, sizeof function);
}

static void load_argon2(void) {
    void *function = find("libargon2.so.1", "argon2id_hash_raw");
    memcpy(&argon2_found, &function, sizeof function);
}

bool cpasswords_has_crypt(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_crypt);
    return crypt_found != NULL;
}

bool cpasswords_has_argon2(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_argon2);
    return argon2_found != NULL;
}

bool cpasswords_bcrypt(const char *phrase, const char *setting, char output[64]) {
    enum { size = 32768 }; // struct crypt_data, crypt(3): its size is part of the binary interface.
    if (!cpasswords_has_crypt()) return false;
    void *data = calloc(1, size);
    if (!data) return false;
    const char *text = crypt_found(phrase, setting, data, size);
    bool is_hash = text && strlen(text) == 60;
    if (is_hash) memcpy(output, text, 61);
    explicit_bzero(data, size);
    free(data);
    return is_hash;
}

bool cpasswords_argon2id(uint32_t passes, uint32_t memory, uint32_t lanes, const void *phrase, size_t phrase_length,
                         const void *salt, size_t salt_length, void *output, size_t output_length) {
    return cpasswords_has_argon2()
           && argon2_found(passes, memory, lanes, phrase, phrase_length, salt, salt_length, output, output_length) == 0;
}
