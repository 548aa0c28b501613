import Foundation

/// Runs the test targets of all packages from the umbrella's build, each in a
/// process of its own, and as many at a time as there are processors: thousands
/// of tests with servers, children and threads of their own would starve each
/// other in one process, and one process alone begins and ends with a single
/// thread.
package struct SuiteRunner: Sendable {
    private let repository: Repository
    private let flavour: BuildFlavour
    private let isFresh: Bool
    private let environment: [String: String]

    /// - Parameters:
    ///   - isFresh: Whether suites run that passed with the same inputs before.
    ///   - environment: The variables that the suites see.
    package init(
        _ repository: Repository, flavour: BuildFlavour, isFresh: Bool,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.repository = repository
        self.flavour = flavour
        // What a sanitizer is told to overlook is in files of which nothing is known.
        self.isFresh = isFresh || flavour != .plain
        self.environment = environment
    }

    /// Builds everything, then runs the suites of the named packages and hands
    /// each outcome over as it comes.
    ///
    /// - Throws: ``BuildFailure`` when it doesn't build.
    package func run(_ names: Set<String>, report: (TestOutcome) async throws -> Void) async throws -> [TestOutcome] {
        let results = repository.root.appending(path: flavour.results)
        try FileManager.default.createDirectory(at: results, withIntermediateDirectories: true)
        let memory = SuiteMemory(folder: results)
        try memory.keep(only: Set(repository.packages.flatMap(\.targets).map(\.name)))

        let surroundings = try await SuiteInputs.surroundings(flavour: flavour, environment: environment)
        // Before the build, which may read what is edited while it runs. Without git
        // nothing is known, so everything runs.
        let inputs = try? await SuiteInputs(of: repository, surroundings: surroundings)
        try await build()

        var outcomes: [TestOutcome] = []
        var passed: [TestOutcome] = []
        func remember() async throws {
            guard let inputs, !passed.isEmpty else { return }
            let now = try await SuiteInputs(of: repository, surroundings: surroundings)
            for outcome in passed where now.text(of: outcome.name) == inputs.text(of: outcome.name) {
                try memory.remember(outcome.name, tests: outcome.tests, inputs: inputs.text(of: outcome.name))
            }
            passed = []
        }
        for (suites, processes) in rounds(of: names) {
            var rest: [Suite] = []
            for suite in suites {
                if !isFresh, let text = inputs?.text(of: suite.name),
                    let tests = memory.tests(of: suite.name, inputs: text)
                {
                    outcomes.append(
                        TestOutcome(name: suite.name, package: suite.package.name, status: .unchanged, tests: tests))
                    try await report(outcomes[outcomes.count - 1])
                } else {
                    memory.forget(suite.name)
                    rest.append(suite)
                }
            }
            try await run(rest, processes, results: results) { outcome in
                if outcome.status == .passed { passed.append(outcome) }
                // To look at all inputs takes as long as a small suite.
                if passed.count == 16 { try await remember() }
                try await report(outcome)
                outcomes.append(outcome)
            }
            try await remember()
        }
        return outcomes
    }

    private func build() async throws {
        try UmbrellaManifest(repository.packages).write(to: repository.root)
        let command = ["swift", "build", "--build-tests"] + flavour.flags(environment)
        guard try await Subprocess.status(of: command, in: repository.root, output: .standardError) == 0 else {
            throw BuildFailure()
        }
    }

    /// A test target, and whose it is.
    private struct Suite: Sendable {
        let name: String
        let package: PackageDescription
    }

    /// The suites in their order, and how many of them run at once.
    ///
    /// The programs as built come last, since they want the machine for their own. No
    /// sanitizer sees into them. They wait for a disk, a browser or a time limit now and
    /// then: that is when the tools' suites, which start compilers, get on beside them.
    private func rounds(of names: Set<String>) -> [(suites: [Suite], processes: Int)] {
        let chosen = repository.packages.filter { names.contains($0.name) }
        let tools = chosen.filter(\.isTool)
        let others = chosen.filter { !$0.isTool && !$0.testsPrograms }
        let last = flavour.sanitizer == nil ? chosen.filter(\.testsPrograms) : []
        // What is covered is gathered when a suite has ended, and not beside another.
        let processes = flavour == .coverage ? 1 : ProcessInfo.processInfo.activeProcessorCount
        return [others, last + tools].map { packages in
            let suites = packages.flatMap { package in
                package.targets.filter { $0.type == "test" }.map { Suite(name: $0.name, package: package) }
            }
            return (suites, processes)
        }
    }

    /// Runs suites, so many at once, and hands each outcome over as it comes.
    private func run(
        _ suites: [Suite], _ processes: Int, results: URL, report: (TestOutcome) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: TestOutcome.self) { group in
            for (index, suite) in suites.enumerated() {
                if index >= processes, let outcome = try await group.next() { try await report(outcome) }
                let run = TestRun(name: suite.name, package: suite.package, results: results, processes: processes)
                group.addTask { try await outcome(of: run) }
            }
            for try await outcome in group { try await report(outcome) }
        }
    }

    private func outcome(of run: TestRun) async throws -> TestOutcome {
        try await run.outcome(
            // A compiler takes no processor from programs whose time is looked at. Dispatch gives its threads
            // the usual niceness again, so `nice` does nothing here.
            of: (run.package.isTool ? ["chrt", "--idle", "0"] : []) + [
                flavour.scratch + "/debug/umbrellaPackageTests.xctest", "--testing-library", "swift-testing",
                "--filter", "^\(run.name)\\.",
            ], in: repository.root, environment: environment)
    }
}

/// The build failed, and the compiler has said why.
package struct BuildFailure: Error, CustomStringConvertible {
    package var description: String { "It doesn't build; see above. No test was run." }
}
