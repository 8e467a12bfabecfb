extension [FenceCatalog] {
    /// Lets `body` see the catalog at a place, without counting who holds it: the list holds it as
    /// long. Counting costs two atomic operations, about as much as looking at an edge or two.
    @inline(__always)
    borrowing func lend<Result>(_ place: Int, _ body: (FenceCatalog) -> Result) -> Result {
        withExtendedLifetime(self) {
            unsafe Unmanaged.passUnretained(self[place])._withUnsafeGuaranteedRef(body)
        }
    }
}
