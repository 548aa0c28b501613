public import Localization
public import SessionsAPI

/// Tells the person at once that the session of this device is over, and why,
/// when it was not the person who logged out (TOKEN-23, TOKEN-27).
public struct SessionEndWarning: SessionEndObserving {
    private let tell: @Sendable (LocalizedText) -> Void

    /// Creates the flow.
    ///
    /// - Parameter tell: Shows a warning.
    public init(tell: @escaping @Sendable (LocalizedText) -> Void) {
        self.tell = tell
    }

    /// Tells it.
    public func sessionDidEnd(_ end: SessionEnd) async {
        switch end {
        case .loggedOut: break
        case .refused: tell(Self.refused)
        case .copied: tell(Self.copied)
        case .suspended, .endedByOperator, .closed: if let text = end.explanation { tell(text) }
        }
    }

    private static let refused = LocalizedText(
        en: "Your session is over: it was ended elsewhere, as by a change of the password, or was not used for too "
            + "long. What waits on this device is kept. Log in again: essential login",
        es: "Tu sesión ha terminado: se cerró desde otro sitio, como al cambiar la contraseña, o no se usó durante "
            + "demasiado tiempo. Lo que espera en este dispositivo se conserva. Vuelve a iniciar sesión: "
            + "essential login")

    private static let copied = LocalizedText(
        en: "Somebody used an old token of your account, so the server ended all your sessions. Nothing else was "
            + "changed. Log in again (essential login) and change your password (essential password).",
        es: "Alguien usó un token antiguo de tu cuenta, así que el servidor cerró todas tus sesiones. No cambió "
            + "nada más. Vuelve a iniciar sesión (essential login) y cambia tu contraseña (essential password).")
}
