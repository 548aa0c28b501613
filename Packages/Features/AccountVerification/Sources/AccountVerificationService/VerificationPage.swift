import AccountVerificationContract
import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import MailedProofsAPI
import MailedProofsServiceAPI
import WebUI

/// The page that mailed links open.
///
/// Looking at it changes nothing, since programs look at links before people
/// do; only its buttons do.
struct VerificationPage: Sendable {
    let proof: AddressProof
    let another: VerificationResend

    var all: [Route] {
        [
            Route(.get, AccountVerificationContract.pagePath) { try await show($0) },
            Route(.post, AccountVerificationContract.pagePath, bodyLimit: 4 * 1024) { try await act($0) },
        ]
    }

    private func show(_ request: ServerRequest) async throws -> ServerResponse {
        guard let text = request.query["token"] else { return Self.start.response(to: request) }
        guard let token = MailedToken(text) else { return Self.refusal(.unknown).response(to: request) }
        switch try await proof.proofs.examine(token, for: proof.kind) {
        case .proved:
            let form = WebForm(PageTexts.confirm, hidden: [("token", token.text)])
            return WebPage(PageTexts.title, [.text(PageTexts.press), .form(form)]).response(to: request)
        case let outcome: return Self.refusal(outcome).response(to: request)
        }
    }

    private func act(_ request: ServerRequest) async throws -> ServerResponse {
        let form = try await request.decodeForm()
        let page =
            if form["resend"] != nil {
                await resend(form)
            } else if let token = form["token"] {
                try await confirm(MailedToken(token).map { .link($0, of: nil) }, request) { Self.refusal($0) }
            } else {
                try await typed(form, request)
            }
        return page.response(to: request)
    }

    private func confirm(
        _ presented: PresentedProof?, _ request: ServerRequest, else refusal: (MailedProofOutcome) -> WebPage
    ) async throws -> WebPage {
        guard let presented else { return refusal(.unknown) }
        switch try await proof.confirm(presented, from: request) {
        case .confirmed: return WebPage(PageTexts.confirmed, [.success(PageTexts.confirmedMore)])
        case .refused(let outcome): return refusal(outcome)
        }
    }

    private func typed(_ form: QueryParameters, _ request: ServerRequest) async throws -> WebPage {
        let text = form["email"] ?? "", email = EmailAddress(text), code = MailedCode(form["code"] ?? "")
        guard let email, let code else {
            let form = Self.codeForm(
                email: text, emailProblem: email == nil ? MailedProofTexts.invalidEmail : nil,
                codeProblem: code == nil ? MailedProofTexts.invalidCode : nil)
            return WebPage(PageTexts.title, status: .unprocessableContent, [.text(PageTexts.typeCode), form])
        }
        let subject = try await proof.subject(email, else: UserID(UUID()))
        return try await confirm(.code(code, of: subject), request) { Self.refusal(ofCode: $0, email: text) }
    }

    private func resend(_ form: QueryParameters) async -> WebPage {
        let text = form["email"] ?? ""
        guard let email = EmailAddress(text) else {
            return WebPage(
                MailedProofTexts.another, status: .unprocessableContent,
                [Self.resendForm(nil, email: text, problem: MailedProofTexts.invalidEmail)])
        }
        await another.send(to: email)
        return WebPage(MailedProofTexts.sent, [.text(PageTexts.resentMore), Self.codeForm(email: text)])
    }

    // MARK: Pages

    /// Who comes without a link types the code.
    private static let start = WebPage(
        PageTexts.title, [.text(PageTexts.typeCode), codeForm(), resendForm()])

    private static func refusal(_ outcome: MailedProofOutcome) -> WebPage {
        let refusal = MailedProofRefusal(ofLink: outcome, foreign: PageTexts.foreignMore, used: PageTexts.usedMore)
        return WebPage(refusal.title, status: refusal.status, [.failure(refusal.explanation), resendForm()])
    }

    private static func refusal(ofCode outcome: MailedProofOutcome, email: String) -> WebPage {
        let refusal = MailedProofRefusal(ofCode: outcome, PageTexts.wrongCodeMore)
        return WebPage(
            refusal.title, status: refusal.status,
            [.failure(refusal.explanation), codeForm(email: email), resendForm(email: email)])
    }

    private static func codeForm(
        email: String = "", emailProblem: LocalizedText? = nil, codeProblem: LocalizedText? = nil
    ) -> WebElement {
        .form(
            WebForm(
                PageTexts.confirm,
                [.email(email, hint: PageTexts.emailHint, problem: emailProblem), .code(problem: codeProblem)]))
    }

    private static func resendForm(
        _ title: LocalizedText? = MailedProofTexts.another, email: String = "", problem: LocalizedText? = nil
    ) -> WebElement {
        .form(
            WebForm(PageTexts.resend, title: title, hidden: [("resend", "1")], [.email(email, problem: problem)]))
    }
}
