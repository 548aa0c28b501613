import CoreModels
import Localization

/// What is said about logins that wait.
enum LoginClientTexts {
    static func loggedIn(_ user: User) -> LocalizedText {
        LocalizedText(
            en: "The connection is back, and you are logged in as \(user.name).",
            es: "Ha vuelto la conexión y has iniciado sesión como \(user.name).")
    }

    static let unreadable = LocalizedText(
        en: "What was kept to log you in can't be read. Log in again.",
        es: "No se puede leer lo guardado para iniciar tu sesión. Vuelve a iniciarla.")

    static let nothingIsKept = LocalizedText(
        en: "The login is not kept until there is a connection:",
        es: "El inicio de sesión no se guarda hasta que haya conexión:")

    static let isNotDone = LocalizedText(
        en: "The login that waited was not done:", es: "El inicio de sesión que esperaba no se hizo:")

    static func isLoggedIn(_ other: User) -> LocalizedText {
        LocalizedText(
            en: "\(other.name) is logged in here, and stays so. Log out first, or log in with a connection.",
            es: "\(other.name) tiene aquí la sesión iniciada y la mantiene. Ciérrala antes, o iníciala con conexión.")
    }
}
