#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What is called of libmaxminddb, which reads files in MaxMind's format (maxmind.github.io/MaxMind-DB). It is loaded
// when a file is first opened, and never where none is configured; nothing of its headers is needed to build.

/// A file that is open.
struct cmaxminddb;

/// What is missing, in the loader's words; NULL where the library is there.
const char *_Nullable cmaxminddb_missing(void);

/// Opens a file's bytes, which are copied to memory that nobody can shorten or change.
///
/// NULL if that isn't possible; `reason` says why, in the library's or the system's words.
struct cmaxminddb *_Nullable cmaxminddb_open(const uint8_t *_Nonnull bytes, size_t count,
                                             const char *_Nullable *_Nonnull reason);

/// Gives it back.
void cmaxminddb_close(struct cmaxminddb *_Nonnull file);

/// How many nodes its search tree has.
uint32_t cmaxminddb_node_count(const struct cmaxminddb *_Nonnull file);

/// How many bits a record of the tree has.
uint32_t cmaxminddb_record_size(const struct cmaxminddb *_Nonnull file);

/// What it is called by whoever made it.
const char *_Nonnull cmaxminddb_type(const struct cmaxminddb *_Nonnull file);

/// Looks up an address of 4 or 16 bytes; false where there is nothing of it. `entry` is where in the data it leads.
bool cmaxminddb_find(const struct cmaxminddb *_Nonnull file, const uint8_t *_Nonnull address, size_t count,
                     uint32_t *_Nonnull entry);

/// Reads a text below an entry; false where there is none. It has no NUL at its end. `path` ends with NULL.
bool cmaxminddb_text(const struct cmaxminddb *_Nonnull file, uint32_t entry,
                     const char *_Nullable const *_Nonnull path, const char *_Nullable *_Nonnull text,
                     size_t *_Nonnull count);

/// Reads a number below an entry; false where there is none.
bool cmaxminddb_number(const struct cmaxminddb *_Nonnull file, uint32_t entry,
                       const char *_Nullable const *_Nonnull path, double *_Nonnull number);
