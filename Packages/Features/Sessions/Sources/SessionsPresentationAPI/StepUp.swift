public import ConsoleAPI
public import CoreModels
public import Localization
public import Presenting
public import SessionsAPI

/// Leads a person at a terminal through proving once more who they are, so that a
/// command goes on with what was typed (RFC 9470).
public struct StepUp: Sendable {
    /// `--code`, for commands that may take it.
    public static let code = Parameter<String?>.optional("code", .code, summary: Texts.codeOption)

    /// What such commands have: the password from standard input, and the code.
    public static let parameters: [any CommandParameter] = [StandardParameters.passwordFromStandardInput, code]

    private let proving: (any Reauthenticating)?

    /// Creates it; nil for where nobody can prove it but by logging in.
    public init(_ proving: (any Reauthenticating)?) {
        self.proving = proving
    }

    /// Asks for what the server wants to know, after a command was refused for that.
    ///
    /// - Parameters:
    ///   - refusal: Why the command was refused.
    ///   - invocation: Of a command with ``parameters``.
    ///   - known: The password, if the person has typed it already.
    /// - Throws: The refusal for a script that brings nothing and where no password can prove
    ///   anything, and what is in the way of a proof.
    public func prove(
        after refusal: any PresentableError, _ invocation: Invocation, on terminal: any Terminal,
        knowing known: Secret? = nil
    ) async throws(CommandFailure) {
        guard let proving else { throw CommandFailure(presenting: refusal) }
        let brings = invocation[StandardParameters.passwordFromStandardInput] || known != nil
        // Also of a script nothing is asked that it can't have.
        switch known == nil ? await proving.passwordProof() : .possible {
        case .possible: break
        case .noPassword: throw Self.loginNeeded(after: refusal, Texts.logInWithoutPassword)
        case .notOffered: throw Self.loginNeeded(after: refusal, Texts.logInAgain)
        }
        guard brings || terminal.hasPerson(of: invocation) else {
            let failure = CommandFailure(presenting: refusal)
            throw CommandFailure(
                exit: failure.exit, code: failure.code, message: failure.message, hint: Texts.script,
                nextSteps: failure.nextSteps)
        }
        terminal.writeError(.line(Texts.why))
        do throws(Unproved) {
            _ = try await prove(by: proving, after: refusal, invocation, terminal, known, asking: Texts.password)
        } catch {
            throw error.failure
        }
    }

    /// Has the server look at a password that a script brings, also where the last proof is recent enough for the
    /// command: whoever passes a wrong one is not who they seem, or has made a mistake.
    ///
    /// Nothing is looked at where there is no password, or nobody can be asked; the command meets that itself.
    ///
    /// - Parameter invocation: Of a command with ``parameters``.
    /// - Returns: Whether it was looked at and is right, so that the proof is a recent one.
    public func check(_ invocation: Invocation, on terminal: any Terminal) async throws(CommandFailure) -> Bool {
        guard let proving, invocation[StandardParameters.passwordFromStandardInput],
            case .possible = await proving.passwordProof()
        else { return false }
        do throws(Unproved) {
            _ = try await prove(by: proving, after: nil, invocation, terminal, nil, asking: Texts.password)
            return true
        } catch {
            guard error.password == nil else { return false }
            throw error.failure
        }
    }

    private static func loginNeeded(after refusal: any PresentableError, _ message: LocalizedText) -> CommandFailure {
        let failure = CommandFailure(presenting: refusal)
        return CommandFailure(
            exit: failure.exit, code: failure.code, message: message,
            nextSteps: [.logIn, .logInByBrowser, .useServerPages])
    }

    /// Asks for the password that a command needs in any case, and has the server look at
    /// it before anything else is typed; the proof of it is a recent one.
    ///
    /// Where nobody can be asked again, or the server can't be asked for that alone, it is
    /// only asked for.
    ///
    /// - Parameters:
    ///   - refusal: What the command is refused with where a proof is missing.
    ///   - absence: What it is refused with where there is no password.
    ///   - invocation: Of a command with ``parameters``.
    /// - Throws: What is in the way, such as too many wrong ones.
    public func password(
        for invocation: Invocation, on terminal: any Terminal, asking question: LocalizedText,
        or refusal: any PresentableError, without absence: any PresentableError
    ) async throws(CommandFailure) -> Secret {
        guard let proving else { return try await terminal.password(for: invocation, asking: question) }
        guard await proving.passwordProof() != .noPassword else { throw CommandFailure(presenting: absence) }
        guard invocation.asksForPasswords, terminal.hasPerson(of: invocation) else {
            return try await terminal.password(for: invocation, asking: question)
        }
        do throws(Unproved) {
            return try await prove(by: proving, after: refusal, invocation, terminal, nil, asking: question)
        } catch {
            guard let password = error.password else { throw error.failure }
            return password
        }
    }

