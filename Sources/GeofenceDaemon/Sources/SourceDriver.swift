/// Brings bytes or fixes to a source, until it is stopped.
@Loop
protocol SourceDriver: AnyObject {
    /// Begins to open.
    func start()
    /// Closes, and brings nothing any more.
    func stop()
}
