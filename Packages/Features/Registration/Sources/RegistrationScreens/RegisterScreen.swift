import AccountsScreensAPI
import CoreModels
import Localization
import LoginAPI
import Presenting
import RegistrationAPI
import ScreensAPI

/// Where people make an account.
struct RegisterScreen: Sendable {
    let registration: Scoped<any Registering>
    let validator: Scoped<any RegistrationValidating>
    /// Where one goes on after registering; nil to see the feed.
    let confirmation: Place?
    /// Whether no accounts are made, as far as that has to be found out.
    let isClosed: @Sendable () async -> Bool

    private static let place = ScreenRoute("/register").place()
    static let link = ScreenLink(RegistrationScreenTexts.title, to: place)

    var screen: Screen {
        Screen(
            ScreenRoute("/register"), sensitive: [.address], scripts: [NewPassword.script],
            actions: [ScreenAction("register", perform: register)]
        ) { request in
            guard let person = request.person else {
                guard await !isClosed() else { return Self.closed }
                return ScreenContents(.words(RegistrationScreenTexts.title), .column([.form(Self.form), Self.haveOne]))
            }
            let notice = ScreenNotice(
                .remark, RegistrationScreenTexts.already(person.name), nextSteps: [.seePictures, .logOut])
            return ScreenContents(.words(RegistrationScreenTexts.title), .column([.notice(notice)]))
        }
    }

    /// What whoever follows a link finds where accounts aren't made.
    static var closedScreen: Screen { Screen(ScreenRoute("/register")) { _ in closed } }

    private static let closed = ScreenContents(
        .words(RegistrationScreenTexts.title),
        .column([
            .notice(
                ScreenNotice(.remark, RegistrationScreenTexts.closed, nextSteps: RegistrationError.closed.nextSteps))
        ]), standing: .unknown)

    private func register(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        // Whoever has logged in since the form was shown stays so, and the screen says it.
        if sent.request.person != nil { return .go(sent.request.place) }
        let browser = sent.request.browser, password = sent.secret("password")
        let form = RegistrationForm(name: sent["name"], email: sent["email"], password: password)
        var failures = try await validator(at: browser).validate(form).map { field in
            FieldFailure(pointer: "/\(field.field.rawValue)", text: field.text)
        }
        if !password.isEqual(to: sent.secret("password_again")) {
            failures.append(FieldFailure("password_again", RegistrationScreenTexts.different))
        }
        guard failures.isEmpty else { throw FormRefusal(failures) }
        switch try await registration(at: browser).register(form, since: .nobody) {
        case .confirmation: return .signedIn(confirmation ?? .home)
        case .signedIn: return .signedIn(.home)
        case .logIn(let user): return .show(Self.made(user))
        case .checkMail:
            return .show(
                ScreenContents(
                    .words(RegistrationScreenTexts.mail),
                    .column([
                        .text(.words(RegistrationScreenTexts.checkMail)), .lines([.written(form.email)]),
                        .notice(
                            ScreenNotice(.remark, RegistrationScreenTexts.afterMail, nextSteps: [.verify, .logIn])),
                    ])))
        }
    }

    // MARK: What is shown

    private static let form = ScreenForm(
        "register", to: place,
        [
            ScreenField(
                "name", .name, RegistrationScreenTexts.name, hint: RegistrationScreenTexts.nameHint),
            ScreenField("email", .email, RegistrationScreenTexts.email),
            NewPassword.field("password", RegistrationScreenTexts.password),
            ScreenField("password_again", .repeatedPassword, RegistrationScreenTexts.passwordAgain),
        ], button: RegistrationScreenTexts.title)

    private static let haveOne = ScreenBlock.notice(
        ScreenNotice(.remark, RegistrationScreenTexts.haveOne, nextSteps: [.logIn, .recover]))

    /// The address that the account has is where the message went.
    private static func made(_ user: User) -> ScreenContents {
        let toConfirm =
            user.isVerified
            ? [] : [ScreenBlock.text(.words(RegistrationScreenTexts.confirm)), .lines([.written("\(user.email)")])]
        let steps: [NextStep] = user.isVerified ? [.logIn] : [.verify, .logIn]
        return ScreenContents(
            .words(RegistrationScreenTexts.made),
            .column(toConfirm + [.notice(ScreenNotice(.success, RegistrationScreenTexts.thenLogIn, nextSteps: steps))]))
    }
}
