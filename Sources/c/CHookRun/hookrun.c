#define _GNU_SOURCE
#include "hookrun.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A process that waits for a device ends only with that wait; it is left behind after so many turns of 10 ms. */
enum { kill_turns = 500 };

static long now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void limit(int resource, rlim_t value)
{
    struct rlimit both = {value, value};
    setrlimit(resource, &both);
}

static void give_up(const char *what, const char *name)
{
    dprintf(2, "%s %s: %s\n", what, name, strerror(errno));
    _exit(126);
}

static void run_program(const struct hook_run *run, int input, int output)
{
    sigset_t none;
    dup2(input, 0);
    dup2(output, 1);
    dup2(output, 2);
    close_range(3, ~0U, 0);
    setpgid(0, 0);
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    /* Where memory is short, a hook goes first. */
    int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (score >= 0) {
        if (write(score, "500", 3) < 0) errno = 0;
        close(score);
    }
    limit(RLIMIT_CORE, 0);
    if (run->memory_bytes) limit(RLIMIT_DATA, run->memory_bytes);
    if (run->tasks) limit(RLIMIT_NPROC, run->tasks);
    if (run->nice) setpriority(PRIO_PROCESS, 0, run->nice);
    if (run->user_name) {
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        if (initgroups(run->user_name, run->group) || setgid(run->group) || setuid(run->user))
            give_up("cannot become", run->user_name);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    umask(022);
    if (chdir("/")) give_up("cannot go to", "/");
    execvpe(run->program, run->arguments, run->environment);
    give_up("cannot run", run->program);
}

/* Kills every child of this process. The children of those then become its own children. */
static void kill_children(void)
{
    DIR *processes = opendir("/proc");
    struct dirent *entry;
    if (!processes) return;
    while ((entry = readdir(processes))) {
        char path[300], text[512], *end;
        int parent = 0;
        if (!isdigit((unsigned char)entry->d_name[0])) continue;
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file < 0) continue;
        ssize_t count = read(file, text, sizeof text - 1);
        close(file);
        if (count <= 0) continue;
        text[count] = 0;
        /* The name in parentheses may contain anything. */
        if ((end = strrchr(text, ')')) && sscanf(end + 1, " %*c %d", &parent) == 1 && parent == getpid())
            kill(atoi(entry->d_name), SIGKILL);
    }
    closedir(processes);
}

/* Reaps the children that have ended; returns whether the program is one of them. */
static int reap(pid_t program, int *status)
{
    int found = 0, one;
    pid_t pid;
    while ((pid = waitpid(-1, &one, WNOHANG)) > 0)
        if (pid == program) {
            found = 1;
            *status = one;
        }
    return found;
}

static void supervise(const struct hook_run *run, int control, int input, int output)
{
    int ends[3] = {control, input, output}, status = 0, has_ended = 0;
    struct hook_result result = {hook_exited, 0};
    sigset_t children;
    setpgid(0, 0);
    prctl(PR_SET_NAME, "geofenced-hook");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    /* Closes the control sockets of other runs: their ends must be noticed. */
    for (int file = 3; file < 1024; file++)
        if (file != ends[0] && file != ends[1] && file != ends[2]) close(file);
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_BLOCK, &children, NULL);
    int ended = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
    pid_t program = fork();
    if (program == 0) run_program(run, input, output);
    close(input);
    close(output);
    long deadline = now_ms() + run->timeout_ms;
    while (program > 0 && !has_ended) {
        struct pollfd queries[2] = {{ended, POLLIN, 0}, {control, POLLIN, 0}};
        struct signalfd_siginfo siginfo;
        long left = deadline - now_ms();
        poll(queries, 2, left > 0 ? (int)left : 0);
        while (read(ended, &siginfo, sizeof siginfo) > 0) continue;
        if (reap(program, &status)) {
            has_ended = 1;
        } else if (queries[1].revents) {
            result.kind = hook_stopped;
            break;
        } else if (now_ms() >= deadline) {
            if (result.kind == hook_timed_out) break;
            result.kind = hook_timed_out;
            deadline += run->grace_ms;
            kill(-program, SIGTERM);
        }
    }
    if (program < 0) {
        result.code = 126;
    } else if (has_ended && result.kind == hook_exited) {
        result.kind = WIFEXITED(status) ? hook_exited : hook_signalled;
        result.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    }
    for (int turn = 0; program > 0 && turn < kill_turns; turn++) {
        /* The group at once: what forks all the time is not outrun one by one. */
        kill(-program, SIGKILL);
        kill_children();
        reap(program, &status);
        if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD) break;
        struct pollfd query = {ended, POLLIN, 0};
        struct signalfd_siginfo siginfo;
        poll(&query, 1, 10);
        while (read(ended, &siginfo, sizeof siginfo) > 0) continue;
    }
    send(control, &result, sizeof result, MSG_NOSIGNAL);
    _exit(0);
}

static int memory_file(const void *bytes, size_t count)
{
    int file = memfd_create("event", MFD_CLOEXEC);
    const char *next = bytes;
    while (file >= 0 && count > 0) {
        ssize_t written = write(file, next, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            close(file);
            return -1;
        }
        next += written;
        count -= (size_t)written;
    }
    if (file >= 0) lseek(file, 0, SEEK_SET);
    return file;
}

pid_t hook_start(const struct hook_run *run, int *control, int *output)
{
    int sockets[2] = {-1, -1}, ends[2] = {-1, -1};
    int input = memory_file(run->input, run->input_bytes);
    pid_t pid = -1;
    if (input >= 0 && socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) == 0 &&
        pipe2(ends, O_CLOEXEC) == 0)
        pid = fork();
    if (pid == 0) supervise(run, sockets[1], input, ends[1]);
    int error = errno;
    int mine[3] = {input, sockets[1], ends[1]};
    for (int index = 0; index < 3; index++)
        if (mine[index] >= 0) close(mine[index]);
    if (pid < 0) {
        if (sockets[0] >= 0) close(sockets[0]);
        if (ends[0] >= 0) close(ends[0]);
        errno = error;
        return -1;
    }
    fcntl(sockets[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    *control = sockets[0];
    *output = ends[0];
    return pid;
}
