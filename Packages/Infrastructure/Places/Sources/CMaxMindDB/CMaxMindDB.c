#define _GNU_SOURCE // memfd_create, F_ADD_SEALS

#include "CMaxMindDB.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

// The types of maxminddb.h 1.x, which libmaxminddb.so.0 keeps: who calls it has the memory of some of them.

typedef struct {
    const void *file;
    uint32_t offset;
} entry_type;

typedef struct {
    bool has_entry;
    entry_type entry;
    uint16_t netmask;
} lookup_type;

typedef struct {
    bool has_data;
    union {
        const char *text;
        double number;
        uint16_t uint16;
        uint32_t uint32;
        float single;
        unsigned __int128 uint128;
    };
    uint32_t offset;
    uint32_t offset_to_next;
    uint32_t count;
    uint32_t type;
} value_type;

typedef struct {
    uint32_t flags;
    const char *name;
    ssize_t file_size;
    const uint8_t *content;
    const uint8_t *data;
    uint32_t data_size;
    const uint8_t *metadata_section;
    uint32_t metadata_section_size;
    uint16_t record_bytes;
    uint16_t depth;
    struct {
        uint16_t netmask;
        uint32_t node;
    } ipv4_start;
    struct {
        uint32_t node_count;
        uint16_t record_size;
        uint16_t ip_version;
        const char *type;
        struct {
            size_t count;
            const char **names;
        } languages;
        uint16_t major;
        uint16_t minor;
        uint64_t build_epoch;
        struct {
            size_t count;
            void **descriptions;
        } description;
    } metadata;
} file_type;

enum { type_text = 2, type_double = 3, type_uint16 = 5, type_uint32 = 6, type_float = 15 };

struct cmaxminddb {
    file_type file;
};

static struct {
    int (*open)(const char *name, uint32_t flags, file_type *file);
    void (*close)(file_type *file);
    lookup_type (*find)(const file_type *file, const struct sockaddr *address, int *status);
    int (*value)(entry_type *start, value_type *value, const char *const *path);
    const char *(*reason)(int status);
} library;

static const struct {
    const char *name;
    size_t place;
} names[] = {
    { "MMDB_open", 0 * sizeof(void *) },
    { "MMDB_close", 1 * sizeof(void *) },
    { "MMDB_lookup_sockaddr", 2 * sizeof(void *) },
    { "MMDB_aget_value", 3 * sizeof(void *) },
    { "MMDB_strerror", 4 * sizeof(void *) },
};

static char missing[256];

static void load(void) {
    void *loaded = dlopen("libmaxminddb.so.0", RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *function = loaded ? dlsym(loaded, names[i].name) : NULL;
        if (!function) {
            const char *text = dlerror();
            strncpy(missing, text ? text : names[i].name, sizeof missing - 1);
            return;
        }
        memcpy((char *)&library + names[i].place, &function, sizeof function);
    }
}

const char *cmaxminddb_missing(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return *missing ? missing : NULL;
}

// The library maps a file and reads it as addresses are looked up. A file that is shortened meanwhile would end the
// program (SIGBUS), so it gets a copy in memory that is sealed.
static int copy(const uint8_t *bytes, size_t count) {
    int memory = memfd_create("places", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0) return -1;
    for (size_t written = 0; written < count;) {
        ssize_t more = write(memory, bytes + written, count - written);
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) {
            int code = errno;
            close(memory);
            errno = code;
            return -1;
        }
        written += (size_t)more;
    }
    fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
    return memory;
}

struct cmaxminddb *cmaxminddb_open(const uint8_t *bytes, size_t count, const char **reason) {
    if ((*reason = cmaxminddb_missing())) return NULL;
    struct cmaxminddb *opened = calloc(1, sizeof *opened);
    int memory = opened ? copy(bytes, count) : -1;
    if (memory < 0) {
        *reason = strerrordesc_np(errno);
        free(opened);
        return NULL;
    }
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    int status = library.open(path, 1 /* MMDB_MODE_MMAP */, &opened->file);
    close(memory);
    if (status == 0) return opened;
    *reason = library.reason(status);
    free(opened);
    return NULL;
}

void cmaxminddb_close(struct cmaxminddb *file) {
    library.close(&file->file);
    free(file);
}

uint32_t cmaxminddb_node_count(const struct cmaxminddb *file) { return file->file.metadata.node_count; }

uint32_t cmaxminddb_record_size(const struct cmaxminddb *file) { return file->file.metadata.record_size; }

const char *cmaxminddb_type(const struct cmaxminddb *file) {
    return file->file.metadata.type ? file->file.metadata.type : "";
}

bool cmaxminddb_find(const struct cmaxminddb *file, const uint8_t *address, size_t count, uint32_t *entry) {
    struct sockaddr_in ipv4 = { .sin_family = AF_INET };
    struct sockaddr_in6 ipv6 = { .sin6_family = AF_INET6 };
    if (count == sizeof ipv4.sin_addr) memcpy(&ipv4.sin_addr, address, count);
    else if (count == sizeof ipv6.sin6_addr) memcpy(&ipv6.sin6_addr, address, count);
    else return false;
    int status = 0;
    const struct sockaddr *looked =
        count == sizeof ipv4.sin_addr ? (const struct sockaddr *)&ipv4 : (const struct sockaddr *)&ipv6;
    lookup_type found = library.find(&file->file, looked, &status);
    *entry = found.entry.offset;
    return status == 0 && found.has_entry;
}

static bool find_value(const struct cmaxminddb *file, uint32_t entry, const char *const *path, value_type *value) {
    entry_type start = { &file->file, entry };
    return library.value(&start, value, path) == 0 && value->has_data;
}

bool cmaxminddb_text(const struct cmaxminddb *file, uint32_t entry, const char *const *path, const char **text,
                     size_t *count) {
    value_type value = { 0 };
    if (!find_value(file, entry, path, &value) || value.type != type_text) return false;
    *text = value.text;
    *count = value.count;
    return true;
}

bool cmaxminddb_number(const struct cmaxminddb *file, uint32_t entry, const char *const *path, double *number) {
    value_type value = { 0 };
    if (!find_value(file, entry, path, &value)) return false;
    switch (value.type) {
    case type_double: *number = value.number; return true;
    case type_float: *number = value.single; return true;
    case type_uint16: *number = value.uint16; return true;
    case type_uint32: *number = value.uint32; return true;
    default: return false;
    }
}
