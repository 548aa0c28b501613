import CoreModels
import RegistrationAPI
import RegistrationContract

/// Checks the form by the rules that the server has as well.
struct RegistrationValidator: RegistrationValidating {
    func validate(_ form: RegistrationForm) -> [InvalidField] {
        [name(form.name), email(form.email), password(form.password)].compactMap { $0 }
    }

    private func name(_ name: String) -> InvalidField? {
        guard let normalized = RegistrationRules.normalizedName(name) else { return .emptyName }
        return RegistrationRules.isAcceptableName(normalized) ? nil : .invalidName
    }

    private func email(_ email: String) -> InvalidField? {
        EmailAddress(email) == nil ? .invalidEmail : nil
    }

    private func password(_ password: Secret) -> InvalidField? {
        let length = RegistrationRules.passwordLength(password) ?? 0
        if length < RegistrationRules.minimumPasswordLength { return .weakPassword }
        return password.count > RegistrationRules.maximumPasswordBytes ? .passwordTooLong : nil
    }
}
