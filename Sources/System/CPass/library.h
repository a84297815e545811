#ifndef CPASS_LIBRARY_H
#define CPASS_LIBRARY_H

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// The functions of libcrypto that are used. The types are those of its headers; `cpass_load` finds
// the addresses.
#define CPASS_FUNCTIONS(F)                                                                        \
  F(ASN1_INTEGER_set_int64) F(ASN1_TIME_set) F(BN_bin2bn) F(BN_bn2binpad) F(BN_clear_free)        \
  F(EC_GROUP_free) F(EC_GROUP_new_by_curve_name) F(EC_POINT_free) F(EC_POINT_mul)                 \
  F(EC_POINT_new) F(EC_POINT_point2oct) F(ERR_clear_error) F(EVP_CIPHER_CTX_ctrl)                 \
  F(EVP_CIPHER_CTX_free) F(EVP_CIPHER_CTX_new) F(EVP_DecryptFinal_ex) F(EVP_DecryptInit_ex)       \
  F(EVP_DecryptUpdate) F(EVP_DigestSign) F(EVP_DigestSignInit) F(EVP_DigestVerify)                \
  F(EVP_DigestVerifyInit) F(EVP_DigestFinal_ex) F(EVP_DigestInit_ex) F(EVP_DigestUpdate)          \
  F(EVP_EncryptFinal_ex) F(EVP_EncryptInit_ex) F(EVP_EncryptUpdate) F(EVP_MD_CTX_free)            \
  F(EVP_MD_CTX_new) F(EVP_PKEY_CTX_free) F(EVP_PKEY_CTX_new) F(EVP_PKEY_CTX_new_from_name)        \
  F(EVP_PKEY_derive) F(EVP_PKEY_derive_init) F(EVP_PKEY_derive_set_peer) F(EVP_PKEY_free)         \
  F(EVP_PKEY_encrypt) F(EVP_PKEY_encrypt_init) F(EVP_PKEY_CTX_set_rsa_padding)                    \
  F(EVP_PKEY_fromdata) F(EVP_PKEY_fromdata_init) F(EVP_PKEY_get_bits) F(EVP_PKEY_get_bn_param)    \
  F(EVP_PKEY_get_octet_string_param) F(EVP_PKEY_get_utf8_string_param) F(EVP_PKEY_Q_keygen)       \
  F(EVP_aes_128_cbc) F(EVP_aes_256_gcm) F(EVP_sha256) F(OPENSSL_cleanse) F(OPENSSL_sk_free) F(OPENSSL_sk_new_null)   \
  F(OPENSSL_sk_num) F(OPENSSL_sk_push) F(OPENSSL_sk_value) F(OSSL_PARAM_construct_BN)             \
  F(OSSL_PARAM_construct_end) F(OSSL_PARAM_construct_octet_string)                                \
  F(OSSL_PARAM_construct_utf8_string) F(RAND_bytes) F(X509_EXTENSION_free)                        \
  F(X509_NAME_add_entry_by_txt) F(X509_NAME_free) F(X509_NAME_new) F(X509_STORE_CTX_free)         \
  F(X509_STORE_CTX_get0_chain) F(X509_STORE_CTX_get0_param) F(X509_STORE_CTX_get_error)           \
  F(X509_STORE_CTX_init) F(X509_STORE_CTX_new) F(X509_STORE_add_cert) F(X509_STORE_free)          \
  F(X509_STORE_new) F(X509_VERIFY_PARAM_set_time) F(X509_add_ext) F(X509_cmp) F(X509_free)        \
  F(X509_get0_pubkey) F(X509_get_serialNumber) F(X509_getm_notAfter) F(X509_getm_notBefore)       \
  F(X509_new) F(X509_set_issuer_name) F(X509_set_pubkey) F(X509_set_subject_name)                 \
  F(X509_set_version) F(X509_sign) F(X509_verify_cert) F(X509V3_EXT_conf_nid) F(d2i_PUBKEY)       \
  F(d2i_X509) F(i2d_X509)

#define CPASS_FIELD(name) __typeof__(&(name)) name;
struct cpass_library {
  CPASS_FUNCTIONS(CPASS_FIELD)
};
extern struct cpass_library ssl __attribute__((visibility("hidden")));

// P-256; `secret` may be NULL. Returns NULL for an invalid key.
EVP_PKEY *cpass_key(const uint8_t *secret, const uint8_t *public_key)
    __attribute__((visibility("hidden")));
// Computes the public half as well.
EVP_PKEY *cpass_secret_key(const uint8_t *secret) __attribute__((visibility("hidden")));

#endif
