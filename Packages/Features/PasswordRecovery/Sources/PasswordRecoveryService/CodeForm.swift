import CoreModels
import HTTPTypes
import Localization
import MailedProofsAPI
import MailedProofsServiceAPI
import PasswordQuality
import WebUI

/// The form for who types a code: address, code and new password.
struct CodeForm: Sendable {
    var email = ""
    /// The code as it was typed; nil before anything was.
    var code: String?
    /// What is wrong with the password.
    var problems: [PasswordProblem] = []

    var element: WebElement {
        .form(
            WebForm(
                PageTexts.change,
                [
                    .email(
                        email,
                        problem: code == nil || EmailAddress(email) != nil ? nil : MailedProofTexts.invalidEmail),
                    .code(
                        code ?? "",
                        problem: code.map { MailedCode($0) == nil } == true ? MailedProofTexts.invalidCode : nil),
                    Self.passwordField(problems),
                ]))
    }

    func page(status: HTTPStatus) -> WebPage {
        WebPage(PageTexts.title, status: status, [.text(PageTexts.typeCode), element])
    }

    static func passwordField(_ problems: [PasswordProblem]) -> WebField {
        WebField(
            "new_password", .newPassword(minimum: PasswordRules.minimumLength), PageTexts.password,
            rules: PasswordScript.rules, hint: PageTexts.passwordHint, problems: problems.map(\.text))
    }
}
