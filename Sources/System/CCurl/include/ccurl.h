#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>

// libcurl, loaded on first use, and the options that Swift cannot set (they are variadic). No
// policy: what to refuse and what to try again is RemoteBackend's.

/// 0, or -1 when there is no libcurl on this machine. Loads it the first time.
int ccurl_load(void);

typedef struct ccurl_multi ccurl_multi;
typedef struct ccurl_transfer ccurl_transfer;

/// What a transfer wants. Texts are copied; `context` is handed to the callbacks.
typedef struct {
  const char *_Nonnull url;
  const char *_Nonnull method;
  /// PEM file to trust instead of the system's; NULL: the system's.
  const char *_Nullable ca_file;
  /// `sha256//BASE64[;…]` of a key that the server must have; NULL: any.
  const char *_Nullable pins;
  /// NULL: no proxy, whatever the environment says.
  const char *_Nullable proxy;
  int allows_http;
  int allows_tls12;
  long connect_ms;
  /// 0: no limit, nor one on speed.
  long total_ms;
  /// Bytes of the request's body; -1: none.
  long long body_size;
  void *_Nullable context;
  /// Fills `space` with the body from `offset` on; answers how much.
  size_t (*_Nonnull read)(void *_Nullable context, char *_Nonnull space, size_t size,
                          size_t offset);
  /// Takes a piece of the answer's body; 0 ends the transfer.
  int (*_Nonnull write)(void *_Nullable context, const char *_Nonnull bytes, size_t size);
  /// Takes a header line of the answer, line end included; 0 ends the transfer.
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
/// Does what can be done without waiting; answers how many transfers run.
int ccurl_multi_perform(ccurl_multi *_Nonnull multi);
/// Waits for the network, a timer of libcurl's, or `ccurl_multi_wakeup`. -1: as long as it takes.
void ccurl_multi_wait(ccurl_multi *_Nonnull multi, int timeout_ms);
/// From any thread.
void ccurl_multi_wakeup(ccurl_multi *_Nonnull multi);
/// A transfer that has ended, or NULL. It is still to be freed.
ccurl_transfer *_Nullable ccurl_multi_take_ended(ccurl_multi *_Nonnull multi);

/// NULL when there is no memory or the address is no address. Not started yet.
ccurl_transfer *_Nullable ccurl_transfer_new(const ccurl_request *_Nonnull request);
/// A line `Name: value`. The copy is libcurl's.
int ccurl_transfer_header(ccurl_transfer *_Nonnull transfer, const char *_Nonnull line);
/// Starts it. 0, or -1.
int ccurl_multi_add(ccurl_multi *_Nonnull multi, ccurl_transfer *_Nonnull transfer);
/// Ends it wherever it is.
void ccurl_transfer_free(ccurl_multi *_Nonnull multi, ccurl_transfer *_Nonnull transfer);

void *_Nullable ccurl_transfer_context(const ccurl_transfer *_Nonnull transfer);
ccurl_ending ccurl_transfer_ending(const ccurl_transfer *_Nonnull transfer);
/// HTTP status; 0: there was none.
long ccurl_transfer_status(const ccurl_transfer *_Nonnull transfer);
/// Whether bytes of the request may have reached the server.
int ccurl_transfer_was_sent(const ccurl_transfer *_Nonnull transfer);
/// What OpenSSL says about the server's certificate (`X509_V_ERR_…`); 0: nothing is wrong, or it was
/// not looked at, or TLS is another library's.
long ccurl_transfer_verified(const ccurl_transfer *_Nonnull transfer);
/// libcurl's words for what went wrong; empty: none.
const char *_Nonnull ccurl_transfer_error_text(const ccurl_transfer *_Nonnull transfer);

#endif
