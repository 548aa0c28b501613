import ConsoleAPI
import ConsoleTesting
import KernelTesting
import Locking
import PluginKit
import SecureStorageAPI
import SecureStoragePresentation
import Testing

private final class VaultSpy: VaultMaintaining {
    enum Call: Hashable, Sendable {
        case check, cleanUp, startOver
        case rotate(VaultProtection?)
    }

    let calls = Locked<[Call]>([])
    let damaged: [SetAsideRecord]
    let failure: SecretStoreError?

    init(damaged: [SetAsideRecord] = [], failure: SecretStoreError? = nil) {
        self.damaged = damaged
        self.failure = failure
    }

    func status() async -> VaultStatus {
        VaultStatus(
            path: "/vault", exists: true, protection: .keyFile, generation: 1, recordCount: 3,
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
    private func runner(_ vault: VaultSpy) -> CommandRunner {
        let host = PluginHost()
        _ = try? host.install(SecureStoragePresentationPlugin.self, .init(vault: vault))
        return CommandRunner(host.values(of: Commands.self))
    }

    @Test func aVaultInOrderPassesTheCheck() async {
        let run = await runner(VaultSpy()).run("vault", "check", "--json")
        #expect(run.exit == .success)
        #expect(run.output.contains(#""records":3"#))
    }

    @Test(.requirement("STORE-14", "STORE-15"))
    func aDamagedRecordFailsTheCheckAndIsNamed() async {
        let record = SetAsideRecord(id: "ab12", path: "/vault/damaged/ab12", reason: .notAuthentic)
        let run = await runner(VaultSpy(damaged: [record])).run("vault", "check")
        #expect(run.exit == .failure)
        #expect(run.output.contains("ab12"))
    }

    @Test(arguments: VaultProtection.allCases)
    func protectsTheKeyInEachWay(protection: VaultProtection) async {
        let vault = VaultSpy()
        let run = await runner(vault).run("vault", "protect", "--with", protection.rawValue)
        #expect(run.exit == .success)
        #expect(vault.calls.current == [.rotate(protection)])
    }

    @Test func replacesTheKeyAndCleansUp() async {
        let vault = VaultSpy()
        #expect(await runner(vault).run("vault", "rotate").exit == .success)
        #expect(await runner(vault).run("vault", "clean").exit == .success)
        #expect(vault.calls.current == [.rotate(nil), .cleanUp])
    }

    @Test func startsOverOnlyWhenToldTo() async {
        let vault = VaultSpy()
        #expect(await runner(vault).run("vault", "reset").exit != .success)
        #expect(vault.calls.current.isEmpty)
        let run = await runner(vault).run("vault", "reset", "--yes")
        #expect(run.output.contains("/vault.old"))
    }

    @Test(.requirement("STORE-12", "STORE-20"))
    func saysWhatIsWrongWithThePassPhrase() async {
        let run = await runner(VaultSpy(failure: .wrongKey)).run("vault", "rotate", "--json")
        #expect(run.exit == .failure)
        #expect(run.errors.contains(#""code":"\#(SecretStoreError.wrongKey.code)""#))
    }
}
