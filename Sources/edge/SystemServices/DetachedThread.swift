import Glibc

/// A detached thread of the operating system.
public enum DetachedThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs the body on a new thread. Returns false, and runs nothing, when no thread can be created.
    public static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var thread = pthread_t()
        let argument = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument)
        guard result == 0 else {
            unsafe Unmanaged<Body>.fromOpaque(argument).release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
