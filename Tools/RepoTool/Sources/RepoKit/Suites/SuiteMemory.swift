import Foundation

/// Which suites passed, and with which inputs.
struct SuiteMemory {
    private let folder: URL

    /// - Parameter folder: Where the event streams of the suites are.
    init(folder: URL) {
        self.folder = folder
    }

    /// How many tests a suite had when it passed with these inputs, or nil when it
    /// has to run.
    func tests(of suite: String, inputs: String) -> Int? {
        guard let note = try? String(contentsOf: note(of: suite), encoding: .utf8),
            let end = note.firstIndex(of: "\n"), note[note.index(after: end)...] == inputs,
            FileManager.default.fileExists(atPath: folder.appending(path: suite + ".jsonl").path)
        else { return nil }
        return Int(note[..<end])
    }

    /// Remembers that a suite passed.
    func remember(_ suite: String, tests: Int, inputs: String) throws {
        try "\(tests)\n\(inputs)".write(to: note(of: suite), atomically: true, encoding: .utf8)
    }

    /// Forgets about a suite before it runs.
    func forget(_ suite: String) {
        try? FileManager.default.removeItem(at: note(of: suite))
    }

    /// Removes what suites left that are no more.
    func keep(only suites: some Collection<String>) throws {
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where !suites.contains(String(file.prefix { $0 != "." })) && file.contains(".") {
            try FileManager.default.removeItem(at: folder.appending(path: file))
        }
    }

    private func note(of suite: String) -> URL { folder.appending(path: suite + ".passed") }
}
