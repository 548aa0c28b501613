import ConsoleAPI
import FoundationEssentials
import Localization
import MailAPI
import MailOutbox

/// `essentiald mail list` and `mail retry`: letters that wait or were given up.
struct MailCommands: Sendable {
    let loader: ServerConfigurationLoader

    private static let letters = Parameter<[UUID]>.arguments(
        "letter",
        ValueFormat(
            placeholder: "ID",
            expectation: LocalizedText(en: "the identifier of a letter", es: "el identificador de una carta")
        ) { UUID(uuidString: $0) },
        summary: LocalizedText(en: "Which letters (all if left out)", es: "Qué cartas (todas si faltan)"))

    var all: [Command] {
        [
            Command(
                "mail list",
                summary: LocalizedText(
                    en: "Show the letters that are not delivered", es: "Muestra las cartas que no se han entregado"),
                examples: [
                    CommandExample("essentiald mail list", LocalizedText(en: "with the reasons", es: "con los motivos"))
                ]
            ) { _, _ throws(CommandFailure) in
                try await atDesk { desk in Self.report(try await desk.letters()) }
            },
            Command(
                "mail retry",
                summary: LocalizedText(
                    en: "Send letters again that were given up", es: "Vuelve a enviar las cartas abandonadas"),
                discussion: LocalizedText(
                    en: "A server that runs takes them up within a minute.",
                    es: "Un servidor en marcha las recoge en un minuto."),
                examples: [
                    CommandExample("essentiald mail retry", LocalizedText(en: "all of them", es: "todas"))
                ],
                parameters: [Self.letters]
            ) { invocation, _ throws(CommandFailure) in
                let ids = invocation[Self.letters]
                return try await atDesk { desk in
                    let count = try await desk.retry(ids)
                    return CommandOutput(
                        json: Retried(retried: count),
                        .line(
                            LocalizedText(
                                en: "Letters to be sent again: \(count)", es: "Cartas por reenviar: \(count)"),
                            .success))
                }
            },
        ]
    }

    private struct Retried: Encodable, Sendable {
        let retried: Int
    }

    private struct Report: Encodable, Sendable {
        let letters: [UndeliveredLetter]
    }

    private static func report(_ letters: [UndeliveredLetter]) -> CommandOutput {
        let columns = [
            LocalizedText(en: "letter", es: "carta"), LocalizedText(en: "to", es: "para"),
            LocalizedText(en: "about", es: "asunto"), LocalizedText(en: "state", es: "estado"),
            LocalizedText(en: "tries", es: "intentos"), LocalizedText(en: "reason", es: "motivo"),
        ]
        let rows = letters.map { letter in
            [
                letter.id, letter.recipient, letter.template, letter.state,
                "\(letter.attempts)", letter.reason ?? "",
            ].map { StyledText(verbatim: $0) }
        }
        return CommandOutput(
            json: Report(letters: letters), .table(Table(columns: columns.map { Table.Column($0) }, rows: rows)))
    }

    private func atDesk(
        _ body: @escaping @Sendable (any LetterManaging) async throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput {
        try await DatabaseDesk(loader: loader).run(LetterManagementPlugin.self, { $0 }) { desk in
            do {
                return try await body(desk.letters)
            } catch MailError.unavailable(let reason) {
                throw CommandFailure(
                    code: "database",
                    message: LocalizedText(
                        en: "The letters can't be read: \(reason). Nothing was changed.",
                        es: "Las cartas no se pueden leer: \(reason). No se cambió nada."))
            }
        }
    }
}
