#include "cboottimer.h"

#include <sys/timerfd.h>
#include <time.h>

int open_boot_timer(void) {
    return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

int set_boot_timer(int timer, int64_t nanoseconds) {
    struct itimerspec time = {0};
    time.it_value.tv_sec = nanoseconds / 1000000000;
    time.it_value.tv_nsec = nanoseconds % 1000000000;
    return timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, 0);
}
