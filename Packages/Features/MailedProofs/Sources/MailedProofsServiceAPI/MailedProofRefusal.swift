public import HTTPTypes
public import Localization

/// How a page answers a link or a code that counts no more.
public struct MailedProofRefusal: Sendable {
    /// The status of the page.
    public let status: HTTPStatus
    /// The heading.
    public let title: LocalizedText
    /// What it means, and what to do.
    public let explanation: LocalizedText

    /// The answer to a link.
    ///
    /// - Parameters:
    ///   - foreign: What to do with a link for another purpose.
    ///   - used: What it means that the link was used.
    public init(ofLink outcome: MailedProofOutcome, foreign: LocalizedText, used: LocalizedText) {
        (status, title, explanation) =
            switch outcome {
            case .expired: (.gone, MailedProofTexts.expiredLink, MailedProofTexts.expiredLinkMore)
            case .used: (.gone, MailedProofTexts.usedLink, used)
            case .foreign: (.forbidden, MailedProofTexts.foreignLink, foreign)
            case .unknown, .proved: (.notFound, MailedProofTexts.unknownLink, MailedProofTexts.unknownLinkMore)
            }
    }

    /// The answer to a code.
    ///
    /// - Parameter explanation: Which code counts, and for how long.
    public init(ofCode outcome: MailedProofOutcome, _ explanation: LocalizedText) {
        (status, title) =
            switch outcome {
            case .expired: (.gone, MailedProofTexts.expiredCode)
            case .used: (.gone, MailedProofTexts.usedCode)
            case .unknown, .foreign, .proved: (.unprocessableContent, MailedProofTexts.wrongCode)
            }
        self.explanation = explanation
    }
}
