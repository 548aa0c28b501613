import Localization

/// The status with which a program ends; scripts rely on the numbers.
public enum ExitStatus: Int32, CaseIterable, Sendable {
    /// The command did what it was asked.
    case success = 0
    /// The command failed.
    case failure = 1
    /// The call was not understood.
    case usage = 2
    /// The command needs a session and there is none.
    case notLoggedIn = 3
    /// The server could not be reached.
    case noConnectivity = 4
    /// The device or the program was tampered with, and a policy has the program end.
    case untrusted = 5
    /// The person interrupted the command: 128 + SIGINT, as shells count.
    case interrupted = 130
}

extension ExitStatus {
    /// What it says in most programs.
    var meaning: LocalizedText {
        switch self {
        case .success: LocalizedText(en: "The command did what it was asked.", es: "La orden hizo lo que se pidió.")
        case .failure: LocalizedText(en: "The command failed.", es: "La orden falló.")
        case .usage: LocalizedText(en: "The call was not understood.", es: "No se entendió la llamada.")
        case .notLoggedIn: LocalizedText(en: "Nobody is logged in.", es: "No hay ninguna sesión iniciada.")
        case .noConnectivity:
            LocalizedText(en: "The server could not be reached.", es: "No se pudo llegar al servidor.")
        case .untrusted:
            LocalizedText(
                en: "The device or the program was tampered with, and the policy forbids to go on.",
                es: "El dispositivo o el programa fueron manipulados, y la política impide continuar.")
        case .interrupted: LocalizedText(en: "The command was interrupted.", es: "La orden se interrumpió.")
        }
    }
}
