import CoreModels
import Localization
import LoginScreensAPI
import Presenting
import QRCodes
import ScreensAPI
import SecondFactorAPI
import SecondFactorDialogue

/// Where a person sees and changes what is asked for beside the password.
struct FactorsScreen: Sendable {
    let factors: Scoped<any FactorManaging>
    /// How people prove once more who they are, beside the password.
    let ways: @Sendable () -> [AuthenticationWay]

    static let link = ScreenLink(FactorsScreenTexts.title, to: route.place())
    private static let route = ScreenRoute("/account/factors")

    /// What a person asks for that may take a recent authentication.
    private enum Wish: String {
        case add, confirm, codes, remove, keep
    }

    var screen: Screen {
        Screen(
            Self.route, for: .people, sensitive: [.codes, .authenticatorKey],
            actions: [
                ScreenAction("add") { try await attempt(.add, $0) },
                ScreenAction("codes") { try await attempt(.codes, $0) },
                ScreenAction("remove") { try await attempt(.remove, $0) },
                ScreenAction("keep") { try await attempt(.keep, $0) },
                ScreenAction("confirm") { try await confirm($0) },
                ScreenAction("again") { try await authenticate($0) },
                ScreenAction("other") { try await authenticateOtherwise($0) },
                ScreenAction("login") { _ in throw FactorError.loginNeeded },
            ]
        ) { request in
            contents(try await factors(at: request.browser).factors())
        }
    }

    private func contents(_ factors: SecondFactors, noting notice: ScreenNotice? = nil) -> ScreenContents {
        let place = Self.route.place()
        let blocks: [ScreenBlock] =
            factors.authenticatorSince == nil
            ? [
                .text(.words(FactorWords.off(factors))), .text(.words(FactorsScreenTexts.what)),
                .form(ScreenForm("add", to: place, button: FactorsScreenTexts.add)),
            ]
            : lost(factors) + [
                .text(.words(FactorWords.on(factors))), .text(.words(FactorWords.left(factors.recoveryCodesLeft))),
                .form(ScreenForm("codes", to: place, button: FactorsScreenTexts.codes)),
                .form(ScreenForm("remove", to: place, button: FactorsScreenTexts.remove, .destructive)),
            ]
        return ScreenContents(.words(FactorsScreenTexts.title), noting: notice, .column(blocks))
    }

    /// What is said of a factor that somebody said was lost.
    private func lost(_ factors: SecondFactors) -> [ScreenBlock] {
        guard let end = factors.endsAt else { return [] }
        return [
            .notice(ScreenNotice(.remark, FactorWords.ends(at: .momentInUTC(end)))),
            .form(ScreenForm("keep", to: Self.route.place(), button: FactorsScreenTexts.keep)),
        ]
    }

    /// Does what was asked for, or has the person prove once more who they are.
    private func attempt(_ wish: Wish, _ sent: ScreenSubmission) async throws -> ScreenOutcome {
        do {
            return try await perform(wish, sent)
        } catch FactorError.authenticationNeeded(let withCode) {
            return .show(try await authentication(for: wish, withCode: withCode, sent))
        }
    }

    private func perform(_ wish: Wish, _ sent: ScreenSubmission) async throws -> ScreenOutcome {
        let factors = try await factors(at: sent.request.browser)
        switch wish {
        case .add: return .show(setup(try await factors.beginAuthenticator()))
        // By now there is another code.
        case .confirm: return .show(setup(Self.carried(sent)))
        case .codes: return .show(shown(try await factors.renewRecoveryCodes(), FactorWords.codesMade))
        case .remove:
            try await factors.removeAuthenticator()
            return .show(contents(try await factors.factors(), noting: ScreenNotice(.success, FactorWords.isOff)))
        case .keep:
            try await factors.takeBackLoss()
            return .show(contents(try await factors.factors(), noting: ScreenNotice(.success, FactorWords.stays)))
        }
    }

    private func setup(_ setup: AuthenticatorSetup) -> ScreenContents {
        let secret = setup.secret.withText { FactorWords.grouped($0 ?? "") }
        let picture = QRCode(setup.address).map {
            ScreenBlock.squares(ScreenSquares($0.rows, margin: QRCode.margin, FactorsScreenTexts.picture))
        }
        let here = ProgramLink(FactorsScreenTexts.here, toAuthenticator: setup.address.withText { $0 ?? "" }).map {
            ScreenBlock.program($0)
        }
        let key = [picture, here, .text(.words(FactorsScreenTexts.key)), .code(secret)].compactMap { $0 }
        return ScreenContents(
            .words(FactorsScreenTexts.add),
            .column([
                .text(.words(FactorWords.scan)), .sensitive(.authenticatorKey, key), .form(Self.confirmation(setup)),
            ]))
    }

