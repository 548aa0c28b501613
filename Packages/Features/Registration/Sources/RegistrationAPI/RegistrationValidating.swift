public import Localization
public import PasswordQuality

/// Checks what a person typed, before anything is sent.
public protocol RegistrationValidating: Sendable {
    /// All fields that can't be accepted, in the order name, email, password;
    /// none when the form is valid.
    func validate(_ form: RegistrationForm) -> [InvalidField]
}

/// A field that can't be accepted, and why.
public enum InvalidField: Hashable, Sendable {
    /// Nothing of the name would show: it is empty, or white space only.
    case emptyName
    /// The name is too long, or holds characters that would break a line or
    /// turn the text around them.
    case invalidName
    /// The program itself says it of people, or it reads as the program or as who runs it.
    case reservedName
    /// What was typed is no email address.
    case invalidEmail
    /// The password is shorter than 8 characters.
    case weakPassword
    /// The password is longer than 1024 bytes.
    case passwordTooLong
    /// The password is long enough, and would be guessed all the same.
    case guessablePassword(PasswordProblem)
    /// The server refuses a field for a reason of its own, in its words.
    case refused(Field, reason: String)

    /// The fields of the form.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// The name.
        case name
        /// The address.
        case email
        /// The password.
        case password
    }

    /// The field that can't be accepted.
    public var field: Field {
        switch self {
        case .emptyName, .invalidName, .reservedName: .name
        case .invalidEmail: .email
        case .weakPassword, .passwordTooLong, .guessablePassword: .password
        case .refused(let field, _): field
        }
    }

    /// What is wrong and what would be right.
    public var text: LocalizedText {
        switch self {
        case .emptyName: LocalizedText(en: "Type your name.", es: "Escribe tu nombre.")
        case .invalidName:
            LocalizedText(
                en: "A name has at most 100 characters, few marks on each letter, and no control or unseen characters.",
                es: "Un nombre tiene como máximo 100 caracteres, "
                    + "pocas marcas en cada letra y ninguno de control ni invisible.")
        case .reservedName:
            LocalizedText(
                en: "That is a name of Essential itself, or what it says of people. Choose another name.",
                es: "Es un nombre de Essential mismo, o lo que dice de las personas. Elige otro nombre.")
        case .invalidEmail:
            LocalizedText(
                en: "Invalid email. It should look like name@example.com.",
                es: "Correo no válido. Debe parecerse a nombre@example.com.")
        case .weakPassword:
            LocalizedText(
                en: "Minimum 8 characters. A few words in a row make a good password.",
                es: "Mínimo 8 caracteres. Unas cuantas palabras seguidas hacen una buena contraseña.")
        case .passwordTooLong:
            LocalizedText(
                en: "Maximum 1024 bytes. Choose a shorter password.",
                es: "Máximo 1024 bytes. Elige una contraseña más corta.")
        case .guessablePassword(let problem): problem.text
        case .refused(_, let reason): LocalizedText(verbatim: reason)
        }
    }
}
