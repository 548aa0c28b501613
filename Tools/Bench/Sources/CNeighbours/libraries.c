#include "libraries.h"

#include <curl/curl.h>
#include <gnu/libc-version.h>
#include <microhttpd.h>
#include <openssl/crypto.h>
#include <sqlite3.h>

struct library library_at(int place) {
    switch (place) {
    case 0: return (struct library){"glibc", gnu_get_libc_version()};
    case 1: return (struct library){"libcurl", curl_version_info(CURLVERSION_NOW)->version};
    case 2: return (struct library){"libmicrohttpd", MHD_get_version()};
    case 3: return (struct library){"OpenSSL", OpenSSL_version(OPENSSL_FULL_VERSION_STRING)};
    case 4: return (struct library){"SQLite", sqlite3_libversion()};
    default: return (struct library){0};
    }
}
