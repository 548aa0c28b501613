#ifndef NEIGHBOURS_VAULT_H
#define NEIGHBOURS_VAULT_H

#include <stddef.h>

// A store of secrets as a C program would have it, in a file: SQLite, whose
// values are sealed with AES-256-GCM under a key that is kept expanded, or
// SQLCipher with a raw key. In WAL, and durable at each commit. The secrets
// have 600 bytes each.
struct neighbour_vault;

enum neighbour_vault_kind { neighbour_vault_sealed, neighbour_vault_sqlcipher };

// Opens a store, which is made if it isn't there and has the secret 1 then;
// NULL if a library refused or isn't installed.
struct neighbour_vault *neighbour_vault_open(const char *path, enum neighbour_vault_kind kind);

void neighbour_vault_close(struct neighbour_vault *vault);

// The following do their work `count` times, and return 0, or another number if
// a library refused.

// Reads one secret.
int neighbour_vault_load(struct neighbour_vault *vault, size_t count);

// Writes secrets, `batch` of them in a transaction.
int neighbour_vault_save(struct neighbour_vault *vault, size_t count, size_t batch);

// Opens the store once more, reads one secret, and closes it.
int neighbour_vault_open_and_load(struct neighbour_vault *vault, size_t count);

#endif
