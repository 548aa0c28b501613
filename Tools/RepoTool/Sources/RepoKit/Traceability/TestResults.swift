package import Foundation

/// How the tests of a run ended.
package struct TestResults: Sendable {
    /// How one test ended.
    package enum Outcome: String, Encodable, Sendable {
        case passed
        /// It recorded an issue, known or not, or never came to its end.
        case failed
        /// It was skipped, or there is no record of it.
        case notRun = "not run"
    }

    /// Where runs leave their events, a file for each test target.
    package static let folder = ".build/results"

    private var outcomes: [String: Outcome] = [:]
    /// The test targets of which there are results.
    package private(set) var targets: Set<String> = []

    package init() {}

    /// Reads the events of the last run of each test target.
    package init(root: URL) throws {
        let folder = root.appending(path: Self.folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names.filter({ $0.hasSuffix(".jsonl") }).sorted() {
            read(try Data(contentsOf: folder.appending(path: name)), target: String(name.dropLast(".jsonl".count)))
        }
    }

    /// How a test of a target ended; `name` is as in ``TestSource/Test``.
    package func outcome(of name: String, in target: String) -> Outcome { outcomes[target + "." + name] ?? .notRun }

    /// Adds the events that Swift Testing wrote, a JSON object a line.
    ///
    /// They come from `--event-stream-output-path`. Lines that can't be read,
    /// such as the last one of a run that crashed, don't matter.
    package mutating func read(_ events: Data, target: String) {
        targets.insert(target)
        var run: [String: Outcome] = [:]
        var open: Set<String> = []
        for line in events.split(separator: UInt8(ascii: "\n")) {
            guard let event = try? JSONDecoder().decode(Record.self, from: line).payload, let id = event.testID else {
                continue
            }
            let key = Self.name(of: id)
            switch event.kind {
            case "testStarted": open.insert(id)
            case "issueRecorded" where event.issue?.isProblem == true: run[key] = .failed
            case "testEnded":
                open.remove(id)
                let symbol = event.messages?.first?.symbol ?? ""
                if symbol == "fail" { run[key] = .failed }
                // Overloads share a name: it is as good as the worst of them.
                if symbol != "skip", run[key] == nil { run[key] = .passed }
            default: break
            }
        }
        for id in open { run[Self.name(of: id)] = .failed }
        outcomes.merge(run) { $1 }
    }

    /// `T.Suite/test` from `T.Suite/test(label:)/File.swift:5:6`.
    private static func name(of id: String) -> String {
        String(id.prefix { $0 != "(" }).replacing("`", with: "")
    }

    private struct Record: Decodable {
        struct Payload: Decodable {
            let kind: String?
            let testID: String?
            let issue: Issue?
            let messages: [Message]?
        }
        struct Issue: Decodable {
            let severity: String?

            /// What a known issue hides doesn't hold either.
            var isProblem: Bool { severity != "warning" }
        }
        struct Message: Decodable { let symbol: String? }

        let payload: Payload
    }
}
