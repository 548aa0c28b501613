import Foundation

/// Runs suites from a build of its own that counts which lines are reached, by
/// the tests and by the programs that they start.
package struct CoverageRun: Sendable {
    /// Where it leaves what it found, relative to the root of the repository.
    package static let folder = ".build/coverage-report"
    /// The index of the pages.
    package static let pages = folder + "/html/index.html"

    /// What a run found.
    package struct Result: Sendable {
        package let table: CoverageTable
        /// How many processes left a profile that can't be read, most of them
        /// since a test kills them.
        package let unreadable: Int
        /// The suites that failed, and cover less for it.
        package let failed: [String]
    }

    private let repository: Repository
    private let root: URL
    private var raw: URL { root.appending(path: Self.folder + "/raw") }
    private var merged: URL { root.appending(path: Self.folder + "/merged") }

    package init(_ repository: Repository) {
        self.repository = repository
        root = repository.root.absoluteURL.standardized
    }

    /// Runs the suites of the named packages, hands each outcome over as it
    /// comes, and measures these packages.
    ///
    /// - Throws: ``BuildFailure`` when it doesn't build.
    package func run(_ names: Set<String>, report: (TestOutcome) -> Void) async throws -> Result {
        try? FileManager.default.removeItem(at: root.appending(path: Self.folder))
        for folder in [raw, merged] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        let tools = try await CoverageTools()
        var unreadable = 0
        let outcomes = try await SuiteRunner(
            repository, flavour: .coverage, isFresh: true, environment: environment
        ).run(names) { outcome in
            report(outcome)
            // A file for each process is a lot of them.
            unreadable += try await gather(outcome.name, with: tools)
        }

        let profile = merged.appending(path: "all.profdata")
        guard try await tools.merge(files(in: merged), into: profile) != nil else { throw NothingMeasured() }
        let programs = programs
        let table = try CoverageTable(
            export: await tools.summary(of: programs, profile: profile),
            of: repository.packages.filter { names.contains($0.name) }, root: root)
        try await tools.writePages(
            of: programs, profile: profile, sources: table.sources,
            to: root.appending(path: Self.pages).deletingLastPathComponent())
        return Result(
            table: table, unreadable: unreadable, failed: outcomes.filter { $0.status == .failed }.map(\.name))
    }

    /// A profile for each process: one that is killed spoils no other's.
    private var environment: [String: String] {
        ProcessInfo.processInfo.environment
            .merging(["LLVM_PROFILE_FILE": raw.path + "/%p-%m.profraw"]) { $1 }
    }

    private func gather(_ suite: String, with tools: CoverageTools) async throws -> Int {
        let profiles = try files(in: raw)
        let unreadable = try await tools.merge(profiles, into: merged.appending(path: suite + ".profdata"))
        for profile in profiles { try FileManager.default.removeItem(at: profile) }
        return unreadable ?? profiles.count
    }

    private func files(in folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { folder.appending(path: $0) }
    }

    /// The test binary, and the programs that its tests start.
    private var programs: [URL] {
        let folder = root.appending(path: BuildFlavour.coverage.scratch + "/debug")
        let names = repository.packages.flatMap(\.products).filter(\.isExecutable).map(\.name)
        return (["umbrellaPackageTests.xctest"] + names).map { folder.appending(path: $0) }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
    }
}

/// No process left a profile.
package struct NothingMeasured: Error, CustomStringConvertible {
    package var description: String { "No suite left a profile, so that nothing can be said about coverage." }
}
