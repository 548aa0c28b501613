public import CoreModels
public import Localization

extension Terminal {
    /// Gets a password: from standard input when `--password-stdin` was given, else by asking.
    ///
    /// - Throws: ``CommandFailure`` made of the ``TerminalError``.
    public func password(
        for invocation: Invocation, asking question: LocalizedText
    ) async throws(CommandFailure) -> Secret {
        try await password(fromStandardInput: invocation[StandardParameters.passwordFromStandardInput], question)
    }

    /// Gets a new password: from standard input when `--password-stdin` was
    /// given, else by asking twice, since what is typed doesn't show.
    ///
    /// - Throws: ``CommandFailure``: code `passwords_differ` when the two aren't
    ///   the same, else made of the ``TerminalError``.
    public func newPassword(
        for invocation: Invocation, asking question: LocalizedText, again: LocalizedText
    ) async throws(CommandFailure) -> Secret {
        let isPiped = invocation[StandardParameters.passwordFromStandardInput]
        let first = try await password(fromStandardInput: isPiped, question)
        if isPiped { return first }
        let second = try await password(fromStandardInput: false, again)
        guard first.isEqual(to: second) else {
            throw CommandFailure(
                code: "passwords_differ",
                message: LocalizedText(en: "The two passwords differ.", es: "Las dos contraseñas no coinciden."))
        }
        return first
    }

    private func password(
        fromStandardInput isPiped: Bool, _ question: LocalizedText
    ) async throws(CommandFailure) -> Secret {
        do {
            return isPiped ? try await readSecretLine() : try await promptSecret(question)
        } catch {
            throw CommandFailure(error)
        }
    }
}
