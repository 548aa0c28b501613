#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

// What OpenSSL 3.0 calls deprecated doesn't even exist here.
#define OPENSSL_API_COMPAT 30000
#define OPENSSL_NO_DEPRECATED

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

/// EVP_PKEY_Q_keygen(3) is variadic and can't be called from Swift.
static inline EVP_PKEY *copenssl_generate_p256(void) {
    return EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
}

/// EVP_PKEY_Q_keygen(3) is variadic and can't be called from Swift.
static inline EVP_PKEY *copenssl_generate_ed25519(void) {
    return EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
}

/// A public key of P-256 from an uncompressed point, or NULL.
///
/// An OSSL_PARAM keeps the addresses of names and values until it is used,
/// longer than Swift lends those of its strings: such arrays are built here.
static inline EVP_PKEY *copenssl_p256_public_key(const void *point, size_t length) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"P-256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, length),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (context != NULL && EVP_PKEY_fromdata_init(context) == 1
        && EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
        key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    return key;
}

/// A public key of RSA from its modulus and exponent, most significant byte first,
/// or NULL.
static inline EVP_PKEY *copenssl_rsa_public_key(const unsigned char *modulus, int modulus_length,
                                                const unsigned char *exponent, int exponent_length) {
    BIGNUM *n = BN_bin2bn(modulus, modulus_length, NULL), *e = BN_bin2bn(exponent, exponent_length, NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
    OSSL_PARAM *parameters = NULL;
    EVP_PKEY *key = NULL;
    if (n != NULL && e != NULL && builder != NULL && context != NULL
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) == 1
        && (parameters = OSSL_PARAM_BLD_to_param(builder)) != NULL && EVP_PKEY_fromdata_init(context) == 1
        && EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
        key = NULL;
    }
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    BN_free(n);
    BN_free(e);
    return key;
}

/// Has a verification expect RSA-PSS as PS256 has it: MGF1 with SHA-256 too, and a
/// salt as long as the digest (RFC 7518 section 3.5). 1 for success.
static inline int copenssl_expect_pss(EVP_PKEY_CTX *context) {
    return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
                   && EVP_PKEY_CTX_set_rsa_mgf1_md_name(context, "SHA256", NULL) == 1
                   && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1
               ? 1
               : 0;
}

/// Reads the tag of what was sealed. 1 for success.
///
/// EVP_CIPHER_CTX_ctrl(3) does the same, and takes longer.
static inline int copenssl_get_tag(EVP_CIPHER_CTX *context, void *tag, size_t length) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, tag, length), OSSL_PARAM_construct_end()};
    return EVP_CIPHER_CTX_get_params(context, parameters);
}

/// Sets the tag that what is opened must have. 1 for success.
static inline int copenssl_set_tag(EVP_CIPHER_CTX *context, const void *tag, size_t length) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, (void *)tag, length),
        OSSL_PARAM_construct_end()};
    return EVP_CIPHER_CTX_set_params(context, parameters);
}

/// HKDF with SHA-256: extract and expand, EVP_KDF-HKDF(7). 1 for success.
static inline int copenssl_hkdf_sha256(EVP_KDF *kdf, const void *key, size_t key_length, const void *salt,
                                       size_t salt_length, const void *info, size_t info_length, unsigned char *output,
                                       size_t output_length) {
    OSSL_PARAM parameters[5];
    OSSL_PARAM *next = parameters;
    *next++ = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0);
    *next++ = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, key_length);
    if (salt_length > 0) {
        *next++ = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_length);
    }
    if (info_length > 0) {
        *next++ = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_length);
    }
    *next = OSSL_PARAM_construct_end();
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
    int result = context == NULL ? 0 : EVP_KDF_derive(context, output, output_length, parameters);
    EVP_KDF_CTX_free(context);
    return result;
}

/// Only there in builds with Address Sanitizer; NULL otherwise.
__attribute__((weak)) void __lsan_register_root_region(const void *start, size_t length);

/// Lets LeakSanitizer look for pointers in the secure heap, which was just made
/// with this length: what only that memory refers to isn't lost.
static inline void copenssl_show_secure_heap_to_leak_sanitizer(size_t length) {
    if (__lsan_register_root_region == NULL) return;
    void *all = OPENSSL_secure_malloc(length);
    if (all != NULL) __lsan_register_root_region(all, length);
    OPENSSL_secure_free(all);
}

#endif
