#include "cboottimer.h"

#include <sys/timerfd.h>
#include <sys/timex.h>
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

int read_clock_discipline(double *offset_s) {
    struct timex state = {0};
    int result = adjtimex(&state);
    if (result < 0) return -1;
    *offset_s = state.offset * (state.status & STA_NANO ? 1e-9 : 1e-6);
    return result != TIME_ERROR && !(state.status & STA_UNSYNC);
}
