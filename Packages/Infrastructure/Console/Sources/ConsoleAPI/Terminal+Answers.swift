public import CoreModels
public import Localization

extension Terminal {
    /// Whether somebody is there who sees a stream and can be asked; a script
    /// isn't: whoever wrote it knows what it does.
    public func hasPerson(at stream: TerminalStream = .error, of invocation: Invocation) -> Bool {
        !invocation.isJSON && capabilities(of: .input).isInteractive && capabilities(of: stream).isInteractive
    }

    /// Gets what a parameter stands for: its value if it was given, else the answer to a question.
    ///
    /// - Parameter problem: What is wrong with an answer, nil for one that will
    ///   do. A person is told and asked again. What was given isn't looked at,
    ///   and with `--json`, where nothing is told, nobody is asked twice.
    /// - Throws: ``CommandFailure`` made of the ``TerminalError``, which names the
    ///   parameter where there is nobody to ask.
    public func answer(
        to parameter: Parameter<String?>, of invocation: Invocation, asking question: LocalizedText,
        refusing problem: (String) -> LocalizedText? = { _ in nil }
    ) async throws(CommandFailure) -> String {
        if let value = invocation[parameter] { return value }
        return try await answer(
            insteadOf: parameter.definition, of: invocation, asking: question, refusing: problem)
    }

    /// Gets what the words of a parameter stand for: the words that were given,
    /// with blanks between them, else the answer to a question.
    ///
    /// - Parameter problem: What is wrong with an answer, nil for one that will
    ///   do, as for a parameter of one word.
    /// - Throws: ``CommandFailure`` made of the ``TerminalError``, which names the
    ///   parameter where there is nobody to ask.
    public func answer(
        to parameter: Parameter<[String]>, of invocation: Invocation, asking question: LocalizedText,
        refusing problem: (String) -> LocalizedText? = { _ in nil }
    ) async throws(CommandFailure) -> String {
        guard invocation[parameter].isEmpty else { return invocation[parameter].joined(separator: " ") }
        return try await answer(insteadOf: parameter.definition, of: invocation, asking: question, refusing: problem)
    }

    private func answer(
        insteadOf parameter: ParameterDefinition, of invocation: Invocation, asking question: LocalizedText,
        refusing problem: (String) -> LocalizedText?
    ) async throws(CommandFailure) -> String {
        try await ask(insteadOf: parameter, of: invocation, refusing: problem) { () async throws(TerminalError) in
            try await prompt(question, suggestion: nil)
        }
    }

    /// Gets a yes or no: yes if a flag said so, else the answer to a question.
    ///
    /// - Throws: ``CommandFailure`` made of the ``TerminalError``, which names the
    ///   flag where there is nobody to ask.
    public func agreement(
        to flag: Parameter<Bool>, of invocation: Invocation, asking question: LocalizedText
    ) async throws(CommandFailure) -> Bool {
        if invocation[flag] { return true }
        do {
            return try await confirm(question, suggestion: false)
        } catch {
            throw CommandFailure(error, insteadOf: flag.definition)
        }
    }

