import Glibc

/// A signal that wakes one waiting thread.
///
/// A POSIX condition on the monotonic clock: a step of the system clock must not change the length
/// of a wait, and `Synchronization` has no primitive that waits.
@safe final class WakeSignal: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var isSignaled = false

    /// A signal that is not set.
    init() {
        unsafe lock = .allocate(capacity: 1)
        unsafe pthread_mutex_init(lock, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(lock)
        unsafe condition.deallocate()
        unsafe lock.deallocate()
    }

    /// Wakes the thread; if it is not waiting, its next wait returns at once.
    func signal() {
        unsafe pthread_mutex_lock(lock)
        isSignaled = true
        unsafe pthread_cond_signal(condition)
        unsafe pthread_mutex_unlock(lock)
    }

    /// Waits for the signal, at most until the monotonic clock reaches `deadline_ns`, and clears
    /// it.
    func wait(until deadline_ns: Int64 = .max) {
        var deadline = timespec(
            tv_sec: Int(deadline_ns / 1_000_000_000), tv_nsec: Int(deadline_ns % 1_000_000_000))
        unsafe pthread_mutex_lock(lock)
        var result: Int32 = 0
        while !isSignaled, result == 0 {
            result = unsafe pthread_cond_timedwait(condition, lock, &deadline)
        }
        isSignaled = false
        unsafe pthread_mutex_unlock(lock)
    }
}
