#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

// Swift calls neither functions with a variable number of arguments nor the macros around them.

static inline CURLcode geofenced_curl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode geofenced_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

// The text is copied.
static inline CURLcode geofenced_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline size_t geofenced_curl_drop(char *bytes, size_t size, size_t count, void *left) {
    (void)bytes;
    size_t got = size * count;
    if (got > *(size_t *)left) return 0;
    *(size_t *)left -= got;
    return got;
}

// The body of the answer is read and dropped, at most `left` bytes of it: then the transfer ends with
// CURLE_WRITE_ERROR. Both pointers live as long as the handle.
static inline void geofenced_curl_prepare(CURL *handle, char *reason, size_t *left) {
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, geofenced_curl_drop);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, left);
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, reason);
}

// The body is copied; the headers live until the transfer has ended.
static inline void geofenced_curl_post(
    CURL *handle, const unsigned char *body, size_t count, struct curl_slist *headers) {
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, body);
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

// Gives the handle connections that no other one uses, each of which is closed by `close`. What it returns is to be
// cleaned up after the handle; NULL without memory.
static inline CURLSH *geofenced_curl_own_connections(
    CURL *handle, curl_closesocket_callback close, void *counter) {
    CURLSH *connections = curl_share_init();
    if (!connections) return NULL;
    curl_share_setopt(connections, CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT);
    curl_easy_setopt(handle, CURLOPT_SHARE, connections);
    curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, close);
    curl_easy_setopt(handle, CURLOPT_CLOSESOCKETDATA, counter);
    return connections;
}

// The connection of a transfer that has ended, while its handle is in use; negative where that is closed.
static inline curl_socket_t geofenced_curl_socket(CURL *handle) {
    curl_socket_t descriptor = CURL_SOCKET_BAD;
    curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &descriptor);
    return descriptor;
}

static inline long geofenced_curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

// Seconds of Retry-After; 0 without it.
static inline long long geofenced_curl_retry_after(CURL *handle) {
    curl_off_t seconds = 0;
    curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds);
    return seconds;
}

// A transfer that has ended; NULL when there is none.
static inline CURL *geofenced_curl_ended(CURLM *multi, CURLcode *code) {
    int left;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *code = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

static inline void geofenced_hmac_sha256(
    const unsigned char *key, size_t key_count, const unsigned char *text, size_t count,
    unsigned char sum[32]) {
    unsigned int length = 32;
    HMAC(EVP_sha256(), key, (int)key_count, text, count, sum, &length);
}
