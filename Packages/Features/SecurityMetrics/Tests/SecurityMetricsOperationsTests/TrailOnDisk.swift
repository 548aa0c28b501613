import ConsoleAPI
import ConsoleTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import Localization
import OperatingAPI
import OperatingTesting
import PluginKit
import SQLStoreAPI
import SecurityMetricsOperations
import SecurityMetricsService
import SecurityMetricsServiceAPI
import ServerKeysTesting
import Testing

extension AuditKind {
    static let knocked = AuditKind(
        "door.knocked", .warning, LocalizedText(en: "Somebody knocked", es: "Alguien llamó"))
}

extension AuditMigrations {
    /// Makes the tables anew without their checks.
    static func loosen(in db: any SQLWriting) throws {
        for table in ["audit_waiting", "audit_events", "audit_heads", "audit_names"] as [SQL] {
            try db.run("ALTER TABLE \(table) RENAME TO former")
            try db.run("CREATE TABLE \(table) AS SELECT * FROM former")
            try db.run("DROP TABLE former")
        }
    }
}

/// A trail with events of two days in a database of its own, the commands for it, and the
/// program that verifies without a server.
struct TrailOnDisk: Sendable {
    let data: TemporaryServerData
    let commands: CommandRunner
    let folder: TemporaryFolder
    let date: ManualDate
    let cryptography: Cryptography

    /// The account of every other event.
    static let account = UserID(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF")!)
    /// A head that was kept after the first day, with five events.
    var keptHead: String { folder.path(of: "kept.json") }

    /// - Parameter isSealed: Whether eleven events have their places, six of them on a second day.
    init(isSealed: Bool = true) async throws {
        date = ManualDate()
        folder = try TemporaryFolder()
        cryptography = try .real()
        var declared = Contributions()
        declared.add(AuditKind.knocked, to: AuditKinds.self)
        data = try await TemporaryServerData(AuditMigrations.all, declarations: declared, now: date.now)
        let make = try #require(
            SecurityMetricsOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
        guard isSealed else { return }
        try await add(5)
        let head = await commands.run("audit", "head", "--json")
        try Data(head.output.utf8).write(to: URL(filePath: keptHead))
        date.advance(by: .seconds(86_400))
        try await add(6)
        _ = await commands.run("audit", "head")
        let key = await commands.run("audit", "key")
        try Data(key.output.utf8).write(to: URL(filePath: folder.path(of: "key.pem")))
    }

    /// Adds events that have no places yet.
    ///
    /// - Parameter actor: What the trail calls who did it.
    func add(
        _ count: Int, with program: String = "essential/1.0 (Linux)", by actor: String? = nil
    ) async throws {
        let now = date.value
        try await data.database.write { db in
            for number in 0..<count {
                let event = AuditEvent(.knocked, with: program, because: "knock \(number)")
                try WaitingEvent.insert(
                    AuditRecord.write(event, from: "192.0.2.0/24", by: actor, at: now),
                    of: number.isMultiple(of: 2) && actor == nil ? Self.account : nil, in: db)
            }
        }
    }

    func change(_ statements: [SQL]) async throws {
        try await data.database.write { db in for statement in statements { try db.run(statement) } }
    }

    /// Takes the checks of the tables away, as whoever can write the database can.
    func loosen() async throws {
        try await data.database.write { db in try AuditMigrations.loosen(in: db) }
    }

    /// The codes of what `audit verify` finds.
    func findings(_ words: String...) async throws -> [String] {
        struct Document: Decodable {
            struct Finding: Decodable { let code: String }
            let findings: [Finding]
        }
        let run = await commands.run(["audit", "verify", "--json"] + words)
        let codes = try run.json(Document.self).findings.map(\.code)
        #expect(run.exit == (codes.isEmpty ? .success : .failure))
        return codes
    }

    /// What the program for those without a server says of the exported trail.
    func verifyElsewhere(_ words: String...) async throws -> ChildProcess.Outcome {
        let trail = folder.path(of: "trail.jsonl")
        let export = await commands.run("audit", "export", trail, "--force")
        #expect(export.exit == .success, "\(export.errors)")
        return try await Self.verify([trail, folder.path(of: "key.pem")] + words)
    }

    static func verify(_ words: [String]) async throws -> ChildProcess.Outcome {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(6).joined(separator: "/")
        return try await ChildProcess.run("/usr/bin/python3", [root + "/Tools/audit/verify.py"] + words)
    }
}
