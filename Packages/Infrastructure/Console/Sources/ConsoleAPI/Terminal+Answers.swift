public import CoreModels
public import Localization

extension Terminal {
    /// Gets what an option stands for: its value if it was given, else the answer to a question.
    ///
    /// - Throws: ``CommandFailure`` made of the ``TerminalError``.
    public func answer(
        given value: String?, asking question: LocalizedText, suggestion: String? = nil
    ) async throws(CommandFailure) -> String {
        if let value { return value }
        do {
            return try await prompt(question, suggestion: suggestion)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Gets a yes or no: yes if a flag said so, else the answer to a question.
    ///
    /// - Throws: ``CommandFailure`` made of the ``TerminalError``.
    public func agreement(
        given isGiven: Bool, asking question: LocalizedText, suggestion: Bool = false
    ) async throws(CommandFailure) -> Bool {
        if isGiven { return true }
        do {
            return try await confirm(question, suggestion: suggestion)
        } catch {
            throw CommandFailure(error)
        }
    }

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
