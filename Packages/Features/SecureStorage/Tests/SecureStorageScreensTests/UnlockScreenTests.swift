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
import SecureStorageTesting
import Testing

struct UnlockScreenTests {
    private let vault = VaultFake(), authenticating: AuthenticatingFake
    private let all: [Screen]
    private let uptime = Locked(Duration.zero)

    init() throws {
        var host = PluginHost()
        let uptime = uptime, vault = vault
        let authenticating = AuthenticatingFake { vault.open() }
        self.authenticating = authenticating
        try host.install(
            SecureStorageScreensPlugin.self,
            .init(
                locking: vault, vault: vault, authenticating: authenticating,
                now: { BootTime(boot: "boot", uptime: uptime.current) }))
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

    // MARK: - Authenticators

    private static let output = Secret([UInt8](repeating: 7, count: 32))
    private let stick = VaultAuthenticator(
        id: UUID(), name: ScreenCheck.hostile[0], credential: Data([0xFB, 0xFF, 3]),
        relyingParty: "essential.localhost", salt: Data(repeating: 2, count: 32), madeAt: Date(timeIntervalSince1970: 0)
    )

    /// The screens of a vault that the stick opens.
    private func screens(_ others: VaultAuthenticator...) throws -> ScreenRunner {
        let vault = vault, authenticating = AuthenticatingFake([stick] + others) { vault.open() }
        authenticating.give(Self.output, by: stick.id)
        var host = PluginHost()
        try host.install(
            SecureStorageScreensPlugin.self, .init(locking: vault, vault: vault, authenticating: authenticating))
        return ScreenRunner(try host.composed().values(of: Screens.self))
    }

    private func forms(_ contents: ScreenContents) -> [String] { contents.forms.map(\.name) }

    @Test(.requirement("BIO-02", "BIO-05")) func anAuthenticatorOpensIt() async throws {
        let screens = try screens(), shown = try await screens.show("/unlock")
        #expect(forms(shown) == ["authenticate", "unlock"], "the pass phrase is there as well")
        #expect(ScreenCheck(places: ["/unlock", "/vault/new"]).problems(of: shown) == [])
        let salt = String(repeating: "AgIC", count: 10) + "AgI"
        let options = #"{"party":"essential.localhost","salts":{"-_8D":"\#(salt)"}}"#
        let question = AuthenticatorQuestion(.computingSecret, options: options)
        #expect(shown.forms.first?.fields.map(\.kind) == [.authenticator(question)])
        let answer = "-_8D " + String(repeating: "BwcH", count: 10) + "Bwc"
        let outcome = try await screens.send("authenticate", to: "/unlock", secrets: ["answer": Secret(answer)])
        guard case .unlocked(.home) = outcome else { return #expect(Bool(false)) }
        #expect(await vault.lockState() == .open)
    }

    @Test(.requirement("BIO-03", "BIO-07", "BIO-08", "BIO-09"))
    func afterThreeFailuresOnlyThePassphraseIsAskedFor() async throws {
        let screens = try screens()
        func fail(_ name: String) async throws -> ScreenOutcome {
            try await screens.send("authenticate", to: "/unlock", secrets: ["answer": Secret(name)])
        }
        // Nobody was asked where no script ran.
        for _ in 1...4 { await #expect(throws: AuthenticatorFailure.unanswered) { try await fail("") } }
        await #expect(throws: AuthenticatorFailure.notAllowed) { try await fail("NotAllowedError") }
        await #expect(throws: AuthenticatorFailure.unknown) { try await fail("SomethingError") }
        #expect(forms(try await screens.show("/unlock")) == ["authenticate", "unlock"])
        guard case .show(let contents) = try await fail("AbortError") else { return #expect(Bool(false)) }
        #expect(forms(contents) == ["unlock"])
        #expect(forms(try await screens.show("/unlock")) == ["unlock"])
        #expect(ScreenCheck(places: ["/unlock", "/vault/new"]).problems(of: contents) == [])
        // Nothing is tried any more.
        let answer = Secret("-_8D " + String(repeating: "BwcH", count: 10) + "Bwc")
        _ = try await screens.send("authenticate", to: "/unlock", secrets: ["answer": answer])
        #expect(await vault.lockState() == .locked)
        _ = try await screens.send("unlock", to: "/unlock", secrets: ["passphrase": Secret("right")])
        await vault.lock()
        #expect(forms(try await screens.show("/unlock")) == ["authenticate", "unlock"])
    }

    @Test(.requirement("BIO-04", "BIO-10")) func oneThatChangedIsAskedNoMore() async throws {
        let screens = try screens()
        let answer = Secret("-_8D " + String(repeating: "BwcH", count: 10) + "Bwg")
        guard
            case .show(let contents) = try await screens.send(
                "authenticate", to: "/unlock", secrets: ["answer": answer])
        else { return #expect(Bool(false)) }
        let check = ScreenCheck(places: ["/unlock", "/vault/new"])
        #expect(forms(contents) == ["unlock"] && check.problems(of: contents, saying: [stick.name]) == [])
        #expect(forms(try await screens.show("/unlock")) == ["unlock"])
    }

    @Test(.requirement("BIO-03", "BIO-08")) func oneThatComputesNothingMayBeAskedAgain() async throws {
        let screens = try screens()
        func fail() async throws -> ScreenContents {
            guard
                case .show(let contents) = try await screens.send(
                    "authenticate", to: "/unlock", secrets: ["answer": Secret("-_8D ")])
            else { throw CancellationError() }
            return contents
        }
        for _ in 1...2 { #expect(forms(try await fail()) == ["authenticate", "unlock"]) }
        #expect(forms(try await fail()) == ["unlock"], "three failures lead to the pass phrase alone")
    }

    @Test(.requirement("BIO-04")) func oneOfAnotherPlaceIsNotAsked() async throws {
        let other = VaultAuthenticator(
            id: UUID(), name: "Other", credential: Data([9]), relyingParty: "localhost", salt: stick.salt,
            madeAt: stick.madeAt)
        let shown = try await screens(other).show("/unlock")
        guard case .authenticator(let question) = shown.forms.first?.fields.first?.kind else {
            return #expect(Bool(false))
        }
        #expect(!question.options.contains("CQ"))
    }

    @Test(.requirement("BIO-07", "L10N-01")) func eachErrorOfBrowsersHasItsOwnWords() {
        let all = AuthenticatorFailure.allCases
        #expect(Set(all.map(\.text.english)).count == all.count && Set(all.map(\.text.spanish)).count == all.count)
        #expect(Set(all.map(\.code)).count == all.count && all.allSatisfy { $0.text.english != $0.text.spanish })
    }
}
