#pragma once

#include <stddef.h>

/// A certificate with its chain, and its private key, ready for handshakes.
typedef struct cservercertificate cservercertificate;

/// Reads both from PEM text; a chain in the wrong order is put in order.
///
/// Returns null if they can't be used, and why in `reason`.
cservercertificate *_Nullable cservercertificate_make(
    const char *_Nonnull chain, const char *_Nonnull key, char *_Nonnull reason, size_t reason_size);

/// What is to be known of a certificate and its chain.
typedef struct {
    /// When all of them begin to be valid, and when the first of them ends, in seconds since 1970.
    long long begins, ends;
    /// Whether it is good for the host that was asked for.
    int names_host;
    /// Whether an authority of the system's vouches for it, by what is in the chain.
    int is_vouched_for;
} cservercertificate_report;

/// Reads them from PEM text; `host` is null for none. Returns 0, or less if they can't be read.
int cservercertificate_examine(
    const char *_Nonnull chain, const char *_Nullable host, cservercertificate_report *_Nonnull report);

/// Wipes the key. No handshake may be using the certificate any more.
void cservercertificate_free(cservercertificate *_Nonnull certificate);

/// From now on handshakes on the calling thread use this certificate; null for
/// none. It must live until the last handshake that began with it is over.
void cservercertificate_use(cservercertificate *_Nullable certificate);

/// What `MHD_OPTION_HTTPS_CERT_CALLBACK` takes: it gives a handshake the
/// certificate of its thread.
void *_Nonnull cservercertificate_callback(void);
