package import Foundation

/// By which variables the suites do all of what they do a part of otherwise, as the
/// nightly run sets them.
package struct NightlyAmounts: Sendable {
    /// The variables and their values, as `NAME=VALUE`, in the order in which they are set.
    package let settings: [String]

    /// - Parameter workflow: The file of the nightly run.
    package init(workflow: String) {
        settings = workflow.split(separator: "\n").compactMap { line in
            line.wholeMatch(of: #/ +(?<name>ESSENTIAL_[A-Z_]+): (?<value>\S+)/#).map { "\($0.name)=\($0.value)" }
        }
    }

    /// - Throws: When the file of the nightly run can't be read.
    package init(root: URL) throws {
        let file = root.appending(path: ".github/workflows/nightly.yml")
        self.init(workflow: try String(contentsOf: file, encoding: .utf8))
    }

    /// What to set for all of it; nil where all of it is done.
    package func note(_ environment: [String: String]) -> String? {
        let missing = settings.filter { environment[String($0.prefix { $0 != "=" })] == nil }
        guard !missing.isEmpty else { return nil }
        return "A part of what each night does, which these variables ask for:\n    "
            + missing.joined(separator: "\n    ")
    }
}