    /// Asks a person whether something that failed is to be tried again, once they
    /// were told why it did; Enter is a yes, the end of the input a no.
    ///
    /// Whoever doesn't sit at a terminal isn't asked: no.
    ///
    /// - Throws: ``CommandFailure`` made of the ``TerminalError``.
    public func wantsToTryAgain(after problem: LocalizedText) async throws(CommandFailure) -> Bool {
        guard capabilities(of: .input).isInteractive, capabilities(of: .error).isInteractive else { return false }
        refuse(problem)
        do throws(TerminalError) {
            return try await confirm(
                LocalizedText(en: "Try again?", es: "¿Intentarlo de nuevo?"), suggestion: true)
        } catch .endOfInput {
            return false
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Gets a password: from standard input when `--password-stdin` was given, else by asking.
    ///
    /// - Parameter problem: What is wrong with one that was typed, as for
    ///   ``answer(to:of:asking:refusing:)``.
    /// - Throws: ``CommandFailure`` made of the ``TerminalError``.
    public func password(
        for invocation: Invocation, asking question: LocalizedText,
        refusing problem: (Secret) -> LocalizedText? = { _ in nil }
    ) async throws(CommandFailure) -> Secret {
        let option = StandardParameters.passwordFromStandardInput
        guard invocation[option] else {
            return try await ask(insteadOf: option.definition, of: invocation, refusing: problem) {
                () async throws(TerminalError) in try await promptSecret(question)
            }
        }
        do {
            return try await readSecretLine()
        } catch {
            throw CommandFailure(error, insteadOf: option.definition)
        }
    }

    /// Gets a secret that a command needs beside the password, such as a code: from the next line of standard input when
    /// `--password-stdin` was given, else by asking.
    ///
    /// - Parameter problem: What is wrong with one that was typed, as for ``answer(to:of:asking:refusing:)``.
    /// - Throws: ``CommandFailure`` made of the ``TerminalError``; where nobody can be asked and no line is left, it says
    ///   where the secret is expected.
    public func secretBesidePassword(
        for invocation: Invocation, asking question: LocalizedText,
        refusing problem: (Secret) -> LocalizedText? = { _ in nil }
    ) async throws(CommandFailure) -> Secret {
        let option = StandardParameters.passwordFromStandardInput
        guard invocation[option] else {
            return try await ask(insteadOf: option.definition, of: invocation, refusing: problem) {
                () async throws(TerminalError) in Secret(try await prompt(question))
            }
        }
        do throws(TerminalError) {
            return try await readSecretLine()
        } catch {
            let failure = CommandFailure(error)
            throw CommandFailure(
                exit: failure.exit, code: failure.code, message: failure.message,
                hint: LocalizedText(
                    en: "With --password-stdin this stands on the line behind the password: \(question.english).",
                    es: "Con --password-stdin, esto va en la línea que sigue a la contraseña: \(question.spanish)."))
        }
    }

    /// Gets the code of a second factor: its option's value, else with `--password-stdin` the line behind the password, where
    /// a script brings one, else the answer to a question.
    ///
    /// - Throws: ``CommandFailure`` made of the ``TerminalError``, which says where a script puts the code.
    public func code(
        _ parameter: Parameter<String?>, of invocation: Invocation, asking question: LocalizedText
    ) async throws(CommandFailure) -> String {
        let isScripted = invocation[StandardParameters.passwordFromStandardInput]
        if isScripted, invocation[parameter] == nil, !capabilities(of: .input).isInteractive {
            do throws(TerminalError) {
                if let code = try await readSecretLine().withText({ $0 }), !code.isEmpty { return code }
            } catch {
                // There is none; somebody may sit at the terminal.
                guard error == .endOfInput else { throw CommandFailure(error) }
            }
        }
        do throws(CommandFailure) {
            return try await answer(to: parameter, of: invocation, asking: question)
        } catch {
            guard error.exit == .usage else { throw error }
            throw CommandFailure(
                exit: error.exit, code: error.code, message: error.message,
                hint: LocalizedText(
                    en: "The code of the second factor is needed: with --password-stdin put it on the line behind the "
                        + "password.",
                    es:
                        "Hace falta el código del segundo factor: con --password-stdin, ponlo en la línea que sigue a la "
                        + "contraseña."))
        }
    }

    /// Gets a new password: from standard input when `--password-stdin` was
    /// given, else by asking twice, since what is typed doesn't show.
    ///
    /// - Parameter problem: What is wrong with one that was typed, as for
    ///   ``answer(to:of:asking:refusing:)``; nobody types twice what won't do.
    /// - Throws: ``CommandFailure``: code `passwords_differ` when the two aren't
    ///   the same and nobody can be told, else made of the ``TerminalError``.
    public func newPassword(
        for invocation: Invocation, asking question: LocalizedText, again: LocalizedText,
        refusing problem: (Secret) -> LocalizedText? = { _ in nil }
    ) async throws(CommandFailure) -> Secret {
        while true {
            let first = try await password(for: invocation, asking: question, refusing: problem)
            if invocation[StandardParameters.passwordFromStandardInput] { return first }
            let second = try await password(for: invocation, asking: again)
            if first.isEqual(to: second) { return first }
            let failure = CommandFailure(
                code: "passwords_differ",
                message: LocalizedText(en: "The two passwords differ.", es: "Las dos contraseñas no coinciden."))
            guard invocation.asksForPasswords else { throw failure }
            refuse(failure.message)
        }
    }

    /// Tells a person why an answer won't do.
    public func refuse(_ reason: LocalizedText) {
        writeError(.paragraph(StyledText(reason, .failure)))
    }

    /// Asks until an answer will do.
    private func ask<Answer>(
        insteadOf parameter: ParameterDefinition, of invocation: Invocation,
        refusing problem: (Answer) -> LocalizedText?, _ question: () async throws(TerminalError) -> Answer
    ) async throws(CommandFailure) -> Answer {
        while true {
            do throws(TerminalError) {
                let answer = try await question()
                guard !invocation.isJSON, let problem = problem(answer) else { return answer }
                refuse(problem)
            } catch {
                let failure = CommandFailure(error, insteadOf: parameter)
                guard error.isAboutTheAnswer, !invocation.isJSON else { throw failure }
                refuse(failure.message)
            }
        }
    }
}

extension Invocation {
    /// Whether a person types the passwords, who can be told that one won't do
    /// and type another.
    public var asksForPasswords: Bool { !isJSON && !self[StandardParameters.passwordFromStandardInput] }
}

extension TerminalError {
    /// Whether another answer to the same question may do.
    fileprivate var isAboutTheAnswer: Bool {
        switch self {
        case .tooLong, .invalidText: true
        case .noTerminal, .endOfInput, .interrupted, .system: false
        }
    }
}
