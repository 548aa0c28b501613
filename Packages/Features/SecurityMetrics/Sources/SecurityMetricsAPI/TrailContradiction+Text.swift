public import Localization

extension TrailContradiction {
    /// What was found, as a sentence.
    public var text: LocalizedText {
        switch self {
        case .shorter:
            LocalizedText(
                en: "The server's audit trail has fewer events than this device saw before: the newest were cut off.",
                es: "El registro de auditoría del servidor tiene menos sucesos que los que vio este dispositivo: se "
                    + "cortaron los últimos.")
        case .changed:
            LocalizedText(
                en: "The events of the server's audit trail aren't those that this device saw before.",
                es: "Los sucesos del registro de auditoría del servidor no son los que vio este dispositivo.")
        case .notContinued:
            LocalizedText(
                en:
                    "The server's audit trail doesn't go on from what this device saw before: events in it were changed "
                    + "or removed.",
                es:
                    "El registro de auditoría del servidor no continúa desde lo que vio este dispositivo: se cambiaron o "
                    + "quitaron sucesos.")
        case .anotherKey:
            LocalizedText(
                en: "The server signs its audit trail with another key than this device saw before: it may be another "
                    + "trail.",
                es:
                    "El servidor firma su registro de auditoría con otra clave que la que vio este dispositivo: puede ser "
                    + "otro registro.")
        case .forged:
            LocalizedText(
                en: "The server showed a head of its audit trail that isn't signed by the key that it names.",
                es: "El servidor mostró una cabeza de su registro de auditoría que no está firmada por la clave que "
                    + "indica.")
        }
    }

    /// What it may mean, the innocent reason first, and what was kept, as sentences.
    public static let meaning = LocalizedText(
        en: "The innocent reason is a server that was restored from a backup, moved, or whose trail was begun anew: "
            + "whoever runs it knows. Else somebody rewrote what happened to accounts, yours maybe among them. Ask "
            + "whoever runs the server, and not by way of the server. What this device saw is kept.",
        es:
            "La razón inocente es un servidor restaurado de una copia de seguridad, trasladado o cuyo registro se empezó "
            + "de nuevo: quien lo administra lo sabe. Si no, alguien reescribió lo que ocurrió con las cuentas, quizá "
            + "también con la tuya. Pregunta a quien administra el servidor, y no a través del servidor. Lo que vio este "
            + "dispositivo se conserva.")
}
