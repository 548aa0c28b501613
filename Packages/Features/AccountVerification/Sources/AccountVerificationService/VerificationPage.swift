import AccountVerificationContract
import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import MailedProofsAPI
import MailedProofsServiceAPI
import Presenting
import TelemetryAPI
import WebUI

/// The page that mailed links open.
///
/// Looking at it changes nothing, since programs look at links before people
/// do; only its buttons do.
struct VerificationPage: Sendable {
    let proof: AddressProof
    let another: VerificationResend
    /// What people can do: pages name no other way.
    let offered: @Sendable () -> [NextStep]

    var all: [Route] {
        [
            Route(.get, AccountVerificationContract.pagePath, description: .showVerification) { try await show($0) },
            Route(
                .post, AccountVerificationContract.pagePath, bodyLimit: 4 * 1024,
                limit: RouteLimit("verification-page"), description: .pressVerification
            ) { try await act($0) },
        ]
    }

    private func show(_ request: ServerRequest) async throws -> ServerResponse {
        guard let text = request.query["token"] else { return start.response(to: request) }
        guard let token = MailedToken(text) else { return refusal(.unknown).response(to: request) }
        switch try await proof.proofs.examine(token, for: proof.kind) {
        case .proved(_, let email): return tokenForm(token, of: email).response(to: request)
        case let outcome: return refusal(outcome).response(to: request)
        }
    }

    private func act(_ request: ServerRequest) async throws -> ServerResponse {
        let form = try await request.decodeForm()
        let page =
            if form["resend"] != nil {
                try await resend(form)
            } else if let token = form["token"] {
                try await follow(MailedToken(token), Secret(form["password"] ?? ""), request)
            } else {
                try await typed(form, request)
            }
        return page.response(to: request)
    }

    private func follow(_ token: MailedToken?, _ password: Secret, _ request: ServerRequest) async throws -> WebPage {
        guard let token else { return refusal(.unknown) }
        switch try await judging({ try await proof.confirm(token, password: password, from: request) }) {
        case .confirmed: return Self.done
        case .refused(let outcome): return refusal(outcome)
        case .wrongPassword:
            guard case .proved(_, let email) = try await proof.proofs.examine(token, for: proof.kind) else {
                return refusal(.unknown)
            }
            return tokenForm(token, of: email, problem: PageTexts.wrongPassword)
        }
    }

    /// Too many passwords at once are no failure of the server.
    private func judging(_ check: () async throws -> AddressProof.Verdict) async throws -> AddressProof.Verdict {
        do {
            return try await check()
        } catch let error as AccountsError {
            proof.log.failure("could not check a password", ["reason": "\(error)"])
            throw HTTPProblem.unavailable(retryAfter: .seconds(5))
        }
    }

    private func typed(_ form: QueryParameters, _ request: ServerRequest) async throws -> WebPage {
        let text = form["email"] ?? "", email = EmailAddress(text), code = MailedCode(form["code"] ?? "")
        guard let email, let code else {
            let form = codeForm(
                email: text, emailProblem: email == nil ? MailedProofTexts.invalidEmail : nil,
                codeProblem: code == nil ? MailedProofTexts.invalidCode : nil)
            return WebPage(PageTexts.title, status: .unprocessableContent, [.text(PageTexts.typeCode), form])
        }
        let password = Secret(form["password"] ?? "")
        let verdict = try await judging {
            try await proof.confirm(code, of: email, password: password, from: request)
        }
        return switch verdict {
        case .confirmed: Self.done
        case .refused(let outcome): refusal(ofCode: outcome, email: text)
        case .wrongPassword: refusal(ofCode: .unknown, email: text)
        }
    }

    private func resend(_ form: QueryParameters) async throws(HTTPProblem) -> WebPage {
        let text = form["email"] ?? ""
        guard let email = EmailAddress(text) else {
            return WebPage(
                MailedProofTexts.another, status: .unprocessableContent,
                [Self.resendForm(nil, email: text, problem: MailedProofTexts.invalidEmail)])
        }
        try await another.send(to: email)
        return WebPage(MailedProofTexts.sent, [.text(PageTexts.resentMore), codeForm(email: text)])
    }

    // MARK: Pages

    /// Who comes without a link types the code.
    private var start: WebPage {
        WebPage(PageTexts.title, [.text(PageTexts.typeCode), codeForm(), Self.resendForm()])
    }

    private static let done = WebPage(PageTexts.confirmed, [.success(PageTexts.confirmedMore)])

    private func tokenForm(
        _ token: MailedToken, of email: EmailAddress, problem: LocalizedText? = nil
    ) -> WebPage {
        let form = WebForm(
            PageTexts.confirm, hidden: [("token", token.text)], username: "\(email)",
            [.password(hint: PageTexts.passwordHint(offering: offered()), problem: problem)])
        return WebPage(
            PageTexts.title, status: problem == nil ? .ok : .unprocessableContent,
            [.text(PageTexts.press), .text(PageTexts.notYours), .form(form)])
    }

    /// Who confirmed already has nothing left to do.
    private static let alreadyDone = WebPage(
        PageTexts.alreadyConfirmed, status: .gone, [.success(PageTexts.usedMore)])

    private func refusal(_ outcome: MailedProofOutcome) -> WebPage {
        if outcome == .used { return Self.alreadyDone }
        let refusal = MailedProofRefusal(ofLink: outcome, foreign: PageTexts.foreignMore, used: PageTexts.usedMore)
        return WebPage(refusal.title, status: refusal.status, [.failure(refusal.explanation), Self.resendForm()])
    }

    private func refusal(ofCode outcome: MailedProofOutcome, email: String) -> WebPage {
        if outcome == .used { return Self.alreadyDone }
        let refusal = MailedProofRefusal(ofCode: outcome, PageTexts.wrongCodeMore)
        return WebPage(
            refusal.title, status: refusal.status,
            [.failure(refusal.explanation), codeForm(email: email), Self.resendForm(email: email)])
    }

    private func codeForm(
        email: String = "", emailProblem: LocalizedText? = nil, codeProblem: LocalizedText? = nil
    ) -> WebElement {
        .form(
            WebForm(
                PageTexts.confirm,
                [
                    .email(email, hint: PageTexts.emailHint, problem: emailProblem), .code(problem: codeProblem),
                    .password(hint: PageTexts.passwordHint(offering: offered())),
                ]))
    }

    private static func resendForm(
        _ title: LocalizedText? = MailedProofTexts.another, email: String = "", problem: LocalizedText? = nil
    ) -> WebElement {
        .form(
            WebForm(PageTexts.resend, title: title, hidden: [("resend", "1")], [.email(email, problem: problem)]))
    }
}
