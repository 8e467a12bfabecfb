/// Positioning, still empty.
