import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import SecureStorageAPI
import SecureStorageScreens
import Testing

struct UnlockScreenTests {
    private let vault = VaultFake()
    private let all: [Screen]
    private let uptime = Locked(Duration.zero)

    init() throws {
        var host = PluginHost()
        let uptime = uptime
        try host.install(
            SecureStorageScreensPlugin.self,
            .init(locking: vault, vault: vault, now: { BootTime(boot: "boot", uptime: uptime.current) }))
        all = try host.composed().values(of: Screens.self)
    }

    private func unlock(
        _ passphrase: String, after seconds: Int = 0, at date: Date = Date()
    ) async throws -> ScreenOutcome {
        uptime.withLock { $0 = .seconds(seconds) }
        return try await ScreenRunner(all, now: date).send(
            "unlock", to: "/unlock", secrets: ["passphrase": Secret(passphrase)])
    }

    /// What is said to a wrong one.
    private func refusal(after seconds: Int = 0) async -> (any PresentableError)? {
        do {
            _ = try await unlock("wrong", after: seconds)
            return nil
        } catch {
            return error as? any PresentableError
        }
    }

    @Test func thePassphraseOpensIt() async throws {
        let check = ScreenCheck(places: ["/unlock", "/vault/new"]), screens = ScreenRunner(all)
        #expect(check.problems(of: try await screens.show("/unlock")) == [])
        guard case .unlocked(.home) = try await unlock("right") else { return #expect(Bool(false)) }
        #expect(await vault.lockState() == .open)
        #expect(check.problems(of: try await screens.show("/unlock")) == [])
    }

    @Test func onlyWhatOpensItIsShownWhileItIsLocked() {
        #expect(all.filter(\.isForLocked).map(\.route.pattern) == ["/unlock", "/vault/new"])
    }

    @Test(.requirement("SANIT-07")) func nothingIsNotTried() async throws {
        await #expect(throws: FormRefusal.self) { try await unlock("") }
        #expect(vault.calls == [])
    }

    @Test func afterFiveWrongOnesItIsSaidHowLongToWait() async throws {
        for _ in 1...4 { #expect(await refusal()?.text.english == "This isn't the pass phrase of the vault.") }
        let fifth = try #require(await refusal())
        #expect(fifth.text.english == "This isn't the pass phrase of the vault. Try again in 60 s.")
        #expect(fifth.fields.map(\.pointer) == ["/passphrase"] && fifth.nextSteps == [.resetVault])
        // The right one isn't tried either.
        await #expect(throws: (any Error).self) { try await unlock("right", after: 59) }
        #expect(vault.calls.count == 5)
        #expect(await refusal(after: 59)?.code == "vault_too_many_attempts")
        #expect(await refusal(after: 60)?.text.english.hasSuffix("Try again in 2 min.") == true)
        #expect(await refusal(after: 180)?.text.english.hasSuffix("Try again in 4 min.") == true)
        guard case .unlocked = try await unlock("right", after: 420) else { return #expect(Bool(false)) }
        #expect(await refusal(after: 421)?.text.english == "This isn't the pass phrase of the vault.")
    }

    @Test func theWaitEndsSometime() async throws {
        var time = 0
        for _ in 1...30 {
            _ = await refusal(after: time)
            time += 3_600
        }
        #expect(await refusal(after: time)?.text.spanish.hasSuffix("Vuelve a intentarlo en 60 min.") == true)
        // A clock that is set changes nothing.
        for date in [Date.distantPast, .distantFuture] {
            await #expect(throws: (any Error).self) { try await unlock("right", after: time, at: date) }
        }
        guard case .unlocked = try await unlock("right", after: time + 3_600) else { return #expect(Bool(false)) }
    }

    @Test func manyAtOnceAreMany() async throws {
        await withTaskGroup { group in
            for _ in 1...40 { group.addTask { _ = await self.refusal() } }
        }
        #expect(vault.calls.count == 5)
    }

    @Test func whatIsNoAnswerDoesNotCount() async throws {
        vault.fail(with: .busy)
        for _ in 1...9 { await #expect(throws: SecretStoreError.busy) { try await unlock("right") } }
        vault.fail(with: nil)
        guard case .unlocked = try await unlock("right") else { return #expect(Bool(false)) }
    }
}
