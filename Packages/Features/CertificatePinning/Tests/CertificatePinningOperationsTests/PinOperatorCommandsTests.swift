import CertificatePinningAPI
import CertificatePinningOperations
import ConsoleAPI
import ConsoleTesting
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPTransportAPI
import KernelTesting
import OperatingAPI
import OperatingTesting
import PluginKit
import Testing

struct PinOperatorCommandsTests {
    private let commands: CommandRunner
    private let folder: TemporaryFolder

    init() async throws {
        let data = try await TemporaryServerData([])
        folder = try TemporaryFolder()
        let make = try #require(CertificatePinningOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
    }

    private static func pin(_ byte: UInt8) -> String { Data(repeating: byte, count: 32).base64EncodedString() }

    private func describe(
        _ host: String = "example.com", backups: String = "\"\(pin(2))\"", expires: String? = nil
    ) throws {
        let end = expires ?? Date().addingTimeInterval(90 * 86_400).formatted(.iso8601)
        let text = """
            {"version": 3, "expires": "\(end)", "hosts": [
                {"host": "\(host)", "pins": ["\(Self.pin(1))"], "backups": [\(backups)]}
            ]}
            """
        try Data(text.utf8).write(to: URL(filePath: folder.path(of: "pins.json")))
    }

    private func makeKey() async throws -> String {
        let run = await commands.run("pins", "key", "create", folder.path(of: "key"))
        try #require(run.exit == .success)
        return String(run.output.prefix { !$0.isNewline })
    }

    private func sign(_ more: String...) async -> CommandRun {
        await commands.run(
            [
                "pins", "sign", folder.path(of: "pins.json"), folder.path(of: "pins.jwt"), "--key",
                folder.path(of: "key"),
            ]
                + more)
    }

    @Test func isDeclaredWithoutAMistake() {
        commands.expectWellFormed()
    }

    @Test(.requirement("PIN-11")) func whatIsSignedIsWhatWasDescribed() async throws {
        let signer = try await makeKey()
        #expect(await commands.run("pins", "key", "show", folder.path(of: "key")).output == signer + "\n")
        try describe()
        #expect(await sign().exit == .success)
        let token = String(decoding: try #require(folder.contents(of: "pins.jwt")), as: UTF8.self)
        let cryptography = try Cryptography.real()
        let key = try cryptography.signatures.makeVerificationKey(
            JSONWebKey(keyType: "OKP", curve: "Ed25519", x: signer))
        let claims = try cryptography.tokens.verify(
            String(token.dropLast()), as: PinClaims.self, expecting: .init(type: PinDocument.type),
            keys: [key.thumbprint: key], now: Date())
        #expect(claims.version == 3 && claims.hosts.map(\.host) == ["example.com"])
        #expect(try PinSet(claims).entries.first?.backups.map(\.description) == [Self.pin(2)])
    }

    @Test func theKeyIsTheOwnersAlone() async throws {
        _ = try await makeKey()
        let path = folder.path(of: "key")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try await commands.run("pins", "key", "create", path, "--json").failureCode() == "file_exists")
        try describe()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(try await sign("--json").failureCode() == "key_exposed")
        #expect(folder.contents(of: "pins.jwt") == nil)
    }

    @Test(
        .requirement("PIN-08", "PIN-09"),
        arguments: [
            ("*.com", "\"\(pin(2))\"", "2", "pins_wildcard_too_wide"),
            ("1.2.3.4", "\"\(pin(2))\"", "2", "pins_host_invalid"),
            ("example.com", "", "2", "pin_backup_missing"), ("example.com", "\"\(pin(1))\"", "2", "pin_backup_missing"),
        ])
    func whatClientsWouldRefuseIsNotSigned(host: String, backups: String, exit: String, code: String) async throws {
        _ = try await makeKey()
        try describe(host, backups: backups)
        let run = await sign("--json")
        #expect(try run.failureCode() == code)
        #expect("\(run.exit.rawValue)" == exit && folder.contents(of: "pins.jwt") == nil)
    }

    @Test(.requirement("PIN-09"), arguments: ["2020-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "tomorrow"])
    func aSetEndsWithinAYear(expires: String) async throws {
        _ = try await makeKey()
        try describe(expires: expires)
        #expect(await sign().exit == .usage)
    }

    @Test func aDocumentThatIsThereGivesWayWhenTold() async throws {
        _ = try await makeKey()
        try describe()
        #expect(await sign().exit == .success)
        #expect(try await sign("--json").failureCode() == "file_exists")
        #expect(await sign("--force").exit == .success)
    }

    /// One of them is the file's, and nobody else is told that theirs is.
    @Test func ofKeysThatAreMadeAtOnceOneIsTold() async throws {
        let path = folder.path(of: "key")
        let told = await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { [commands] in
                    let run = await commands.run("pins", "key", "create", path)
                    return run.exit == .success ? String(run.output.prefix { !$0.isNewline }) : nil
                }
            }
            return await group.reduce(into: [String]()) { if let key = $1 { $0.append(key) } }
        }
        let kept = await commands.run("pins", "key", "show", path).output
        #expect(told.map { $0 + "\n" } == [kept])
    }

    @Test(arguments: ["key", "pins.json", "link"]) func whatTheCommandReadsIsNotWritten(name: String) async throws {
        _ = try await makeKey()
        try describe()
        let file = folder.path(of: name)
        if name == "link" { try FileManager.default.linkItem(atPath: folder.path(of: "key"), toPath: file) }
        let before = folder.contents(of: name)
        let run = await commands.run(
            "pins", "sign", folder.path(of: "pins.json"), file, "--key", folder.path(of: "key"), "--force", "--json")
        #expect(try run.failureCode() == "file_of_command" && run.exit == .usage)
        #expect(folder.contents(of: name) == before)
    }

    @Test func pinningEndsByHostsThatAreNamed() async throws {
        _ = try await makeKey()
        let end = Date().addingTimeInterval(86_400).formatted(.iso8601)
        func sign(_ hosts: String) async throws -> CommandRun {
            try Data("{\"version\": 4, \"expires\": \"\(end)\", \"hosts\": [\(hosts)]}".utf8)
                .write(to: URL(filePath: folder.path(of: "pins.json")))
            return await self.sign("--json")
        }
        #expect(try await sign("").failureCode() == "pins_host_missing")
        #expect(try await sign("{\"host\": \"example.com\", \"pins\": [], \"backups\": []}").exit == .success)
    }

    @Test func whatIsNoKeyOrNoDescriptionIsToldApart() async throws {
        try Data("no key".utf8).write(to: URL(filePath: folder.path(of: "key")))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path(of: "key"))
        #expect(try await sign("--json").failureCode() == "file")
        try describe()
        #expect(try await sign("--json").failureCode() == "key_invalid")
        try Data("[]".utf8).write(to: URL(filePath: folder.path(of: "pins.json")))
        #expect(try await sign("--json").failureCode() == "pins_malformed")
    }
}
