#include "server-data.h"

#include <openssl/sha.h>
#include <sqlite3.h>
#include <stdio.h>
#include <time.h>

static sqlite3 *open_database(const char *path) {
    sqlite3 *database = 0;
    if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, 0) != SQLITE_OK) return 0;
    sqlite3_busy_timeout(database, 5000);
    return database;
}

static int add(const char *path, const char *text, int count) {
    sqlite3 *database = open_database(path);
    sqlite3_stmt *statement = 0;
    int result = !database || sqlite3_prepare_v2(database, text, -1, &statement, 0) != SQLITE_OK
        || sqlite3_bind_int(statement, 1, count) != SQLITE_OK || sqlite3_step(statement) != SQLITE_DONE;
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return result;
}

int server_data_add_pictures(const char *path, int count) {
    return add(
        path,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)"
        " INSERT INTO images (position, id, author_id, description, location, visibility, media_type, digest,"
        " byte_count, created_at)"
        " SELECT i, printf('%08x-0000-4000-8000-%012x', i, i), '00000000-0000-4000-8000-000000000001',"
        " 'A lake in the mountains at sunrise, number ' || i, 'Bled, Slovenia', 'public', 'image/jpeg',"
        " printf('%064x', i), 1000, 1700000000000 + i FROM n",
        count);
}

int server_data_add_browsers(const char *path, int count) {
    return add(
        path,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)"
        " INSERT INTO browsers (id, sealed, seen_at)"
        " SELECT randomblob(16), b.sealed, b.seen_at FROM n, (SELECT * FROM browsers LIMIT 1) AS b",
        count);
}

static int run(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    return sqlite3_reset(statement) != SQLITE_OK || code != SQLITE_DONE;
}

static int add_session(sqlite3_stmt *session, sqlite3_stmt *token, int number, long long now) {
    char id[40], user[40], text[24];
    unsigned char hash[SHA256_DIGEST_LENGTH];
    snprintf(id, sizeof id, "%08x-0000-4000-8000-%012x", number, number);
    snprintf(user, sizeof user, "%08x-0000-4000-9000-%012x", number / 8, number / 8);
    int length = snprintf(text, sizeof text, "bench-%08d", number);
    SHA256((const unsigned char *)text, (size_t)length, hash);
    sqlite3_bind_text(session, 1, id, -1, SQLITE_STATIC);
    sqlite3_bind_text(session, 2, user, -1, SQLITE_STATIC);
    sqlite3_bind_int64(session, 3, now);
    sqlite3_bind_blob(token, 1, hash, sizeof hash, SQLITE_STATIC);
    sqlite3_bind_text(token, 2, id, -1, SQLITE_STATIC);
    return run(session) || run(token);
}

int server_data_add_sessions(const char *path, int first, int count) {
    sqlite3 *database = open_database(path);
    sqlite3_stmt *session = 0, *token = 0;
    int result = !database || sqlite3_exec(database, "BEGIN IMMEDIATE", 0, 0, 0) != SQLITE_OK
        || sqlite3_prepare_v2(
               database,
               "INSERT INTO sessions (id, user_id, is_verified, started_at, last_seen_at, generation)"
               " VALUES (?1, ?2, 1, ?3, ?3, 0)",
               -1, &session, 0) != SQLITE_OK
        || sqlite3_prepare_v2(
               database, "INSERT INTO refresh_tokens (hash, session_id, generation) VALUES (?1, ?2, 0)", -1, &token, 0)
            != SQLITE_OK;
    for (int i = first; i < first + count && !result; i++) {
        result = add_session(session, token, i, (long long)time(0) * 1000);
    }
    sqlite3_finalize(session);
    sqlite3_finalize(token);
    if (!result) result = sqlite3_exec(database, "COMMIT", 0, 0, 0) != SQLITE_OK;
    sqlite3_close(database);
    return result;
}
