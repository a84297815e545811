#include <string.h>

#include "cpass.h"
#include "library.h"

static const char algorithm[] = "EC";
static const char curve[] = "P-256";

EVP_PKEY *cpass_key(const uint8_t *secret, const uint8_t *public_key) {
  uint8_t number[CPASS_SECRET];
  OSSL_PARAM parameters[4];
  int count = 0;
  parameters[count++] =
      ssl.OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)curve, 0);
  parameters[count++] = ssl.OSSL_PARAM_construct_octet_string(
      OSSL_PKEY_PARAM_PUB_KEY, (void *)public_key, CPASS_PUBLIC);
  if (secret) {
    // Numbers are passed in the machine's byte order.
    for (int i = 0; i < CPASS_SECRET; i++) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
      number[i] = secret[CPASS_SECRET - 1 - i];
#else
      number[i] = secret[i];
#endif
    }
    parameters[count++] =
        ssl.OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY, number, CPASS_SECRET);
  }
  parameters[count] = ssl.OSSL_PARAM_construct_end();
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *context = ssl.EVP_PKEY_CTX_new_from_name(NULL, algorithm, NULL);
  int kind = secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
  if (context && ssl.EVP_PKEY_fromdata_init(context) == 1 &&
      ssl.EVP_PKEY_fromdata(context, &key, kind, parameters) != 1) {
    key = NULL;
  }
  ssl.EVP_PKEY_CTX_free(context);
  ssl.OPENSSL_cleanse(number, sizeof number);
  if (!key) ssl.ERR_clear_error();
  return key;
}

int cpass_public(const uint8_t *secret, uint8_t *public_key) {
  EC_GROUP *group = ssl.EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
  EC_POINT *point = group ? ssl.EC_POINT_new(group) : NULL;
  BIGNUM *number = ssl.BN_bin2bn(secret, CPASS_SECRET, NULL);
  int result = -1;
  if (point && number && ssl.EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1 &&
      ssl.EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, public_key, CPASS_PUBLIC,
                             NULL) == CPASS_PUBLIC) {
    result = 0;
  }
  ssl.BN_clear_free(number);
  ssl.EC_POINT_free(point);
  ssl.EC_GROUP_free(group);
  if (result) ssl.ERR_clear_error();
  return result;
}

EVP_PKEY *cpass_secret_key(const uint8_t *secret) {
  uint8_t public_key[CPASS_PUBLIC];
  return cpass_public(secret, public_key) ? NULL : cpass_key(secret, public_key);
}

int cpass_make_key(uint8_t *secret, uint8_t *public_key) {
  EVP_PKEY *key = ssl.EVP_PKEY_Q_keygen(NULL, NULL, algorithm, curve);
  BIGNUM *number = NULL;
  size_t size = 0;
  int result = -1;
  if (key && ssl.EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 &&
      ssl.BN_bn2binpad(number, secret, CPASS_SECRET) == CPASS_SECRET &&
      ssl.EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, public_key, CPASS_PUBLIC,
                                          &size) == 1 &&
      size == CPASS_PUBLIC) {
    result = 0;
  }
  ssl.BN_clear_free(number);
  ssl.EVP_PKEY_free(key);
  if (result) ssl.ERR_clear_error();
  return result;
}

int cpass_sign(const uint8_t *secret, const uint8_t *message, size_t count, uint8_t *signature,
               size_t *size) {
  EVP_PKEY *key = cpass_secret_key(secret);
  EVP_MD_CTX *context = ssl.EVP_MD_CTX_new();
  int result = -1;
  if (key && context &&
      ssl.EVP_DigestSignInit(context, NULL, ssl.EVP_sha256(), NULL, key) == 1 &&
      ssl.EVP_DigestSign(context, signature, size, message, count) == 1) {
    result = 0;
  }
  ssl.EVP_MD_CTX_free(context);
  ssl.EVP_PKEY_free(key);
  if (result) ssl.ERR_clear_error();
  return result;
}

int cpass_verify(const uint8_t *public_key, const uint8_t *message, size_t count,
                 const uint8_t *signature, size_t size) {
  EVP_PKEY *key = cpass_key(NULL, public_key);
  EVP_MD_CTX *context = ssl.EVP_MD_CTX_new();
  int result = -1;
  if (key && context &&
      ssl.EVP_DigestVerifyInit(context, NULL, ssl.EVP_sha256(), NULL, key) == 1 &&
      ssl.EVP_DigestVerify(context, signature, size, message, count) == 1) {
    result = 0;
  }
  ssl.EVP_MD_CTX_free(context);
  ssl.EVP_PKEY_free(key);
  if (result) ssl.ERR_clear_error();
  return result;
}

