import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import SecurityMetricsService
import Testing

/// Whoever can write the database keeps to no types: what can't be read is told, and is in nobody's
/// way.
struct AuditHostileRowsTests {
    /// What somebody writes once the checks of the tables are gone.
    enum Hostile: CaseIterable {
        case waitingBlob, waitingNull, waitingGarbage, waitingLines, waitingHead, waitingHash, waitingAccount,
            positionNull, positionNegative, positionHalf, positionBlob, hashText, eventBlob, eventGarbage,
            sizeText, headNegative, latestHeadNull, saltText, nameBlob, userText

        /// What is to be had on this engine: not every one lets a column hold another type.
        static var possible: [Hostile] {
            let ofOtherTypes: Set<Hostile> = [
                .waitingBlob, .positionHalf, .positionBlob, .hashText, .eventBlob, .sizeText, .saltText, .nameBlob,
            ]
            return TemporaryDatabase.isFile ? allCases : allCases.filter { !ofOtherTypes.contains($0) }
        }

        var statement: SQL {
            let event = #"{"at":"2023-11-14T22:13:20.000Z","kind":"a.b","outcome":"done","severity":"info"}"#
            let hash = Data(repeating: 7, count: 32)
            func waiting(_ event: String) -> SQL {
                "INSERT INTO audit_waiting (number, event) VALUES (1, \(event))"
            }
            return switch self {
            case .waitingBlob: "INSERT INTO audit_waiting (number, event) VALUES (1, x'00')"
            case .waitingNull: "INSERT INTO audit_waiting (number, event) VALUES (1, NULL)"
            case .waitingGarbage: waiting("x")
            case .waitingLines: waiting(event.replacing(",", with: ",\n"))
            case .waitingHead: waiting(#"{"head":1,"# + event.dropFirst())
            case .waitingHash: waiting(#"{"hash":"AAAA","# + event.dropFirst())
            case .waitingAccount: "INSERT INTO audit_waiting (number, user_id, event) VALUES (1, 'x', \(event))"
            case .positionNull: "INSERT INTO audit_events VALUES (NULL, \(event), \(hash))"
            case .positionNegative: "INSERT INTO audit_events VALUES (-1, \(event), \(hash))"
            case .positionHalf: "INSERT INTO audit_events VALUES (0.5, \(event), \(hash))"
            case .positionBlob: "INSERT INTO audit_events VALUES (x'35', \(event), \(hash))"
            case .hashText: "UPDATE audit_events SET hash = 'x' WHERE position = 3"
            case .eventBlob: "UPDATE audit_events SET event = x'00ff' WHERE position = 3"
            case .eventGarbage: "UPDATE audit_events SET event = 'garbage' WHERE position = 3"
            case .sizeText: "UPDATE audit_heads SET size = 'x' WHERE size = 5"
            case .headNegative:
                "INSERT INTO audit_heads SELECT -5, removed, signed_at, root, signed_by, signature, subtrees "
                    + "FROM audit_heads WHERE size = 5"
            case .latestHeadNull: "UPDATE audit_heads SET root = NULL WHERE size = 11"
            case .saltText: "UPDATE audit_names SET salt = 'text'"
            case .nameBlob: "UPDATE audit_names SET name = x'00'"
            case .userText: "UPDATE audit_names SET user_id = 'x'"
            }
        }

        var finding: String {
            switch self {
            case .eventBlob, .eventGarbage: "edited"
            case .saltText, .nameBlob, .userText: "foreign_names"
            case .headNegative: "forged_head"
            default: "unreadable"
            }
        }

        /// Whether it is in what is exported: names are not.
        var isExported: Bool {
            switch self {
            case .saltText, .nameBlob, .userText, .positionNull, .positionNegative, .positionHalf, .positionBlob,
                .sizeText:
                false
            default: true
            }
        }
    }

    @Test(.requirement("AUDIT-10", "AUDIT-09"), arguments: Hostile.possible)
    func whatCannotBeReadIsFoundAndPutAside(hostile: Hostile) async throws {
        let trail = try await TrailOnDisk(), path = trail.folder.path(of: "aside.jsonl")
        try await trail.loosen()
        #expect(try await trail.findings().isEmpty)
        try await trail.change([hostile.statement])
        #expect(try await trail.findings().contains(hostile.finding))
        #expect(await trail.commands.run("audit", "show").exit == .success)
        let elsewhere = try await trail.verifyElsewhere()
        if hostile.isExported { #expect(elsewhere.exit != .status(0), "\(elsewhere.outputText)") }
        let begin = await trail.commands.run("audit", "begin", path)
        #expect(begin.exit == .success, "\(begin.errors)")
        #expect(try await trail.findings().isEmpty)
        #expect(try await trail.verifyElsewhere().exit == .status(0))
    }

    /// The tables refuse what isn't of their types, unless somebody takes that away.
    @Test(.requirement("AUDIT-10")) func theTablesTakeNoOtherTypes() async throws {
        let trail = try await TrailOnDisk()
        let taken: Set<Hostile> = [
            .waitingGarbage, .waitingLines, .waitingHead, .waitingHash, .waitingAccount, .eventGarbage, .userText,
        ]
        for hostile in Hostile.possible where !taken.contains(hostile) {
            await #expect(throws: SQLError.self, "\(hostile)") { try await trail.change([hostile.statement]) }
        }
        #expect(try await trail.findings().isEmpty)
    }

    /// What somebody put in the place of an event is evidence.
    @Test(.requirement("AUDIT-09"), .enabled(if: TemporaryDatabase.isFile))
    func theBytesOfWhatCannotBeReadAreKept() async throws {
        let trail = try await TrailOnDisk(), path = trail.folder.path(of: "aside.jsonl")
        try await trail.loosen()
        try await trail.change([
            "UPDATE audit_events SET event = x'00ff' WHERE position = 3",
            "INSERT INTO audit_waiting (number, event) VALUES (1, 'not an event')",
        ])
        _ = await trail.commands.run("audit", "begin", path)
        let aside = String(decoding: try #require(trail.folder.contents(of: "aside.jsonl")), as: UTF8.self)
        #expect(aside.contains("{\"bytes\":\"\(Data([0, 255]).base64EncodedString())\"}\n"))
        #expect(aside.contains("{\"unreadable\":\"\(Data("not an event".utf8).base64EncodedString())\"}\n"))
        let said = try await TrailOnDisk.verify([path, trail.folder.path(of: "key.pem")])
        #expect(said.exit == .status(1) && said.outputText.contains("Event 3 isn't what the server writes."))
    }

    /// Where no server runs, events wait for a command; what can't be signed then is told.
    @Test(.requirement("AUDIT-10")) func whatWaitsForLongIsSignedOrTold() async throws {
        let trail = try await TrailOnDisk()
        try await trail.add(2)
        trail.date.advance(by: .seconds(61))
        #expect(try await trail.findings().isEmpty)
        let run = await trail.commands.run("audit", "verify")
        #expect(run.output.contains("Events: 13.") && !run.output.contains("Not signed yet"))
        try await trail.add(1)
        trail.date.advance(by: .seconds(61))
        try await trail.loosen()
        try await trail.change(["UPDATE audit_names SET user_id = 'x'"])
        #expect(try await trail.findings().contains("late"))
    }
}
