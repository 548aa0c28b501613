import Foundation

/// Builds and tests packages one by one, each by itself, which proves that it
/// declares what it uses.
package struct PackageRunner: Sendable {
    /// The build folder, relative to the root of the repository: packages that are
    /// built in the same one share what they have in common.
    private static let scratch = ".build/packages"

    private let repository: Repository

    package init(_ repository: Repository) {
        self.repository = repository
    }

    /// Tests the named packages and hands each outcome over as it comes.
    package func run(_ names: Set<String>, report: (TestOutcome) -> Void) async throws -> [TestOutcome] {
        let results = repository.root.appending(path: BuildFlavour.plain.results + "/packages")
        try FileManager.default.createDirectory(at: results, withIntermediateDirectories: true)
        var outcomes: [TestOutcome] = []
        for package in repository.packages where names.contains(package.name) {
            if package.testsPrograms { try await buildPrograms() }
            let run = TestRun(name: package.name, package: package, results: results)
            let outcome = try await run.outcome(
                of: ["swift", "test", "--disable-xctest"] + options(for: package), in: repository.root)
            report(outcome)
            outcomes.append(outcome)
        }
        return outcomes
    }

    /// Puts the programs beside the test binary, where those who start them look.
    private func buildPrograms() async throws {
        for package in repository.packages where package.deliversPrograms {
            let command = ["swift", "build"] + options(for: package)
            guard try await Subprocess.status(of: command, in: repository.root, output: .standardError) == 0 else {
                throw BuildFailure()
            }
        }
    }

    private func options(for package: PackageDescription) -> [String] {
        let scratch = repository.root.appending(path: Self.scratch).absoluteURL.path
        // Without the last one SwiftPM may take the plan of the package that was
        // built there before, and runs its tests instead (seen with 6.3.1).
        return [
            "--package-path", package.folder, "--scratch-path", scratch, "-debug-info-format", "none",
            "--disable-build-manifest-caching",
        ]
    }
}
