#include "cpass.h"
#include "library.h"

enum { LEAST_BITS = 2048, MOST_BYTES = 1024 };

// A number in the machine's byte order, as parameters have it.
static void turn(const uint8_t *number, size_t count, uint8_t *out) {
  for (size_t i = 0; i < count; i++) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    out[i] = number[count - 1 - i];
#else
    out[i] = number[i];
#endif
  }
}

static EVP_PKEY *from_numbers(const cpass_rsa_key *key) {
  uint8_t modulus[MOST_BYTES], exponent[8];
  if (key->modulus_count == 0 || key->modulus_count > sizeof modulus ||
      key->exponent_count == 0 || key->exponent_count > sizeof exponent) {
    return NULL;
  }
  turn(key->modulus, key->modulus_count, modulus);
  turn(key->exponent, key->exponent_count, exponent);
  OSSL_PARAM parameters[] = {
      ssl.OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_RSA_N, modulus, key->modulus_count),
      ssl.OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_RSA_E, exponent, key->exponent_count),
      ssl.OSSL_PARAM_construct_end(),
  };
  EVP_PKEY *made = NULL;
  EVP_PKEY_CTX *context = ssl.EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
  if (context && ssl.EVP_PKEY_fromdata_init(context) == 1 &&
      ssl.EVP_PKEY_fromdata(context, &made, EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
    made = NULL;
  }
  ssl.EVP_PKEY_CTX_free(context);
  return made;
}

int cpass_rsa_oaep(const cpass_rsa_key *key, const uint8_t *message, size_t count, uint8_t *box,
                   size_t *size) {
  const unsigned char *der = key->der;
  EVP_PKEY *rsa =
      der ? ssl.d2i_PUBKEY(NULL, &der, (long)key->der_count) : from_numbers(key);
  EVP_PKEY_CTX *context = rsa ? ssl.EVP_PKEY_CTX_new(rsa, NULL) : NULL;
  int result = -1;
  // SHA-1 is the usual hash of this padding. The call fails with keys that are not RSA.
  if (context && ssl.EVP_PKEY_get_bits(rsa) >= LEAST_BITS &&
      ssl.EVP_PKEY_get_bits(rsa) <= MOST_BYTES * 8 && ssl.EVP_PKEY_encrypt_init(context) == 1 &&
      ssl.EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1 &&
      ssl.EVP_PKEY_encrypt(context, box, size, message, count) == 1) {
    result = 0;
  }
  ssl.EVP_PKEY_CTX_free(context);
  ssl.EVP_PKEY_free(rsa);
  if (result) ssl.ERR_clear_error();
  return result;
}

int cpass_aes128_cbc(const uint8_t *key, const uint8_t *vector, const uint8_t *message,
                     size_t count, uint8_t *box, size_t *size) {
  EVP_CIPHER_CTX *context = ssl.EVP_CIPHER_CTX_new();
  int first = 0, rest = 0, result = -1;
  if (context && count <= 1 << 20 &&
      ssl.EVP_EncryptInit_ex(context, ssl.EVP_aes_128_cbc(), NULL, key, vector) == 1 &&
      ssl.EVP_EncryptUpdate(context, box, &first, message, (int)count) == 1 &&
      ssl.EVP_EncryptFinal_ex(context, box + first, &rest) == 1) {
    *size = (size_t)(first + rest);
    result = 0;
  }
  ssl.EVP_CIPHER_CTX_free(context);
  if (result) ssl.ERR_clear_error();
  return result;
}
