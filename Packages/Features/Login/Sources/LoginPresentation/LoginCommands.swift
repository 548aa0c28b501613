import CaptchaAPI
import CaptchaPresentationAPI
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import LoginAPI
import LoginPresentationAPI
import Presenting

/// `essential login` and `essential logout`.
struct LoginCommands: Sendable {
    let login: any LoggingIn
    let logout: any LoggingOut
    let captcha: any CaptchaSolving
    /// Other ways in.
    let ways: [LoginWay]
    let person: @Sendable () async -> User?

    private static let email = Parameter<String?>.optional("email", .email, summary: LoginTexts.emailOption)

    private static let code = Parameter<String?>.optional("code", .code, summary: LoginTexts.codeOption)

    private static let lost = Parameter.flag("lost-factor", summary: LoginTexts.lostOption)

    private static let confirmed = Parameter.flag("yes", summary: LoginTexts.yesOption)

    /// Logs in.
    var logIn: Command {
        Command(
            "login", summary: LoginTexts.loginSummary, discussion: LoginTexts.loginDiscussion, group: .account,
            examples: [
                CommandExample("essential login", LoginTexts.loginExample),
                CommandExample(
                    "essential login --email ana@example.com --password-stdin < password.txt",
                    LoginTexts.scriptExample),
            ] + ways.map(\.example),
            parameters: [
                Self.email, StandardParameters.passwordFromStandardInput, StandardParameters.captcha, Self.code,
                Self.lost, Self.confirmed,
            ] + ways.map(\.option)
        ) { invocation, terminal throws(CommandFailure) in
            let way = ways.first { invocation[$0.option] }
            if let way { try refuseOthers(beside: way, invocation) }
            let before = await person(), start = SessionBeginning.Start(with: before)
            if let user = try await terminal.whoStays(before, of: invocation, asking: LoginTexts.loginPrompt) {
                return CommandOutput(json: Person(user: user), .line(LoginTexts.unchanged))
            }
            if let way {
                // It looks itself who is logged in from when it begins; until then the person was asked.
                if let refusal = start.refusal(finding: await person()) {
                    throw CommandFailure(presenting: LoginError.impossible(refusal))
                }
                return Self.welcome(LoggedIn(try await way.logIn(invocation, terminal)))
            }
            let email = try await terminal.answer(
                to: Self.email, of: invocation, asking: LoginTexts.emailPrompt
            ) { EmailAddress($0) == nil ? LoginError.invalidEmail.text : nil }
            // Nobody types a password for an address that is none.
            guard EmailAddress(email) != nil else {
                throw CommandFailure(presenting: LoginError.invalidEmail)
            }
            let password = try await terminal.password(
                for: invocation, asking: LoginTexts.passwordPrompt
            ) { $0.isEmpty ? LoginError.emptyPassword.text : nil }
            let step = try await captcha.answering(invocation, on: terminal) { answer throws(LoginError) in
                do throws(LoginError) {
                    return FirstStep.done(
                        try await login.logIn(email: email, password: password, captcha: answer, since: start))
                } catch .secondFactorRequired(let ticket) {
                    return FirstStep.asksForCode(ticket)
                } catch .waiting(let text) where invocation[Self.lost] {
                    return FirstStep.waits(text)
                }
            }
            switch step {
            case .waits(let text):
                throw CommandFailure(
                    exit: .noConnectivity, code: LoginError.waiting(text).code, message: text,
                    hint: LoginTexts.lossDoesNotWait, nextSteps: LoginError.waiting(text).nextSteps)
            case .asksForCode(let ticket) where invocation[Self.lost]:
                return try await reportLoss(ticket, invocation, terminal)
            case .asksForCode(let ticket):
                return Self.welcome(try await prove(ticket, since: start, invocation, terminal))
            case .done(let somebody): return Self.welcome(somebody)
            }
        }
    }

    /// Another way in asks for what it needs itself: what is said of a password here would
    /// be passed over.
    private func refuseOthers(beside way: LoginWay, _ invocation: Invocation) throws(CommandFailure) {
        func given(_ parameter: Parameter<some Sendable>) -> String? {
            invocation.isGiven(parameter) ? "--\(parameter.definition.name)" : nil
        }
        let others =
            [
                given(Self.email), given(StandardParameters.passwordFromStandardInput),
                given(StandardParameters.captcha),
                given(Self.code), given(Self.lost), given(Self.confirmed),
            ].compactMap { $0 }
            + ways.map(\.option).filter { $0.definition.name != way.option.definition.name }.compactMap { given($0) }
        guard others.isEmpty else {
            throw .usage(LoginTexts.alone("--\(way.option.definition.name)", without: others.joined(separator: ", ")))
        }
    }

    private static func welcome(_ somebody: LoggedIn) -> CommandOutput {
        CommandOutput(
            json: Person(user: somebody.user, accountKept: somebody.keepsAccount ? true : nil),
            text: blocks(somebody.user) + (somebody.remark.map { [.line($0)] } ?? []),
            nextSteps: somebody.user.isVerified ? [] : [.verify, .resend])
    }

