import Foundation

/// Makes one small mistake after another in a copy of a package, and looks
/// whether a test of that package notices (mutation testing).
package struct MutantRun: Sendable {
    /// What became of a mistake.
    package enum Verdict: String, Sendable {
        /// A test failed, or came to no end.
        case noticed
        /// All tests passed.
        case survived
        /// The compiler refused it, which says nothing about the tests.
        case refused
    }

    /// The share of mistakes that a package's tests have to notice.
    package static let goal = 0.95
    /// Where the copy is and is built, relative to the root of the repository.
    private static let folder = ".build/mutants"

    private let repository: Repository
    private let package: PackageDescription

    package init(_ repository: Repository, of package: PackageDescription) {
        self.repository = repository
        self.package = package
    }

    /// Tries so many mistakes that compile, chosen by chance.
    ///
    /// - Parameter seed: Of equal seeds come equal choices.
    /// - Throws: ``BuildFailure`` when the package as it is doesn't build or fails.
    package func run(
        count: Int, seed: UInt64, report: (Mutation, Verdict) -> Void
    ) async throws -> [Mutation: Verdict] {
        let copy = try await copied()
        let start = ContinuousClock.now
        guard try await verdict(in: copy, limit: nil) == .survived else { throw BuildFailure() }
        // Building took its part of it: a test that takes as long again hangs.
        let limit = max(.seconds(60), start.duration(to: .now))
        var verdicts: [Mutation: Verdict] = [:]
        for mutation in try mutations(seed: seed) where verdicts.values.count(where: { $0 != .refused }) < count {
            let file = copy.appending(path: mutation.path)
            let text = try String(contentsOf: file, encoding: .utf8)
            try mutation.apply(to: text).write(to: file, atomically: true, encoding: .utf8)
            let verdict = try await verdict(in: copy, limit: limit)
            try text.write(to: file, atomically: true, encoding: .utf8)
            verdicts[mutation] = verdict
            report(mutation, verdict)
        }
        return verdicts
    }

    /// All that could be tried, in an order of chance: in what is delivered, since nothing
    /// has to notice mistakes in doubles and in targets of the fuzzer, and not in what only
    /// describes routes, which is compared with `openapi.yaml`.
    package func mutations(seed: UInt64) throws -> [Mutation] {
        var generator = SplitMix64(state: seed)
        let targets = package.targets.filter { !$0.isForTests }
        let files = try targets.flatMap { try repository.sources(in: package.folder + "/" + $0.folder) }
        return files.filter { !$0.path.hasSuffix("+Description.swift") && !$0.path.contains("/Schema+") }
            .flatMap(Mutation.all).shuffled(using: &generator)
    }

    /// A copy of all that git knows or would add: nobody's own files change.
    private func copied() async throws -> URL {
        let tree = repository.root.appending(path: Self.folder + "/tree")
        try? FileManager.default.removeItem(at: tree)
        try FileManager.default.createDirectory(at: tree, withIntermediateDirectories: true)
        // With the times of the files, else all is built anew.
        let script = #"git ls-files -z -co --exclude-standard | xargs -0 cp -a --parents -t "$0""#
        _ = try await Subprocess.output(of: ["bash", "-o", "pipefail", "-c", script, tree.path], in: repository.root)
        return tree
    }

    private func verdict(in copy: URL, limit: Duration?) async throws -> Verdict {
        let scratch = repository.root.appending(path: Self.folder + "/build").absoluteURL.path
        let options = [
            "--package-path", package.folder, "--scratch-path", scratch, "-debug-info-format", "none",
            "--disable-build-manifest-caching",
        ]
        let log = repository.root.appending(path: Self.folder + "/log")
        try Data().write(to: log)
        let output = try FileHandle(forWritingTo: log)
        let built = try await Subprocess.status(
            of: ["swift", "build", "--build-tests"] + options, in: copy, output: output)
        guard built == 0 else { return .refused }
        let guarded = limit.map { ["timeout", "--kill-after=5", "\($0.components.seconds)"] } ?? []
        // The tests themselves and not `swift test`, whose tests outlive it when it is killed.
        let tests = scratch + "/debug/\(package.name)PackageTests.xctest"
        let tested = try await Subprocess.status(
            of: guarded + [tests, "--testing-library", "swift-testing"], in: copy, output: output)
        return tested == 0 ? .survived : .noticed
    }
}

/// Numbers by chance, the same for the same seed (Steele, Lea and Flood,
/// “Fast splittable pseudorandom number generators”, 2014).
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
