import Glibc

/// A thread of the operating system.
enum StoreThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs the body on a new detached thread.
    static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let argument = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument)
        precondition(result == 0, "a thread can be created at process start")
        pthread_detach(thread)
    }
}
