import ConfigurationAPI

/// Finds the key that was probably meant.
struct Suggestion {
    private let declarations: [ConfigurationDeclaration]

    init(_ declarations: [ConfigurationDeclaration]) {
        self.declarations = declarations
    }

    /// The key whose spelling is nearest, if it is near; else the only one whose
    /// last words are the same.
    func best(
        for key: String, _ spelling: (ConfigurationDeclaration) -> String
    ) -> ConfigurationDeclaration? {
        let wanted = Self.bare(key)
        let distances = declarations.map { ($0, Self.distance(wanted, Self.bare(spelling($0)))) }
        if let (nearest, distance) = distances.min(by: { $0.1 < $1.1 }), distance <= max(2, wanted.count / 5) {
            return nearest
        }
        let sameEnd = declarations.filter { Self.bare($0.name).hasSuffix("." + wanted) }
        return sameEnd.count == 1 ? sameEnd.first : nil
    }

    /// The words of a key, whatever stands between them.
    private static func bare(_ key: String) -> String {
        let prefix = ConfigurationDeclaration.variablePrefix
        let start = key.hasPrefix(prefix) ? key.dropFirst(prefix.count) : key.drop { $0 == "-" }
        return String(start.lowercased().map { $0 == "_" || $0 == "-" ? "." : $0 })
    }

    /// How many letters have to be changed, added, removed or swapped with their
    /// neighbour (optimal string alignment distance).
    static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var cost = min(last[j + 1], row[j]) + 1
                cost = min(cost, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }
}
