import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import MailedProofsAPI
import MailedProofsServiceAPI
import PasswordQuality
import PasswordRecoveryContract
import WebUI

/// The page on which somebody with a link or a code chooses another password.
///
/// Looking at it changes nothing; only its buttons do.
struct ResetPage: Sendable {
    let mail: RecoveryMail
    let passwordReset: PasswordReset

    var all: [Route] {
        [
            Route(.get, PasswordRecoveryContract.pagePath, description: .showReset) { try await show($0) },
            Route(
                .post, PasswordRecoveryContract.pagePath, bodyLimit: 16 * 1024, limit: RouteLimit("reset-page"),
                description: .pressReset
            ) { try await act($0) },
            Route(.get, PasswordRecoveryContract.scriptPath, description: .getPasswordScript) { _ in Self.script },
        ]
    }

    private func show(_ request: ServerRequest) async throws -> ServerResponse {
        guard let text = request.query["token"] else { return Self.start.response(to: request) }
        guard let token = MailedToken(text) else { return Self.refusal(.unknown).response(to: request) }
        switch try await mail.proofs.examine(token, for: mail.kind) {
        case .proved(_, let email): return Self.form(token, of: email).response(to: request)
        case let outcome: return Self.refusal(outcome).response(to: request)
        }
    }

    private func act(_ request: ServerRequest) async throws -> ServerResponse {
        let form = try await request.decodeForm()
        let page =
            if form["send"] != nil {
                try await send(form, request)
            } else if let token = form["token"] {
                try await follow(MailedToken(token), Secret(form["new_password"] ?? ""), request)
            } else {
                try await typed(form, request)
            }
        return page.response(to: request)
    }

    private func follow(_ token: MailedToken?, _ password: Secret, _ request: ServerRequest) async throws -> WebPage {
        guard let token else { return Self.refusal(.unknown) }
        switch try await passwordReset.reset(.link(token), to: password, for: request) {
        case .done: return Self.done
        case .weak(let problems):
            guard case .proved(_, let email) = try await mail.proofs.examine(token, for: mail.kind) else {
                return Self.refusal(.unknown)
            }
            return Self.form(token, of: email, problems)
        case .refused(let outcome): return Self.refusal(outcome)
        }
    }

    private func typed(_ form: QueryParameters, _ request: ServerRequest) async throws -> WebPage {
        var answers = CodeForm(email: form["email"] ?? "", code: form["code"] ?? "")
        guard let email = EmailAddress(answers.email), let code = MailedCode(answers.code ?? "") else {
            return answers.page(status: .unprocessableContent)
        }
        let password = Secret(form["new_password"] ?? "")
        switch try await passwordReset.reset(.code(code, email), to: password, for: request) {
        case .done: return Self.done
        case .weak(let problems):
            answers.problems = problems
            return answers.page(status: .unprocessableContent)
        case .refused(let outcome): return Self.refusal(ofCode: outcome, email: answers.email)
        }
    }

    private func send(_ form: QueryParameters, _ request: ServerRequest) async throws -> WebPage {
        let text = form["email"] ?? ""
        guard let email = EmailAddress(text) else {
            return WebPage(
                MailedProofTexts.another, status: .unprocessableContent,
                [Self.sendForm(nil, email: text, problem: MailedProofTexts.invalidEmail)])
        }
        switch try await mail.send(to: email, for: request) {
        case .heard:
            return WebPage(MailedProofTexts.sent, [.text(PageTexts.sentMore), CodeForm(email: text).element])
        case .captchaRequired:
            // The page has to work without scripts, and nobody can do the work by
            // hand.
            return WebPage(
                MailedProofTexts.another, status: .tooManyRequests,
                [.failure(PageTexts.tooManyMessages), Self.sendForm(nil, email: text)])
        }
    }

    // MARK: Pages

    private static let script = ServerResponse.text(
        PasswordScript.text, type: .javaScript, fields: [.cacheControl: "public, max-age=300"])

    /// Who comes without a link types the code, or asks for one.
    private static let start = WebPage(
        PageTexts.title, [.text(PageTexts.typeCode), CodeForm().element, sendForm()])

    private static let done = WebPage(PageTexts.changed, [.success(PageTexts.changedMore)])

    private static func form(
        _ token: MailedToken, of email: EmailAddress, _ problems: [PasswordProblem] = []
    ) -> WebPage {
        WebPage(
            PageTexts.title, status: problems.isEmpty ? .ok : .unprocessableContent,
            [
                .text(PageTexts.explanation),
                .form(
                    WebForm(
                        PageTexts.change, hidden: [("token", token.text)], username: "\(email)",
                        [CodeForm.passwordField(problems)])),
            ])
    }

    private static func refusal(_ outcome: MailedProofOutcome) -> WebPage {
        let refusal = MailedProofRefusal(ofLink: outcome, foreign: PageTexts.foreignMore, used: PageTexts.usedMore)
        return WebPage(refusal.title, status: refusal.status, [.failure(refusal.explanation), sendForm()])
    }

    private static func refusal(ofCode outcome: MailedProofOutcome, email: String) -> WebPage {
        let refusal = MailedProofRefusal(ofCode: outcome, PageTexts.wrongCodeMore)
        return WebPage(
            refusal.title, status: refusal.status,
            [.failure(refusal.explanation), CodeForm(email: email).element, sendForm(email: email)])
    }

    private static func sendForm(
        _ title: LocalizedText? = MailedProofTexts.another, email: String = "", problem: LocalizedText? = nil
    ) -> WebElement {
        .form(WebForm(PageTexts.send, title: title, hidden: [("send", "1")], [.email(email, problem: problem)]))
    }
}
