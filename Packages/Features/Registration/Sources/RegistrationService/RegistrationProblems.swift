import CoreModels
import HTTPServingAPI
import HTTPTypes
import Localization
import PasswordQuality
import Presenting
import RegistrationContract

extension HTTPProblem {
    /// 409: the address has an account.
    ///
    /// - Parameter steps: What people can do.
    static func emailAlreadyInUse(offering steps: [NextStep]) -> HTTPProblem {
        HTTPProblem(
            status: .conflict, code: RegistrationContract.Code.emailAlreadyInUse.rawValue,
            title: LocalizedText(en: "Email already in use", es: "El correo ya está en uso"),
            detail: steps.contains(.recover)
                ? LocalizedText(
                    en: "Log in instead, or recover your password.", es: "Inicia sesión o recupera tu contraseña.")
                : LocalizedText(en: "Log in instead.", es: "Inicia sesión."))
    }
}

extension FieldProblem {
    private init(_ field: String, _ code: RegistrationContract.FieldCode, _ reason: LocalizedText, key: String? = nil) {
        self.init(pointer: "/" + field, code: code.rawValue, reason: reason, key: key)
    }

    static func name(_ problem: PersonName.Problem) -> FieldProblem {
        switch problem {
        case .empty: emptyName
        case .unfit: invalidName
        case .reserved: reservedName
        }
    }

    static let emptyName = FieldProblem(
        "name", .emptyName, LocalizedText(en: "The name is empty.", es: "El nombre está vacío."))
    static let invalidName = FieldProblem(
        "name", .invalidName,
        LocalizedText(
            en: "A name has at most \(PersonName.maximumLength) characters, "
                + "few marks on each letter, and no control or unseen characters.",
            es: "Un nombre tiene como máximo \(PersonName.maximumLength) caracteres, "
                + "pocas marcas en cada letra y ninguno de control ni invisible."))
    private static let reservedName = FieldProblem(
        "name", .reservedName,
        LocalizedText(
            en: "That is a name of Essential itself, or what it says of people. Choose another name.",
            es: "Es un nombre de Essential mismo, o lo que dice de las personas. Elige otro nombre."))
    static let invalidEmail = FieldProblem(
        "email", .invalidEmail, LocalizedText(en: "Invalid email", es: "Correo no válido"),
        key: "validation.email.invalid")

    /// What is wrong with a password, and what would be better.
    init(_ problem: PasswordProblem) {
        self.init(pointer: "/password", code: problem.code, reason: problem.text, key: problem.key)
    }
}
