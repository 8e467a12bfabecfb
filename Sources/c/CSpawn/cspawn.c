#define _GNU_SOURCE
#include "cspawn.h"
#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

int close_from(posix_spawn_file_actions_t *actions, int first)
{
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

pid_t start_group_guard(int lease, long grace_ms)
{
    pid_t pid = fork();
    if (pid != 0) {
        // Both set it: the first program may start before the guard has run.
        if (pid > 0)
            setpgid(pid, pid);
        return pid;
    }
    setpgid(0, 0);
    const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP};
    for (unsigned i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        signal(ignored[i], SIG_IGN);
    if (dup2(lease, 0) < 0)
        _exit(1);
    closefrom(1);
    char byte;
    ssize_t count;
    do
        count = read(0, &byte, 1);
    while (count > 0 || (count < 0 && errno == EINTR));
    kill(0, SIGTERM);
    struct timespec grace = {.tv_sec = grace_ms / 1000, .tv_nsec = grace_ms % 1000 * 1000000};
    nanosleep(&grace, 0);
    kill(0, SIGKILL);
    _exit(0);
}
