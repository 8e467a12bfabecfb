/// Passes bytes or fixes to a source until it is stopped.
@Loop
protocol SourceDriver: AnyObject {
    /// Starts to open the connection.
    func start()
    /// Closes it; delivers nothing afterwards.
    func stop()
}
