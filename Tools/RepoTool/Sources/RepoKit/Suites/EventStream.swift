package import Foundation

/// What Swift Testing writes with `--event-stream-output-path`: a line of JSON
/// for each test there is, and for each thing that happens to one.
///
/// The format is the one of Swift 6.3:
/// <https://github.com/swiftlang/swift-testing/blob/main/Documentation/ABI/JSON.md>.
package struct EventStream: Equatable, Sendable {
    /// The version that a test binary is asked for.
    package static let version = "6.3"

    /// The identifiers of all tests, without suites.
    package private(set) var tests: Set<String> = []
    /// The identifiers of the tests that failed.
    package private(set) var failed: Set<String> = []
    /// Whether the run came to its end.
    package private(set) var hasEnded = false

    private struct Record: Decodable {
        struct Payload: Decodable {
            struct Issue: Decodable {
                let isKnown: Bool
                let isFailure: Bool?
            }
            let kind: String
            let id: String?
            let testID: String?
            let issue: Issue?
        }
        let kind: String
        let payload: Payload
    }

    /// Reads the lines that are whole: a run that crashes leaves half a line.
    package init(_ contents: Data) {
        let decoder = JSONDecoder()
        for line in contents.split(separator: UInt8(ascii: "\n")) {
            guard let record = try? decoder.decode(Record.self, from: Data(line)) else { continue }
            let payload = record.payload
            switch (record.kind, payload.kind) {
            case ("test", "function"): if let id = payload.id { tests.insert(id) }
            case ("event", "issueRecorded"):
                guard let issue = payload.issue, !issue.isKnown, issue.isFailure != false else { continue }
                failed.insert(payload.testID ?? "")
            case ("event", "runEnded"): hasEnded = true
            default: break
            }
        }
    }
}
