#include "CServerCertificate.h"

#include <gnutls/abstract.h>
#include <gnutls/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_CHAIN = 16, KEY_ID = 64 };

struct cservercertificate {
    gnutls_pcert_st chain[LONGEST_CHAIN];
    unsigned count;
    gnutls_privkey_t key;
};

// GnuTLS tells its callback nothing of whoever is asked, and there is one
// daemon to a thread.
static _Thread_local cservercertificate *current;

static int matches(cservercertificate *certificate) {
    unsigned char mine[KEY_ID], other[KEY_ID];
    size_t mine_size = sizeof mine, other_size = sizeof other;
    gnutls_pubkey_t public;
    int code = gnutls_pubkey_init(&public);
    if (code < 0) return code;
    code = gnutls_pubkey_import_privkey(public, certificate->key, 0, 0);
    if (code >= 0) code = gnutls_pubkey_get_key_id(public, GNUTLS_KEYID_USE_SHA256, mine, &mine_size);
    gnutls_pubkey_deinit(public);
    if (code >= 0)
        code = gnutls_pubkey_get_key_id(
            certificate->chain[0].pubkey, GNUTLS_KEYID_USE_SHA256, other, &other_size);
    if (code < 0) return code;
    return mine_size == other_size && !memcmp(mine, other, mine_size) ? 0 : GNUTLS_E_CERTIFICATE_KEY_MISMATCH;
}

static int fill(cservercertificate *certificate, const char *chain, const char *key) {
    gnutls_datum_t chain_text = { (unsigned char *)chain, strlen(chain) };
    gnutls_datum_t key_text = { (unsigned char *)key, strlen(key) };
    unsigned count = LONGEST_CHAIN;
    int code = gnutls_pcert_list_import_x509_raw(
        certificate->chain, &count, &chain_text, GNUTLS_X509_FMT_PEM, GNUTLS_X509_CRT_LIST_SORT);
    if (code < 0) return code;
    certificate->count = count;
    code = gnutls_privkey_init(&certificate->key);
    if (code < 0) return code;
    code = gnutls_privkey_import_x509_raw(certificate->key, &key_text, GNUTLS_X509_FMT_PEM, NULL, 0);
    return code < 0 ? code : matches(certificate);
}

cservercertificate *cservercertificate_make(const char *chain, const char *key, char *reason, size_t reason_size) {
    cservercertificate *certificate = calloc(1, sizeof *certificate);
    int code = certificate ? fill(certificate, chain, key) : GNUTLS_E_MEMORY_ERROR;
    if (code >= 0) return certificate;
    snprintf(reason, reason_size, "%s", gnutls_strerror(code));
    if (certificate) cservercertificate_free(certificate);
    return NULL;
}

void cservercertificate_free(cservercertificate *certificate) {
    for (unsigned index = 0; index < certificate->count; index++) gnutls_pcert_deinit(&certificate->chain[index]);
    if (certificate->key) gnutls_privkey_deinit(certificate->key);
    free(certificate);
}

static int is_vouched_for(gnutls_x509_crt_t *chain, unsigned count) {
    gnutls_x509_trust_list_t authorities;
    if (gnutls_x509_trust_list_init(&authorities, 0) < 0) return 0;
    unsigned status = GNUTLS_CERT_INVALID;
    if (gnutls_x509_trust_list_add_system_trust(authorities, 0, 0) >= 0)
        gnutls_x509_trust_list_verify_crt(authorities, chain, count, 0, &status, NULL);
    gnutls_x509_trust_list_deinit(authorities, 1);
    // When they end is told apart.
    return !(status & ~(GNUTLS_CERT_EXPIRED | GNUTLS_CERT_NOT_ACTIVATED | GNUTLS_CERT_INVALID))
        && !(status & GNUTLS_CERT_SIGNER_NOT_FOUND);
}

int cservercertificate_examine(const char *text, const char *host, cservercertificate_report *report) {
    gnutls_datum_t data = { (unsigned char *)text, strlen(text) };
    gnutls_x509_crt_t *chain;
    unsigned count;
    int code = gnutls_x509_crt_list_import2(&chain, &count, &data, GNUTLS_X509_FMT_PEM, GNUTLS_X509_CRT_LIST_SORT);
    if (code < 0) return code;
    *report = (cservercertificate_report) { .names_host = 1 };
    for (unsigned index = 0; index < count; index++) {
        long long begins = gnutls_x509_crt_get_activation_time(chain[index]);
        long long ends = gnutls_x509_crt_get_expiration_time(chain[index]);
        if (!index || begins > report->begins) report->begins = begins;
        if (!index || ends < report->ends) report->ends = ends;
    }
    if (host) report->names_host = gnutls_x509_crt_check_hostname(chain[0], host) != 0;
    report->is_vouched_for = is_vouched_for(chain, count);
    for (unsigned index = 0; index < count; index++) gnutls_x509_crt_deinit(chain[index]);
    gnutls_free(chain);
    return 0;
}

void cservercertificate_use(cservercertificate *certificate) { current = certificate; }

static int retrieve(
    gnutls_session_t session, const gnutls_datum_t *authorities, int authority_count,
    const gnutls_pk_algorithm_t *algorithms, int algorithm_count, gnutls_pcert_st **chain, unsigned *count,
    gnutls_privkey_t *key) {
    (void)session, (void)authorities, (void)authority_count, (void)algorithms, (void)algorithm_count;
    if (!current) return -1;
    *chain = current->chain;
    *count = current->count;
    *key = current->key;
    return 0;
}

void *cservercertificate_callback(void) { return (void *)retrieve; }
