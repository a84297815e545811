#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>

// libcurl, loaded when it is first used, and options that Swift cannot set because they are
// variadic. RemoteBackend decides what is refused and what is tried again.

/// Loads libcurl at the first call. 0, or -1 if it is not installed.
int ccurl_load(void);

typedef struct ccurl_multi ccurl_multi;
typedef struct ccurl_transfer ccurl_transfer;

/// A request. Strings are copied; `context` is passed to the callbacks.
typedef struct {
  const char *_Nonnull url;
  const char *_Nonnull method;
  /// A PEM file to trust instead of the system's certificates; NULL: the system's.
  const char *_Nullable ca_file;
  /// `sha256//BASE64[;…]`: the server must have one of these keys; NULL: any key.
  const char *_Nullable pins;
  /// NULL: no proxy, whatever the environment says.
  const char *_Nullable proxy;
  int allows_http;
  int allows_tls12;
  long connect_ms;
  /// 0: no limit on time or speed.
  long total_ms;
  /// Bytes of the request's body; -1: no body.
  long long body_size;
  void *_Nullable context;
  /// Fills `space` with the body from `offset` on; returns the number of bytes.
  size_t (*_Nonnull read)(void *_Nullable context, char *_Nonnull space, size_t size,
                          size_t offset);
  /// Takes a part of the answer's body; 0 ends the transfer.
  int (*_Nonnull write)(void *_Nullable context, const char *_Nonnull bytes, size_t size);
  /// Takes a header line of the answer with its end; 0 ends the transfer.
  int (*_Nonnull header)(void *_Nullable context, const char *_Nonnull bytes, size_t size);
} ccurl_request;

/// How a transfer ended.
typedef enum {
  ccurl_ok,
  ccurl_cannot_resolve,
  ccurl_cannot_connect,
  ccurl_timed_out,
  ccurl_cut,
  ccurl_no_tls,
  ccurl_untrusted,
  ccurl_wrong_host,
  ccurl_wrong_pin,
  ccurl_bad_ca_file,
  ccurl_refused_scheme,
  ccurl_bad_address,
  ccurl_not_http,
  ccurl_too_large,
  ccurl_stopped,
  ccurl_other,
} ccurl_ending;

ccurl_multi *_Nullable ccurl_multi_new(void);
void ccurl_multi_free(ccurl_multi *_Nonnull multi);
/// Does what is possible without waiting. Returns the number of running transfers.
int ccurl_multi_perform(ccurl_multi *_Nonnull multi);
/// Waits for the network, a timer of libcurl, or `ccurl_multi_wakeup`. -1: without a limit.
void ccurl_multi_wait(ccurl_multi *_Nonnull multi, int timeout_ms);
/// May be called from any thread.
void ccurl_multi_wakeup(ccurl_multi *_Nonnull multi);
/// A transfer that has ended, or NULL. The caller has to free it.
ccurl_transfer *_Nullable ccurl_multi_take_ended(ccurl_multi *_Nonnull multi);

/// Not started yet. NULL if there is no memory or the address is invalid.
ccurl_transfer *_Nullable ccurl_transfer_new(const ccurl_request *_Nonnull request);
/// Adds a line `Name: value`, which is copied.
int ccurl_transfer_header(ccurl_transfer *_Nonnull transfer, const char *_Nonnull line);
/// Starts it. Returns 0, or -1.
int ccurl_multi_add(ccurl_multi *_Nonnull multi, ccurl_transfer *_Nonnull transfer);
/// Ends and frees it, in any state.
void ccurl_transfer_free(ccurl_multi *_Nonnull multi, ccurl_transfer *_Nonnull transfer);

void *_Nullable ccurl_transfer_context(const ccurl_transfer *_Nonnull transfer);
ccurl_ending ccurl_transfer_ending(const ccurl_transfer *_Nonnull transfer);
/// The HTTP status; 0: there was none.
long ccurl_transfer_status(const ccurl_transfer *_Nonnull transfer);
/// Whether bytes of the request may have reached the server.
int ccurl_transfer_was_sent(const ccurl_transfer *_Nonnull transfer);
/// OpenSSL's result for the server's certificate (`X509_V_ERR_…`); 0: valid, not checked, or
/// another TLS library.
long ccurl_transfer_verified(const ccurl_transfer *_Nonnull transfer);
/// libcurl's description of the error; empty: none.
const char *_Nonnull ccurl_transfer_error_text(const ccurl_transfer *_Nonnull transfer);

#endif
