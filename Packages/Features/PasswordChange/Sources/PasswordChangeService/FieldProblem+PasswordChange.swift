import CoreModels
import HTTPServingAPI
import Localization
import PasswordChangeContract
import PasswordQuality

extension FieldProblem {
    /// All that can't be accepted, whatever the password is (PWCHG-01, 03, 04).
    ///
    /// That the new password is the current one is judged by what was sent: it
    /// tells nobody whether the current one is right.
    static func problems(
        of change: PasswordChangeContract.Change, for user: User, by rules: PasswordRules
    ) -> [FieldProblem] {
        var problems: [FieldProblem] = []
        if !(1...PasswordRules.maximumBytes).contains(change.currentPassword.count) {
            problems.append(invalidCurrentPassword)
        }
        problems += change.newPassword.withText { new in
            rules.problems(of: new, name: user.name, email: user.email.description).map {
                FieldProblem(pointer: "/new_password", code: $0.code, reason: $0.text, key: $0.key)
            }
        }
        if isSame(change) { problems.append(samePassword) }
        return problems
    }

    /// Passwords are hashed in their composed form, which text is compared by.
    private static func isSame(_ change: PasswordChangeContract.Change) -> Bool {
        change.currentPassword.withText { current in change.newPassword.withText { $0 != nil && $0 == current } }
    }

    private static let invalidCurrentPassword = FieldProblem(
        pointer: "/current_password", code: PasswordChangeContract.FieldCode.invalidPassword.rawValue,
        reason: LocalizedText(
            en: "A password has 1 to \(PasswordRules.maximumBytes) bytes.",
            es: "Una contraseña tiene de 1 a \(PasswordRules.maximumBytes) bytes."))

    static let samePassword = FieldProblem(
        pointer: "/new_password", code: PasswordChangeContract.FieldCode.samePassword.rawValue,
        reason: LocalizedText(
            en: "The new password is the same as the current one.",
            es: "La contraseña nueva es la misma que la actual."))
}
