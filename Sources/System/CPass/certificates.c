#include <string.h>

#include "cpass.h"
#include "library.h"

static int name(X509 *certificate, const char *text, __typeof__(&X509_set_subject_name) set) {
  X509_NAME *name = ssl.X509_NAME_new();
  int isDone = name &&
               ssl.X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8,
                                              (const unsigned char *)text, -1, -1, 0) == 1 &&
               set(certificate, name) == 1;
  ssl.X509_NAME_free(name);
  return isDone;
}

static int extend(X509 *certificate, int nid, const char *value) {
  X509_EXTENSION *extension = ssl.X509V3_EXT_conf_nid(NULL, NULL, nid, value);
  int isDone = extension && ssl.X509_add_ext(certificate, extension, -1) == 1;
  ssl.X509_EXTENSION_free(extension);
  return isDone;
}

int cpass_certify(const cpass_request *request, uint8_t *der, size_t *size) {
  EVP_PKEY *key = cpass_key(NULL, request->public_key);
  EVP_PKEY *issuer = cpass_secret_key(request->issuer_secret);
  X509 *certificate = ssl.X509_new();
  int64_t serial = 0;
  int result = -1;
  if (key && issuer && certificate && ssl.RAND_bytes((unsigned char *)&serial, 7) == 1 &&
      ssl.X509_set_version(certificate, 2) == 1 &&
      ssl.ASN1_INTEGER_set_int64(ssl.X509_get_serialNumber(certificate), serial | 1) == 1 &&
      ssl.ASN1_TIME_set(ssl.X509_getm_notBefore(certificate), request->not_before) &&
      ssl.ASN1_TIME_set(ssl.X509_getm_notAfter(certificate), request->not_after) &&
      name(certificate, request->subject, ssl.X509_set_subject_name) &&
      name(certificate, request->issuer, ssl.X509_set_issuer_name) &&
      ssl.X509_set_pubkey(certificate, key) == 1 &&
      extend(certificate, NID_basic_constraints,
             request->is_authority ? "critical,CA:TRUE" : "critical,CA:FALSE") &&
      extend(certificate, NID_key_usage,
             request->is_authority ? "critical,keyCertSign"
                                   : "critical,digitalSignature,keyAgreement") &&
      ssl.X509_sign(certificate, issuer, ssl.EVP_sha256()) > 0) {
    int length = ssl.i2d_X509(certificate, NULL);
    if (length > 0 && (size_t)length <= *size) {
      unsigned char *end = der;
      *size = ssl.i2d_X509(certificate, &end);
      result = 0;
    }
  }
  ssl.X509_free(certificate);
  ssl.EVP_PKEY_free(issuer);
  ssl.EVP_PKEY_free(key);
  if (result) ssl.ERR_clear_error();
  return result;
}

// The whole input must be one certificate.
static X509 *read(cpass_certificate certificate) {
  const unsigned char *end = certificate.der;
  X509 *result = ssl.d2i_X509(NULL, &end, (long)certificate.count);
  if (result && end != certificate.der + certificate.count) {
    ssl.X509_free(result);
    result = NULL;
  }
  return result;
}

// Only P-256 by its name, not with explicit parameters.
static int take_key(X509 *leaf, uint8_t *out) {
  EVP_PKEY *key = ssl.X509_get0_pubkey(leaf);
  char group[32] = "";
  size_t size = 0;
  return key &&
         ssl.EVP_PKEY_get_utf8_string_param(key, OSSL_PKEY_PARAM_GROUP_NAME, group, sizeof group,
                                            NULL) == 1 &&
         strcmp(group, "prime256v1") == 0 &&
         ssl.EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, out, CPASS_PUBLIC,
                                             &size) == 1 &&
         size == CPASS_PUBLIC && out[0] == 4;
}

static cpass_chain_result verify(X509 *leaf, X509 *subordinate, X509 *root, int64_t now) {
  cpass_chain_result result = CPASS_CHAIN_FAILED;
  X509_STORE *store = ssl.X509_STORE_new();
  X509_STORE_CTX *context = ssl.X509_STORE_CTX_new();
  OPENSSL_STACK *others = ssl.OPENSSL_sk_new_null();
  if (store && context && others && ssl.X509_STORE_add_cert(store, root) == 1 &&
      ssl.OPENSSL_sk_push(others, subordinate) > 0 &&
      ssl.X509_STORE_CTX_init(context, store, leaf, (STACK_OF(X509) *)others) == 1) {
    ssl.X509_VERIFY_PARAM_set_time(ssl.X509_STORE_CTX_get0_param(context), now);
    if (ssl.X509_verify_cert(context) == 1) {
      OPENSSL_STACK *chain = (OPENSSL_STACK *)ssl.X509_STORE_CTX_get0_chain(context);
      int isWhole = ssl.OPENSSL_sk_num(chain) == 3 &&
                    ssl.X509_cmp(ssl.OPENSSL_sk_value(chain, 1), subordinate) == 0;
      result = isWhole ? CPASS_CHAIN_GOOD : CPASS_CHAIN_OF_OTHER_FORM;
    } else {
      int error = ssl.X509_STORE_CTX_get_error(context);
      result = error == X509_V_ERR_CERT_HAS_EXPIRED || error == X509_V_ERR_CERT_NOT_YET_VALID
                   ? CPASS_CHAIN_OUT_OF_DATE
                   : CPASS_CHAIN_UNTRUSTED;
    }
  }
  ssl.OPENSSL_sk_free(others);
  ssl.X509_STORE_CTX_free(context);
  ssl.X509_STORE_free(store);
  return result;
}

cpass_chain_result cpass_check_chain(cpass_certificate leaf, cpass_certificate subordinate,
                                     cpass_certificate root, int64_t now, uint8_t *leaf_key) {
  X509 *first = read(leaf), *second = read(subordinate), *last = read(root);
  cpass_chain_result result = !first    ? CPASS_CHAIN_BAD_LEAF
                              : !second ? CPASS_CHAIN_BAD_SUBORDINATE
                              : !last   ? CPASS_CHAIN_FAILED
                                        : verify(first, second, last, now);
  if (result == CPASS_CHAIN_GOOD && !take_key(first, leaf_key)) result = CPASS_CHAIN_OF_OTHER_FORM;
  ssl.X509_free(last);
  ssl.X509_free(second);
  ssl.X509_free(first);
  ssl.ERR_clear_error();
  return result;
}
