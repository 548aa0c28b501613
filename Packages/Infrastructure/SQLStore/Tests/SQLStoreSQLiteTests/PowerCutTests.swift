import CKeptStates
import FoundationEssentials
import Glibc
import KernelTesting
import Locking
import SQLStoreAPI
import SQLStoreSQLite
import Testing

/// What is on the disk after each moment at which something was forced to it: that, and no more, is sure to outlive
/// a power cut.
struct PowerCutTests {
    @Test func whatIsAcknowledgedOutlivesAPowerCutAtAnyTime() async throws {
        let folder = try TemporaryFolder(), path = folder.path
        for name in ["data", "states"] { mkdir(folder.path(of: name), 0o700) }
        await #expect(processExitsWith: .success) { [path = path as String] in
            let base = try #require(realpath(path, nil).map { String(cString: $0) })
            let store = makeStore(base + "/data/test.db")
            try await store.open()
            for file in ["test.db", "test.db-wal"] {
                try FileManager.default.copyItem(atPath: base + "/data/" + file, toPath: base + "/states/0-" + file)
            }
            kept_states_begin(base + "/data", base + "/states")
            let confirmed = Locked("")
            let write: @Sendable (String) async throws -> Void = { text in
                try await store.insert([text, text])
                let number = kept_states_last()
                confirmed.withLock { $0 += "\(number) \(text)\n" }
            }
            // As many as can wait at the same time take one sync, and the log's header another one.
            let gate = Gate()
            async let first: Void = store.write { _ in gate.pass() }
            await gate.waitForArrival()
            let tasks = (0..<63).map { number in Task.immediate { try await write("together-\(number)") } }
            #expect(kept_states_last() == 0)
            gate.open()
            try await first
            for task in tasks { try await task.value }
            #expect((1...2).contains(kept_states_last()), "\(kept_states_last()) syncs for 64 writes")
            try await withThrowingTaskGroup { group in
                for writer in 0..<16 {
                    group.addTask { for number in 0..<8 { try await write("\(writer)-\(number)") } }
                }
                try await group.waitForAll()
            }
            await store.close()
            try Data(confirmed.current.utf8).write(to: URL(filePath: base + "/confirmed"))
        }
        let lines = String(decoding: folder.contents(of: "confirmed") ?? [], as: UTF8.self).split(separator: "\n")
        let confirmed = try lines.map { line in
            let parts = line.split(separator: " ")
            return (number: try #require(Int(parts[0])), text: String(parts[1]))
        }
        #expect(confirmed.count == 63 + 16 * 8)
        let last = try #require(try keptStates(in: folder).map(\.number).max())
        for number in 0...last {
            let texts = try await textsAfterCut(number, in: folder)
            let lost = confirmed.filter { $0.number <= number && !texts.contains($0.text) }
            #expect(lost.isEmpty, "after sync \(number) of \(last)")
            // Each write has two rows.
            #expect(Set(texts).count * 2 == texts.count)
        }
    }

    private func keptStates(in folder: TemporaryFolder) throws -> [(number: Int, name: String)] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "states")).map { file in
            let dash = try #require(file.firstIndex(of: "-"))
            return (try #require(Int(file[..<dash])), String(file[file.index(after: dash)...]))
        }
    }

    /// Opens what was forced to the disk up to then, and nothing else.
    private func textsAfterCut(_ number: Int, in folder: TemporaryFolder) async throws -> [String] {
        let states = try keptStates(in: folder), path = folder.path(of: "after-\(number)")
        mkdir(path, 0o700)
        for name in ["test.db", "test.db-wal"] {
            let newest = try #require(states.filter { $0.name == name && $0.number <= number }.map(\.number).max())
            try FileManager.default.copyItem(
                atPath: folder.path(of: "states/\(newest)-\(name)"), toPath: path + "/" + name)
        }
        let store = makeStore(path + "/test.db", verification: .full)
        try await store.open()
        let texts = try await store.texts()
        try await store.checkIntegrity()
        await store.close()
        return texts
    }
}
