import CoreModels
import Localization
import Presenting
import ScreensAPI
import SecureStorageAPI
import SecureStorageDialogue

/// Where a person looks after the vault.
struct VaultScreen: Sendable {
    let locking: any VaultLocking
    let vault: any VaultMaintaining
    let authenticating: any VaultAuthenticating
    let gate: PassphraseGate

    private static let route = ScreenRoute("/vault")
    static let link = ScreenLink(VaultScreenTexts.vault, to: route.place())
    /// The field for the pass phrase that protects it now.
    private static let known: StaticString = "present_passphrase"

    var screen: Screen {
        Screen(
            Self.route,
            actions: [
                ScreenAction("lock", perform: lock), ScreenAction("protect", perform: protect),
                ScreenAction("check", perform: check),
            ] + authenticators.actions
        ) { _ in await contents() }
    }

    private var authenticators: AuthenticatorsPart {
        AuthenticatorsPart(
            authenticating: authenticating, gate: gate, place: Self.route.place(), contents: { await contents($0) })
    }

    private func contents(_ notices: [ScreenNotice] = []) async -> ScreenContents {
        let status = await vault.status(), isOpen = await locking.lockState() == .open
        let facts = [
            VaultWords.protected(by: status.protection),
            VaultWords.checked(status.recordCount, damaged: status.damagedCount),
        ]
        let lock = ScreenForm("lock", to: Self.route.place(), button: VaultScreenTexts.lock)
        let check = ScreenForm(
            "check", to: Self.route.place(), heading: VaultScreenTexts.checkHeading, button: VaultScreenTexts.check)
        let clean = ScreenSection("clean", VaultScreenTexts.cleanHeading, [.links([CleanVaultScreen.link])])
        let authenticators = await authenticators.blocks(status.protection)
        return ScreenContents(
            .words(VaultScreenTexts.vault),
            .column(
                notices.map { .notice($0) } + [.lines(facts.map { .words($0) })] + (isOpen ? [.form(lock)] : [])
                    + [.form(protectForm(status.protection))] + authenticators + [.form(check), .section(clean)]
                    + [.notice(ScreenNotice(.remark, VaultScreenTexts.startOver, nextSteps: [.resetVault]))]))
    }

    private func protectForm(_ present: VaultProtection) -> ScreenForm {
        let choices = VaultProtection.allCases.map { ScreenField.Choice($0.rawValue, VaultScreenTexts.choice($0)) }
        // Whoever comes to an open window may not know it.
        let known = ScreenField(Self.known, .password, VaultScreenTexts.presentPassphrase)
        return ScreenForm(
            "protect", to: Self.route.place(), heading: VaultScreenTexts.protectHeading,
            (present == .passphrase ? [known] : []) + [
                ScreenField("with", .choice(choices), VaultScreenTexts.protection, value: present.rawValue),
                ScreenField(
                    "passphrase", .newPassword(minimum: 8), VaultScreenTexts.newPassphrase,
                    hint: VaultScreenTexts.passphraseHint, isRequired: false),
                ScreenField(
                    "passphrase_again", .repeatedPassword, VaultScreenTexts.passphraseAgain, isRequired: false),
            ], button: VaultScreenTexts.protect)
    }

    // MARK: Actions

    private func lock(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        await locking.lock()
        return .go(UnlockScreen.route.place())
    }

    private func protect(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let protection = VaultProtection(rawValue: sent["with"]) else {
            throw FormRefusal(at: "with", VaultScreenTexts.choose)
        }
        let passphrase = sent.secret("passphrase")
        if protection == .passphrase {
            guard !passphrase.isEmpty else { throw FormRefusal(at: "passphrase", VaultScreenTexts.typeIt) }
            guard passphrase.isEqual(to: sent.secret("passphrase_again")) else {
                throw FormRefusal(at: "passphrase_again", VaultScreenTexts.different)
            }
        }
        do {
            if await vault.status().protection == .passphrase {
                try await gate.trying(sent, at: Self.known) { present throws(SecretStoreError) in
                    try await locking.protect(by: protection, passphrase: passphrase, knowing: present)
                }
            } else {
                try await locking.protect(by: protection, passphrase: passphrase, knowing: Secret(""))
            }
        } catch SecretStoreError.weakPassphrase(let reason) {
            throw FieldRefusal(SecretStoreError.weakPassphrase(reason: reason), at: "passphrase")
        }
        return .show(await contents([ScreenNotice(.success, VaultScreenTexts.newKey)]))
    }

    private func check(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        let damaged = try await vault.check()
        guard !damaged.isEmpty else { return .show(await contents([ScreenNotice(.success, VaultScreenTexts.whole)])) }
        let found = damaged.map { ScreenNotice(.failure, VaultWords.found($0)) }
        return .show(await contents(found + [ScreenNotice(.remark, VaultScreenTexts.afterCheck, nextSteps: [.logIn])]))
    }
}

/// Where a person deletes for good what was set aside.
struct CleanVaultScreen: Sendable {
    let vault: any VaultMaintaining

    private static let route = ScreenRoute("/vault/clean")
    static let link = ScreenLink(VaultScreenTexts.clean, to: route.place())

    var screen: Screen {
        Screen(Self.route, actions: [ScreenAction("clean", perform: clean)]) { request in
            ScreenContents(
                .words(VaultScreenTexts.cleanQuestion),
                .column([
                    .text(.words(VaultScreenTexts.cleanMeans)),
                    .form(ScreenForm("clean", to: request.place, button: VaultScreenTexts.clean, .destructive)),
                    .links([ScreenLink(VaultScreenTexts.keepThem, to: VaultScreen.link.place)]),
                ]))
        }
    }

    private func clean(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        try await vault.cleanUp()
        return .show(
            ScreenContents(
                .words(VaultScreenTexts.cleanHeading),
                .column([.notice(ScreenNotice(.success, VaultWords.cleaned)), .links([VaultScreen.link])])))
    }
}

/// Where a person begins another vault, also if nobody can open this one.
struct NewVaultScreen: Sendable {
    let vault: any VaultMaintaining

    private static let route = ScreenRoute("/vault/new")
    static let link = ScreenLink(VaultScreenTexts.another, to: route.place())

    var screen: Screen {
        Screen(Self.route, isForLocked: true, actions: [ScreenAction("reset", perform: reset)]) { request in
            ScreenContents(
                .words(VaultScreenTexts.another),
                .column([
                    .text(.words(VaultScreenTexts.anotherMeans)),
                    .form(ScreenForm("reset", to: request.place, button: VaultScreenTexts.another, .destructive)),
                ]))
        }
    }

    private func reset(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        let place = try await vault.startOver()
        let notice = ScreenNotice(.success, VaultScreenTexts.begun(place), nextSteps: [.logIn])
        return .show(ScreenContents(.words(VaultScreenTexts.another), .column([.notice(notice)])))
    }
}
