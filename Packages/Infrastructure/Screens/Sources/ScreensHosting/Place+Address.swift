import HTTPServingAPI
import ScreensAPI

extension Place {
    /// The longest address that is read.
    private static let limit = 2_048

    /// Reads an address that ``address(below:)`` made; nil for any other, so that
    /// nobody is led elsewhere by what came with a request.
    init?(_ address: String, below root: String) {
        guard address.hasPrefix(root), address.utf8.count <= Self.limit else { return nil }
        let parts = address.dropFirst(root.count).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = parts[0].split(separator: "/").compactMap { PercentEncoding.decode(Array($0.utf8)[...]) }
        guard let query = QueryParameters(encoded: parts.count > 1 ? parts[1] : "") else { return nil }
        self = Place(segments: segments).with(parameters: query.items)
        guard self.address(below: root) == address else { return nil }
    }
}
