public import ConsoleAPI
public import CoreModels
import Localization
public import Presenting
public import SessionsAPI

/// Leads a person at a terminal through proving once more who they are, so that a
/// command goes on with what was typed (RFC 9470).
public struct StepUp: Sendable {
    /// `--code`, for commands that may take it.
    public static let code = Parameter<String?>.optional("code", .text("CODE"), summary: Texts.codeOption)

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
    /// - Throws: The refusal for a script that brings nothing, and what is in the way
    ///   of a proof.
    public func prove(
        after refusal: any PresentableError, _ invocation: Invocation, on terminal: any Terminal,
        knowing known: Secret? = nil
    ) async throws(CommandFailure) {
        let brings = invocation[StandardParameters.passwordFromStandardInput] || known != nil
        guard let proving else { throw CommandFailure(presenting: refusal) }
        guard brings || terminal.hasPerson(of: invocation) else {
            let failure = CommandFailure(presenting: refusal)
            throw CommandFailure(
                exit: failure.exit, code: failure.code, message: failure.message, hint: Texts.script,
                nextSteps: failure.nextSteps)
        }
        terminal.writeError(.line(Texts.why))
        let password: Secret
        if let known {
            password = known
        } else {
            password = try await terminal.password(for: invocation, asking: Texts.password)
        }
        var code = invocation[Self.code]
        while true {
            do throws(ReauthenticationError) {
                return try await proving.reauthenticate(password: password, code: code.map { Secret($0) })
            } catch {
                switch error {
                case .codeNeeded where code == nil: break
                case .codeNeeded: throw CommandFailure(presenting: refusal)
                case .refused(let error): throw CommandFailure(presenting: error)
                }
            }
            code = try await terminal.answer(to: Self.code, of: invocation, asking: Texts.code)
        }
    }

    private enum Texts {
        static let codeOption = LocalizedText(
            en: "The code of the second factor, where one is on and a proof is asked for",
            es: "El código del segundo factor, si está activado y se pide una prueba")
        static let why = LocalizedText(
            en: "This takes a recent proof of who you are. Nothing was changed yet.",
            es: "Esto exige una prueba reciente de quién eres. Aún no se cambió nada.")
        static let script = LocalizedText(
            en:
                "Nobody can be asked here: pass the password with --password-stdin, and the code of a second factor with "
                + "--code.",
            es: "Aquí no se puede preguntar a nadie: pasa la contraseña con --password-stdin y el código del segundo "
                + "factor con --code.")
        static let password = LocalizedText(en: "Password", es: "Contraseña")
        static let code = LocalizedText(
            en: "Code of your authenticator, or a recovery code",
            es: "Código del autenticador, o uno de recuperación")
    }
}
