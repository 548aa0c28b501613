import ConsoleAPI
import ConsoleTesting
import CoreModels
import CryptographyAPI
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SecurityMetricsContract
import SecurityMetricsService
import Testing

struct AuditCommandsTests {
    private struct Shown: Decodable {
        struct Item: Decodable {
            let position: Int?
            let account: UserID?
            let actor: UserID?
            let event: AuditRecord
        }
        let events: [Item]
    }

    @Test func areWellFormed() async throws {
        try await TrailOnDisk(isSealed: false).commands.expectWellFormed()
    }

    /// While they wait, and once they have a place.
    @Test(.requirement("METRIC-06", "ADMIN-07")) func whatAnAdministratorDidIsFoundByWhoTheyAre() async throws {
        let trail = try await TrailOnDisk()
        let account = ["audit", "show", "--account", "\(TrailOnDisk.account)"]
        let before = try await trail.commands.run(account + ["--json"]).json(Shown.self).events
        let name = try #require(before.first?.event.account)
        try await trail.add(1, by: name)
        for isSealed in [false, true] {
            if isSealed { _ = await trail.commands.run("audit", "head") }
            let shown = try await trail.commands.run(account + ["--json"]).json(Shown.self).events
            #expect(shown.count == before.count + 1 && shown.first?.position == (isSealed ? 11 : nil))
            #expect(shown.first?.actor == TrailOnDisk.account && shown.first?.account == nil)
            #expect(shown.last?.actor == nil)
        }
        let text = await trail.commands.run("audit", "show", "-n", "1").output
        #expect(text.contains("\(TrailOnDisk.account)".prefix(8)))
        for (format, words) in [("csv", ",\(name)\r\n"), ("cef", "suid=\(name)")] {
            let path = trail.folder.path(of: format)
            _ = await trail.commands.run("audit", "export", path, "--format", format)
            #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8).contains(words))
        }
    }

    @Test(.requirement("METRIC-06")) func eventsAreShownTheLatestFirstByWhatIsAskedFor() async throws {
        let trail = try await TrailOnDisk()
        func shown(_ words: String...) async throws -> [Shown.Item] {
            try await trail.commands.run(["audit", "show", "--json"] + words).json(Shown.self).events
        }
        #expect(try await shown().map(\.position) == Array((0..<11).reversed()))
        let hers = try await shown("--account", "\(TrailOnDisk.account)")
        #expect(hers.count == 6 && hers.allSatisfy { $0.account == TrailOnDisk.account })
        let name = try #require(hers.first?.event.account)
        #expect(try await shown("--account", name).count == 6)
        #expect(try await shown("--account", "\(UUID())").isEmpty)
        #expect(try await shown("--since", "1h").count == 6)
        #expect(try await shown("--until", "2023-11-15").count == 5)
        #expect(try await shown("--since", "2023-11-15T22:00:00Z", "-n", "2").map(\.position) == [10, 9])
        #expect(try await shown("--kind", "door").count == 11)
        #expect(try await shown("--kind", "door.knocked", "--severity", "warning").count == 11)
        #expect(try await shown("--severity", "critical").isEmpty)
        #expect(try await shown("--kind", "doo").isEmpty)
        let unknown = await trail.commands.run("audit", "show", "--kind", "doo").output
        #expect(unknown.contains("No kind is called doo") && unknown.contains("door"))
        let known = await trail.commands.run("audit", "show", "--kind", "door", "--until", "2020-01-01").output
        #expect(!known.contains("No kind"))
        try await trail.add(1)
        #expect(try await shown("-n", "1").map(\.position) == [nil])
        #expect(try await shown("--account", "\(TrailOnDisk.account)").count == 7)
        let run = await trail.commands.run("audit", "show")
        #expect(run.output.contains("Somebody knocked") && run.output.contains("knock 0"))
        #expect(await trail.commands.run("audit", "show", "--language", "es").output.contains("Alguien llamó"))
    }

    @Test(.requirement("AUDIT-03", "AUDIT-05")) func aHeadProvesThatItGoesOnFromAKeptOne() async throws {
        let trail = try await TrailOnDisk()
        struct Head: Decodable {
            let size: Int
            let consistency: [String]
        }
        let run = await trail.commands.run("audit", "head", "--json", "--since-head", trail.keptHead)
        let head = try run.json(Head.self)
        #expect(head.size == 11 && !head.consistency.isEmpty)
        #expect(try await trail.findings("--since-head", trail.keptHead).isEmpty)
        #expect(try await trail.verifyElsewhere("--since-head", trail.keptHead).exit == .status(0))
    }

