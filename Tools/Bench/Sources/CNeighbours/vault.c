#include "vault.h"

#include <dlfcn.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { nonce_length = 12, tag_length = 16, secret_length = 600, names = 64 };

// The part of the library that is used, so that SQLCipher can take its place.
struct library {
    int (*open)(const char *, sqlite3 **);
    int (*close)(sqlite3 *);
    int (*exec)(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **);
    int (*prepare)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
    int (*bind_int)(sqlite3_stmt *, int, int);
    int (*bind_blob)(sqlite3_stmt *, int, const void *, int, void (*)(void *));
    int (*step)(sqlite3_stmt *);
    const void *(*column_blob)(sqlite3_stmt *, int);
    int (*column_bytes)(sqlite3_stmt *, int);
    int (*reset)(sqlite3_stmt *);
    int (*finalize)(sqlite3_stmt *);
};

static const struct library sqlite = {
    sqlite3_open,       sqlite3_close, sqlite3_exec,        sqlite3_prepare_v2,   sqlite3_bind_int, sqlite3_bind_blob,
    sqlite3_step,       sqlite3_column_blob, sqlite3_column_bytes, sqlite3_reset, sqlite3_finalize,
};

// SQLCipher, or NULL if it isn't installed.
static const struct library *sqlcipher(void) {
    static struct library found;
    if (found.finalize) return &found;
    // Both libraries have functions of the same names; each finds its own.
    void *library = dlopen("libsqlcipher.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (!library) return NULL;
    found.open = dlsym(library, "sqlite3_open");
    found.close = dlsym(library, "sqlite3_close");
    found.exec = dlsym(library, "sqlite3_exec");
    found.prepare = dlsym(library, "sqlite3_prepare_v2");
    found.bind_int = dlsym(library, "sqlite3_bind_int");
    found.bind_blob = dlsym(library, "sqlite3_bind_blob");
    found.step = dlsym(library, "sqlite3_step");
    found.column_blob = dlsym(library, "sqlite3_column_blob");
    found.column_bytes = dlsym(library, "sqlite3_column_bytes");
    found.reset = dlsym(library, "sqlite3_reset");
    found.finalize = dlsym(library, "sqlite3_finalize");
    return found.finalize ? &found : NULL;
}

struct neighbour_vault {
    const char *path;
    enum neighbour_vault_kind kind;
    const struct library *lib;
    sqlite3 *db;
    sqlite3_stmt *get, *put;
    EVP_CIPHER_CTX *cipher;  // NULL if the library encrypts itself.
};

static void end(struct neighbour_vault *vault) {
    if (!vault->lib) return;
    if (vault->get) vault->lib->finalize(vault->get);
    if (vault->put) vault->lib->finalize(vault->put);
    if (vault->db) vault->lib->close(vault->db);
    EVP_CIPHER_CTX_free(vault->cipher);
}

static int begin(struct neighbour_vault *vault, const char *path, enum neighbour_vault_kind kind) {
    static const unsigned char key[32] = {1, 2, 3};
    *vault = (struct neighbour_vault){.path = path, .kind = kind};
    vault->lib = kind == neighbour_vault_sealed ? &sqlite : sqlcipher();
    if (!vault->lib) return 1;
    if (vault->lib->open(path, &vault->db) != SQLITE_OK) return 2;
    const char *raw_key = "PRAGMA key = \"x'0102030405060708091011121314151617181920212223242526272829303132'\"";
    if (kind == neighbour_vault_sqlcipher && vault->lib->exec(vault->db, raw_key, NULL, NULL, NULL)) return 3;
    if (kind == neighbour_vault_sealed) {
        vault->cipher = EVP_CIPHER_CTX_new();
        if (!vault->cipher || EVP_CipherInit_ex(vault->cipher, EVP_aes_256_gcm(), NULL, key, NULL, 1) != 1) return 4;
    }
    const char *setup = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                        "CREATE TABLE IF NOT EXISTS secrets (name INTEGER PRIMARY KEY, value BLOB NOT NULL)";
    if (vault->lib->exec(vault->db, setup, NULL, NULL, NULL)) return 5;
    if (vault->lib->prepare(vault->db, "SELECT value FROM secrets WHERE name = ?", -1, &vault->get, NULL)) return 6;
    return vault->lib->prepare(vault->db, "INSERT OR REPLACE INTO secrets VALUES (?, ?)", -1, &vault->put, NULL) ? 7
                                                                                                                 : 0;
}

static int seal(EVP_CIPHER_CTX *cipher, unsigned char *box, const unsigned char *secret, const unsigned char *name) {
    int written;
    if (RAND_bytes(box, nonce_length) != 1) return 20;
    if (EVP_CipherInit_ex(cipher, NULL, NULL, NULL, box, 1) != 1) return 21;
    if (EVP_EncryptUpdate(cipher, NULL, &written, name, sizeof(int)) != 1) return 22;
    if (EVP_EncryptUpdate(cipher, box + nonce_length, &written, secret, secret_length) != 1) return 23;
    unsigned char *tag = box + nonce_length + secret_length;
    if (EVP_EncryptFinal_ex(cipher, tag, &written) != 1) return 24;
    return EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_GET_TAG, tag_length, tag) == 1 ? 0 : 25;
}

