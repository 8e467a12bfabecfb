#pragma once
#include <stdbool.h>
#include <stddef.h>

/// Whether a path is on a file system in memory. In C, because Swift's Glibc has no statfs(2).
bool is_in_memory(const char *path);

/// Removes a file when a block of it cannot be read through its mapping. The process still ends by
/// SIGBUS, because it cannot continue without the bytes, but its next start does not read the same
/// block again. In C, because a signal handler may interrupt Swift at any point.
///
/// Without it a block that cannot be read ends the daemon twice during the start, or three times when
/// it is first read later, before the record of crashes distrusts the file; and every time, when it is
/// read less often than every ten minutes (8 of 8 starts). A check at the start does not help: it reads
/// the whole file, and the block may fail later. Reading the file instead of mapping it costs 150 bytes
/// of heap per fence of four corners: 150 MB for a million, where 96 MiB in total are enough.
///
/// Returns a number for `forget_mapping`; -1 when the path is too long or too many are watched.
int watch_mapping(const void *start, size_t byte_count, const char *path);

/// Stops watching a mapping.
void forget_mapping(int number);