    @Test(.requirement("AUDIT-05"), arguments: [0, 4, 10]) func anEventIsProvedToBeInTheTrail(position: Int)
        async throws
    {
        let trail = try await TrailOnDisk()
        struct Proof: Decodable {
            let hash: String
            let path: [String]
            let head: TreeHead
        }
        let proof = try await trail.commands.run("audit", "prove", "\(position)", "--json").json(Proof.self)
        let root = try MerkleProof.root(
            of: try #require(Data(base64Encoded: proof.hash)), at: position, in: proof.head.size,
            along: proof.path.compactMap { Data(base64Encoded: $0) }, MerkleHashing(trail.cryptography.hashing))
        #expect(root?.base64EncodedString() == proof.head.root)
        #expect(try await trail.commands.run("audit", "prove", "11", "--json").failureCode() == "event_not_found")
    }

    @Test func whatIsNotThereIsTold() async throws {
        let trail = try await TrailOnDisk(isSealed: false)
        #expect(try await trail.commands.run("audit", "head", "--json").failureCode() == "audit_empty")
        let path = trail.folder.path(of: "nothing.json")
        let run = await trail.commands.run("audit", "verify", "--json", "--since-head", path)
        #expect(try run.failureCode() == "audit_head")
        #expect(await trail.commands.run("audit", "verify").output.contains("whole. Events: 0."))
        #expect(await trail.commands.run("audit", "show").output.contains("no such event"))
        try await trail.add(1)
        try Data().write(to: URL(filePath: trail.folder.path(of: "file")))
        let export = await trail.commands.run("audit", "export", trail.folder.path(of: "file/trail.jsonl"), "--json")
        #expect(try export.failureCode() == "file")
        #expect(await trail.commands.run("audit", "show", "--since", "yesterday").exit == .usage)
    }

    /// Of events that weren't asked for the file has the hash, so that the rest is proved.
    @Test(.requirement("AUDIT-02", "METRIC-12")) func aPartOfTheTrailIsProvedWithoutTheRest() async throws {
        let trail = try await TrailOnDisk()
        let path = trail.folder.path(of: "part.jsonl"), key = trail.folder.path(of: "key.pem")
        _ = await trail.commands.run("audit", "export", path, "--account", "\(TrailOnDisk.account)")
        let text = String(decoding: try #require(trail.folder.contents(of: "part.jsonl")), as: UTF8.self)
        #expect(text.split(separator: "\n").filter { $0.contains("\"kind\"") }.count == 6)
        #expect(trail.folder.mode(of: "part.jsonl") == 0o600)
        #expect(try await TrailOnDisk.verify([path, key, "--filtered"]).exit == .status(0))
        #expect(try await TrailOnDisk.verify([path, key]).exit == .status(1), "an event may be kept back")
        try Data(text.replacing("knock 2", with: "knock 9").utf8).write(to: URL(filePath: path))
        #expect(try await TrailOnDisk.verify([path, key, "--filtered"]).exit == .status(1))
        try Data("not a trail\n".utf8).write(to: URL(filePath: path))
        #expect(try await TrailOnDisk.verify([path, key]).exit == .status(2))
    }

    @Test(.requirement("AUDIT-06", "METRIC-12")) func whatStrangersWriteStaysTextInTablesAndEvents() async throws {
        let trail = try await TrailOnDisk(isSealed: false)
        try await trail.add(1, with: "=HYPERLINK(\"http://x\",\"a|b\")\r\nsrc=\\evil")
        func export(_ format: String) async throws -> String {
            _ = await trail.commands.run("audit", "export", trail.folder.path(of: format), "--format", format)
            return String(decoding: try #require(trail.folder.contents(of: format)), as: UTF8.self)
        }
        let csv = try await export("csv")
        #expect(csv.contains(",\"'=HYPERLINK(\"\"http://x\"\",\"\"a|b\"\")\\r\\nsrc=\\evil\",\"knock 0\",\r\n"))
        #expect(csv.hasPrefix("position,at,kind,"))
        let cef = try await export("cef")
        #expect(
            cef.hasPrefix("CEF:0|Essential|essentiald|1|door.knocked|Somebody knocked|7|rt=1700000000000 externalId=0 ")
        )
        #expect(cef.contains(#"requestClientApplication=\=HYPERLINK("http://x","a|b")\r\nsrc\=\\evil reason=knock 0"#))
        #expect(cef.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    }
}
