import ConsoleAPI
import Localization
import OperatingAPI
import SQLStoreAPI
import ServerClock

/// `essentiald clock accept`: the operator's word that the machine's clock is
/// right, whatever the server thinks.
struct ClockCommands: Sendable {
    let access: any ServerDataAccess

    var all: [Command] {
        [
            Command(
                "clock accept",
                summary: LocalizedText(
                    en: "Have the server believe the machine's clock at its next start",
                    es: "Haz que el servidor crea al reloj de la máquina en su próximo arranque"),
                discussion: LocalizedText(
                    en: """
                        A server does not believe a clock that jumps, and goes on by its own time. Use this when the \
                        clock was wrong before and is right now; then start the server anew. For what lasts until \
                        some time, such as sessions that nobody uses, the jump counts then as time that has passed.
                        """,
                    es: """
                        Un servidor no cree a un reloj que salta y sigue con su propia hora. Usa esta orden si el reloj \
                        estaba mal y ahora está bien; después reinicia el servidor. Para lo que dura hasta cierta \
                        hora, como las sesiones sin usar, el salto cuenta entonces como tiempo transcurrido.
                        """),
                examples: [
                    CommandExample(
                        "essentiald clock accept", LocalizedText(en: "the clock is right", es: "el reloj está bien"))
                ]
            ) { _, _ throws(CommandFailure) in try await accept() }
        ]
    }

    private struct Accepted: Encodable, Sendable {
        let accepted: Bool
    }

    private func accept() async throws(CommandFailure) -> CommandOutput {
        try await access.withData([ServerClockTable.migration]) { data in
            let isNoted = try await data.database.write { db in
                let isNoted = try ServerClockTable.accept(in: db)
                if isNoted { try data.record(.clockAccepted, in: db) }
                return isNoted
            }
            return CommandOutput(
                json: Accepted(accepted: isNoted),
                .line(
                    isNoted
                        ? LocalizedText(
                            en: "The machine's clock will be believed when the server starts anew.",
                            es: "Se creerá al reloj de la máquina cuando el servidor vuelva a arrancar.")
                        : LocalizedText(
                            en: "No server ran with this database yet: it believes the clock anyway.",
                            es: "Ningún servidor usó aún esta base de datos: creerá al reloj de todos modos."),
                    .success))
        }
    }
}
