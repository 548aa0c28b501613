import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import QRCodes
import SecondFactorAPI
import SecondFactorDialogue
import SessionsPresentationAPI

/// `essential factors …`: what is asked for beside the password.
struct FactorsCommands: Sendable {
    let factors: any FactorManaging
    let stepUp: StepUp

    private static let typed = Parameter<String>.argument("code", .code, summary: FactorsTexts.codeArgument)
    private static let confirmed = Parameter.flag("yes", summary: FactorsTexts.yesOption)

    /// All of them.
    var all: [Command] { [list, add, confirm, codes, keep, remove] }

    private var list: Command {
        Command(
            "factors", summary: FactorsTexts.listSummary, discussion: FactorsTexts.listDiscussion, group: .account,
            examples: [CommandExample("essential factors", FactorsTexts.listExample)]
        ) { _, _ throws(CommandFailure) in
            do throws(FactorError) {
                return Self.shown(try await factors.factors())
            } catch {
                throw CommandFailure(presenting: error)
            }
        }
    }

    private var add: Command {
        Command(
            "factors add", summary: FactorsTexts.addSummary, discussion: FactorsTexts.addDiscussion, group: .account,
            examples: [CommandExample("essential factors add", FactorsTexts.addExample)],
            parameters: StepUp.parameters
        ) { invocation, terminal throws(CommandFailure) in
            let setup = try await authenticated(invocation, terminal) { () async throws(FactorError) in
                try await factors.beginAuthenticator()
            }
            guard terminal.hasPerson(of: invocation), !invocation.isJSON else {
                return CommandOutput(
                    json: Setup(setup), .line(FactorsTexts.typed(setup.address)), .line(FactorsTexts.confirmLater))
            }
            terminal.write(Self.blocks(setup, width: terminal.capabilities(of: .output).width))
            while true {
                let code = try await Self.answer(to: FactorWords.code, on: terminal)
                do throws(FactorError) {
                    return Self.shown(
                        codes: try await factors.confirmAuthenticator(with: Secret(code)), FactorWords.isOn)
                } catch {
                    switch error {
                    case .wrongCode: terminal.refuse(error.text)
                    case .authenticationNeeded: try await stepUp.prove(after: error, invocation, on: terminal)
                    default: throw CommandFailure(presenting: error)
                    }
                }
            }
        }
    }

    /// The code of a new authenticator is no option: it is known afterwards.
    private static func answer(
        to question: LocalizedText, on terminal: any Terminal
    ) async throws(CommandFailure) -> String {
        do throws(TerminalError) {
            return try await terminal.prompt(question)
        } catch {
            throw CommandFailure(error)
        }
    }

    private var confirm: Command {
        Command(
            "factors confirm", summary: FactorsTexts.confirmSummary, group: .account,
            examples: [CommandExample("essential factors confirm 287082", FactorsTexts.confirmExample)],
            parameters: [Self.typed]
        ) { invocation, _ throws(CommandFailure) in
            do throws(FactorError) {
                return Self.shown(
                    codes: try await factors.confirmAuthenticator(with: Secret(invocation[Self.typed])),
                    FactorWords.isOn)
            } catch {
                let failure = CommandFailure(presenting: error, places: [FactorsTexts.setUp])
                // Beginning anew asks for the proof as well.
                let needsProof = if case .authenticationNeeded = error { true } else { false }
                throw error == .isOff || needsProof ? failure.offering(FactorsTexts.setUp.step) : failure
            }
        }
    }

    private var codes: Command {
        Command(
            "factors codes", summary: FactorsTexts.codesSummary, discussion: FactorsTexts.codesDiscussion,
            group: .account, examples: [CommandExample("essential factors codes", FactorsTexts.codesExample)],
            parameters: [Self.confirmed] + StepUp.parameters
        ) { invocation, terminal throws(CommandFailure) in
            try await checkThatOneIsOn()
            guard try await terminal.agreement(to: Self.confirmed, of: invocation, asking: FactorsTexts.codesQuestion)
            else { return CommandOutput(json: Status(status: "unchanged"), .line(FactorsTexts.unchanged)) }
            let codes = try await authenticated(invocation, terminal) { () async throws(FactorError) in
                try await factors.renewRecoveryCodes()
            }
            return Self.shown(codes: codes, FactorWords.codesMade)
        }
    }

    private var keep: Command {
        Command(
            "factors keep", summary: FactorsTexts.keepSummary, group: .account,
            examples: [CommandExample("essential factors keep", FactorsTexts.keepExample)],
            parameters: StepUp.parameters
        ) { invocation, terminal throws(CommandFailure) in
            try await checkThatOneIsOn()
            try await authenticated(invocation, terminal) { () async throws(FactorError) in
                try await factors.takeBackLoss()
            }
            return CommandOutput(json: Status(status: "kept"), .line(FactorWords.stays, .success))
        }
    }

