import ConsoleAPI
import ConsoleTesting
import CoreModels
import CryptographyAPI
import FoundationEssentials
import KernelTesting
import OperatingTesting
import SQLStoreAPI
import SecurityMetricsContract
import SecurityMetricsService
import ServerKeysTesting
import Testing

/// Whoever can write the database changes the trail; the server's command and the program for
/// those without a server both find it.
struct AuditTamperingTests {
    /// What somebody does to a trail of eleven events with heads of five and of eleven.
    enum Tampering: CaseIterable {
        case nothing, edited, editedWithItsHash, removed, deleted, swapped, swappedContents, inserted, appended,
            forgedHead, headOfAnotherKey, forgedRemoval, cutEvents, cutWithHead

        /// What the command finds.
        var findings: Set<String> {
            switch self {
            case .nothing: []
            case .edited, .swappedContents: ["edited", "changed"]
            case .editedWithItsHash, .swapped: ["changed"]
            case .removed: ["removed"]
            case .deleted: ["missing", "cut"]
            case .inserted: ["changed", "unsigned"]
            case .appended: ["unsigned"]
            case .forgedRemoval: ["forged_head", "unsigned", "removed"]
            case .forgedHead, .headOfAnotherKey: ["forged_head", "unsigned"]
            case .cutEvents, .cutWithHead: ["cut"]
            }
        }

        /// Whether it takes a head that was kept elsewhere.
        var needsKeptHead: Bool { self == .cutWithHead }
    }

    @Test(.requirement("AUDIT-02", "AUDIT-03", "METRIC-04"), arguments: Tampering.allCases)
    func everyChangeIsFoundByBoth(tampering: Tampering) async throws {
        let trail = try await TrailOnDisk()
        let latest = trail.folder.path(of: "latest.json")
        try Data(await trail.commands.run("audit", "head", "--json").output.utf8).write(to: URL(filePath: latest))
        try await trail.change(try await statements(tampering, trail))
        let words = tampering.needsKeptHead ? ["--since-head", latest] : []
        let found = words.isEmpty ? try await trail.findings() : try await trail.findings(words[0], words[1])
        #expect(Set(found) == tampering.findings)
        let elsewhere =
            words.isEmpty
            ? try await trail.verifyElsewhere() : try await trail.verifyElsewhere(words[0], words[1])
        #expect(elsewhere.exit == .status(tampering == .nothing ? 0 : 1), "\(elsewhere.outputText)")
        #expect(elsewhere.errorText.isEmpty)
    }

    private func statements(_ tampering: Tampering, _ trail: TrailOnDisk) async throws -> [SQL] {
        let other = #"{"at":"2023-11-14T22:13:20.000Z","kind":"door.knocked","outcome":"done","severity":"info"}"#
        let hash = try MerkleHashing(trail.cryptography.hashing).leaf(Data(other.utf8))
        let edit: SQL = "UPDATE audit_events SET event = \(other) WHERE position = 3"
        switch tampering {
        case .nothing: return []
        case .edited: return [edit]
        case .editedWithItsHash: return [edit, "UPDATE audit_events SET hash = \(hash) WHERE position = 3"]
        case .removed: return ["UPDATE audit_events SET event = NULL WHERE position = 3"]
        case .deleted: return ["DELETE FROM audit_events WHERE position = 3"]
        case .swapped: return swap(3, 4)
        case .swappedContents:
            return [
                "INSERT INTO audit_waiting (number, event) SELECT 100, event FROM audit_events WHERE position = 3",
                "UPDATE audit_events SET event = (SELECT e.event FROM audit_events e WHERE e.position = 4) "
                    + "WHERE position = 3",
                "UPDATE audit_events SET event = (SELECT w.event FROM audit_waiting w) WHERE position = 4",
                "DELETE FROM audit_waiting",
            ]
        case .inserted:
            return [
                "UPDATE audit_events SET position = position + 101 WHERE position >= 3",
                "UPDATE audit_events SET position = position - 100 WHERE position > 100",
                "INSERT INTO audit_events (position, event, hash) VALUES (3, \(other), \(hash))",
            ]
        case .appended:
            return ["INSERT INTO audit_events (position, event, hash) VALUES (11, \(other), \(hash))"]
        case .forgedHead:
            return [
                "UPDATE audit_heads SET root = (SELECT h.root FROM audit_heads h WHERE h.size = 5) WHERE size = 11"
            ]
        case .forgedRemoval:
            return [
                "UPDATE audit_events SET event = NULL WHERE position = 3",
                "UPDATE audit_heads SET removed = 4 WHERE size = 11",
            ]
        case .headOfAnotherKey:
            let stranger = try await HeadSigner(InMemoryServerKeys(seed: 2), trail.cryptography)
            let root = try #require(Data(base64Encoded: try await latestRoot(trail)))
            let head = try stranger.sign(root, size: 11, removed: 0, at: trail.date.value)
            return ["UPDATE audit_heads SET signature = \(head.signature), signed_at = \(head.at) WHERE size = 11"]
        case .cutEvents: return ["DELETE FROM audit_events WHERE position >= 8"]
        case .cutWithHead:
            return ["DELETE FROM audit_events WHERE position >= 5", "DELETE FROM audit_heads WHERE size > 5"]
        }
    }

    private func swap(_ first: Int, _ second: Int) -> [SQL] {
        [
            "UPDATE audit_events SET position = 100 WHERE position = \(first)",
            "UPDATE audit_events SET position = \(first) WHERE position = \(second)",
            "UPDATE audit_events SET position = \(second) WHERE position = 100",
        ]
    }

