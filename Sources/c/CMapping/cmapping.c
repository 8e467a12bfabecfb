#include "cmapping.h"
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

// More than any configuration has fence files large enough to be mapped.
enum { MAPPINGS_MAX = 256 };

struct mapping {
    _Atomic(uintptr_t) start; // 0 where there is none
    size_t byte_count;
    char path[PATH_MAX]; // a copy, since the caller may free its own
};

static struct mapping mappings[MAPPINGS_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct sigaction before;

static void report(const char *path, int is_removed) {
    const char *parts[] = {"<3>", path,
                           is_removed ? ": a block cannot be read; the file is removed, and created "
                                        "again by the next start\n"
                                      : ": a block cannot be read, and the file cannot be removed\n"};
    struct iovec pieces[3];
    for (int i = 0; i < 3; i++)
        pieces[i] = (struct iovec){(char *)parts[i], strlen(parts[i])};
    // Do not block when standard error is not read.
    struct pollfd output = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&output, 1, 0) == 1) (void)!writev(STDERR_FILENO, pieces, 3);
}

static void handle_bus_error(int signal, siginfo_t *info, void *context) {
    (void)context;
    uintptr_t place = (uintptr_t)info->si_addr;
    for (int i = 0; i < MAPPINGS_MAX && info->si_code > 0; i++) {
        uintptr_t start = atomic_load(&mappings[i].start);
        if (start == 0 || place < start || place - start >= mappings[i].byte_count) continue;
        report(mappings[i].path, unlink(mappings[i].path) == 0);
    }
    // The same access fails again under the previous handler: a crash report, or the end.
    sigaction(signal, &before, NULL);
    if (info->si_code <= 0) raise(signal);
}

static void begin(void) {
    struct sigaction action = {.sa_sigaction = handle_bus_error, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(SIGBUS, &action, &before);
}

int watch_mapping(const void *start, size_t byte_count, const char *path) {
    int number = -1;
    if (strlen(path) >= PATH_MAX) return number;
    pthread_once(&once, begin);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAPPINGS_MAX && number < 0; i++) {
        if (atomic_load(&mappings[i].start) != 0) continue;
        strcpy(mappings[i].path, path);
        mappings[i].byte_count = byte_count;
        atomic_store(&mappings[i].start, (uintptr_t)start);
        number = i;
    }
    pthread_mutex_unlock(&lock);
    return number;
}

void forget_mapping(int number) {
    if (number >= 0) atomic_store(&mappings[number].start, 0);
}

bool is_in_memory(const char *path)
{
    struct statfs system;
    return statfs(path, &system) == 0 && (system.f_type == TMPFS_MAGIC || system.f_type == RAMFS_MAGIC);
}
