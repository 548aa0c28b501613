/* Counts how often a program forces something to the disk, in the eight bytes
 * of the file that COUNT_SYNCS names: what is written and what isn't takes
 * different times, whatever the disk is.
 *
 * Writes of the database that wait at the same time are forced together, by
 * chance. Each of them counts: a guest in another one's transaction that has
 * changed something would have been forced alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static _Atomic unsigned long *count;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("COUNT_SYNCS");
    if (!path) return;
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *memory = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory != MAP_FAILED) count = memory;
}

static void note(void) {
    if (count) atomic_fetch_add(count, 1);
}

int fsync(int file) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    note();
    return real(file);
}

int fdatasync(int file) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    note();
    return real(file);
}

/* Of SQLite, which a program that counts needn't have. */
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

static void *of_sqlite(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

static long long changes(sqlite3_stmt *statement) {
    static sqlite3 *(*handle)(sqlite3_stmt *);
    static int (*total)(sqlite3 *);
    if (!handle) handle = (sqlite3 * (*)(sqlite3_stmt *)) of_sqlite("sqlite3_db_handle");
    if (!total) total = (int (*)(sqlite3 *))of_sqlite("sqlite3_total_changes");
    return total(handle(statement));
}

int sqlite3_step(sqlite3_stmt *statement) {
    static int (*real)(sqlite3_stmt *);
    static const char *(*text)(sqlite3_stmt *);
    /* One thread writes. */
    static _Thread_local long long before;
    if (!real) real = (int (*)(sqlite3_stmt *))of_sqlite("sqlite3_step");
    if (!text) text = (const char *(*)(sqlite3_stmt *))of_sqlite("sqlite3_sql");
    const char *sql = text(statement);
    if (sql && strcmp(sql, "SAVEPOINT guest") == 0) before = changes(statement);
    if (sql && strcmp(sql, "RELEASE guest") == 0 && before != changes(statement)) note();
    int result = real(statement);
    if (sql && strcmp(sql, "ROLLBACK TO guest") == 0) before = changes(statement);
    return result;
}
