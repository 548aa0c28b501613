#pragma once

#include <sqlite3.h>
#include <stdint.h>

// Swift cannot see SQLITE_STATIC, a cast macro: the value has to stay where it
// is until it is bound no more. A null pointer would bind NULL, so an empty value
// gets another one.

static inline int csqlite_bind_text(
    sqlite3_stmt *_Nonnull statement, int index, const char *_Nullable bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, bytes ? bytes : "", count, SQLITE_STATIC, SQLITE_UTF8);
}

static inline int csqlite_bind_blob(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_STATIC);
}

// Has the library not count how much memory it uses, which takes a mutex of the
// whole process for each piece (sqlite.org/c3ref/c_config_covering_index_scan.html).
// Without effect once the library is in use.
static inline void csqlite_count_no_memory(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// Swift cannot call variadic functions.
static inline int csqlite_set_option(sqlite3 *_Nonnull database, int option, int isOn) {
    return sqlite3_db_config(database, option, isOn, (int *)0);
}

// The last error number that the system gave for the database or its log; 0 for
// none (SQLITE_FCNTL_LAST_ERRNO, sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
static inline int csqlite_last_errno(sqlite3 *_Nonnull database) {
    int code = 0;
    sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &code);
    if (code) return code;
    sqlite3_file *log = 0;
    sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (log && log->pMethods) log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &code);
    return code;
}
