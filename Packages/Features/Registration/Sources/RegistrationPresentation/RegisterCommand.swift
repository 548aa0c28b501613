import ConsoleAPI
import CoreModels
import Localization
import LoginAPI
import LoginPresentationAPI
import Presenting
import RegistrationAPI

/// `essential register`: makes an account.
struct RegisterCommand: Sendable {
    let registration: any Registering
    let validator: any RegistrationValidating
    /// Who is logged in already.
    let person: @Sendable () async -> User?

    private static let name = Parameter<String?>.optional("name", .name, summary: RegistrationTexts.nameOption)
    private static let email = Parameter<String?>.optional(
        "email", .email, summary: RegistrationTexts.emailOption)

    private static let invited = Parameter.flag("invitation", summary: RegistrationTexts.invitationOption)

    var command: Command {
        Command(
            "register", summary: RegistrationTexts.summary, discussion: RegistrationTexts.discussion, group: .account,
            examples: [
                CommandExample("essential register", RegistrationTexts.example),
                CommandExample(
                    "essential register --name Ana --email ana@example.com --password-stdin < password.txt",
                    RegistrationTexts.scriptExample),
                CommandExample("essential register --invitation", RegistrationTexts.invitationExample),
            ],
            parameters: [Self.name, Self.email, Self.invited, StandardParameters.passwordFromStandardInput]
        ) { invocation, terminal throws(CommandFailure) in
            let isInvited = invocation[Self.invited]
            if isInvited, invocation[Self.email] != nil { throw .usage(RegistrationTexts.addressOfInvitation) }
            // Nobody types what isn't taken; a script finds out at once.
            if !isInvited, terminal.hasPerson(of: invocation), await registration.isClosed() {
                throw Self.failure(.closed)
            }
            let before = await person(), start = SessionBeginning.Start(with: before)
            if try await terminal.whoStays(before, of: invocation, asking: RegistrationTexts.anotherPrompt) != nil {
                return CommandOutput(json: Unchanged(), .line(RegistrationTexts.unchanged))
            }
            var form =
                try await isInvited
                ? askInvited(invocation, terminal) : ask(InvalidField.Field.allCases, invocation, terminal)
            while true {
                do throws(RegistrationError) {
                    return Self.output(try await registration.register(form, since: start), email: form.email)
                } catch {
                    let fields = error.invalidFields
                    guard !fields.isEmpty, fields.allSatisfy({ Self.isTyped($0.field, invocation) }) else {
                        throw Self.failure(error)
                    }
                    // The server knows more than this device does.
                    fields.forEach { terminal.refuse($0.text) }
                    form = try await ask(fields.map(\.field), invocation, terminal, otherwise: form)
                }
            }
        }
    }

    /// Where nobody registers, somebody may have an invitation.
    private static func failure(_ error: RegistrationError) -> CommandFailure {
        guard case .closed = error else { return CommandFailure(presenting: error) }
        return CommandFailure(
            code: error.code, message: error.text,
            hint: RegistrationTexts.withInvitation, nextSteps: error.nextSteps)
    }

    /// Asks for fields, each until it will do.
    ///
    /// - Parameter form: Where the other fields come from.
    private func ask(
        _ fields: [InvalidField.Field], _ invocation: Invocation, _ terminal: any Terminal,
        otherwise form: RegistrationForm = RegistrationForm(name: "", email: "", password: Secret(""))
    ) async throws(CommandFailure) -> RegistrationForm {
        var (name, email, password) = (form.name, form.email, form.password)
        func filled() -> RegistrationForm {
            form.invitation.map { RegistrationForm(name: name, invitation: $0, password: password) }
                ?? RegistrationForm(name: name, email: email, password: password)
        }
        if fields.contains(.name) {
            name = try await terminal.answer(
                to: Self.name, of: invocation, asking: RegistrationTexts.namePrompt
            ) { problem(.name, name: $0) }
        }
        if fields.contains(.email) {
            email = try await terminal.answer(
                to: Self.email, of: invocation, asking: RegistrationTexts.emailPrompt
            ) { problem(.email, email: $0) }
        }
        if fields.contains(.password) {
            // Nobody types a password for a name or an address that won't do.
            let wrong = validator.validate(filled())
                .filter { $0.field != .password && !Self.isTyped($0.field, invocation) }
            if !wrong.isEmpty, invocation.asksForPasswords {
                throw CommandFailure(presenting: RegistrationError.invalidData(wrong))
            }
            password = try await terminal.newPassword(
                for: invocation, asking: RegistrationTexts.passwordPrompt, again: RegistrationTexts.passwordAgainPrompt
            ) { problem(.password, name: name, email: email, password: $0) }
        }
        return filled()
    }

