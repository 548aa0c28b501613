import CoreModels
import HTTPTransportAPI
import HTTPTypes
import LoginAPI
import MailedProofsAPI
import OfflineQueueAPI
import PasswordQuality
import RegistrationAPI
import RegistrationContract

/// Makes the account of somebody who is invited.
///
/// Nothing of it waits for a connection: the link says until when it is good, and another one may take its place.
extension RemoteRegistration {
    func take(
        _ invitation: Secret, with form: RegistrationForm, since start: SessionBeginning.Start?
    ) async throws(RegistrationError) -> RegistrationOutcome {
        let invalid = validator.validate(form)
        guard invalid.isEmpty, let name = try? PersonName(form.name) else { throw .invalidData(invalid) }
        guard case .link(let token)? = invitation.withText({ $0.flatMap { MailedProof($0) } }) else {
            throw .invitationOver
        }
        let request = InvitationContract.Request(
            invitation: Secret(token.text), name: name.text, password: form.password, device: device)
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            answer = try await server.post(
                InvitationContract.path, json: request, fields: [.idempotencyKey: makeID().description])
        } catch {
            throw error.mapped(
                cancelled: RegistrationError.cancelled, unreachable: RegistrationError.connectivity,
                unintelligible: .unknown, impossible: RegistrationError.impossible)
        }
        let outcome = try await begin(answer, since: start)
        if case .logIn = outcome { return outcome }
        // A login that waits would log somebody else in over them.
        try? await queue?.discard(.login)
        return outcome
    }
}
