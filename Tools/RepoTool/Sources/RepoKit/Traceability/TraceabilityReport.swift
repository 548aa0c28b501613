package import Foundation

/// Requirements × tests, and how they ended where there was a run.
package struct TraceabilityReport: Encodable, Sendable {
    /// What can be said of a requirement; without a run, what its tests prove as
    /// long as they pass.
    package enum Status: String, CaseIterable, Encodable, Sendable {
        /// All its tests passed, and one of them went through a program.
        case proved
        /// One of them failed.
        case failing
        /// None failed, but one was not run.
        case notRun = "not run"
        /// All its tests passed, but no program reaches what they prove, or the
        /// list says that a part is open.
        case notProved = "not proved"
        case noTest = "no test"
        /// The list says that it isn't done, and why.
        case leftOut = "left out"
    }

    /// A test that claims to prove a requirement.
    package struct Test: Encodable, Hashable, Sendable {
        package let target: String
        /// The suite and the test, as in `LoginTests/refuses`.
        package let name: String
        package let file: String
        /// Nil without a run.
        package let outcome: TestResults.Outcome?
        /// Whether it goes through a program.
        package let usesProgram: Bool
    }

    package struct Row: Encodable, Sendable {
        package let id: String
        package let text: String
        package let status: Status
        package let tests: [Test]
    }

    package struct Group: Encodable, Sendable {
        package let title: String
        package let requirements: [Row]

        /// How many have a status.
        package func count(_ status: Status) -> Int { requirements.count { $0.status == status } }
    }

    package let groups: [Group]
    /// The test targets that have no results; none without a run.
    package let targetsNotRun: [String]

    /// Joins the requirements with the tests of all targets, and with the
    /// results of their last run if there are any.
    package init(_ repository: Repository, results: TestResults? = nil) throws {
        self.init(
            catalog: try RequirementCatalog(root: repository.root), sources: try repository.testSources(),
            reach: try ProgramReach(repository), results: results)
    }

    package init(
        catalog: RequirementCatalog, sources: [(target: String, files: [SourceFile])], reach: ProgramReach,
        results: TestResults? = nil
    ) {
        var claims: [String: [Test]] = [:]
        for (target, files) in sources {
            let read = files.map { (file: $0.path, source: TestSource($0)) }
            let reaching = reach.tests(in: files)
            // A suite's trait also holds in its extensions in other files.
            let suites = Dictionary(read.flatMap { Array($0.source.suites) }, uniquingKeysWith: +)
            for (file, source) in read {
                for test in source.tests {
                    let inherited = suites.filter { test.name.hasPrefix($0.key + "/") }.flatMap(\.value)
                    let row = Test(
                        target: target, name: test.name, file: file,
                        outcome: results?.outcome(of: test.name, in: target),
                        usesProgram: reaching.contains(test.name))
                    for id in Set(test.requirements + inherited) { claims[id, default: []].append(row) }
                }
            }
        }
        groups = catalog.groups.map { group in
            Group(
                title: group.title,
                requirements: group.requirements.map { requirement in
                    let tests = (claims[requirement.id] ?? []).sorted { ($0.target, $0.name) < ($1.target, $1.name) }
                    return Row(
                        id: requirement.id, text: requirement.text, status: Self.status(of: requirement, tests),
                        tests: tests)
                })
        }
        targetsNotRun = sources.map(\.target).filter { results?.targets.contains($0) == false }
    }

    private static func status(of requirement: RequirementCatalog.Requirement, _ tests: [Test]) -> Status {
        let outcomes = tests.map(\.outcome)
        if outcomes.contains(.failed) { return .failing }
        if requirement.remark == .leftOut { return .leftOut }
        if outcomes.contains(.notRun) { return .notRun }
        if requirement.remark == .open { return .notProved }
        if outcomes.isEmpty { return .noTest }
        return tests.contains(where: \.usesProgram) ? .proved : .notProved
    }

    /// The requirements whose tests pass and prove a part that no program has.
    package var notReached: [String] {
        groups.flatMap(\.requirements).filter { row in !row.tests.isEmpty && !row.tests.contains(where: \.usesProgram) }
            .map(\.id)
    }

    /// How many requirements there are, and how many of each status.
    package var summary: String {
        let counts = Status.allCases.map { status in "\(groups.reduce(0) { $0 + $1.count(status) }) \(status.rawValue)"
        }
        return "\(groups.reduce(0) { $0 + $1.requirements.count }) requirements: \(counts.joined(separator: ", "))"
    }

    /// The report for programs, in an order that depends on nothing but its
    /// content.
    package func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}