    /// Why nothing was proved.
    private struct Unproved: Error {
        let failure: CommandFailure
        /// What was typed, if nobody could look at it.
        var password: Secret?
    }

    /// So often a person may type what is wrong, and is told then what else there is.
    private static let tries = 3

    /// Proves it with what is known or typed; a person who mistypes is asked again.
    ///
    /// - Returns: The password.
    private func prove(
        by proving: any Reauthenticating, after refusal: (any PresentableError)?, _ invocation: Invocation,
        _ terminal: any Terminal, _ known: Secret?, asking question: LocalizedText
    ) async throws(Unproved) -> Secret {
        let isPersons = invocation.asksForPasswords && terminal.hasPerson(of: invocation)
        var password: Secret
        if let known { password = known } else { password = try await typed(question, invocation, terminal) }
        var code = invocation[Self.code], triesLeft = Self.tries
        while true {
            do throws(ReauthenticationError) {
                try await proving.reauthenticate(password: password, code: code.map { Secret($0) })
                return password
            } catch {
                if case .codeNeeded = error {} else { triesLeft -= 1 }
                let mayRetry = isPersons && triesLeft > 0
                switch error {
                case .codeNeeded where code == nil: code = try await typedCode(invocation, terminal)
                case .codeNeeded:
                    throw Unproved(failure: refusal.map { CommandFailure(presenting: $0) } ?? Texts.codeNeeded)
                case .wrongPassword(let error) where mayRetry && known == nil:
                    terminal.refuse(error.text)
                    password = try await typed(question, invocation, terminal)
                case .wrongCode(let error) where mayRetry && invocation[Self.code] == nil:
                    terminal.refuse(error.text)
                    code = try await typedCode(invocation, terminal)
                case .unavailable(let error):
                    throw Unproved(failure: CommandFailure(presenting: error), password: password)
                case .wrongPassword(let error), .wrongCode(let error), .refused(let error):
                    throw Unproved(failure: CommandFailure(presenting: error))
                }
            }
        }
    }

    private func typed(
        _ question: LocalizedText, _ invocation: Invocation, _ terminal: any Terminal
    ) async throws(Unproved) -> Secret {
        do throws(CommandFailure) {
            return try await terminal.password(for: invocation, asking: question)
        } catch {
            throw Unproved(failure: error)
        }
    }

    private func typedCode(_ invocation: Invocation, _ terminal: any Terminal) async throws(Unproved) -> String {
        do throws(CommandFailure) {
            return try await terminal.code(Self.code, of: invocation, asking: Texts.code)
        } catch {
            throw Unproved(failure: error)
        }
    }

    private enum Texts {
        static let codeOption = LocalizedText(
            en: "The code of the second factor, where one is on and a proof is asked for",
            es: "El código del segundo factor, si está activado y se pide una prueba")
        static let why = LocalizedText(
            en: "This takes a recent proof of who you are. Nothing was changed yet.",
            es: "Esto exige una prueba reciente de quién eres. Aún no se cambió nada.")
        static let logInAgain = LocalizedText(
            en: "This takes a recent proof of who you are. Log in once more, then repeat the command. Nothing was "
                + "changed.",
            es: "Esto exige una prueba reciente de quién eres. Inicia sesión otra vez y repite la orden. No se cambió "
                + "nada.")
        static let logInWithoutPassword = LocalizedText(
            en: "This takes a recent proof of who you are, and your account has no password. Log in once more, then "
                + "repeat the command. Nothing was changed.",
            es:
                "Esto exige una prueba reciente de quién eres y tu cuenta no tiene contraseña. Inicia sesión otra vez y "
                + "repite la orden. No se cambió nada.")
        static let script = LocalizedText(
            en:
                "Nobody can be asked here: pass the password with --password-stdin, and the code of a second factor on the "
                + "line behind it.",
            es: "Aquí no se puede preguntar a nadie: pasa la contraseña con --password-stdin y el código del segundo "
                + "factor en la línea siguiente.")
        static let codeNeeded = CommandFailure(
            code: "second_factor_required",
            message: LocalizedText(
                en: "The code of the second factor is needed as well. Nothing was changed.",
                es: "Hace falta también el código del segundo factor. No se cambió nada."))
        static let password = LocalizedText(en: "Password", es: "Contraseña")
        static let code = LocalizedText(
            en: "Code of your authenticator, or a recovery code",
            es: "Código del autenticador, o uno de recuperación")
    }
}
