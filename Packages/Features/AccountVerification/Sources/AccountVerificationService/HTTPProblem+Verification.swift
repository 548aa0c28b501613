import AccountVerificationAPI
import AccountVerificationContract
import HTTPServingAPI
import HTTPTypes
import Localization
import MailedProofsAPI
import MailedProofsServiceAPI
import SessionsServiceAPI

extension HTTPProblem {
    private typealias Code = AccountVerificationContract.Code

    /// 422: what was sent isn't a code.
    static let malformedCode = invalidData([
        FieldProblem(
            pointer: "/code", code: Code.invalidCode.rawValue,
            reason: MailedProofTexts.invalidCode)
    ])

    /// What is answered to who isn't in the account and sends no password: that they have to log in; or, who
    /// is logged in elsewhere or by a code that was typed elsewhere, that it is missing.
    static func passwordNeeded(in session: AuthenticatedSession?) -> HTTPProblem {
        session == nil ? .authenticationRequired() : .invalidData([.required(pointer: passwordPointer)])
    }

    /// 422: the link counts, and the password isn't that of its account.
    static let wrongPassword = invalidData([
        FieldProblem(
            pointer: passwordPointer, code: Code.wrongPassword.rawValue,
            reason: AddressConfirmationError.wrongPassword.text)
    ])

    private static let passwordPointer = "/password"

    /// What is answered to a link or a code that confirms nothing.
    static func refusal(of proof: PresentedProof, _ outcome: MailedProofOutcome) -> HTTPProblem {
        let isLink = if case .link = proof { true } else { false }
        return switch outcome {
        case .used: isLink ? usedLink : usedCode
        case .expired: isLink ? expiredLink : expiredCode
        case .foreign: foreignLink
        case .unknown, .proved: isLink ? unknownLink : wrongCode
        }
    }

    /// 422: the code isn't the one that was sent last, or was tried too often.
    static let wrongCode = HTTPProblem(
        status: .unprocessableContent, code: Code.invalidCode.rawValue,
        title: LocalizedText(en: "This code doesn't count.", es: "Este código no vale."),
        detail: MailedProofTexts.askForAnother)

    /// 410: the code is too old.
    static let expiredCode = HTTPProblem(
        status: .gone, code: Code.linkExpired.rawValue,
        title: LocalizedText(en: "This code is too old.", es: "Este código ha caducado."),
        detail: MailedProofTexts.askForAnother)

    /// 410: the code was used before.
    private static let usedCode = HTTPProblem(
        status: .gone, code: Code.linkUsed.rawValue,
        title: LocalizedText(en: "The address is already confirmed.", es: "La dirección ya está confirmada."),
        detail: LocalizedText(
            en: "This code did it. There is nothing left to do.", es: "Lo hizo este código. No queda nada por hacer."))

    /// 422: nobody knows the link, or another message took its place.
    static let unknownLink = HTTPProblem(
        status: .unprocessableContent, code: Code.linkUnknown.rawValue, title: MailedProofTexts.unknownLink,
        detail: MailedProofTexts.unknownLinkMore)

    /// 403: the link is for something else, or for somebody else.
    static let foreignLink = HTTPProblem(
        status: .forbidden, code: Code.linkForeign.rawValue, title: MailedProofTexts.foreignLink,
        detail: LocalizedText(
            en:
                "It is for another account, or for something else. Open it as it is in its message, or ask for another.",
            es: "Es para otra cuenta o para otra cosa. Ábrelo tal como está en su mensaje, o pide otro."))

    /// 410: the link is too old.
    private static let expiredLink = HTTPProblem(
        status: .gone, code: Code.linkExpired.rawValue, title: MailedProofTexts.expiredLink,
        detail: MailedProofTexts.askForAnother)

    /// 410: the link was used before.
    private static let usedLink = HTTPProblem(
        status: .gone, code: Code.linkUsed.rawValue,
        title: LocalizedText(en: "The address is already confirmed.", es: "La dirección ya está confirmada."),
        detail: LocalizedText(
            en: "This link did it. There is nothing left to do.", es: "Lo hizo este enlace. No queda nada por hacer."))
}
