/// How the tests are built: each way has a build folder of its own, since flags
/// that change in the same folder rebuild everything.
package enum BuildFlavour: String, CaseIterable, Sendable {
    case plain
    /// Under Thread Sanitizer.
    case thread
    /// Under Address Sanitizer.
    case address
    /// With counters of the lines that are reached.
    case coverage

    /// The build folder, relative to the root of the repository.
    package var scratch: String {
        switch self {
        case .plain: ".build/debug-tests"
        case .thread: ".build/tsan"
        case .address: ".build/asan"
        case .coverage: ".build/coverage"
        }
    }

    /// Where the suites leave what happened, relative to the root of the
    /// repository: `SUITE.jsonl` is the event stream, `SUITE.log` the output.
    package var results: String { self == .plain ? ".build/results" : ".build/results-\(rawValue)" }

    /// The options of `swift build`.
    ///
    /// Debug information doubles the time to link, and an index of the system's modules,
    /// which nobody reads, is a fifth of the work of compiling.
    ///
    /// - Parameter environment: With `WHOLE_MODULES` each module is compiled in one
    ///   go, each into as many objects as before, and described for others in the same one. With the index of the C
    ///   modules left out as well, that is two fifths less work where all is built, as in a clean checkout, and more
    ///   where little was changed.
    /// - Parameter folder: Another build folder than its own.
    package func flags(_ environment: [String: String], in folder: String? = nil) -> [String] {
        ["--scratch-path", folder ?? scratch, "-debug-info-format", "none", "-Xswiftc", "-index-ignore-system-modules"]
            + (environment["WHOLE_MODULES"] == nil ? [] : Self.wholeModules.flatMap { ["-Xswiftc", $0] })
            + (self == .coverage ? ["--enable-code-coverage"] : [])
            + (sanitizer.map { ["--sanitize=\($0)"] } ?? [])
    }

    private static let wholeModules = [
        "-wmo", "-num-threads", "1", "-no-emit-module-separately-wmo", "-Xfrontend", "-index-ignore-clang-modules",
        "-Xfrontend", "-index-ignore-stdlib",
    ]

    /// The sanitizer that is built in, if any.
    package var sanitizer: String? {
        switch self {
        case .plain, .coverage: nil
        case .thread, .address: rawValue
        }
    }
}
