#ifndef CPASS_H
#define CPASS_H

#include <stddef.h>
#include <stdint.h>

// P-256 keys, certificates and encrypted messages of phone wallets, and the encryption of PINs for
// card issuers, with OpenSSL's libcrypto. A
// secret key is 32 bytes in the caller's memory; a public key is an uncompressed point of 65 bytes.
// Functions that return `int` return 0 for success and -1 for an error.

enum {
  CPASS_SECRET = 32,
  CPASS_PUBLIC = 65,
  // How much longer a box is than its message.
  CPASS_TAG = 16,
  CPASS_LONGEST_SIGNATURE = 72,
  CPASS_LONGEST_CERTIFICATE = 1024,
};

// Loads libcrypto once; -1: it is not installed.
int cpass_load(void);

// Makes a new key pair.
int cpass_make_key(uint8_t *secret, uint8_t *public_key);

// Computes the public key of a secret key; -1: the secret key is invalid.
int cpass_public(const uint8_t *secret, uint8_t *public_key);

// ECDSA with SHA-256, in DER. `size` is the room at first and then the length.
int cpass_sign(const uint8_t *secret, const uint8_t *message, size_t count, uint8_t *signature,
               size_t *size);
int cpass_verify(const uint8_t *public_key, const uint8_t *message, size_t count,
                 const uint8_t *signature, size_t size);

// Encrypts for the owner of the secret key: ECDH with a new key, whose public half is `ephemeral`,
// the concatenation KDF of NIST SP 800-56A with SHA-256, and AES-256-GCM. `box` has count +
// CPASS_TAG bytes.
int cpass_seal(const uint8_t *public_key, const uint8_t *message, size_t count, uint8_t *ephemeral,
               uint8_t *box);
// `message` has count - CPASS_TAG bytes, and is wiped if this fails.
int cpass_open(const uint8_t *secret, const uint8_t *ephemeral, const uint8_t *box, size_t count,
               uint8_t *message);

// A public RSA key: either `der`, a SubjectPublicKeyInfo, or `modulus` and `exponent`, the most
// significant byte first.
typedef struct {
  const uint8_t *der;
  size_t der_count;
  const uint8_t *modulus;
  size_t modulus_count;
  const uint8_t *exponent;
  size_t exponent_count;
} cpass_rsa_key;

// RSA-OAEP with SHA-1 and MGF1 with SHA-1 (RFC 8017). `size` is the room at first and then the
// length. Keys have 2048 to 8192 bits.
int cpass_rsa_oaep(const cpass_rsa_key *key, const uint8_t *message, size_t count, uint8_t *box,
                   size_t *size);

// AES-128-CBC with the padding of PKCS #7. `key` and `vector` have 16 bytes, `box` has count + 16 at
// most; `size` is the length.
int cpass_aes128_cbc(const uint8_t *key, const uint8_t *vector, const uint8_t *message,
                     size_t count, uint8_t *box, size_t *size);

typedef struct {
  const char *subject;
  const uint8_t *public_key;
  const char *issuer;
  const uint8_t *issuer_secret;
  int is_authority;
  // Seconds since 1970.
  int64_t not_before, not_after;
} cpass_request;

// Makes a certificate in DER. `size` is the room at first and then the length.
int cpass_certify(const cpass_request *request, uint8_t *der, size_t *size);

typedef enum {
  CPASS_CHAIN_GOOD = 0,
  CPASS_CHAIN_BAD_LEAF,
  CPASS_CHAIN_BAD_SUBORDINATE,
  CPASS_CHAIN_UNTRUSTED,
  CPASS_CHAIN_OUT_OF_DATE,
  // Not a leaf, its subordinate and the root, or a leaf with a key of another type.
  CPASS_CHAIN_OF_OTHER_FORM,
  CPASS_CHAIN_FAILED,
} cpass_chain_result;

typedef struct {
  const uint8_t *der;
  size_t count;
} cpass_certificate;

// Checks that the leaf was signed by the subordinate and that by the root, and that all are valid
// at `now`. Returns the leaf's key.
cpass_chain_result cpass_check_chain(cpass_certificate leaf, cpass_certificate subordinate,
                                     cpass_certificate root, int64_t now, uint8_t *leaf_key);

#endif
