/// What is to be said about one thing that the build or the tests need.
package struct Diagnosis: Hashable, Sendable, Encodable {
    package enum State: String, Sendable, Encodable {
        /// It is as it should be.
        case ok
        /// It works, and could be better.
        case warning
        /// Something that is needed isn't there.
        case missing
    }

    package let name: String
    package let state: State
    /// What was found, and where.
    package let found: String
    /// What to do about it; nil when all is well.
    package let remedy: String?

    package init(_ name: String, _ state: State, _ found: String, remedy: String? = nil) {
        self.name = name
        self.state = state
        self.found = found
        self.remedy = remedy
    }
}

extension Diagnosis: CustomStringConvertible {
    package var description: String {
        let mark =
            switch state {
            case .ok: "✔"
            case .warning: "!"
            case .missing: "✘"
            }
        return "\(mark) \(name): \(found)" + (remedy.map { "\n    \($0)" } ?? "")
    }
}
