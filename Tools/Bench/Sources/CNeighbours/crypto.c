#include "neighbours.h"

#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <stdlib.h>
#include <string.h>

enum { nonce_length = 12, tag_length = 16 };

static int seal(EVP_CIPHER_CTX *context, unsigned char *sealed, const unsigned char *plain, size_t length) {
    int written;
    unsigned char nonce[nonce_length];
    if (RAND_bytes(nonce, nonce_length) != 1) return 1;
    if (EVP_EncryptInit_ex(context, NULL, NULL, NULL, nonce) != 1) return 2;
    if (EVP_EncryptUpdate(context, sealed + nonce_length, &written, plain, (int)length) != 1) return 3;
    if (EVP_EncryptFinal_ex(context, sealed + nonce_length + written, &written) != 1) return 4;
    memcpy(sealed, nonce, nonce_length);
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, tag_length, sealed + nonce_length + length) == 1 ? 0 : 5;
}

static int open_sealed(EVP_CIPHER_CTX *context, unsigned char *plain, unsigned char *sealed, size_t length) {
    int written;
    if (EVP_DecryptInit_ex(context, NULL, NULL, NULL, sealed) != 1) return 1;
    if (EVP_DecryptUpdate(context, plain, &written, sealed + nonce_length, (int)length) != 1) return 2;
    if (EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, tag_length, sealed + nonce_length + length) != 1) return 3;
    return EVP_DecryptFinal_ex(context, plain + written, &written) == 1 ? 0 : 4;
}

static int gcm(size_t count, size_t length, int opens) {
    unsigned char key[32];
    unsigned char *plain = calloc(1, length), *sealed = calloc(1, length + nonce_length + tag_length);
    EVP_CIPHER_CTX *sealing = EVP_CIPHER_CTX_new(), *opening = EVP_CIPHER_CTX_new();
    int result = plain && sealed && sealing && opening && RAND_bytes(key, sizeof key) == 1 ? 0 : 10;
    if (!result && EVP_EncryptInit_ex(sealing, EVP_aes_256_gcm(), NULL, key, NULL) != 1) result = 11;
    if (!result && EVP_DecryptInit_ex(opening, EVP_aes_256_gcm(), NULL, key, NULL) != 1) result = 12;
    if (!result && opens) result = seal(sealing, sealed, plain, length);
    for (size_t i = 0; i < count && !result; i++) {
        result = opens ? open_sealed(opening, plain, sealed, length) : seal(sealing, sealed, plain, length);
    }
    EVP_CIPHER_CTX_free(sealing);
    EVP_CIPHER_CTX_free(opening);
    free(plain);
    free(sealed);
    return result;
}

int neighbour_aes_gcm_seal(size_t count, size_t length) { return gcm(count, length, 0); }

int neighbour_aes_gcm_open(size_t count, size_t length) { return gcm(count, length, 1); }

static int sign(EVP_PKEY *key, EVP_MD_CTX *context, const unsigned char *text, size_t length) {
    unsigned char der[80], raw[64];
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

int neighbour_es256_sign(size_t count) {
    unsigned char text[256] = {0};
    EVP_PKEY *key = EVP_EC_gen("P-256");
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int result = key && context ? 0 : 10;
    for (size_t i = 0; i < count && !result; i++) result = sign(key, context, text, sizeof text);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return result;
}
