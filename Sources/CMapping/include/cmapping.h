#pragma once
#include <stddef.h>

/// Has a file removed when a block of it cannot be read through its mapping. The process ends by
/// SIGBUS all the same, as nobody can go on without the bytes; but its next start does not meet the
/// same block again. In C, as a handler of signals may run while Swift is anywhere.
///
/// Gives a number for `forget_mapping`; -1 when the path is too long or too many are watched.
int watch_mapping(const void *start, size_t byte_count, const char *path);

/// Watches a mapping no more.
void forget_mapping(int number);
