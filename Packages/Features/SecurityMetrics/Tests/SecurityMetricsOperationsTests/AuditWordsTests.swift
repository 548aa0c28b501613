import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import Testing

/// What strangers say of themselves, in what is exported, and what operators mistype.
struct AuditWordsTests {
    private func exported(_ program: String, as format: String) async throws -> String {
        let trail = try await TrailOnDisk(isSealed: false)
        try await trail.add(1, with: program)
        _ = await trail.commands.run("audit", "export", trail.folder.path(of: format), "--format", format)
        return String(decoding: try #require(trail.folder.contents(of: format)), as: UTF8.self)
    }

    /// Whatever a spreadsheet takes for the end of a cell, no cell begins a formula.
    @Test(
        .requirement("AUDIT-06"),
        arguments: ["x;=cmd|' /C calc'!A0;y", "a\t=1", " =1+1", "\u{FEFF}=1", "a,+1", "\"=1", "−1", "a; @SUM(1)"])
    func noPieceOfACellIsAFormula(program: String) async throws {
        let csv = try await exported(program, as: "csv")
        for end in [",", ";", "\t", "|"] as [Character] {
            for piece in csv.split(separator: "\r\n").dropFirst().flatMap({ $0.split(separator: end) }) {
                let text = piece.drop { $0 == "\"" || $0.isWhitespace }
                #expect(!(text.first.map { "=+-@−".contains($0) } ?? false), "\(piece) of \(csv)")
            }
        }
    }

    @Test(.requirement("AUDIT-06"), arguments: ["csv", "cef"]) func whatActsOnScreensIsSpelledOut(format: String)
        async throws
    {
        let text = try await exported("a\u{202E}b\u{2028}c\u{85}d\u{9B}e\u{1B}f\u{2066}g", as: format)
        for scalar in text.unicodeScalars where scalar != "\r" && scalar != "\n" {
            #expect((0x20..<0x7F).contains(scalar.value))
        }
        #expect(text.contains("u{202E}b") && text.contains("u{2028}c") && text.contains("u{85}d"))
    }

    /// In lines that prove themselves, too, and the value stays.
    @Test(.requirement("AUDIT-06"), arguments: ["\u{202E}", "\u{9B}", "\u{85}", "\u{7F}", "\u{200F}", "\u{2066}"])
    func nothingActsOnAScreenInTheTrail(scalar: String) async throws {
        let program = "a\(scalar)b", trail = try await TrailOnDisk()
        try await trail.add(1, with: program)
        #expect(try await trail.verifyElsewhere().exit == .status(0))
        let lines = try #require(trail.folder.contents(of: "trail.jsonl")).split(separator: UInt8(ascii: "\n"))
        #expect(lines.allSatisfy { $0.allSatisfy { (0x20..<0x7F).contains($0) } })
        struct Event: Decodable { let program: String? }
        let programs = try lines.map { try JSONDecoder().decode(Event.self, from: Data($0)).program }
        #expect(programs.contains { $0?.unicodeScalars.elementsEqual(program.unicodeScalars) == true })
    }

    /// Whoever can write the database can write that.
    @Test(.requirement("AUDIT-06"), arguments: [nil, 80]) func aTerminalGetsNothingThatActsOnIt(width: Int?)
        async throws
    {
        let trail = try await TrailOnDisk(isSealed: false), raw = "\u{9B}31m\u{202E}"
        try await trail.add(1, with: "essential/RAW")
        try await trail.change(["UPDATE audit_waiting SET event = replace(event, 'RAW', \(raw))"])
        let terminal = TerminalSpy(width: width)
        #expect(await trail.commands.run(["audit", "export", "-"], on: terminal).exit == .success)
        let text = String(decoding: terminal.bytes, as: UTF8.self)
        #expect(text.contains(raw) == (width == nil), "a file has what was hashed")
        #expect(text.contains("\\u009b31m\\u202e") == (width != nil))
    }

    @Test(
        .requirement("METRIC-06"),
        arguments: ["2026-02-31", "2026-13-01", "2026-11-27T09:00:00Zjunk", "2026-11-27T09:00:00", "yesterday", ""])
    func whatIsNoTimeIsRefused(word: String) async throws {
        let trail = try await TrailOnDisk(isSealed: false)
        #expect(await trail.commands.run("audit", "show", "--since", word).exit == .usage)
    }

    @Test(
        .requirement("METRIC-06"),
        arguments: ["ana at example.com", "p12", "%", "", "p" + String(repeating: "g", count: 32)])
    func whatIsNoAccountIsRefused(word: String) async throws {
        let trail = try await TrailOnDisk(isSealed: false)
        #expect(await trail.commands.run("audit", "show", "--account", word).exit == .usage)
    }

    @Test(.requirement("OPS-06")) func anAddressThatNobodyHasIsSaidToBeThat() async throws {
        let trail = try await TrailOnDisk(isSealed: false)
        let told = await trail.commands.run("audit", "show", "--account", "ana@example.com", "--json")
        #expect(try told.failureCode() == "account_not_found")
    }

    @Test(.requirement("METRIC-06")) func anEventFromAheadIsNotJustNow() async throws {
        let trail = try await TrailOnDisk(isSealed: false)
        trail.date.advance(by: .seconds(86_400))
        try await trail.add(1)
        trail.date.advance(by: .seconds(-86_400))
        #expect(await trail.commands.run("audit", "show").output.contains("2023-11-15T22:13:20.000Z"))
    }

    /// A line that says more or something else than it should proves nothing.
    @Test(
        .requirement("AUDIT-02"),
        arguments: [
            (#""removed":0"#, #""removed":0.5"#), (#""removed":0"#, #""removed":false"#),
            (#""removed":0"#, #""removed":0,"removed":9"#), (#""size":11"#, #""size":"11""#),
            (#"{"account""#, #"{"hash":"AAAA","account""#), (#"{"head":{"#, #"{"head":{"more":1,"#),
        ])
    func theProgramForOthersTakesNothingElse(piece: String, other: String) async throws {
        let trail = try await TrailOnDisk(), path = trail.folder.path(of: "trail.jsonl")
        #expect(try await trail.verifyElsewhere().exit == .status(0))
        let text = String(decoding: try #require(trail.folder.contents(of: "trail.jsonl")), as: UTF8.self)
        #expect(text.contains(piece))
        try Data(text.replacing(piece, with: other).utf8).write(to: URL(filePath: path))
        let said = try await TrailOnDisk.verify([path, trail.folder.path(of: "key.pem"), "--filtered"])
        #expect(said.exit == .status(2), "\(said.outputText)")
    }

    /// What a program reads is what was written, however many marks stand on a letter.
    @Test(.requirement("METRIC-06")) func allMarksAreInJSON() async throws {
        let trail = try await TrailOnDisk(isSealed: false)
        let program = "e" + String(repeating: "\u{301}", count: 100) + "X"
        try await trail.add(1, with: program)
        struct Shown: Decodable {
            struct Item: Decodable { let event: Event }
            struct Event: Decodable { let program: String }
            let events: [Item]
        }
        let run = await trail.commands.run("audit", "show", "--json")
        let shown = try #require(try run.json(Shown.self).events.first?.event.program)
        #expect(shown.unicodeScalars.elementsEqual(program.unicodeScalars))
    }
}
