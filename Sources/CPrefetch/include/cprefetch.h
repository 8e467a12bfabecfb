#pragma once
#include <stdint.h>

/// Asks the processor to fetch the line of memory that holds an address: the one thing about memory
/// that Swift has no words for. Whatever the address, nothing follows from it but time.
static inline void prefetch(uintptr_t address) { __builtin_prefetch((const void *)address); }
