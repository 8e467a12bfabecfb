#pragma once
#include <stdint.h>

// Swift's Glibc has neither timerfd_create(2) nor adjtimex(2), and a module of its header would take the types of time from
// Glibc for all who import that.

/// Opens a timer of CLOCK_BOOTTIME that does not block and is closed by exec; -1 and errno when it cannot.
int open_boot_timer(void);

/// Sets it for an instant in nanoseconds, which is above zero, or for none with zero; -1 and errno when
/// it cannot.
int set_boot_timer(int timer, int64_t nanoseconds);

/// Reads how the kernel keeps the system clock: 1 where a time service synchronizes it, 0 where
/// not, -1 where the call is refused. The offset is what the clock is still to be moved by, in seconds.
int read_clock_discipline(double *offset_s);
