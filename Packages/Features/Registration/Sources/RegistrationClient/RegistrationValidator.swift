import CoreModels
import RegistrationAPI
import RegistrationContract

/// Checks the form by the rules that the server has as well.
struct RegistrationValidator: RegistrationValidating {
    func validate(_ form: RegistrationForm) -> [InvalidField] {
        [name(form.name), email(form.email), password(form.password)].compactMap { $0 }
    }

    private func name(_ name: String) -> InvalidField? {
        guard let trimmed = RegistrationRules.trimmedName(name) else { return .emptyName }
        return RegistrationRules.isAcceptableName(trimmed) ? nil : .invalidName
    }

    private func email(_ email: String) -> InvalidField? {
        EmailAddress(email) == nil ? .invalidEmail : nil
    }

    private func password(_ password: Secret) -> InvalidField? {
        let length = RegistrationRules.passwordLength(password) ?? 0
        return length < RegistrationRules.minimumPasswordLength ? .weakPassword : nil
    }
}
