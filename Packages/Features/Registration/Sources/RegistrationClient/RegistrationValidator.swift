import CoreModels
import PasswordQuality
import RegistrationAPI

/// Checks the form by the rules that the server has as well.
struct RegistrationValidator: RegistrationValidating {
    func validate(_ form: RegistrationForm) -> [InvalidField] {
        [name(form.name), form.invitation == nil ? email(form.email) : nil, password(form)].compactMap { $0 }
    }

    private func name(_ name: String) -> InvalidField? {
        do throws(PersonName.Problem) {
            _ = try PersonName(name)
            return nil
        } catch {
            return switch error {
            case .empty: .emptyName
            case .unfit: .invalidName
            case .reserved: .reservedName
            }
        }
    }

    private func email(_ email: String) -> InvalidField? {
        EmailAddress(email) == nil ? .invalidEmail : nil
    }

    private func password(_ form: RegistrationForm) -> InvalidField? {
        let problem = form.password.withText { PasswordRules().problem(of: $0, name: form.name, email: form.email) }
        return switch problem {
        case nil: nil
        case .tooShort: .weakPassword
        case .tooLong: .passwordTooLong
        case .common?, .personal?, .predictable?: problem.map { .guessablePassword($0) }
        }
    }
}
