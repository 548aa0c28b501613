#ifndef NEIGHBOUR_SQL_H
#define NEIGHBOUR_SQL_H

#include <stddef.h>

// A C program's way to rows of pictures over sqlite3, with the pragmas that
// SQLStore sets and statements that are compiled once. Functions return 0, or
// the library's result code.

typedef struct neighbour_sql neighbour_sql;

// Opens a new database with an empty table and prepares `count` rows to insert;
// null if it can't.
neighbour_sql *_Nullable neighbour_sql_open(const char *_Nonnull path, size_t count);

void neighbour_sql_close(neighbour_sql *_Nonnull self);

// Inserts all rows in one transaction.
int neighbour_sql_insert(neighbour_sql *_Nonnull self);

// Removes all rows.
int neighbour_sql_clear(neighbour_sql *_Nonnull self);

// Reads all rows into structures that own their texts, `count` times.
int neighbour_sql_read(neighbour_sql *_Nonnull self, size_t count);

// Looks `count` rows up by their keys, one after another, all of them in one
// transaction or each by itself.
int neighbour_sql_look_up(neighbour_sql *_Nonnull self, size_t count, int in_one_transaction);

// The same, each by itself, asked of a thread that does nothing else, and waited
// for: what a hand-over costs.
int neighbour_sql_ask(neighbour_sql *_Nonnull self, size_t count);

// Changes one row, in a transaction of its own.
int neighbour_sql_touch(neighbour_sql *_Nonnull self);

// The same `count` times in all, by threads that take turns.
int neighbour_sql_touch_by(neighbour_sql *_Nonnull self, size_t threads, size_t count);

#endif
