package import Foundation

/// Requirements × tests × how they ended.
package struct TraceabilityReport: Encodable, Sendable {
    /// What can be said of a requirement.
    package enum Status: String, CaseIterable, Encodable, Sendable {
        /// All its tests passed.
        case proved
        /// One of them failed.
        case failing
        /// None failed, but one was not run.
        case notRun = "not run"
        case noTest = "no test"
    }

    /// A test that claims to prove a requirement.
    package struct Test: Encodable, Hashable, Sendable {
        package let target: String
        /// The suite and the test, as in `LoginTests/refuses`.
        package let name: String
        package let file: String
        package let outcome: TestResults.Outcome
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
    /// The test targets that have no results.
    package let targetsNotRun: [String]

    /// Joins the requirements with the tests of all targets and with the
    /// results of their last run.
    package init(_ repository: Repository, results: TestResults) throws {
        self.init(
            catalog: try RequirementCatalog(root: repository.root), sources: try repository.testSources(),
            results: results)
    }

    package init(catalog: RequirementCatalog, sources: [(target: String, files: [SourceFile])], results: TestResults) {
        var claims: [String: [Test]] = [:]
        for (target, files) in sources {
            let read = files.map { (file: $0.path, source: TestSource($0)) }
            // A suite's trait also holds in its extensions in other files.
            let suites = Dictionary(read.flatMap { Array($0.source.suites) }, uniquingKeysWith: +)
            for (file, source) in read {
                for test in source.tests {
                    let inherited = suites.filter { test.name.hasPrefix($0.key + "/") }.flatMap(\.value)
                    let row = Test(
                        target: target, name: test.name, file: file,
                        outcome: results.outcome(of: test.name, in: target))
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
                        id: requirement.id, text: requirement.text, status: Self.status(of: tests.map(\.outcome)),
                        tests: tests)
                })
        }
        targetsNotRun = sources.map(\.target).filter { !results.targets.contains($0) }
    }

    private static func status(of outcomes: [TestResults.Outcome]) -> Status {
        if outcomes.isEmpty { return .noTest }
        if outcomes.contains(.failed) { return .failing }
        return outcomes.contains(.notRun) ? .notRun : .proved
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
