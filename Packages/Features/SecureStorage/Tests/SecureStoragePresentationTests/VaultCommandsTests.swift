import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import KernelTesting
import Locking
import PluginKit
import SecureStorageAPI
import SecureStoragePresentation
import SecureStorageTesting
import Testing

private final class VaultSpy: VaultMaintaining {
    enum Call: Hashable, Sendable {
        case check, cleanUp, startOver
        case rotate(VaultProtection?)
    }

    let calls = Locked<[Call]>([])
    let damaged: [SetAsideRecord]
    let failure: SecretStoreError?
    let exists: Bool

    init(damaged: [SetAsideRecord] = [], failure: SecretStoreError? = nil, exists: Bool = true) {
        self.exists = exists
        self.damaged = damaged
        self.failure = failure
    }

    func status() async -> VaultStatus {
        VaultStatus(
            path: "/vault", exists: exists, protection: .keyFile, generation: 1, recordCount: 3,
            damagedCount: damaged.count)
    }

    func setAsideRecords() async throws(SecretStoreError) -> [SetAsideRecord] { damaged }

    func check() async throws(SecretStoreError) -> [SetAsideRecord] {
        try note(.check)
        return damaged
    }

    func cleanUp() async throws(SecretStoreError) { try note(.cleanUp) }
    func rotateKey(protectedBy protection: VaultProtection?) async throws(SecretStoreError) {
        try note(.rotate(protection))
    }

    func startOver() async throws(SecretStoreError) -> String? {
        try note(.startOver)
        return "/vault.old"
    }

    private func note(_ call: Call) throws(SecretStoreError) {
        calls.withLock { $0.append(call) }
        if let failure { throw failure }
    }
}

struct VaultCommandsTests {
    private func runner(_ vault: VaultSpy, _ authenticating: AuthenticatingFake = AuthenticatingFake()) throws
        -> CommandRunner
    {
        var host = PluginHost()
        try host.install(SecureStoragePresentationPlugin.self, .init(vault: vault, authenticating: authenticating))
        return CommandRunner(try host.composed())
    }

    @Test func aVaultInOrderPassesTheCheck() async throws {
        let run = try await runner(VaultSpy()).run("vault", "check", "--json")
        #expect(run.exit == .success)
        #expect(run.output.contains(#""records":3"#))
    }

    @Test(.requirement("STORE-14", "STORE-15"))
    func aDamagedRecordFailsTheCheckAndIsNamed() async throws {
        let record = SetAsideRecord(id: "ab12", path: "/vault/damaged/ab12", reason: .notAuthentic)
        let run = try await runner(VaultSpy(damaged: [record])).run("vault", "check")
        #expect(run.exit == .failure)
        #expect(run.output.contains("ab12 is damaged") && run.output.contains("essential vault clean"))
    }

    @Test(
        .requirement("STORE-14"),
        arguments: [
            ("en", "A new one was made", "can be used again"), ("es", "Se hizo una nueva", "se pueden usar de nuevo"),
        ])
    func aListThatWasMadeAnewIsSaidToBe(language: String, done: String, next: String) async throws {
        let list = SetAsideRecord(id: SetAsideRecord.listID, path: nil, reason: .notAuthentic)
        let run = try await runner(VaultSpy(damaged: [list])).run("vault", "check", "--language", language)
        #expect(run.exit == .failure)
        #expect(run.output.contains(done) && run.output.contains(next), "\(run.output)")
    }

    @Test(arguments: VaultProtection.allCases)
    func protectsTheKeyInEachWay(protection: VaultProtection) async throws {
        let vault = VaultSpy()
        let run = try await runner(vault).run("vault", "protect", "--with", protection.rawValue)
        #expect(run.exit == .success)
        #expect(vault.calls.current == [.rotate(protection)])
    }

    @Test func replacesTheKeyAndCleansUp() async throws {
        let vault = VaultSpy()
        #expect(try await runner(vault).run("vault", "rotate").exit == .success)
        #expect(try await runner(vault).run("vault", "clean", "--yes").exit == .success)
        #expect(vault.calls.current == [.rotate(nil), .cleanUp])
    }

    @Test(
        .requirement("STORE-12"),
        arguments: [("en", "There is no vault yet, so no key was replaced."), ("es", "Aún no hay caja fuerte")])
    func aVaultThatIsNotThereHasNoNewKey(language: String, words: String) async throws {
        let vault = VaultSpy(exists: false)
        let run = try await runner(vault).run("vault", "rotate", "--language", language)
        #expect(run.exit == .success && run.output.contains(words), "\(run.output)")
        #expect(vault.calls.current.isEmpty)
    }

    @Test func startsOverAndCleansUpOnlyWhenToldTo() async throws {
        let vault = VaultSpy()
        #expect(try await runner(vault).run("vault", "clean").exit != .success)
        #expect(try await runner(vault).run("vault", "reset").exit != .success)
        #expect(vault.calls.current.isEmpty)
        let run = try await runner(vault).run("vault", "reset", "--yes")
        #expect(run.output.contains("/vault.old"))
    }

    @Test(.requirement("STORE-12", "STORE-20"))
    func saysWhatIsWrongWithThePassPhrase() async throws {
        let run = try await runner(VaultSpy(failure: .wrongKey)).run("vault", "rotate", "--json")
        #expect(run.exit == .failure)
        #expect(run.errors.contains(#""code":"\#(SecretStoreError.wrongKey.code)""#))
    }

    @Test(.requirement("BIO-10"), arguments: [("en", "opens the vault no more"), ("es", "Ya no abre la caja fuerte")])
    func authenticatorsAreListedAndRemoved(language: String, removed: String) async throws {
        let stick = VaultAuthenticator(
            id: UUID(), name: "Stick", credential: Data([1]), relyingParty: "essential.localhost", salt: Data([2]),
            madeAt: Date(timeIntervalSince1970: 0), isVoid: true)
        let authenticating = AuthenticatingFake([stick]), vault = VaultSpy()
        let list = try await runner(vault, authenticating).run("vault", "authenticators", "--json")
        #expect(list.output.contains(#""name":"Stick""#) && list.output.contains(#""void":true"#))
        let id = stick.id.uuidString.lowercased()
        let run = try await runner(vault, authenticating).run(
            "vault", "authenticators", "remove", id, "--yes", "--language", language)
        #expect(run.exit == .success && run.output.contains(removed), "\(run.output)")
        #expect(try await authenticating.authenticators() == [])
        let again = try await runner(vault, authenticating).run(
            "vault", "authenticators", "remove", id, "--yes", "--json")
        #expect(again.errors.contains("vault_authenticator_unknown"))
    }
}
