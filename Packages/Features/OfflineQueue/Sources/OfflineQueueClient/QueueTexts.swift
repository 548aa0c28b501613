import Localization

/// What a person is told about requests that are gone.
enum QueueTexts {
    static let expired = LocalizedText(
        en: "It waited too long for a connection and was removed. Ask for it again.",
        es: "Esperó conexión demasiado tiempo y se borró. Vuelve a pedirlo.")
    static let damaged = LocalizedText(
        en: "What was kept for it is damaged and was removed. Ask for it again.",
        es: "Lo que se guardó para ello está dañado y se borró. Vuelve a pedirlo.")
    static let notRemoved = LocalizedText(
        en: "It is done, but what was kept for it can't be removed from this device.",
        es: "Está hecho, pero lo que se guardó para ello no se puede borrar de este dispositivo.")
    static let displaced = LocalizedText(
        en: "Somebody else logged in on this device before it could be sent, and it was removed. Ask for it again.",
        es: "Otra persona inició sesión en este dispositivo antes de poder enviarlo, y se borró. Vuelve a pedirlo.")
    static let unreadable = LocalizedText(
        en: "What waited on this device could not be read and was removed at logout. Ask for it again.",
        es: "No se pudo leer lo que esperaba en este dispositivo y se borró al cerrar la sesión. Vuelve a pedirlo.")
    static let wiped = LocalizedText(
        en: "Somebody logged out on this device while its session could not be read, so everything that waited was "
            + "removed. Ask for it again.",
        es: "Alguien cerró la sesión en este dispositivo cuando no se podía leer, y se borró todo lo que esperaba. "
            + "Vuelve a pedirlo.")
}
