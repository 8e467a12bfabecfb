#pragma once
#include <stddef.h>
#include <sys/types.h>

/// A program with everything that it runs with.
struct hook_run {
    /// The path of the program, or a name that is found in PATH.
    const char *program;
    /// Its arguments from the zeroth on, ended by NULL.
    char *const *arguments;
    /// Its environment, ended by NULL.
    char *const *environment;
    /// Its standard input.
    const void *input;
    size_t input_bytes;
    uid_t user;
    gid_t group;
    /// Name of the user, for its supplementary groups; NULL leaves user and groups as they are.
    const char *user_name;
    /// Milliseconds until SIGTERM, and from then on until SIGKILL.
    long timeout_ms;
    long grace_ms;
    /// Bytes of private memory of each process; 0 for no limit.
    unsigned long memory_bytes;
    /// Processes of the user; 0 for no limit.
    unsigned long tasks;
    /// Priority, as nice(1) has it.
    int nice;
};

/// How a program ended.
enum hook_kind { hook_exited, hook_signalled, hook_timed_out, hook_stopped };

/// The one message on the control socket.
struct hook_result {
    int kind;
    /// The exit status, or the number of the signal.
    int code;
};

/// Starts a program below a process of its own, which ends the program and everything that it has started:
/// after its time, when it has ended, and as soon as the control socket is closed at this end.
///
/// The caller has one thread, and reaps the process. Gives its id, or -1 with errno. `control` receives
/// the control socket, `output` the read end of standard output and error, not blocking.
pid_t hook_start(const struct hook_run *run, int *control, int *output);
