/// How the tests are built: each way has a build folder of its own, since flags
/// that change in the same folder rebuild everything.
package enum BuildFlavour: String, CaseIterable, Sendable {
    case plain
    /// Under Thread Sanitizer.
    case thread
    /// Under Address Sanitizer.
    case address

    /// The build folder, relative to the root of the repository.
    package var scratch: String {
        switch self {
        case .plain: ".build/debug-tests"
        case .thread: ".build/tsan"
        case .address: ".build/asan"
        }
    }

    /// Where the suites leave what happened, relative to the root of the
    /// repository: `SUITE.jsonl` is the event stream, `SUITE.log` the output.
    package var results: String { self == .plain ? ".build/results" : ".build/results-\(rawValue)" }

    /// The options of `swift build`.
    ///
    /// Debug information doubles the time to link.
    package var flags: [String] {
        ["--scratch-path", scratch, "-debug-info-format", "none"]
            + (self == .plain ? [] : ["--sanitize=\(rawValue)"])
    }
}
