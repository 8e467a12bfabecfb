import Glibc

/// Wakes one thread that has nothing to do.
///
/// A POSIX condition on the monotonic clock: a step of the system clock must neither shorten nor
/// stretch a wait, and `Synchronization` has nothing to wait on.
@safe final class Bell: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var hasRung = false

    /// A bell that has not rung.
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

    /// Wakes the thread, or keeps it from falling asleep the next time.
    func ring() {
        unsafe pthread_mutex_lock(lock)
        hasRung = true
        unsafe pthread_cond_signal(condition)
        unsafe pthread_mutex_unlock(lock)
    }

    /// Sleeps until the bell rings or the monotonic clock shows `deadline_ns`; forgets the ring.
    func wait(until deadline_ns: Int64 = .max) {
        var deadline = timespec(
            tv_sec: Int(deadline_ns / 1_000_000_000), tv_nsec: Int(deadline_ns % 1_000_000_000))
        unsafe pthread_mutex_lock(lock)
        var result: Int32 = 0
        while !hasRung, result == 0 {
            result = unsafe pthread_cond_timedwait(condition, lock, &deadline)
        }
        hasRung = false
        unsafe pthread_mutex_unlock(lock)
    }
}
