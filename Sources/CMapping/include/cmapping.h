#pragma once
#include <stddef.h>

/// Removes a file when a block of it cannot be read through its mapping. The process still ends by
/// SIGBUS, because it cannot continue without the bytes, but its next start does not read the same
/// block again. In C, because a signal handler may interrupt Swift at any point.
///
/// Returns a number for `forget_mapping`; -1 when the path is too long or too many are watched.
int watch_mapping(const void *start, size_t byte_count, const char *path);

/// Stops watching a mapping.
void forget_mapping(int number);
