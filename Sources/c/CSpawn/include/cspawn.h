#pragma once
#include <spawn.h>

/// Has every descriptor from `first` on closed in the program that is started. In C, as the C library
/// declares this for programs of its own dialect only.
///
/// Gives 0 or an error number.
int close_from(posix_spawn_file_actions_t *actions, int first);

/// Starts a process that leads a process group of its own and holds no descriptor but `lease`. When the other end of
/// `lease` is closed, it sends SIGTERM to the group, and SIGKILL after `grace_ms`. In C, as Swift has no fork.
///
/// Gives its process id, or -1 with errno set.
pid_t start_group_guard(int lease, long grace_ms);