static int open_box(
    EVP_CIPHER_CTX *cipher, unsigned char *secret, const unsigned char *box, const unsigned char *name) {
    int written;
    unsigned char tag[tag_length];
    memcpy(tag, box + nonce_length + secret_length, tag_length);
    if (EVP_CipherInit_ex(cipher, NULL, NULL, NULL, box, 0) != 1) return 30;
    if (EVP_DecryptUpdate(cipher, NULL, &written, name, sizeof(int)) != 1) return 31;
    if (EVP_DecryptUpdate(cipher, secret, &written, box + nonce_length, secret_length) != 1) return 32;
    if (EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, tag_length, tag) != 1) return 33;
    return EVP_DecryptFinal_ex(cipher, secret + written, &written) == 1 ? 0 : 34;
}

static int save(struct neighbour_vault *vault, int name) {
    unsigned char secret[secret_length], box[nonce_length + secret_length + tag_length];
    memset(secret, name, sizeof secret);
    int is_sealed = vault->cipher != NULL, result = 0;
    if (is_sealed) result = seal(vault->cipher, box, secret, (unsigned char *)&name);
    if (result) return result;
    vault->lib->bind_int(vault->put, 1, name);
    vault->lib->bind_blob(
        vault->put, 2, is_sealed ? box : secret, is_sealed ? sizeof box : sizeof secret, SQLITE_STATIC);
    result = vault->lib->step(vault->put) == SQLITE_DONE ? 0 : 10;
    vault->lib->reset(vault->put);
    return result;
}

static int load(struct neighbour_vault *vault, int name) {
    unsigned char secret[secret_length];
    vault->lib->bind_int(vault->get, 1, name);
    int result = vault->lib->step(vault->get) == SQLITE_ROW ? 0 : 11;
    if (!result) {
        const void *value = vault->lib->column_blob(vault->get, 0);
        int is_sealed = vault->cipher != NULL;
        int length = is_sealed ? nonce_length + secret_length + tag_length : secret_length;
        if (vault->lib->column_bytes(vault->get, 0) != length) {
            result = 12;
        } else if (is_sealed) {
            result = open_box(vault->cipher, secret, value, (unsigned char *)&name);
        } else {
            memcpy(secret, value, sizeof secret);
        }
    }
    explicit_bzero(secret, sizeof secret);
    vault->lib->reset(vault->get);
    return result;
}

struct neighbour_vault *neighbour_vault_open(const char *path, enum neighbour_vault_kind kind) {
    struct neighbour_vault *vault = malloc(sizeof *vault);
    path = strdup(path);
    if (path && vault && begin(vault, path, kind) == 0 && save(vault, 1) == 0) return vault;
    neighbour_vault_close(vault);
    return NULL;
}

void neighbour_vault_close(struct neighbour_vault *vault) {
    if (!vault) return;
    end(vault);
    free((char *)vault->path);
    free(vault);
}

int neighbour_vault_load(struct neighbour_vault *vault, size_t count) {
    int result = 0;
    for (size_t i = 0; i < count && !result; i++) result = load(vault, 1);
    return result;
}

int neighbour_vault_save(struct neighbour_vault *vault, size_t count, size_t batch) {
    int result = 0;
    for (size_t i = 0; i < count && !result; i++) {
        if (batch > 1 && i % batch == 0) result = vault->lib->exec(vault->db, "BEGIN", NULL, NULL, NULL);
        if (!result) result = save(vault, (int)(i % names));
        if (batch > 1 && (i % batch == batch - 1 || i == count - 1) && !result) {
            result = vault->lib->exec(vault->db, "COMMIT", NULL, NULL, NULL);
        }
    }
    return result;
}

int neighbour_vault_open_and_load(struct neighbour_vault *vault, size_t count) {
    int result = 0;
    for (size_t i = 0; i < count && !result; i++) {
        struct neighbour_vault another;
        result = begin(&another, vault->path, vault->kind);
        if (!result) result = load(&another, 1);
        end(&another);
    }
    return result;
}