    /// What takes the first code; what the authenticator has to know goes along, since
    /// nobody else keeps it for who mistypes.
    private static func confirmation(_ setup: AuthenticatorSetup) -> ScreenForm {
        ScreenForm(
            "confirm", to: route.place(),
            carrying(setup) + [ScreenField("code", .code(digits: 6), FactorWords.code, hint: FactorWords.confirm)],
            button: FactorsScreenTexts.confirm)
    }

    private static func carrying(_ setup: AuthenticatorSetup) -> [ScreenField] {
        [
            .unseen("setup", setup.secret.withText { $0 ?? "" }),
            .unseen("address", setup.address.withText { $0 ?? "" }),
        ]
    }

    private func confirm(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        do {
            let codes = try await factors(at: sent.request.browser).confirmAuthenticator(with: sent.secret("code"))
            return .show(shown(codes, FactorWords.isOn))
        } catch FactorError.wrongCode {
            return .again(setup(Self.carried(sent)), FieldRefusal(FactorError.wrongCode, at: "code"))
        } catch FactorError.authenticationNeeded(let withCode) {
            return .show(try await authentication(for: .confirm, withCode: withCode, sent))
        }
    }

    /// What the authenticator has to know, as a form brought it along.
    private static func carried(_ sent: ScreenSubmission) -> AuthenticatorSetup {
        AuthenticatorSetup(secret: Secret(sent["setup"]), address: Secret(sent["address"]))
    }

    private func shown(_ codes: [Secret], _ done: LocalizedText) -> ScreenContents {
        ScreenContents(
            .words(FactorsScreenTexts.title), noting: ScreenNotice(.success, done),
            .column([
                .text(.words(FactorWords.keep)),
                .code(codes.map { $0.withText { $0 ?? "" } }.joined(separator: "\n")),
                .links([Self.link]),
            ]))
    }

    // MARK: A recent authentication

    private func authentication(
        for wish: Wish, withCode: Bool, _ sent: ScreenSubmission
    ) async throws -> ScreenContents {
        let request = sent.request
        let hasPassword = try await factors(at: request.browser).factors().hasPassword
        let wished: [ScreenField] =
            [.unseen("wish", wish.rawValue), .unseen("kind", withCode ? "code" : "")]
            + (wish == .confirm ? Self.carrying(Self.carried(sent)) : [])
        var others: [ScreenBlock] = []
        for way in ways() {
            guard let (fields, button) = try await way.ask(request) else { continue }
            let along = wished + [.unseen("way", way.name)]
            others.append(
                .form(ScreenForm("other", about: way.name, to: Self.route.place(), fields + along, button: button)))
        }
        // Who has neither that nor a password is led to the login at once.
        guard hasPassword || !others.isEmpty else { throw FactorError.loginNeeded }
        let why =
            hasPassword
            ? FactorError.authenticationNeeded(code: withCode).text : FactorsScreenTexts.proveWithoutPassword
        let logIn = ScreenForm("login", to: Self.route.place(), button: FactorsScreenTexts.logInAgain)
        return ScreenContents(
            .words(FactorsScreenTexts.again),
            .column(
                [.text(.words(why))] + (hasPassword ? [.form(Self.password(withCode: withCode, wished))] : [])
                    + others
                    + [.form(logIn)]))
    }

    private static func password(withCode: Bool, _ wished: [ScreenField]) -> ScreenForm {
        let code = ScreenField("code", .oneTimeCode, FactorWords.code, hint: FactorsScreenTexts.codeHint)
        return ScreenForm(
            "again", to: route.place(),
            [ScreenField("password", .password, FactorWords.password)] + (withCode ? [code] : []) + wished,
            button: FactorsScreenTexts.goOn)
    }

    private func authenticateOtherwise(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let wish = Wish(rawValue: sent["wish"]), let way = ways().first(where: { $0.name == sent["way"] }) else {
            return .go(Self.route.place())
        }
        do {
            try await way.prove(sent)
        } catch let error as any PresentableError where error.nature != .credentials {
            return .again(
                try await authentication(for: wish, withCode: sent["kind"] == "code", sent), error)
        }
        return try await perform(wish, sent)
    }

    private func authenticate(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let wish = Wish(rawValue: sent["wish"]) else { return .go(Self.route.place()) }
        let code = sent.secret("code"), withCode = sent["kind"] == "code"
        func again(_ error: any PresentableError, withCode: Bool = withCode) async throws -> ScreenOutcome {
            .again(try await authentication(for: wish, withCode: withCode, sent), error)
        }
        do {
            try await factors(at: sent.request.browser)
                .authenticate(password: sent.secret("password"), code: code.isEmpty ? nil : code)
        } catch FactorError.wrongPassword {
            return try await again(FieldRefusal(FactorError.wrongPassword, at: "password"))
        } catch FactorError.wrongCode {
            return try await again(FieldRefusal(FactorError.wrongCode, at: "code"))
        } catch let error as FactorError {
            guard case .authenticationNeeded(let withCode) = error else {
                if error == .notLoggedIn { throw error }
                return try await again(error)
            }
            return try await again(error, withCode: withCode)
        }
        return try await perform(wish, sent)
    }
}
