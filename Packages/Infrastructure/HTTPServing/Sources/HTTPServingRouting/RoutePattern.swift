/// A parsed pattern such as `/image/{id}/comments`.
package struct RoutePattern: Hashable, Sendable {
    /// One part of a pattern.
    package enum Segment: Hashable, Sendable {
        /// Matches itself.
        case literal(String)
        /// Matches any one segment.
        case parameter(String)
        /// Matches one segment or more, up to the end.
        case rest(String)
    }

    package let segments: [Segment]

    /// Reads a pattern.
    ///
    /// - Returns: nil unless it starts with a slash, has no empty segment, names
    ///   each parameter once and has `{name...}` at its end only.
    package init?(_ text: String) {
        guard text.hasPrefix("/") else { return nil }
        guard text != "/" else {
            segments = []
            return
        }
        let parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var segments: [Segment] = []
        for part in parts {
            guard let segment = Self.segment(part) else { return nil }
            segments.append(segment)
        }
        let names = segments.compactMap(\.name)
        guard Set(names).count == names.count, !segments.dropLast().contains(where: \.isRest) else { return nil }
        self.segments = segments
    }

    /// The names of the parameters in order.
    package var names: [String] { segments.compactMap(\.name) }

    private static func segment(_ part: Substring) -> Segment? {
        guard part.hasPrefix("{") else {
            return part.isEmpty || part.contains(where: { "{}?#%".contains($0) }) ? nil : .literal(String(part))
        }
        guard part.hasSuffix("}") else { return nil }
        var name = part.dropFirst().dropLast()
        let isRest = name.hasSuffix("...")
        if isRest { name = name.dropLast(3) }
        guard let first = name.first, first.isLetter, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return nil }
        return isRest ? .rest(String(name)) : .parameter(String(name))
    }
}

extension RoutePattern.Segment {
    fileprivate var name: String? {
        switch self {
        case .literal: nil
        case .parameter(let name), .rest(let name): name
        }
    }

    fileprivate var isRest: Bool {
        if case .rest = self { true } else { false }
    }
}
