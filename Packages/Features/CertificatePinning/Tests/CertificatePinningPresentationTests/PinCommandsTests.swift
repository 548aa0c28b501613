import CertificatePinningAPI
import CertificatePinningPresentation
import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import HTTPTransportAPI
import KernelTesting
import Localization
import PluginKit
import Testing

struct PinCommandsTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private struct Stub: PinKeeping, ChainShowing, PinDocumentLoading {
        var result: Result<KeptPins?, PinError>
        var chain: [UInt8] = []

        func kept() async throws(PinError) -> KeptPins? { try result.get() }

        func install(_ document: Data, signedBy signer: PinSigner?) async throws(PinError) -> KeptPins {
            guard let kept = try result.get(), document == Data("published".utf8) else { throw .unknownSigner }
            return kept
        }

        func document(at address: URL) async throws(HTTPTransportError) -> Data {
            guard address.absoluteString == "https://example.com/pins.jwt" else { throw .timedOut }
            return Data("published".utf8)
        }

        func pins(of server: ServerAddress) async throws(HTTPTransportError) -> [PublicKeyPin] {
            guard !chain.isEmpty else { throw .timedOut }
            return chain.compactMap { PublicKeyPin(digest: Data(repeating: $0, count: 32)) }
        }
    }

    private static func pin(_ byte: UInt8) -> String { Data(repeating: byte, count: 32).base64EncodedString() }

    private static func kept() throws -> KeptPins {
        KeptPins(
            signer: PinSigner("signer"),
            set: try PinSet(
                PinClaims(
                    version: 4, issuedAt: start, expiresAt: start.addingTimeInterval(90 * 86_400),
                    hosts: [.init(host: "example.com", pins: [pin(1)], backups: [pin(2)])])))
    }

    private func runner(_ stub: Stub, day: Double = 0) throws -> CommandRunner {
        var host = PluginHost()
        let server = try #require(ServerAddress("https://example.com"))
        try host.install(
            CertificatePinningPresentationPlugin.self,
            .init(
                pins: stub, chains: stub, documents: stub, server: server,
                now: { Self.start.addingTimeInterval(day * 86_400) }))
        return CommandRunner(try host.composed())
    }

    @Test func isDeclaredWithoutAMistake() throws {
        try runner(Stub(result: .success(nil))).expectWellFormed()
    }

    @Test(.requirement("PIN-10"), arguments: [("en", "Nothing is pinned"), ("es", "No hay nada fijado")])
    func saysThatNothingIsPinned(language: String, text: String) async throws {
        let run = try await runner(Stub(result: .success(nil))).run("pins", "--language", language)
        #expect(run.exit == .success && run.output.contains(text))
    }

    @Test(
        .requirement("PIN-09"),
        arguments: [
            (0.0, "example.com", ConsoleAPI.ExitStatus.success), (70, "end soon", .success),
            (90, "have ended", .failure),
        ])
    func showsWhatIsPinnedAndUntilWhen(day: Double, text: String, exit: ConsoleAPI.ExitStatus) async throws {
        let run = try await runner(Stub(result: .success(try Self.kept())), day: day).run("pins")
        #expect(run.exit == exit && run.output.contains(text), "\(run.output)")
        #expect(run.output.contains(Self.pin(1)) && run.output.contains(Self.pin(2)))
    }

    @Test(.requirement("PIN-12")) func printsThePinsOfAChain() async throws {
        let run = try await runner(Stub(result: .success(nil), chain: [1, 7])).run(
            "pins", "show", "other.com:8443", "--json")
        #expect(run.output == #"{"host":"other.com:8443","pins":["\#(Self.pin(1))","\#(Self.pin(7))"]}"# + "\n")
        let words = try await runner(Stub(result: .success(nil), chain: [1])).run("pins", "show", "a b")
        #expect(words.exit == .usage)
    }

    @Test(
        .requirement("PIN-12"),
        arguments: [
            ([1, 7], 0.0, "\"pinned\"", ConsoleAPI.ExitStatus.success), ([2, 7], 0, "\"backup\"", .success),
            ([1, 2], 0, "\"backup_served\"", .success), ([7, 1], 0, "\"mismatch\"", .failure),
            ([1], 90, "\"expired\"", .failure),
        ] as [([UInt8], Double, String, ConsoleAPI.ExitStatus)])
    func checksThePinsAgainstAHost(chain: [UInt8], day: Double, word: String, exit: ConsoleAPI.ExitStatus) async throws
    {
        let stub = Stub(result: .success(try Self.kept()), chain: chain)
        let run = try await runner(stub, day: day).run("pins", "check", "--json")
        #expect(run.exit == exit && run.output.contains(word), "\(run.output)")
        let text = try await runner(stub, day: day).run("pins", "check", "EXAMPLE.com.:8443")
        #expect(text.exit == exit && text.output.contains(Self.pin(chain[0])), "\(text.output)\(text.errors)")
    }

    @Test(.requirement("PIN-12")) func aHostWithoutPinsIsNotChecked() async throws {
        let stub = Stub(result: .success(try Self.kept()), chain: [1])
        #expect(try await runner(stub).run("pins", "check", "other.com", "--json").failureCode() == "not_pinned")
    }

    @Test(
        arguments: [
            (PinError.unsigned, "pins_unsigned", 1), (.older(version: 1, than: 2), "pins_older", 1),
            (.sameVersion(2), "pins_same_version", 1), (.overdue, "pins_overdue", 1),
            (.notYetIssued, "pins_not_yet_issued", 1), (.malformed, "pins_malformed", 2),
            (.unknownSigner, "pins_signer_unknown", 2), (.unusable(.missingBackup(host: "h")), "pin_backup_missing", 2),
            (.unusable(.wildcardTooWide("*")), "pins_wildcard_too_wide", 2), (.cancelled, "cancelled", 130),
        ] as [(PinError, String, Int32)])
    func eachRefusalHasItsCodeAndStatus(error: PinError, code: String, exit: Int32) async throws {
        let folder = try TemporaryFolder(), file = folder.path(of: "pins.jwt")
        try Data("x".utf8).write(to: URL(filePath: file))
        let run = try await runner(Stub(result: .failure(error))).run("pins", "install", file, "--json")
        #expect(run.exit.rawValue == exit)
        #expect(try run.failureCode() == code)
        let spanish = try await runner(Stub(result: .failure(error))).run("pins", "install", file, "--language", "es")
        #expect(!spanish.errors.isEmpty)
    }

    @Test(.requirement("PIN-11")) func aDocumentIsInstalledFromWhereItIsPublished() async throws {
        let runner = try runner(Stub(result: .success(try Self.kept())))
        let run = await runner.run("pins", "install", "HTTPS://example.com/pins.jwt".lowercased())
        #expect(run.exit == .success && run.output.contains("Version 4 holds"), "\(run.errors)")
        let unreachable = await runner.run("pins", "install", "https://example.com/other.jwt", "--json")
        #expect(try unreachable.failureCode() == "no_connectivity")
        // Whoever is in between could keep somebody from a newer one, unseen.
        #expect(
            try await runner.run("pins", "install", "http://example.com/pins.jwt", "--json").failureCode() == "usage")
    }

    @Test func aFileThatIsNotThereIsNamed() async throws {
        let run = try await runner(Stub(result: .success(nil))).run("pins", "install", "/nowhere/pins.jwt")
        #expect(run.exit == .failure && run.errors.contains("/nowhere/pins.jwt"))
    }
}
