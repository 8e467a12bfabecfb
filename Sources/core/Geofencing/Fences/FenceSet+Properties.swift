extension FenceSet {
    /// The properties of the fences that have any, each as the text of a JSON object.
    public var propertyTexts: some Sequence<String> {
        (0..<table.count).lazy.compactMap { table.propertiesText(FenceNumber($0)) }
    }
}
