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

// The shared head of the index of the write-ahead log: the first page of what
// the methods of the open file map (sqlite.org/c3ref/io_methods.html), at the
// size that the library maps itself. It stays mapped until the last connection
// of the process is closed. NULL if there is none.
static inline const void *_Nullable csqlite_log_head(sqlite3 *_Nonnull database) {
    enum { page_size = 32768 };
    sqlite3_file *file = 0;
    void volatile *page = 0;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return 0;
    if (!file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return 0;
    if (file->pMethods->xShmMap(file, 0, page_size, 0, &page) != SQLITE_OK) return 0;
    return (const void *)page;
}

// Reads what tells one state from another: bytes 8 to 39 of the head, which
// are the count of commits, the form and size of the log, its checksum and its
// salts.
static inline void csqlite_read_log_head(const void *_Nonnull head, uint64_t *_Nullable state) {
    const uint64_t *words = (const uint64_t *)head + 1;
    for (int i = 0; state && i < 4; i++) state[i] = __atomic_load_n(words + i, __ATOMIC_ACQUIRE);
}