    /// Asks who is invited for the link before anything else.
    ///
    /// A script brings it on the line behind the password.
    private func askInvited(
        _ invocation: Invocation, _ terminal: any Terminal
    ) async throws(CommandFailure) -> RegistrationForm {
        guard invocation[StandardParameters.passwordFromStandardInput] else {
            let link = try await terminal.secretBesidePassword(
                for: invocation, asking: RegistrationTexts.linkPrompt,
                refusing: RegistrationTexts.problem(ofLink:))
            let begun = RegistrationForm(name: "", invitation: link, password: Secret(""))
            return try await ask([.name, .password], invocation, terminal, otherwise: begun)
        }
        let begun = RegistrationForm(name: "", invitation: Secret(""), password: Secret(""))
        let form = try await ask([.name, .password], invocation, terminal, otherwise: begun)
        let link = try await terminal.secretBesidePassword(
            for: invocation, asking: RegistrationTexts.linkPrompt)
        return RegistrationForm(name: form.name, invitation: link, password: form.password)
    }

    /// Whether a field was typed by a person, who can type it again.
    private static func isTyped(_ field: InvalidField.Field, _ invocation: Invocation) -> Bool {
        switch field {
        case .name: invocation[name] == nil && !invocation.isJSON
        case .email: invocation[email] == nil && !invocation.isJSON
        case .password: invocation.asksForPasswords
        }
    }

    private func problem(
        _ field: InvalidField.Field, name: String = "", email: String = "", password: Secret = Secret("")
    ) -> LocalizedText? {
        validator.validate(RegistrationForm(name: name, email: email, password: password)).first { $0.field == field }?
            .text
    }

    private static func output(_ outcome: RegistrationOutcome, email: String) -> CommandOutput {
        switch outcome {
        case .confirmation(let user):
            CommandOutput(
                json: Registered(user: user, next: "confirmation"),
                text: [
                    .line(RegistrationTexts.signedIn(user.name), .success),
                    .line(RegistrationTexts.confirm(user.email)),
                ], nextSteps: [.verify])
        case .signedIn(let user):
            CommandOutput(
                json: Registered(user: user, next: "signed_in"),
                text: [.line(RegistrationTexts.signedIn(user.name), .success)] + reminder(user),
                nextSteps: proof(of: user))
        case .logIn(let user):
            CommandOutput(
                json: Registered(user: user, next: "login"),
                text: [.line(RegistrationTexts.created(user.name), .success)] + reminder(user),
                nextSteps: proof(of: user) + [.logIn])
        case .checkMail:
            CommandOutput(
                json: Registered(user: nil, next: "check_mail"), .line(RegistrationTexts.checkMail(email)))
        }
    }

    /// The address that the account has, which is where the message went.
    private static func reminder(_ user: User) -> [OutputBlock] {
        user.isVerified ? [] : [.line(RegistrationTexts.confirm(user.email))]
    }

    private static func proof(of user: User) -> [NextStep] { user.isVerified ? [] : [.verify] }

    private struct Unchanged: Encodable, Sendable {
        let status = "unchanged"
    }

    private struct Registered: Encodable, Sendable {
        let user: User?
        let next: String
    }
}

extension RegistrationError {
    /// The fields that can't be accepted, if it is about them.
    fileprivate var invalidFields: [InvalidField] {
        if case .invalidData(let fields) = self { fields } else { [] }
    }
}