    /// Says at the server that the second factor is lost, once the person knows what
    /// that does.
    private func reportLoss(
        _ ticket: LoginTicket, _ invocation: Invocation, _ terminal: any Terminal
    ) async throws(CommandFailure) -> CommandOutput {
        if !invocation[Self.confirmed] {
            let end: Date?
            do throws(LoginError) {
                end = try await login.foreseeLostFactor(completing: ticket)
            } catch {
                throw CommandFailure(presenting: error)
            }
            terminal.writeError(
                .paragraph(StyledText(LostFactor.meaning(until: end.map { .moment($0) }), .warning)))
            guard try await terminal.agreement(to: Self.confirmed, of: invocation, asking: LoginTexts.lostPrompt)
            else { return CommandOutput(json: Unchanged(), .line(LoginTexts.nothingNoted)) }
        }
        do throws(LoginError) {
            let end = try await login.reportLostFactor(completing: ticket)
            return CommandOutput(json: Lost(factorEndsAt: end), .line(LoginTexts.lost(until: .moment(end)), .warning))
        } catch {
            throw CommandFailure(presenting: error)
        }
    }

    /// What came of the password.
    private enum FirstStep {
        case done(LoggedIn)
        case asksForCode(LoginTicket)
        /// It never came to the server.
        case waits(LocalizedText)
    }

    /// Asks for the code of the second factor until it is right.
    private func prove(
        _ ticket: LoginTicket, since start: SessionBeginning.Start, _ invocation: Invocation,
        _ terminal: any Terminal
    ) async throws(CommandFailure) -> LoggedIn {
        if terminal.hasPerson(of: invocation), !invocation.isGiven(Self.code) {
            terminal.writeError(.line(LoginTexts.ifLost, .faint))
        }
        while true {
            let code = try await terminal.code(Self.code, of: invocation, asking: LoginTexts.codePrompt)
            do throws(LoginError) {
                return try await login.logIn(with: Secret(code), completing: ticket, since: start)
            } catch {
                guard error == .wrongCode, !invocation.isGiven(Self.code), terminal.hasPerson(of: invocation) else {
                    throw CommandFailure(presenting: error)
                }
                terminal.refuse(error.text)
            }
        }
    }

    private static let dropsWaiting = Parameter.flag("drop-waiting", summary: LoginTexts.dropOption)

    /// Logs out.
    var logOut: Command {
        Command(
            "logout", summary: LoginTexts.logoutSummary, discussion: LoginTexts.logoutDiscussion, group: .account,
            examples: [
                CommandExample("essential logout", LoginTexts.logoutExample),
                CommandExample("essential logout --drop-waiting", LoginTexts.dropExample),
            ], parameters: [Self.dropsWaiting]
        ) { invocation, terminal throws(CommandFailure) in
            let person = await person(), loss = await logout.whatWouldBeLost()
            if let loss, !invocation[Self.dropsWaiting] { try await warn(of: loss, invocation, terminal) }
            let outcome: LogoutOutcome
            do throws(LogoutError) {
                outcome = try await logout.logOut(person?.id)
            } catch {
                throw CommandFailure(
                    code: "logout_incomplete",
                    message: error.leftovers.reduce(LoginTexts.logoutIncomplete(hasEnded: error.hasEnded)) { $0 + $1 })
            }
            if case .somebodyElse = outcome {
                throw CommandFailure(code: "somebody_else", message: LoginTexts.loggedOut(outcome))
            }
            let told = OutputBlock.line(LoginTexts.loggedOut(outcome), outcome.isIncomplete ? .warning : .success)
            let lost = loss.map { OutputBlock.line(LoginTexts.lost($0.text), .warning) }
            return CommandOutput(
                json: LoggedOut(outcome, removed: loss?.count ?? 0), text: [told] + (lost.map { [$0] } ?? []))
        }
    }

    /// Says what goes with the session while it can still be kept.
    ///
    /// A script can't be asked, so it has to say that it wants that.
    private func warn(
        of loss: LogoutLoss, _ invocation: Invocation, _ terminal: any Terminal
    ) async throws(CommandFailure) {
        guard terminal.hasPerson(of: invocation) else {
            throw CommandFailure(
                code: "requests_wait", message: LoginTexts.losing(loss.text) + LoginTexts.waitsOn(for: await person()),
                hint: LoginTexts.howToDrop)
        }
        terminal.writeError(.line(LoginTexts.losing(loss.text), .warning))
        do throws(TerminalError) {
            if try await terminal.confirm(LoginTexts.logoutPrompt, suggestion: false) { return }
        } catch .endOfInput {
            // Nobody answers.
        } catch {
            throw CommandFailure(error)
        }
        throw CommandFailure(exit: .interrupted, code: "cancelled", message: LoginTexts.waitsOn(for: await person()))
    }

    private static func blocks(_ user: User) -> [OutputBlock] {
        let welcome = OutputBlock.line(LoginTexts.welcome(user.name), .success)
        return user.isVerified ? [welcome] : [welcome, .line(LoginTexts.unverified, .warning)]
    }

    private struct Person: Encodable, Sendable {
        let user: User
        /// Whether the account was to be deleted, which the login took back; nil if not.
        var accountKept: Bool?
    }

    private struct Unchanged: Encodable, Sendable {
        let status = "unchanged"
    }

    private struct Lost: Encodable, Sendable {
        let factorEndsAt: Date
    }

    private struct LoggedOut: Encodable, Sendable {
        let loggedOut: Bool
        let serverTold: Bool
        /// How many requests that waited are gone; nil for none.
        let removed: Int?

        init(_ outcome: LogoutOutcome, removed: Int) {
            self.removed = removed == 0 ? nil : removed
            loggedOut = outcome != .wasNotLoggedIn
            serverTold = outcome == .ended
        }
    }
}

extension LogoutOutcome {
    fileprivate var isIncomplete: Bool { self == .endedHereOnly || self == .serverToBeTold }
}
