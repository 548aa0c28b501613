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
        case .refused: tell(Self.refused + Self.removed)
        case .copied: tell(Self.copied + Self.removed)
        case .suspended, .endedByOperator: if let text = end.explanation { tell(text + Self.removed) }
        // Nothing of the person is kept, nor what they wrote, as this text says.
        case .closed: if let text = end.explanation { tell(text) }
        }
    }

    /// What others load again isn't left on a device that somebody may have lost.
    private static let removed = LocalizedText(
        en:
            "The feed and the pictures that were kept here for when there is no connection are removed from this device; "
            + "nothing that you wrote is.",
        es:
            "El feed y las imágenes guardados aquí para cuando no haya conexión se borraron de este dispositivo; nada de "
            + "lo que escribiste se borró.")

    private static let refused = LocalizedText(
        en: "Your session is over: it was ended elsewhere, as by a change of the password, was not used for too "
            + "long, or the server at this address is another one now. What waits on this device is kept. Log in again "
            + "(essential login).",
        es: "Tu sesión ha terminado: se cerró desde otro sitio, como al cambiar la contraseña, no se usó durante "
            + "demasiado tiempo, o el servidor de esta dirección es ahora otro. Lo que espera en este dispositivo se "
            + "conserva. Vuelve a iniciar sesión (essential login).")

    private static let copied = LocalizedText(
        en: "Somebody used an old token of your account, so the server ended all your sessions. Nothing else was "
            + "changed. Log in again (essential login) and change your password (essential password).",
        es: "Alguien usó un token antiguo de tu cuenta, así que el servidor cerró todas tus sesiones. No cambió "
            + "nada más. Vuelve a iniciar sesión (essential login) y cambia tu contraseña (essential password).")
}
