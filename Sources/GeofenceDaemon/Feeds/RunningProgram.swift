import SystemServices

/// A program whose output is a source.
@Loop
final class RunningProgram {
    private var process: Subprocess?
    private let output: Int32

    init(_ process: consuming Subprocess) {
        output = process.output
        self.process = consume process
    }

    /// Its standard output; to be taken once.
    func takeOutput() -> OwnedDescriptor { OwnedDescriptor(owning: output) }

    /// Ends it and everything it started.
    func end() {
        process.take()?.end()
    }
}