// Derives the key of a box: SHA-256 of a counter, the shared secret, and the context.
static int derive(EVP_PKEY *own, const uint8_t *other, const uint8_t *ephemeral, uint8_t *out) {
  static const uint8_t counter[] = {0, 0, 0, 1};
  static const char purpose[] = "\x0d" "id-aes256-GCM" "Apple";
  uint8_t shared[32];
  size_t size = sizeof shared;
  unsigned length = 0;
  int result = -1;
  EVP_PKEY *peer = cpass_key(NULL, other);
  EVP_PKEY_CTX *context = peer ? ssl.EVP_PKEY_CTX_new(own, NULL) : NULL;
  EVP_MD_CTX *digest = ssl.EVP_MD_CTX_new();
  if (context && digest && ssl.EVP_PKEY_derive_init(context) == 1 &&
      ssl.EVP_PKEY_derive_set_peer(context, peer) == 1 &&
      ssl.EVP_PKEY_derive(context, shared, &size) == 1 && size == sizeof shared &&
      ssl.EVP_DigestInit_ex(digest, ssl.EVP_sha256(), NULL) == 1 &&
      ssl.EVP_DigestUpdate(digest, counter, sizeof counter) == 1 &&
      ssl.EVP_DigestUpdate(digest, shared, sizeof shared) == 1 &&
      ssl.EVP_DigestUpdate(digest, purpose, sizeof purpose - 1) == 1 &&
      ssl.EVP_DigestUpdate(digest, ephemeral, CPASS_PUBLIC) == 1 &&
      ssl.EVP_DigestFinal_ex(digest, out, &length) == 1 && length == 32) {
    result = 0;
  }
  ssl.OPENSSL_cleanse(shared, sizeof shared);
  ssl.EVP_MD_CTX_free(digest);
  ssl.EVP_PKEY_CTX_free(context);
  ssl.EVP_PKEY_free(peer);
  return result;
}

// Each key is used for one box, so the initialisation vector may be constant.
static const uint8_t vector[16];

int cpass_seal(const uint8_t *public_key, const uint8_t *message, size_t count, uint8_t *ephemeral,
               uint8_t *box) {
  uint8_t secret[CPASS_SECRET], key[32];
  int result = -1, size = 0, rest = 0;
  EVP_PKEY *own = cpass_make_key(secret, ephemeral) ? NULL : cpass_key(secret, ephemeral);
  EVP_CIPHER_CTX *context = ssl.EVP_CIPHER_CTX_new();
  if (own && context && count <= 1 << 20 && derive(own, public_key, ephemeral, key) == 0 &&
      ssl.EVP_EncryptInit_ex(context, ssl.EVP_aes_256_gcm(), NULL, NULL, NULL) == 1 &&
      ssl.EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, sizeof vector, NULL) == 1 &&
      ssl.EVP_EncryptInit_ex(context, NULL, NULL, key, vector) == 1 &&
      ssl.EVP_EncryptUpdate(context, box, &size, message, (int)count) == 1 &&
      ssl.EVP_EncryptFinal_ex(context, box + size, &rest) == 1 && (size_t)(size + rest) == count &&
      ssl.EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, CPASS_TAG, box + count) == 1) {
    result = 0;
  }
  ssl.OPENSSL_cleanse(secret, sizeof secret);
  ssl.OPENSSL_cleanse(key, sizeof key);
  ssl.EVP_CIPHER_CTX_free(context);
  ssl.EVP_PKEY_free(own);
  if (result) ssl.ERR_clear_error();
  return result;
}

int cpass_open(const uint8_t *secret, const uint8_t *ephemeral, const uint8_t *box, size_t count,
               uint8_t *message) {
  if (count < CPASS_TAG || count > 1 << 20) return -1;
  uint8_t key[32], tag[CPASS_TAG];
  size_t length = count - CPASS_TAG;
  int result = -1, size = 0, rest = 0;
  EVP_PKEY *own = cpass_secret_key(secret);
  EVP_CIPHER_CTX *context = ssl.EVP_CIPHER_CTX_new();
  memcpy(tag, box + length, sizeof tag);
  if (own && context && derive(own, ephemeral, ephemeral, key) == 0 &&
      ssl.EVP_DecryptInit_ex(context, ssl.EVP_aes_256_gcm(), NULL, NULL, NULL) == 1 &&
      ssl.EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, sizeof vector, NULL) == 1 &&
      ssl.EVP_DecryptInit_ex(context, NULL, NULL, key, vector) == 1 &&
      ssl.EVP_DecryptUpdate(context, message, &size, box, (int)length) == 1 &&
      ssl.EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, sizeof tag, tag) == 1 &&
      ssl.EVP_DecryptFinal_ex(context, message + size, &rest) == 1) {
    result = 0;
  }
  if (result) {
    ssl.OPENSSL_cleanse(message, length);
    ssl.ERR_clear_error();
  }
  ssl.OPENSSL_cleanse(key, sizeof key);
  ssl.EVP_CIPHER_CTX_free(context);
  ssl.EVP_PKEY_free(own);
  return result;
}
