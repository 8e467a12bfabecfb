/// Composition, still empty.
