import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import SecureStorageAPI
import SecureStorageScreens
import SecureStorageTesting
import Testing

struct VaultScreenTests {
    private let check = ScreenCheck(
        places: ["/vault", "/vault/clean", "/vault/authenticators/{id}", "/vault/new", "/unlock", "/sign-in"])

    private func screens(_ vault: VaultFake, _ authenticating: AuthenticatingFake = AuthenticatingFake()) throws
        -> ScreenRunner
    {
        var host = PluginHost()
        try host.install(
            SecureStorageScreensPlugin.self, .init(locking: vault, vault: vault, authenticating: authenticating))
        return ScreenRunner(try host.composed().values(of: Screens.self))
    }

    private func contents(_ outcome: ScreenOutcome) throws -> ScreenContents {
        let shown: ScreenContents? = if case .show(let contents) = outcome { contents } else { nil }
        return try #require(shown)
    }

    private func forms(_ contents: ScreenContents) -> [String] {
        guard case .column(let blocks) = contents.body else { return [] }
        return blocks.compactMap { if case .form(let form) = $0 { form.name } else { nil } }
    }

    @Test func itIsLockedByAPress() async throws {
        let vault = VaultFake(.open), screens = try screens(vault)
        let shown = try await screens.show("/vault")
        #expect(check.problems(of: shown) == [] && forms(shown) == ["lock", "protect", "check"])
        guard case .go(let place) = try await screens.send("lock", to: "/vault") else { return #expect(Bool(false)) }
        #expect(place == ScreenRoute("/unlock").place() && vault.calls == [.lock])
        #expect(forms(try await screens.show("/vault")).first == "protect")
    }

    @Test func aPassphraseProtectsItFromNowOn() async throws {
        let vault = VaultFake(.unlockable), screens = try screens(vault)
        func protect(_ first: String, _ second: String, with: String = "passphrase") async throws -> ScreenOutcome {
            try await screens.send(
                "protect", to: "/vault", ["with": with],
                secrets: ["passphrase": Secret(first), "passphrase_again": Secret(second)])
        }
        for (first, second, field) in [("", "", "/passphrase"), ("a horse", "a hors", "/passphrase_again")] {
            let refusal = await #expect(throws: FormRefusal.self) { try await protect(first, second) }
            #expect(refusal?.fields.map(\.pointer) == [field])
        }
        await #expect(throws: FormRefusal.self) { try await protect("a", "a", with: "x") }
        #expect(vault.calls == [])
        #expect(check.problems(of: try contents(try await protect("a horse", "a horse"))) == [])
        _ = try await protect("", "", with: "key-file")
        #expect(vault.calls == [.protect(.passphrase, "a horse"), .protect(.keyFile, "")])
        vault.fail(with: .weakPassphrase(reason: .init(en: "Short.", es: "Corta.")))
        let weak = await #expect(throws: FieldRefusal.self) { try await protect("a", "a") }
        #expect(weak?.fields.map(\.pointer) == ["/passphrase"])
    }

    @Test(.requirement("BIO-01")) func onlyWhoKnowsThePassphraseTakesItAway() async throws {
        let vault = VaultFake(.open), screens = try screens(vault)
        func protect(_ present: String, with: String = "key-file") async throws -> ScreenOutcome {
            try await screens.send(
                "protect", to: "/vault", ["with": with],
                secrets: [
                    "present_passphrase": Secret(present), "passphrase": Secret("a horse"),
                    "passphrase_again": Secret("a horse"),
                ])
        }
        let empty = await #expect(throws: FormRefusal.self) { try await protect("") }
        #expect(empty?.fields.map(\.pointer) == ["/present_passphrase"] && vault.calls == [])
        for with in ["key-file", "passphrase", "key-file", "passphrase"] {
            let wrong = await #expect(throws: FieldRefusal.self) { try await protect("wrong", with: with) }
            #expect(wrong?.fields.map(\.pointer) == ["/present_passphrase"])
        }
        // Wrong ones wait, here as well.
        _ = await #expect(throws: FieldRefusal.self) { try await protect("wrong") }
        let count = vault.calls.count
        await #expect(throws: (any Error).self) { try await protect("right") }
        #expect(vault.calls.count == count)
        let other = VaultFake(.open)
        #expect(
            check.problems(
                of: try contents(
                    try await self.screens(other).send(
                        "protect", to: "/vault", ["with": "key-file"], secrets: ["present_passphrase": Secret("right")])
                )) == [])
        #expect(other.calls == [.protect(.keyFile, "")])
    }

