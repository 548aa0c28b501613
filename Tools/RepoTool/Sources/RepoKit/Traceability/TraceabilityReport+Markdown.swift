extension TraceabilityReport {
    /// Where the report is kept, relative to the root of the repository.
    package static let path = "docs/traceability.md"

    /// The report for people, of one without a run.
    ///
    /// It has no results, dates or line numbers, so that it changes only when
    /// requirements or tests do.
    package func markdown() -> String {
        """
        # Traceability

        Written by `make traceability` from the names of requirements in tests and the list of
        [requirements](requirements.md); don't edit it. A requirement is *proved* when tests name it and one of them goes through
        a program (▸): it installs a plugin that a program installs, composes what a program composes, or runs a built one. It is
        *not proved* when none does, or when the list says that a part is open, and *left out* when the list says so. How the
        tests ended the last time is in `repo traceability --json`; nothing gets here with one that fails.

        | Group | All | Proved | Not proved | No test | Left out |
        |---|--:|--:|--:|--:|--:|
        \(groups.map { row($0.title, [$0]) }.joined(separator: "\n"))
        \(row("**Total**", groups))

        \(groups.map(section).joined(separator: "\n\n"))

        """
    }

    private func row(_ title: String, _ groups: [Group]) -> String {
        let all = groups.reduce(0) { $0 + $1.requirements.count }
        let counts = [Status.proved, .notProved, .noTest, .leftOut].map { status in
            groups.reduce(0) { $0 + $1.count(status) }
        }
        return "| \(title) | \(([all] + counts).map(String.init).joined(separator: " | ")) |"
    }

    private func section(_ group: Group) -> String {
        let lines = group.requirements.flatMap { requirement in
            ["- **\(requirement.id)** *\(requirement.status.rawValue)* · \(requirement.text)"]
                + requirement.tests.map { test in
                    "  - \(test.usesProgram ? "▸ " : "")\(test.target) [\(test.name)](../\(test.file))"
                }
        }
        return "## \(group.title)\n\n\(lines.joined(separator: "\n"))"
    }
}
