#pragma once
#include <spawn.h>

/// Has every descriptor from `first` on closed in the program that is started. In C, as the C library
/// declares this for programs of its own dialect only.
///
/// Gives 0 or an error number.
int close_from(posix_spawn_file_actions_t *actions, int first);
