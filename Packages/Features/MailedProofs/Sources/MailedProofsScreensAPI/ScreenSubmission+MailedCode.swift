public import CoreModels
public import MailedProofsAPI
import Presenting
public import ScreensAPI

extension ScreenSubmission {
    /// The address and the mailed code that were typed into the fields `email` and
    /// `code`.
    ///
    /// - Throws: ``FormRefusal`` about each of them that can't be one.
    public func mailedCode() throws(FormRefusal) -> (email: EmailAddress, code: MailedCode) {
        let email = EmailAddress(self["email"]), code = secret("code").withText { $0.flatMap { MailedCode($0) } }
        guard let email, let code else {
            let failures = [
                email == nil ? FieldFailure("email", MailedProofTexts.invalidEmail) : nil,
                code == nil ? FieldFailure("code", MailedProofTexts.invalidCode) : nil,
            ]
            throw FormRefusal(failures.compactMap(\.self))
        }
        return (email, code)
    }
}
