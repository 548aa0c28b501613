import FoundationEssentials
import Glibc
import KernelTesting
import Locking
import Testing

/// Backups of a server at work, which are killed as they are made and as they are restored.
///
/// The variable `ESSENTIAL_BACKUP_KILLS` says how often; at night it is 100 times.
struct KilledBackupTests {
    private static let kills = Surroundings.number("ESSENTIAL_BACKUP_KILLS") ?? 20
    private static let seed: UInt64 = 0xBACC

    /// Starts a command of an operator.
    private static func spawn(_ words: [String], data: String) throws -> ChildProcess {
        try ChildProcess(
            Programs.essentiald, ["backup"] + words + ["--json"],
            environment: Surroundings.variables.merging(["HOME": data + ".home", "ESSENTIAL_SERVER_DATA": data]) { $1 })
    }

    private static func run(_ words: String..., data: String) async throws -> ChildProcess.Outcome {
        await (try spawn(words, data: data)).outcome()
    }

    /// Backups that are there by their names.
    private static func names(in place: String) -> Set<String> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        return Set(names.filter { $0.hasPrefix("20") && $0.contains("Z-") && !$0.hasSuffix(".unfinished") })
    }

    /// Somebody who writes without an end, and what of it was acknowledged.
    private final class Writer: Sendable {
        let acknowledged = Locked<[String]>([])
        private let isOver = Locked(false)

        func write(on port: Int, _ path: String, _ token: String) async throws {
            try await blocking { [acknowledged, isOver] in
                let connection = try Connection(port: port)
                var number = 0
                while !isOver.current {
                    let message = "comment \(number)"
                    let answer = connection.ask("POST", path, json: #"{"message":"\#(message)"}"#, token: token)
                    guard answer?.status == 201 else { return }
                    acknowledged.withLock { $0.append(message) }
                    number += 1
                }
            }
        }

        func stop() { isOver.withLock { $0 = true } }
    }

    private static func comments(in data: String) async throws -> Set<String> {
        let outcome = try await ChildProcess.run(
            "sqlite3",
            ["-readonly", data + "/essentiald.sqlite", "SELECT message FROM comments WHERE message LIKE 'comment %'"])
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        return Set(outcome.outputText.split(separator: "\n").map(String.init))
    }

    private static func restore(_ path: String, into target: String, for data: String) async throws {
        let slash = try #require(path.lastIndex(of: "/"))
        let outcome = try await run(
            "restore", String(path[path.index(after: slash)...]), "--from", String(path[..<slash]), "--into", target,
            data: data)
        #expect(outcome.exit == .status(0), "\(outcome.errorText), seed \(seed)")
    }

    @Test(.requirement("OPS-02")) func eachFinishedBackupHasWhatWasAcknowledgedBefore() async throws {
        let stage = try await Stage(["--tokens.access-lifetime", "1h", "--limits.comments-per-hour", "0"])
        let token = try await stage.token(), data = stage.server.data, writer = Writer()
        var generator = SeededGenerator(seed: Self.seed)
        async let writing: Void = writer.write(
            on: stage.server.port, "/image/\(stage.picture)/comments", token)
        let start = ContinuousClock.now
        let first = try await Self.run("create", "--to", stage.folder.path(of: "first"), data: data)
        #expect(first.exit == .status(0), "\(first.errorText)")
        let time = (ContinuousClock.now - start) / .microseconds(1)

        // How many comments were acknowledged before a backup began, by its place and name.
        var before: [String: Int] = [:]
        for round in 0..<Self.kills {
            // To a new place all pictures are copied.
            let place = stage.folder.path(of: "backups-\(round / 2)"), known = Self.names(in: place)
            let count = writer.acknowledged.current.count
            let child = try Self.spawn(["create", "--to", place], data: data)
            try await pass(microseconds: UInt32(time * .random(in: 0..<1, using: &generator)))
            child.send(SIGKILL)
            _ = await child.outcome()
            for name in Self.names(in: place).subtracting(known) { before[place + "/" + name] = count }
        }
        let place = stage.folder.path(of: "backups-0"), count = writer.acknowledged.current.count
        let known = Self.names(in: place), last = try await Self.run("create", "--to", place, data: data)
        #expect(last.exit == .status(0), "\(last.errorText)")
        for name in Self.names(in: place).subtracting(known) { before[place + "/" + name] = count }
        let left = try FileManager.default.contentsOfDirectory(atPath: place).filter { $0.hasSuffix(".unfinished") }
        #expect(left.isEmpty)
        writer.stop()
        try await writing
        #expect(try await stage.server.ask("GET", "/readyz")?.status == 200)
        #expect(await stage.server.stop() == .status(0))

        let all = writer.acknowledged.current
        print("\(Self.kills) kills of backups: \(before.count) were made, \(all.count) comments acknowledged")
        #expect(before.count > 1 && before.count <= Self.kills, "seed \(Self.seed)")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, backup) in before.enumerated() {
                group.addTask {
                    let target = stage.folder.path(of: "restored-\(number)")
                    try await Self.restore(backup.key, into: target, for: data)
                    let kept = try await Self.comments(in: target)
                    #expect(
                        Set(all.prefix(backup.value)).isSubset(of: kept),
                        "acknowledged and not in \(backup.key), seed \(Self.seed)")
                    #expect(kept.subtracting(all).count <= 1, "nothing that wasn't written")
                }
            }
            try await group.waitForAll()
        }
        #expect(Server.errors(of: data).isEmpty)
    }

    @Test(.requirement("OPS-02")) func aFlippedBitAnywhereIsFoundByTheProgram() async throws {
        let stage = try await Stage()
        let data = stage.server.data, place = stage.folder.path(of: "backups")
        #expect(try await Self.run("create", "--to", place, data: data).exit == .status(0))
        let files = stage.folder.files().filter {
            $0.hasPrefix("backups/") && !$0.hasSuffix("essentiald.backups") && !$0.hasSuffix("origin.json")
        }
        var generator = SeededGenerator(seed: Self.seed)
        // Of each kind one: the files of a backup, and pictures.
        let own = files.filter { !$0.contains("/images/") }
        let sample = own + files.filter { $0.contains("/images/") }.shuffled(using: &generator).prefix(4)
        #expect(own.count == 4)
        for file in sample {
            let good = try #require(stage.folder.contents(of: file)), url = URL(filePath: stage.folder.path(of: file))
            var bad = good
            bad[.random(in: 0..<bad.count, using: &generator)] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
            try Data(bad).write(to: url)
            let outcome = try await Self.run("verify", "--from", place, data: data)
            let name = try #require(file.split(separator: "/").last)
            #expect(
                outcome.exit == .status(1) && outcome.outputText.contains(name), "\(file): \(outcome.outputText)")
            try Data(good).write(to: url)
        }
        #expect(try await Self.run("verify", "--from", place, data: data).exit == .status(0))
        #expect(await stage.server.stop() == .status(0))
    }

    @Test(.requirement("OPS-02")) func aRestoredServerGoesOnAndHalfARestoreIsNotServed() async throws {
        let stage = try await Stage()
        let client = stage.client, data = stage.server.data, place = stage.folder.path(of: "backups")
        let port = stage.server.port
        _ = try await client.logIn(as: .ana)
        #expect(try await Self.run("create", "--to", place, data: data).exit == .status(0))
        let trail = try await Server.run("audit", "show", "--json", data: data)
        #expect(trail.outputText.contains("operator.backup-created"), "\(trail.outputText)")
        let good = try #require(try await stage.server.ask("GET", "/image/\(stage.picture)"))
        #expect(await stage.server.stop() == .status(0))

        let begin = ContinuousClock.now
        let whole = try await Self.run("restore", "--from", place, "--into", stage.folder.path(of: "whole"), data: data)
        #expect(whole.exit == .status(0), "\(whole.errorText)")
        let time = (ContinuousClock.now - begin) / .microseconds(1)
        let target = stage.folder.path(of: "restored"), inner = target + "/essentiald.restoring"
        var generator = SeededGenerator(seed: Self.seed), halves = 0
        for _ in 0..<8 {
            let child = try Self.spawn(["restore", "--from", place, "--into", target], data: data)
            try await pass(microseconds: UInt32(time * .random(in: 0..<1, using: &generator)))
            child.send(SIGKILL)
            _ = await child.outcome()
            if FileManager.default.fileExists(atPath: inner) {
                halves += 1
                let start = try Server.spawn(data: target, ["--listen", "127.0.0.1:0", "--json"])
                #expect(await start.outcome().exit == .status(2))
                #expect(Server.log(of: target).contains(#""code":"restore_unfinished""#), "\(Server.log(of: target))")
            } else {
                // It had not begun, or it was done.
                try? FileManager.default.removeItem(atPath: target)
            }
        }
        #expect(halves > 0, "seed \(Self.seed)")
        let wasCutShort = FileManager.default.fileExists(atPath: inner)
        let outcome = try await Self.run("restore", "--from", place, "--into", target, data: data)
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        #expect(outcome.outputText.contains(#""resumed":\#(wasCutShort)"#), "\(outcome.outputText)")
        // Nobody's place is taken, not even by the same.
        let again = try await Self.run("restore", "--from", place, "--into", target, data: data)
        #expect(again.exit == .status(2) && again.errorText.contains("folder_not_empty"))

        let server = try await Server(data: target, port: port)
        let told = try await Server.run("audit", "show", "--json", data: target)
        #expect(told.outputText.contains("operator.backup-restored"), "\(told.outputText)")
        #expect(try await Server.run("audit", "verify", data: target).exit == .status(0))
        #expect(try await client.object("whoami")["user"]?["email"]?.text == Person.ana.email)
        #expect(try await server.ask("GET", "/image/\(stage.picture)")?.body == good.body)
        #expect(try await server.ask("GET", "/readyz")?.status == 200)
        #expect(await server.stop() == .status(0))
    }
}
