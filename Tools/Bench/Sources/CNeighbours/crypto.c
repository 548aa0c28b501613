#include "neighbours.h"

#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <stdlib.h>
#include <string.h>

enum { nonce_length = 12, tag_length = 16 };
static const unsigned char place[6] = "record";

enum { nonces_ahead = 340 };

struct gcm {
    EVP_CIPHER_CTX *context;
    unsigned char nonces[nonces_ahead * nonce_length];
    size_t left, ahead;
};

static int seal(struct gcm *gcm, unsigned char *sealed, const unsigned char *plain, size_t length) {
    int written;
    if (gcm->left == 0) {
        if (RAND_bytes(gcm->nonces, (int)(gcm->ahead * nonce_length)) != 1) return 1;
        gcm->left = gcm->ahead;
    }
    memcpy(sealed, gcm->nonces + --gcm->left * nonce_length, nonce_length);
    if (EVP_CipherInit_ex(gcm->context, NULL, NULL, NULL, sealed, 1) != 1) return 2;
    if (EVP_EncryptUpdate(gcm->context, NULL, &written, place, sizeof place) != 1) return 3;
    if (EVP_EncryptUpdate(gcm->context, sealed + nonce_length, &written, plain, (int)length) != 1) return 4;
    unsigned char *tag = sealed + nonce_length + length;
    if (EVP_EncryptFinal_ex(gcm->context, tag, &written) != 1) return 5;
    return EVP_CIPHER_CTX_ctrl(gcm->context, EVP_CTRL_AEAD_GET_TAG, tag_length, tag) == 1 ? 0 : 6;
}

static int open_sealed(struct gcm *gcm, unsigned char *plain, unsigned char *sealed, size_t length) {
    int written;
    if (EVP_CipherInit_ex(gcm->context, NULL, NULL, NULL, sealed, 0) != 1) return 1;
    if (EVP_DecryptUpdate(gcm->context, NULL, &written, place, sizeof place) != 1) return 2;
    if (EVP_DecryptUpdate(gcm->context, plain, &written, sealed + nonce_length, (int)length) != 1) return 3;
    unsigned char *tag = sealed + nonce_length + length;
    if (EVP_CIPHER_CTX_ctrl(gcm->context, EVP_CTRL_AEAD_SET_TAG, tag_length, tag) != 1) return 4;
    return EVP_DecryptFinal_ex(gcm->context, plain + written, &written) == 1 ? 0 : 5;
}

static int gcm(size_t count, size_t length, int opens, size_t ahead) {
    unsigned char key[32];
    unsigned char *plain = calloc(1, length), *sealed = calloc(1, length + nonce_length + tag_length);
    struct gcm gcm = {.context = EVP_CIPHER_CTX_new(), .ahead = ahead};
    int result = plain && sealed && gcm.context && RAND_bytes(key, sizeof key) == 1 ? 0 : 10;
    if (!result && EVP_CipherInit_ex(gcm.context, EVP_aes_256_gcm(), NULL, key, NULL, 1) != 1) result = 11;
    if (!result && opens) result = seal(&gcm, sealed, plain, length);
    for (size_t i = 0; i < count && !result; i++) {
        result = opens ? open_sealed(&gcm, plain, sealed, length) : seal(&gcm, sealed, plain, length);
    }
    EVP_CIPHER_CTX_free(gcm.context);
    free(plain);
    free(sealed);
    return result;
}

int neighbour_aes_gcm_seal(size_t count, size_t length) { return gcm(count, length, 0, 1); }

int neighbour_aes_gcm_seal_nonces_ahead(size_t count, size_t length) { return gcm(count, length, 0, nonces_ahead); }

int neighbour_aes_gcm_open(size_t count, size_t length) { return gcm(count, length, 1, 1); }

static int sign(EVP_PKEY *key, EVP_MD_CTX *context, unsigned char *raw, const unsigned char *text, size_t length) {
    unsigned char der[80];
    size_t der_length = sizeof der;
    if (EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) != 1) return 1;
    if (EVP_DigestSign(context, der, &der_length, text, length) != 1) return 2;
    const unsigned char *position = der;
    ECDSA_SIG *signature = d2i_ECDSA_SIG(NULL, &position, (long)der_length);
    if (!signature) return 3;
    int result = BN_bn2binpad(ECDSA_SIG_get0_r(signature), raw, 32) == 32
        && BN_bn2binpad(ECDSA_SIG_get0_s(signature), raw + 32, 32) == 32 ? 0 : 4;
    ECDSA_SIG_free(signature);
    return result;
}

static int verify(
    EVP_PKEY *key, EVP_MD_CTX *context, const unsigned char *raw, const unsigned char *text, size_t length) {
    unsigned char der[80], *position = der;
    ECDSA_SIG *signature = ECDSA_SIG_new();
    if (!signature) return 5;
    ECDSA_SIG_set0(signature, BN_bin2bn(raw, 32, NULL), BN_bin2bn(raw + 32, 32, NULL));
    int der_length = i2d_ECDSA_SIG(signature, &position);
    ECDSA_SIG_free(signature);
    if (der_length <= 0) return 6;
    if (EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) != 1) return 7;
    return EVP_DigestVerify(context, der, (size_t)der_length, text, length) == 1 ? 0 : 8;
}

static int es256(size_t count, size_t length, int verifies) {
    unsigned char raw[64], *text = calloc(1, length);
    EVP_PKEY *key = EVP_EC_gen("P-256");
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int result = text && key && context ? 0 : 10;
    if (!result) result = sign(key, context, raw, text, length);
    for (size_t i = 0; i < count && !result; i++) {
        result = verifies ? verify(key, context, raw, text, length) : sign(key, context, raw, text, length);
    }
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    free(text);
    return result;
}

int neighbour_es256_sign(size_t count, size_t length) { return es256(count, length, 0); }

int neighbour_es256_verify(size_t count, size_t length) { return es256(count, length, 1); }

int neighbour_sha256(size_t count, size_t length) {
    unsigned char digest[32], *text = calloc(1, length);
    EVP_MD *sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int result = text && sha256 && context ? 0 : 10;
    for (size_t i = 0; i < count && !result; i++) {
        if (EVP_DigestInit_ex2(context, sha256, NULL) != 1 || EVP_DigestUpdate(context, text, length) != 1
            || EVP_DigestFinal_ex(context, digest, NULL) != 1) {
            result = 1;
        }
    }
    EVP_MD_CTX_free(context);
    EVP_MD_free(sha256);
    free(text);
    return result;
}