    @Test(.requirement("STORE-16")) func whatIsDamagedIsSaid() async throws {
        let lost = SetAsideRecord(id: ScreenCheck.hostile[0], path: nil, reason: .missing)
        let vault = VaultFake(.open, damaged: [lost]), screens = try screens(vault)
        let shown = try contents(try await screens.send("check", to: "/vault"))
        #expect(check.problems(of: shown, saying: [ScreenCheck.hostile[0]]) == [])
        #expect(check.problems(of: try contents(try await screens.send("clean", to: "/vault/clean"))) == [])
        #expect(vault.calls == [.check, .cleanUp])
        let whole = try self.screens(VaultFake(.open))
        #expect(check.problems(of: try contents(try await whole.send("check", to: "/vault"))) == [])
    }

    @Test("What is lost for good is asked about first, and said", .requirement("BIO-08", "STORE-16"))
    func whatIsLostIsAskedAboutFirst() async throws {
        let own = VaultAuthenticator(
            id: UUID(), name: ScreenCheck.hostile[0], credential: Data([1]), relyingParty: "essential.localhost",
            salt: Data([2]), madeAt: Date(timeIntervalSince1970: 1_700_000_000), isVoid: false)
        let vault = VaultFake(.open), screens = try screens(vault, AuthenticatingFake([own]))
        let place = "/vault/authenticators/\(own.id.uuidString.lowercased())"
        let shown = try await screens.show("/vault")
        #expect(shown.forms.map(\.manner).allSatisfy { $0 != .destructive })
        for form in ["clean", "authenticator-remove"] {
            await #expect(throws: (any Error).self) { try await screens.send(form, to: "/vault") }
        }
        for address in ["/vault/clean", place] {
            let asking = try await screens.show(address)
            #expect(asking.forms.map(\.manner) == [.destructive], "\(address)")
            #expect(check.problems(of: asking, saying: address == place ? [own.name] : []) == [])
        }
        #expect(vault.calls == [])
    }

    @Test func anotherOneIsBegunWithoutThePassphrase() async throws {
        let vault = VaultFake(), screens = try screens(vault)
        #expect(check.problems(of: try await screens.show("/vault/new")) == [])
        let done = try contents(try await screens.send("reset", to: "/vault/new"))
        #expect(check.problems(of: done, saying: ["/vault.old"]) == [] && vault.calls == [.startOver])
    }

    @Test(.requirement("BIO-01", "BIO-06", "BIO-08")) func anAuthenticatorIsSetUpByWhoKnowsThePassphrase() async throws
    {
        let authenticating = AuthenticatingFake(), screens = try screens(VaultFake(.open), authenticating)
        func send(_ form: String, _ values: [String: String], _ secrets: [String: String]) async throws -> ScreenOutcome
        {
            try await screens.send(form, to: "/vault", values, secrets: secrets.mapValues { Secret($0) })
        }
        await #expect(throws: FormRefusal.self) { try await send("authenticator", [:], [:]) }
        await #expect(throws: FieldRefusal.self) { try await send("authenticator", [:], ["passphrase": "wrong"]) }
        let asking = try contents(try await send("authenticator", [:], ["passphrase": "right"]))
        #expect(check.problems(of: asking) == [])
        let form = try #require(asking.forms.first)
        guard case .authenticator(let question) = form.fields.last?.kind else { return #expect(Bool(false)) }
        #expect(question.kind == .makingSecret && form.fields.last?.kind.isSecret == true)
        #expect(question.options.contains(#""party":"essential.localhost""#))
        let setUp = try #require(form.fields.first?.value)
        let answer = "AQ " + String(repeating: "BwcH", count: 10) + "Bwc"
        for (name, answer, code) in [
            ("", answer, "invalid_data"), ("Stick", "", "vault_authenticator_unanswered"),
            ("Stick", "InvalidStateError", "vault_authenticator_known"),
            ("Stick", "AQ ", "vault_authenticator_secretless"),
        ] {
            guard
                case .again(let again, let error) = try await send(
                    "authenticator-add", ["set_up": setUp, "name": name], ["answer": answer])
            else { return #expect(Bool(false)) }
            #expect(error.code == code && check.problems(of: again) == [])
        }
        _ = try await send("authenticator-add", ["set_up": setUp, "name": ScreenCheck.hostile[0]], ["answer": answer])
        let shown = try await screens.show("/vault")
        #expect(check.problems(of: shown, saying: [ScreenCheck.hostile[0]]) == [])
        let id = try #require(try await authenticating.authenticators().first?.id)
        #expect(try await authenticating.authenticators().map(\.relyingParty) == ["essential.localhost"])
        let place = "/vault/authenticators/\(id.uuidString.lowercased())"
        _ = try await screens.send("authenticator-remove", to: place)
        #expect(try await authenticating.authenticators() == [])
        await #expect(throws: ScreenFailure.self) { try await screens.send("authenticator-remove", to: place) }
        await #expect(throws: ScreenFailure.self) { try await screens.show("/vault/authenticators/none") }
        let late = try contents(try await send("authenticator-add", ["set_up": setUp], [:]))
        #expect(check.problems(of: late) == [])
    }
}
