/// How the run of a suite, or of all suites of a package, ended.
package struct TestOutcome: Encodable, Equatable, Sendable {
    package enum Status: String, Encodable, Sendable {
        case passed, failed
        /// Not run: it passed with the same inputs before.
        case unchanged
    }

    /// The test target, or the package when it was tested by itself.
    package let name: String
    package let package: String
    package let status: Status
    /// How many tests there are.
    package let tests: Int
    /// How many of them failed.
    package let failed: Int
    package let seconds: Double
    /// What went wrong, as the tests said it.
    package let complaint: String

    package init(
        name: String, package: String, status: Status, tests: Int, failed: Int = 0, seconds: Double = 0,
        complaint: String = ""
    ) {
        self.name = name
        self.package = package
        self.status = status
        self.tests = tests
        self.failed = failed
        self.seconds = seconds
        self.complaint = complaint
    }
}

extension TestOutcome: CustomStringConvertible {
    /// One line, after the complaint if there is one.
    package var description: String {
        let count = tests == 1 ? "1 test" : "\(tests) tests"
        switch status {
        case .passed: return "✔ \(name): \(count) in \(duration)"
        case .unchanged: return "✔ \(name): \(count), unchanged since they passed"
        case .failed where tests == 0: return "\(complaint)✘ \(name): no test ran, after \(duration)"
        case .failed: return "\(complaint)✘ \(name): \(failed) of \(count) failed after \(duration)"
        }
    }

    private var duration: String { "\((seconds * 10).rounded() / 10) s" }
}