    private var remove: Command {
        Command(
            "factors remove", summary: FactorsTexts.removeSummary, discussion: FactorsTexts.removeDiscussion,
            group: .account, examples: [CommandExample("essential factors remove", FactorsTexts.removeExample)],
            parameters: [Self.confirmed] + StepUp.parameters
        ) { invocation, terminal throws(CommandFailure) in
            try await checkThatOneIsOn()
            guard
                try await terminal.agreement(to: Self.confirmed, of: invocation, asking: FactorsTexts.removeQuestion)
            else { return CommandOutput(json: Status(status: "unchanged"), .line(FactorsTexts.unchanged)) }
            try await authenticated(invocation, terminal) { () async throws(FactorError) in
                try await factors.removeAuthenticator()
            }
            return CommandOutput(json: Status(status: "off"), .line(FactorWords.isOff, .success))
        }
    }

    /// Nobody is asked about, or proves who they are for, what there isn't.
    private func checkThatOneIsOn() async throws(CommandFailure) {
        let present: SecondFactors
        do throws(FactorError) {
            present = try await factors.factors()
        } catch {
            throw CommandFailure(presenting: error)
        }
        guard present.authenticatorSince != nil else {
            throw CommandFailure(
                code: FactorError.isOff.code, message: FactorWords.off(present), hint: FactorsTexts.howToAdd)
        }
    }

    /// Does something, and has the person prove once more who they are if it takes
    /// that.
    private func authenticated<Value>(
        _ invocation: Invocation, _ terminal: any Terminal, _ body: () async throws(FactorError) -> Value
    ) async throws(CommandFailure) -> Value {
        let isProved = try await stepUp.check(invocation, on: terminal)
        do throws(FactorError) {
            return try await body()
        } catch {
            guard case .authenticationNeeded = error, !isProved else { throw CommandFailure(presenting: error) }
            try await stepUp.prove(after: error, invocation, on: terminal)
        }
        do throws(FactorError) {
            return try await body()
        } catch {
            throw CommandFailure(presenting: error)
        }
    }
}

extension FactorsCommands {
    private static func shown(_ factors: SecondFactors) -> CommandOutput {
        let isOn = factors.authenticatorSince != nil
        let blocks: [OutputBlock] =
            isOn
            ? [.line(FactorWords.on(factors), .success), .line(FactorWords.left(factors.recoveryCodesLeft))]
                + (factors.endsAt.map {
                    [.line(FactorWords.ends(at: .moment($0)), .warning), .line(FactorsTexts.howToKeep)]
                } ?? [])
            : [.line(FactorWords.off(factors)), .line(FactorsTexts.howToAdd)]
        return CommandOutput(
            json: Listed(
                since: factors.authenticatorSince, recoveryCodesLeft: factors.recoveryCodesLeft, endsAt: factors.endsAt),
            text: blocks)
    }

    private static func shown(codes: [Secret], _ done: LocalizedText) -> CommandOutput {
        let texts = codes.map { $0.withText { $0 ?? "" } }
        return CommandOutput(
            json: Codes(recoveryCodes: texts), .line(done, .success), .paragraph(StyledText(FactorWords.keep)), .blank,
            .preformatted(texts.map { "    " + $0 + "\n" }.joined()))
    }

    /// The code for the camera where there is room, and the secret to be typed.
    private static func blocks(_ setup: AuthenticatorSetup, width: Int?) -> [OutputBlock] {
        let lines = QRCode(setup.address)?.lines ?? []
        let fits = lines.first.map { $0.count <= width ?? 80 } ?? false
        let secret = setup.secret.withText { FactorWords.grouped($0 ?? "") }
        return [.line(FactorWords.scan)] + (fits ? [.preformatted(lines.joined(separator: "\n") + "\n")] : []) + [
            .fields([
                OutputField(FactorWords.secret, verbatim: secret),
                OutputField(FactorWords.address, verbatim: setup.address.withText { $0 ?? "" }),
            ]),
            .line(FactorWords.confirm),
        ]
    }

    private struct Listed: Encodable, Sendable {
        let since: Date?
        let recoveryCodesLeft: Int
        let endsAt: Date?
    }

    private struct Codes: Encodable, Sendable {
        let recoveryCodes: [String]
    }

    private struct Setup: Encodable, Sendable {
        let secret: String
        let uri: String

        init(_ setup: AuthenticatorSetup) {
            secret = setup.secret.withText { $0 ?? "" }
            uri = setup.address.withText { $0 ?? "" }
        }
    }

    private struct Status: Encodable, Sendable {
        let status: String
    }
}
