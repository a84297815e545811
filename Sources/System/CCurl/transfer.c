#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "ccurl.h"
#include "library.h"

struct ccurl_transfer {
  CURL *easy;
  struct curl_slist *headers;
  ccurl_request request;
  size_t sent;
  CURLcode code;
  int is_added;
  char error_text[CURL_ERROR_SIZE];
};

static size_t on_read(char *space, size_t size, size_t count, void *data) {
  ccurl_transfer *transfer = data;
  size_t given =
      transfer->request.read(transfer->request.context, space, size * count, transfer->sent);
  transfer->sent += given;
  return given;
}

static size_t on_write(char *bytes, size_t size, size_t count, void *data) {
  ccurl_transfer *transfer = data;
  size_t all = size * count;
  return transfer->request.write(transfer->request.context, bytes, all) ? all : 0;
}

static size_t on_header(char *bytes, size_t size, size_t count, void *data) {
  ccurl_transfer *transfer = data;
  size_t all = size * count;
  return transfer->request.header(transfer->request.context, bytes, all) ? all : 0;
}

static void set_limits(CURL *easy, const ccurl_request *request) {
  ccurl.easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, request->connect_ms);
  if (request->total_ms > 0) {
    ccurl.easy_setopt(easy, CURLOPT_TIMEOUT_MS, request->total_ms);
    // A connection with less than 16 bytes per second counts as lost after five seconds, or after
    // half of a longer time limit.
    long low_speed_time = request->total_ms / 2000;
    ccurl.easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 16L);
    ccurl.easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, low_speed_time > 5 ? low_speed_time : 5L);
  }
  ccurl.easy_setopt(easy, CURLOPT_NOPROGRESS, 1L);
  ccurl.easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  // Cancelling must not wait for a name server.
  ccurl.easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
}

static void set_safety(CURL *easy, const ccurl_request *request) {
  ccurl.easy_setopt(easy, CURLOPT_PROTOCOLS_STR, request->allows_http ? "https,http" : "https");
  ccurl.easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  ccurl.easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  ccurl.easy_setopt(easy, CURLOPT_HTTP09_ALLOWED, 0L);
  // A reused connection may contain the rest of an answer, or another one, which would be taken for
  // the next answer. If it ends without an answer, libcurl sends the request again, although the
  // server may have carried it out (curl#18417).
  ccurl.easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
  ccurl.easy_setopt(
      easy, CURLOPT_SSLVERSION,
      request->allows_tls12 ? (long)CURL_SSLVERSION_TLSv1_2 : (long)CURL_SSLVERSION_TLSv1_3);
  ccurl.easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
  ccurl.easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
  if (request->ca_file) {
    ccurl.easy_setopt(easy, CURLOPT_CAINFO, request->ca_file);
    ccurl.easy_setopt(easy, CURLOPT_CAPATH, NULL);
  }
  if (request->pins) ccurl.easy_setopt(easy, CURLOPT_PINNEDPUBLICKEY, request->pins);
  ccurl.easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  // Empty: no proxy. NULL would mean that of the environment.
  ccurl.easy_setopt(easy, CURLOPT_PROXY, request->proxy ? request->proxy : "");
  ccurl.easy_setopt(easy, CURLOPT_NOPROXY, "");
}

ccurl_transfer *ccurl_transfer_new(const ccurl_request *request) {
  ccurl_transfer *transfer = calloc(1, sizeof *transfer);
  CURL *easy = transfer ? ccurl.easy_init() : NULL;
  if (!easy) {
    free(transfer);
    return NULL;
  }
  transfer->easy = easy;
  transfer->request = *request;
  set_limits(easy, request);
  set_safety(easy, request);
  ccurl.easy_setopt(easy, CURLOPT_PRIVATE, transfer);
  ccurl.easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->error_text);
  ccurl.easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_write);
  ccurl.easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
  ccurl.easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
  ccurl.easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
  if (request->body_size >= 0) {
    ccurl.easy_setopt(easy, CURLOPT_POST, 1L);
    ccurl.easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size);
    ccurl.easy_setopt(easy, CURLOPT_READFUNCTION, on_read);
    ccurl.easy_setopt(easy, CURLOPT_READDATA, transfer);
  }
  CURLcode code = ccurl.easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
  if (code == CURLE_OK) code = ccurl.easy_setopt(easy, CURLOPT_URL, request->url);
  // No waiting for "100 Continue", and no form type for the body.
  if (code == CURLE_OK && ccurl_transfer_header(transfer, "Expect:") == 0 &&
      ccurl_transfer_header(transfer, "Content-Type:") == 0)
    return transfer;
  ccurl.slist_free_all(transfer->headers);
  ccurl.easy_cleanup(easy);
  free(transfer);
  return NULL;
}

int ccurl_transfer_header(ccurl_transfer *transfer, const char *line) {
  struct curl_slist *longer = ccurl.slist_append(transfer->headers, line);
  if (!longer) return -1;
  transfer->headers = longer;
  return 0;
}

void *ccurl_transfer_context(const ccurl_transfer *transfer) { return transfer->request.context; }

static int says(const ccurl_transfer *transfer, const char *part) {
  return strstr(transfer->error_text, part) != NULL;
}

