#pragma once

#include <sqlite3.h>

// Swift cannot see SQLITE_TRANSIENT, a cast macro: the value is copied when it
// is bound. A null pointer would bind NULL, so an empty value gets another one.

static inline int csqlite_bind_text(
    sqlite3_stmt *_Nonnull statement, int index, const char *_Nullable bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_blob(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

// Swift cannot call variadic functions.
static inline int csqlite_set_option(sqlite3 *_Nonnull database, int option, int isOn) {
    return sqlite3_db_config(database, option, isOn, (int *)0);
}
