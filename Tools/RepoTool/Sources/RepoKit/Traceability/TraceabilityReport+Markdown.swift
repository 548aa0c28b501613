extension TraceabilityReport {
    /// Where the report is kept, relative to the root of the repository.
    package static let path = "docs/traceability.md"

    /// The report for people.
    ///
    /// It has no dates, durations or line numbers, so that it changes only when
    /// something has changed.
    package func markdown() -> String {
        """
        # Traceability

        Written by `make traceability` from the names of requirements in tests, the list of
        [requirements](requirements.md) and the results of the last `make test`; don't edit it. A requirement is *proved* when
        all its tests passed, *failing* when one of them failed, *not run* when none failed but one has no result.

        Tests: ✔ passed, ✘ failed, ○ not run.

        | Group | All | Proved | Failing | Not run | No test |
        |---|--:|--:|--:|--:|--:|
        \(groups.map { row($0.title, [$0]) }.joined(separator: "\n"))
        \(row("**Total**", groups))

        \(groups.map(section).joined(separator: "\n\n"))

        """
    }

    private func row(_ title: String, _ groups: [Group]) -> String {
        let all = groups.reduce(0) { $0 + $1.requirements.count }
        let counts = Status.allCases.map { status in groups.reduce(0) { $0 + $1.count(status) } }
        return "| \(title) | \(([all] + counts).map(String.init).joined(separator: " | ")) |"
    }

    private func section(_ group: Group) -> String {
        let lines = group.requirements.flatMap { requirement in
            ["- **\(requirement.id)** *\(requirement.status.rawValue)* · \(requirement.text)"]
                + requirement.tests.map { test in
                    "  - \(test.outcome.mark) \(test.target) [\(test.name)](../\(test.file))"
                }
        }
        return "## \(group.title)\n\n\(lines.joined(separator: "\n"))"
    }
}

extension TestResults.Outcome {
    fileprivate var mark: String {
        switch self {
        case .passed: "✔"
        case .failed: "✘"
        case .notRun: "○"
        }
    }
}
