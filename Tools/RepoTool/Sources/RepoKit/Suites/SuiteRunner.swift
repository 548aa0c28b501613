import Foundation

/// Runs the test targets of all packages from the umbrella's build, one at a
/// time: thousands of tests with servers, children and threads of their own
/// would starve each other in one process.
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
        for (package, suite) in suites(of: names) {
            let text = inputs?.text(of: suite)
            let outcome: TestOutcome
            if !isFresh, let text, let tests = memory.tests(of: suite, inputs: text) {
                outcome = TestOutcome(name: suite, package: package.name, status: .unchanged, tests: tests)
            } else {
                memory.forget(suite)
                outcome = try await run(suite, of: package, results: results)
                if outcome.status == .passed, let text,
                    try await SuiteInputs(of: repository, surroundings: surroundings).text(of: suite) == text
                {
                    try memory.remember(suite, tests: outcome.tests, inputs: text)
                }
            }
            try await report(outcome)
            outcomes.append(outcome)
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

    /// The programs as built come last, since they want the machine for their own.
    ///
    /// No sanitizer sees into them.
    private func suites(of names: Set<String>) -> [(package: PackageDescription, suite: String)] {
        let chosen = repository.packages.filter { names.contains($0.name) }
        let last = flavour.sanitizer == nil ? chosen.filter(\.testsPrograms) : []
        return (chosen.filter { !$0.testsPrograms } + last).flatMap { package in
            package.targets.filter { $0.type == "test" }.map { (package, $0.name) }
        }
    }

    private func run(_ suite: String, of package: PackageDescription, results: URL) async throws -> TestOutcome {
        let run = TestRun(name: suite, package: package, results: results)
        return try await run.outcome(
            of: [
                flavour.scratch + "/debug/umbrellaPackageTests.xctest", "--testing-library", "swift-testing",
                "--filter", "^\(suite)\\.",
            ], in: repository.root, environment: environment)
    }
}

/// The build failed, and the compiler has said why.
package struct BuildFailure: Error, CustomStringConvertible {
    package var description: String { "It doesn't build; see above. No test was run." }
}
