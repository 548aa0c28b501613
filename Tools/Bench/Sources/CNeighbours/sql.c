#include "sql.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char id[37];
    char *description, *location, *address;
    sqlite3_int64 created_at;
} picture;

struct neighbour_sql {
    sqlite3 *database, *reader;
    sqlite3_stmt *insert, *touch, *begin, *commit, *rows, *row, *begin_read, *end_read;
    picture *pictures;
    size_t count, next;
};

static const char *const pragmas =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;"
    "PRAGMA journal_size_limit = 16777216; PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON;"
    "PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 1000;"
    "CREATE TABLE pictures (id TEXT PRIMARY KEY, description TEXT, location TEXT, image TEXT NOT NULL,"
    " created_at BIGINT NOT NULL);";

static const char *const reader_pragmas =
    "PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON; PRAGMA query_only = ON;";

static char *text(const char *format, size_t number) {
    char *result = malloc(80);
    if (result) snprintf(result, 80, format, number);
    return result;
}

// Keys as random as those of a UUID, the same in each run.
static void write_id(char *id, size_t number) {
    unsigned long long a = (number + 1) * 0x9E3779B97F4A7C15u, b = (a ^ a >> 29) * 0xBF58476D1CE4E5B9u;
    snprintf(id, 37, "%08llx-%04llx-4%03llx-8%03llx-%012llx", a >> 32, a >> 16 & 0xFFFF, a & 0xFFF, b >> 52,
             b & 0xFFFFFFFFFFFF);
}

static int prepare(sqlite3 *database, sqlite3_stmt **statement, const char *sql) {
    return sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

static int step(sqlite3_stmt *statement) {
    int result = sqlite3_step(statement);
    sqlite3_reset(statement);
    return result == SQLITE_DONE || result == SQLITE_ROW ? SQLITE_OK : result;
}

neighbour_sql *neighbour_sql_open(const char *path, size_t count) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    neighbour_sql *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->pictures = calloc(count, sizeof *self->pictures);
    if (!self->pictures || sqlite3_open_v2(path, &self->database, flags, NULL)
        || sqlite3_exec(self->database, pragmas, NULL, NULL, NULL)
        || sqlite3_open_v2(path, &self->reader, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL)
        || sqlite3_exec(self->reader, reader_pragmas, NULL, NULL, NULL)
        || prepare(self->database, &self->begin, "BEGIN IMMEDIATE")
        || prepare(self->database, &self->commit, "COMMIT")
        || prepare(self->database, &self->insert,
                   "INSERT INTO pictures (id, description, location, image, created_at) VALUES (?, ?, ?, ?, ?)")
        || prepare(self->database, &self->touch, "UPDATE pictures SET created_at = ? WHERE id = ?")
        || prepare(self->reader, &self->begin_read, "BEGIN") || prepare(self->reader, &self->end_read, "ROLLBACK")
        || prepare(self->reader, &self->rows, "SELECT id, description, location, image, created_at FROM pictures")
        || prepare(self->reader, &self->row,
                   "SELECT id, description, location, image, created_at FROM pictures WHERE id = ?")) {
        neighbour_sql_close(self);
        return NULL;
    }
    for (self->count = 0; self->count < count; self->count++) {
        picture *picture = self->pictures + self->count;
        write_id(picture->id, self->count);
        picture->description = text("Picture %zu of a lake in the morning", self->count);
        picture->location = text("Bled, Slovenia %zu", self->count);
        picture->address = text("https://example.com/image/%zu-86e7e3e4b8b6e0fa", self->count);
        picture->created_at = 1700000000000 + (sqlite3_int64)self->count;
    }
    return self;
}

void neighbour_sql_close(neighbour_sql *self) {
    sqlite3_stmt *statements[] = {self->insert, self->touch, self->begin,      self->commit,
                                  self->rows,   self->row,   self->begin_read, self->end_read};
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) sqlite3_finalize(statements[i]);
    sqlite3_close(self->reader);
    sqlite3_close(self->database);
    for (size_t i = 0; i < self->count; i++) {
        free(self->pictures[i].description);
        free(self->pictures[i].location);
        free(self->pictures[i].address);
    }
    free(self->pictures);
    free(self);
}

static int insert(sqlite3_stmt *statement, const picture *picture) {
    sqlite3_bind_text(statement, 1, picture->id, 36, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, picture->description, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 3, picture->location, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 4, picture->address, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 5, picture->created_at);
    return step(statement);
}

int neighbour_sql_insert(neighbour_sql *self) {
    int result = step(self->begin);
    for (size_t i = 0; i < self->count && !result; i++) result = insert(self->insert, self->pictures + i);
    return result ? result : step(self->commit);
}

int neighbour_sql_clear(neighbour_sql *self) {
    return sqlite3_exec(self->database, "DELETE FROM pictures", NULL, NULL, NULL);
}

int neighbour_sql_touch(neighbour_sql *self) {
    int result = step(self->begin);
    if (result) return result;
    self->next = (self->next + 7919) % self->count;
    sqlite3_bind_int64(self->touch, 1, ++self->pictures[self->next].created_at);
    sqlite3_bind_text(self->touch, 2, self->pictures[self->next].id, 36, SQLITE_STATIC);
    result = step(self->touch);
    return result ? result : step(self->commit);
}

static char *column(sqlite3_stmt *statement, int index) {
    size_t length = (size_t)sqlite3_column_bytes(statement, index);
    char *copy = malloc(length + 1);
    if (copy) memcpy(copy, sqlite3_column_text(statement, index), length + 1);
    return copy;
}

static void read_picture(picture *picture, sqlite3_stmt *statement) {
    memcpy(picture->id, sqlite3_column_text(statement, 0), sizeof picture->id);
    picture->description = column(statement, 1);
    picture->location = column(statement, 2);
    picture->address = column(statement, 3);
    picture->created_at = sqlite3_column_int64(statement, 4);
}

static void free_picture(picture *picture) {
    free(picture->description);
    free(picture->location);
    free(picture->address);
}

int neighbour_sql_read(neighbour_sql *self, size_t count) {
    for (size_t round = 0; round < count; round++) {
        size_t length = 0, capacity = 0;
        picture *pictures = NULL;
        int result;
        while ((result = sqlite3_step(self->rows)) == SQLITE_ROW) {
            if (length == capacity) {
                capacity = capacity ? 2 * capacity : 16;
                picture *larger = realloc(pictures, capacity * sizeof *pictures);
                if (!larger) return SQLITE_NOMEM;
                pictures = larger;
            }
            read_picture(pictures + length++, self->rows);
        }
        sqlite3_reset(self->rows);
        for (size_t i = 0; i < length; i++) free_picture(pictures + i);
        free(pictures);
        if (result != SQLITE_DONE || length != self->count) return result;
    }
    return SQLITE_OK;
}

static int look_up(neighbour_sql *self) {
    picture found;
    self->next = (self->next + 7919) % self->count;
    sqlite3_bind_text(self->row, 1, self->pictures[self->next].id, 36, SQLITE_STATIC);
    int result = sqlite3_step(self->row);
    if (result == SQLITE_ROW) {
        read_picture(&found, self->row);
        free_picture(&found);
    }
    sqlite3_reset(self->row);
    return result == SQLITE_ROW ? SQLITE_OK : result;
}

int neighbour_sql_look_up(neighbour_sql *self, size_t count, int in_one_transaction) {
    int result = in_one_transaction ? step(self->begin_read) : SQLITE_OK;
    for (size_t i = 0; i < count && !result; i++) result = look_up(self);
    if (in_one_transaction) step(self->end_read);
    return result;
}
