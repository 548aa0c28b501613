#ifndef CPASSWORDLIBRARIES_H
#define CPASSWORDLIBRARIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The two functions of Debian's libcrypt.so.1 and libargon2.so.1 by which other programs hash passwords. Each library
// is loaded when it is first asked for, and never where no account came from such a program.

/// Whether libcrypt.so.1 is there.
bool cpasswords_has_crypt(void);

/// Whether libargon2.so.1 is there.
bool cpasswords_has_argon2(void);

/// Hashes by bcrypt, crypt(5): writes 60 characters and a NUL. `setting` is "$2b$", the cost, "$" and the salt.
/// False if the library is missing or refuses it.
bool cpasswords_bcrypt(const char *phrase, const char *setting, char output[64]);

/// Hashes by Argon2id, version 1.3 (RFC 9106). `memory` is in KiB. False if the library is missing or refuses it.
bool cpasswords_argon2id(uint32_t passes, uint32_t memory, uint32_t lanes, const void *phrase, size_t phrase_length,
                         const void *salt, size_t salt_length, void *output, size_t output_length);

#endif
