#ifndef NEIGHBOURS_H
#define NEIGHBOURS_H

#include <stddef.h>

// What a C program needs for the same work over the same libraries: nothing is
// checked twice, converted or kept that a C program wouldn't. Each function
// does its work `count` times and returns 0, or another number if the library
// refused.

// Seals `length` bytes with AES-256-GCM into a kept buffer with a kept context,
// with a nonce from the random generator each time, and 6 bytes that belong to
// it.
int neighbour_aes_gcm_seal(size_t count, size_t length);

// The same, with the nonces of many drawn at once.
int neighbour_aes_gcm_seal_nonces_ahead(size_t count, size_t length);

// Opens what was sealed once, as above.
int neighbour_aes_gcm_open(size_t count, size_t length);

// Signs `length` bytes with a kept P-256 key, and turns the DER signature into
// the 64 bytes that a JWT has.
int neighbour_es256_sign(size_t count, size_t length);

// Verifies such a signature of `length` bytes.
int neighbour_es256_verify(size_t count, size_t length);

// SHA-256 of `length` bytes with a kept context.
int neighbour_sha256(size_t count, size_t length);

#endif
