import AddressChangeAPI
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import SessionsPresentationAPI

/// `essential address`: another address for who is logged in.
struct AddressCommands: Sendable {
    let change: any AddressChanging
    let stepUp: StepUp

    private static let email = Parameter<String?>.optionalArgument(
        "email", .email, summary: AddressTexts.emailArgument)
    /// In one word or in groups, as it stands in the subject of the letter.
    private static let code = Parameter<[String]>.arguments(
        "code", .code, summary: AddressTexts.codeArgument)

    var address: Command {
        Command(
            "address", summary: AddressTexts.summary, discussion: AddressTexts.discussion, group: .account,
            examples: [CommandExample("essential address ana@example.net", AddressTexts.example)],
            parameters: [Self.email] + StepUp.parameters
        ) { invocation, terminal throws(CommandFailure) in
            let email = try await terminal.answer(
                to: Self.email, of: invocation, asking: AddressTexts.emailPrompt
            ) { EmailAddress($0) == nil ? AddressChangeError.invalidAddress.text : nil }
            try await request(email, invocation, terminal)
            guard terminal.hasPerson(of: invocation) else {
                return CommandOutput(
                    json: Status(status: "check_mail"), text: [.line(AddressTexts.sent(to: email), .success)],
                    nextSteps: [.confirmAddress])
            }
            terminal.writeError(.line(AddressTexts.sent(to: email)))
            return try await confirm(on: terminal)
        }
    }

    var confirm: Command {
        Command(
            "address confirm", summary: AddressTexts.confirmSummary, group: .account,
            examples: [CommandExample("essential address confirm 12345678", AddressTexts.confirmExample)],
            parameters: [Self.code]
        ) { invocation, terminal throws(CommandFailure) in
            let code = try await terminal.answer(to: Self.code, of: invocation, asking: AddressTexts.codePrompt)
            do throws(AddressChangeError) {
                return Self.changed(try await change.confirmChange(with: Secret(code)))
            } catch {
                throw CommandFailure(presenting: error)
            }
        }
    }

    /// Asks for a code; the person proves once who they are, if that takes it.
    private func request(
        _ email: String, _ invocation: Invocation, _ terminal: any Terminal
    ) async throws(CommandFailure) {
        var isProved = try await stepUp.check(invocation, on: terminal)
        while true {
            do throws(AddressChangeError) {
                return try await change.requestChange(to: email)
            } catch {
                guard error == .notRecent, !isProved else { throw CommandFailure(presenting: error) }
                try await stepUp.prove(after: error, invocation, on: terminal)
                isProved = true
            }
        }
    }

    /// Asks a person for the code until it counts.
    private func confirm(on terminal: any Terminal) async throws(CommandFailure) -> CommandOutput {
        while true {
            let code: String
            do throws(TerminalError) {
                code = try await terminal.prompt(AddressTexts.codePrompt)
            } catch {
                throw CommandFailure(error)
            }
            do throws(AddressChangeError) {
                return Self.changed(try await change.confirmChange(with: Secret(code)))
            } catch {
                guard error == .wrongCode || error == .malformedCode else { throw CommandFailure(presenting: error) }
                terminal.refuse(error.text)
            }
        }
    }

    private static func changed(_ change: ChangedAddress) -> CommandOutput {
        let undo = change.undoableUntil.map { end in OutputBlock.line(AddressTexts.undo(until: .moment(end))) }
        return CommandOutput(
            json: Changed(user: change.user, undoUntil: change.undoableUntil),
            text: [.line(AddressTexts.changed("\(change.user.email)"), .success)] + (undo.map { [$0] } ?? []))
    }

    private struct Status: Encodable, Sendable {
        let status: String
    }

    private struct Changed: Encodable, Sendable {
        let user: User
        let undoUntil: Date?
    }
}