static ccurl_ending untrusted(const ccurl_transfer *transfer) {
  // OpenSSL reports problems of the chain (2 and above). libcurl compares the host's name itself:
  // then the result is libcurl's initial value (1), or says that the chain is valid.
  long verified = ccurl_transfer_verified(transfer);
  return verified == 0 || verified == 1 ? ccurl_wrong_host : ccurl_untrusted;
}

ccurl_ending ccurl_transfer_ending(const ccurl_transfer *transfer) {
  switch (transfer->code) {
    case CURLE_OK: return ccurl_ok;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY: return ccurl_cannot_resolve;
    case CURLE_COULDNT_CONNECT: return ccurl_cannot_connect;
    case CURLE_OPERATION_TIMEDOUT: return ccurl_timed_out;
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_PARTIAL_FILE: return ccurl_cut;
    // A lost connection and an invalid answer have the same code; only the text tells them apart.
    case CURLE_RECV_ERROR: return says(transfer, "chunked-encoding") ? ccurl_not_http : ccurl_cut;
    case CURLE_SSL_CONNECT_ERROR:
      return says(transfer, "SYSCALL") || says(transfer, "reset by peer") ||
                     says(transfer, "unexpected eof")
                 ? ccurl_cut
                 : ccurl_no_tls;
    case CURLE_SSL_CIPHER: return ccurl_no_tls;
    // The code for a header line of more than 100 KiB. Since libcurl 8.6 it is number 100.
    case CURLE_OUT_OF_MEMORY: return ccurl_too_large;
    case CURLE_PEER_FAILED_VERIFICATION: return untrusted(transfer);
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH: return ccurl_wrong_pin;
    case CURLE_SSL_CACERT_BADFILE: return ccurl_bad_ca_file;
    case CURLE_UNSUPPORTED_PROTOCOL:
      // Also the code for an answer that is not HTTP/1. In that case there was a connection.
      return ccurl_transfer_was_sent(transfer) ? ccurl_not_http : ccurl_refused_scheme;
    case CURLE_URL_MALFORMAT: return ccurl_bad_address;
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_HTTP2: return ccurl_not_http;
    case CURLE_WRITE_ERROR: return ccurl_stopped;
    default: return (int)transfer->code == 100 ? ccurl_too_large : ccurl_other;
  }
}

long ccurl_transfer_status(const ccurl_transfer *transfer) {
  long status = 0;
  ccurl.easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

long ccurl_transfer_verified(const ccurl_transfer *transfer) {
  long verified = 0;
  ccurl.easy_getinfo(transfer->easy, CURLINFO_SSL_VERIFYRESULT, &verified);
  return verified;
}

int ccurl_transfer_was_sent(const ccurl_transfer *transfer) {
  long bytes = 0;
  ccurl.easy_getinfo(transfer->easy, CURLINFO_REQUEST_SIZE, &bytes);
  return bytes > 0;
}

const char *ccurl_transfer_error_text(const ccurl_transfer *transfer) {
  if (transfer->error_text[0]) return transfer->error_text;
  return transfer->code == CURLE_OK ? "" : ccurl.easy_strerror(transfer->code);
}

// The handle is libcurl's own; only the type's name is ours.

ccurl_multi *ccurl_multi_new(void) {
  CURLM *multi = ccurl.multi_init();
  // A server limits the connections from one address.
  if (multi) ccurl.multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, 32L);
  return (ccurl_multi *)multi;
}

void ccurl_multi_free(ccurl_multi *multi) { ccurl.multi_cleanup((CURLM *)multi); }

int ccurl_multi_perform(ccurl_multi *multi) {
  int running = 0;
  ccurl.multi_perform((CURLM *)multi, &running);
  return running;
}

void ccurl_multi_wait(ccurl_multi *multi, int timeout_ms) {
  int ready;
  ccurl.multi_poll((CURLM *)multi, NULL, 0, timeout_ms < 0 ? INT_MAX : timeout_ms, &ready);
}

void ccurl_multi_wakeup(ccurl_multi *multi) { ccurl.multi_wakeup((CURLM *)multi); }

ccurl_transfer *ccurl_multi_take_ended(ccurl_multi *multi) {
  int left;
  CURLMsg *message = ccurl.multi_info_read((CURLM *)multi, &left);
  if (!message || message->msg != CURLMSG_DONE) return NULL;
  char *found = NULL;
  CURLcode code = message->data.result;
  ccurl.easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &found);
  ccurl_transfer *transfer = (ccurl_transfer *)(void *)found;
  transfer->code = code;
  return transfer;
}

int ccurl_multi_add(ccurl_multi *multi, ccurl_transfer *transfer) {
  ccurl.easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, transfer->headers);
  if (ccurl.multi_add_handle((CURLM *)multi, transfer->easy) != CURLM_OK) return -1;
  transfer->is_added = 1;
  return 0;
}

void ccurl_transfer_free(ccurl_multi *multi, ccurl_transfer *transfer) {
  if (transfer->is_added) ccurl.multi_remove_handle((CURLM *)multi, transfer->easy);
  ccurl.easy_cleanup(transfer->easy);
  ccurl.slist_free_all(transfer->headers);
  free(transfer);
}