    private func latestRoot(_ trail: TrailOnDisk) async throws -> String {
        try await trail.data.database.read { db in try HeadRow.latest(in: db)?.head.root ?? "" }
    }

    /// Whoever has the server's key as well rewrites all of it, and is found out by a head that
    /// was kept elsewhere.
    @Test(.requirement("AUDIT-03")) func aTrailRewrittenWithTheServersKeyIsFoundAgainstAKeptHead() async throws {
        let trail = try await TrailOnDisk()
        try await trail.change([
            "INSERT INTO audit_waiting (number, event) SELECT position, event FROM audit_events WHERE position <> 2",
            "DELETE FROM audit_heads", "DELETE FROM audit_events",
        ])
        _ = await trail.commands.run("audit", "head")
        #expect(try await trail.findings().isEmpty)
        #expect(try await trail.verifyElsewhere().exit == .status(0))
        #expect(try await trail.findings("--since-head", trail.keptHead) == ["changed"])
        #expect(try await trail.verifyElsewhere("--since-head", trail.keptHead).exit == .status(1))
        let run = await trail.commands.run("audit", "head", "--json", "--since-head", trail.keptHead)
        #expect(try run.failureCode() == "audit_not_continued")
    }

    /// The server signs nothing that goes on from what somebody else has changed.
    @Test(.requirement("AUDIT-02")) func nothingIsSignedOnTopOfAForgery() async throws {
        let trail = try await TrailOnDisk()
        try await trail.change(["UPDATE audit_heads SET size = 10 WHERE size = 11"])
        try await trail.add(1)
        let run = await trail.commands.run("audit", "head", "--json")
        #expect(try run.failureCode() == "audit_changed")
        #expect(try await trail.findings().contains("forged_head"))
    }

    /// Nor on top of an event that isn't its own.
    @Test(.requirement("AUDIT-02")) func nothingIsSignedBehindAnEventOfSomebodyElse() async throws {
        let trail = try await TrailOnDisk()
        try await trail.change(try await statements(.appended, trail))
        try await trail.add(1)
        #expect(try await trail.commands.run("audit", "head", "--json").failureCode() == "audit_changed")
    }

    /// Nor does a command, whatever is wrong: the server may not have seen it yet.
    @Test(.requirement("AUDIT-02"), arguments: [["head"], ["prove", "1"]]) func noCommandSignsOnTopOfAChange(
        words: [String]
    ) async throws {
        let trail = try await TrailOnDisk()
        try await trail.change(try await statements(.edited, trail))
        try await trail.add(1)
        #expect(try await trail.commands.run(["audit"] + words + ["--json"]).failureCode() == "audit_changed")
        #expect(try await latestSize(trail) == 11)
    }

    private func latestSize(_ trail: TrailOnDisk) async throws -> Int? {
        try await trail.data.database.read { db in try HeadRow.latest(in: db)?.head.size }
    }

    /// Who cuts events off with their heads leaves a trail that is whole by itself.
    @Test(.requirement("AUDIT-09", "AUDIT-03")) func aCutTrailIsPutAsideByAKeptHead() async throws {
        let trail = try await TrailOnDisk(), path = trail.folder.path(of: "aside.jsonl")
        let latest = trail.folder.path(of: "latest.json")
        try Data(await trail.commands.run("audit", "head", "--json").output.utf8).write(to: URL(filePath: latest))
        try await trail.change(try await statements(.cutWithHead, trail))
        #expect(try await trail.commands.run("audit", "begin", path, "--json").failureCode() == "audit_whole")
        #expect(await trail.commands.run("audit", "begin", path, "--since-head", latest).exit == .success)
        #expect(try await trail.findings().isEmpty)
    }

    /// Events that say what somebody did can't be made those of another account.
    @Test(.requirement("AUDIT-02", "AUDIT-08")) func noAccountGetsTheNameOfAnother() async throws {
        let trail = try await TrailOnDisk(), other = UserID(UUID())
        try await trail.change(["UPDATE audit_names SET user_id = \(other)"])
        #expect(try await trail.findings() == ["foreign_names"])
    }

    /// Only a deletion takes the name of an account away, and that is an event.
    @Test(.requirement("AUDIT-08")) func noAccountLosesItsNameUnseen() async throws {
        let trail = try await TrailOnDisk()
        try await trail.change(["DELETE FROM audit_names"])
        #expect(try await trail.findings() == ["missing_names"])
    }

    /// What was changed is evidence, and the server has to sign again.
    @Test(.requirement("AUDIT-09", "AUDIT-02")) func aChangedTrailIsPutAsideAndANewOneBegins() async throws {
        let trail = try await TrailOnDisk(), path = trail.folder.path(of: "aside.jsonl")
        #expect(try await trail.commands.run("audit", "begin", path, "--json").failureCode() == "audit_whole")
        #expect(trail.folder.contents(of: "aside.jsonl") == nil)
        try await trail.change(try await statements(.forgedHead, trail))
        try await trail.add(2)
        #expect(await trail.commands.run("audit", "begin", path).exit == .success)
        #expect(try await trail.commands.run("audit", "begin", path, "--json").failureCode() == "file_exists")
        #expect(try await trail.findings().isEmpty)
        #expect(try await trail.verifyElsewhere().exit == .status(0))
        let shown = await trail.commands.run("audit", "show", "--json")
        #expect(shown.output.contains("audit.begun") && shown.output.contains("after 11 events with root"))
        let aside = try await TrailOnDisk.verify([path, trail.folder.path(of: "key.pem")])
        #expect(aside.exit == .status(1) && aside.outputText.contains("The head of 11 events isn't signed"))
        #expect(try await trail.findings("--since-head", trail.keptHead) == ["cut"])
    }
}
