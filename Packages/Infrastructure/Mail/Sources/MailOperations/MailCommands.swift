import ConsoleAPI
import FoundationEssentials
import Localization
import MailAPI
import MailOutbox
import OperatingAPI

/// `essentiald mail list`, `mail show` and `mail retry`: letters that wait or
/// were given up.
struct MailCommands: Sendable {
    let access: any ServerDataAccess

    private static let letters = Parameter<[RowName]>.arguments(
        "letter", .row(of: .letters, isNumbered: false).called(en: "LETTER", es: "CARTA"),
        summary: LocalizedText(
            en: "Which letters, by identifier or its beginning (all if left out)",
            es: "Qué cartas, por identificador o su comienzo (todas si faltan)"))

    private static let letter = Parameter<RowName>.argument(
        "letter", .row(of: .letters, isNumbered: false).called(en: "LETTER", es: "CARTA"),
        summary: LocalizedText(
            en: "The letter's identifier or its beginning, as mail list shows it",
            es: "El identificador de la carta o su comienzo, como lo muestra mail list"))

    var all: [Command] {
        [
            Command(
                "mail list",
                summary: LocalizedText(
                    en: "Show the letters that are not handed over", es: "Muestra las cartas que aún no han salido"),
                discussion: LocalizedText(
                    en: "What was handed over is the mail server's, or a file of the outbox folder, and not here.",
                    es:
                        "Lo que ya salió está en manos del servidor de correo, o es un archivo de la carpeta de salida, y "
                        + "no aparece aquí."),
                examples: [
                    CommandExample("essentiald mail list", LocalizedText(en: "with the reasons", es: "con los motivos"))
                ]
            ) { _, _ throws(CommandFailure) in
                let transport = MailTransport.chosen(in: try access.configuration())
                return try await atDesk { desk in Self.report(try await desk.letters(), handedTo: transport) }
            },
            Command(
                "mail show",
                summary: LocalizedText(
                    en: "Show what became of a letter", es: "Muestra qué ha sido de una carta"),
                discussion: LocalizedText(
                    en: "What it says stays sealed: its links and codes are good for whoever reads them.",
                    es: "Lo que dice sigue sellado: sus enlaces y códigos valen para quien los lea."),
                examples: [
                    CommandExample(
                        "essentiald mail show 6f9619ff", LocalizedText(en: "with the reason", es: "con el motivo"))
                ],
                parameters: [Self.letter]
            ) { invocation, terminal throws(CommandFailure) in
                try await atDesk { desk in
                    let letters = try await desk.letters()
                    let id = try await terminal.identifier(invocation[Self.letter], in: .letters, isNumbered: false) {
                        letters.compactMap { UUID(uuidString: $0.id) }
                    }
                    guard let letter = letters.first(where: { UUID(uuidString: $0.id) == id }) else {
                        throw CommandFailure(
                            code: "letter_not_found",
                            message: LocalizedText(
                                en: "No such letter waits here: it was handed over, or given up long ago.",
                                es: "Aquí no espera esa carta: ya salió, o se abandonó hace mucho."))
                    }
                    return CommandOutput(json: Shown(letter: letter), .fields(Self.fields(of: letter)))
                }
            },
            Command(
                "mail retry",
                summary: LocalizedText(
                    en: "Send letters again that were given up", es: "Vuelve a enviar las cartas abandonadas"),
                discussion: LocalizedText(
                    en: "A server that runs takes them up within a minute.",
                    es: "Un servidor en marcha las recoge en un minuto."),
                examples: [
                    CommandExample("essentiald mail retry", LocalizedText(en: "all of them", es: "todas")),
                    CommandExample("essentiald mail retry 6f9619ff", LocalizedText(en: "one", es: "una")),
                ],
                parameters: [Self.letters]
            ) { invocation, terminal throws(CommandFailure) in
                try await atDesk { desk in
                    let waiting = try await desk.letters().compactMap { UUID(uuidString: $0.id) }
                    var ids: [UUID] = []
                    for name in invocation[Self.letters] {
                        ids.append(try await terminal.identifier(name, in: .letters, isNumbered: false) { waiting })
                    }
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

    private struct Shown: Encodable, Sendable {
        let letter: UndeliveredLetter
    }

    private static func fields(of letter: UndeliveredLetter) -> [OutputField] {
        [
            OutputField(LocalizedText(en: "to", es: "para"), StyledText(verbatim: letter.recipient)),
            OutputField(LocalizedText(en: "about", es: "asunto"), StyledText(verbatim: letter.template)),
            OutputField(LocalizedText(en: "state", es: "estado"), StyledText(state(of: letter))),
            OutputField(LocalizedText(en: "tries", es: "intentos"), StyledText(verbatim: "\(letter.attempts)")),
            OutputField(LocalizedText(en: "written", es: "escrita"), StyledText(.moment(letter.createdAt))),
            OutputField(letter.state == .dead ? givenUp : nextTry, StyledText(.moment(letter.dueAt))),
            OutputField(LocalizedText(en: "reason", es: "motivo"), StyledText(verbatim: letter.reason ?? "—")),
            OutputField(LocalizedText(en: "letter", es: "carta"), StyledText(verbatim: letter.id, .faint)),
        ]
    }

    private static let givenUp = LocalizedText(en: "given up", es: "abandonada")
    private static let nextTry = LocalizedText(en: "next try", es: "próximo intento")

    private static func state(of letter: UndeliveredLetter) -> LocalizedText {
        switch letter.state {
        case .waiting: LocalizedText(en: "waits", es: "espera")
        case .sending: LocalizedText(en: "on its way", es: "en camino")
        case .dead: givenUp
        }
    }

    /// - Parameter transport: Who gets the letters.
    private static func report(
        _ letters: [UndeliveredLetter], handedTo transport: MailTransport
    ) -> CommandOutput {
        let columns = [
            Table.Column(LocalizedText(en: "to", es: "para"), minimumWidth: 16),
            Table.Column(LocalizedText(en: "about", es: "asunto")),
            Table.Column(LocalizedText(en: "state", es: "estado")),
            Table.Column(LocalizedText(en: "tries", es: "intentos"), alignment: .trailing),
            Table.Column(nextTry),
            Table.Column(LocalizedText(en: "reason", es: "motivo"), minimumWidth: 16),
            Table.Column.identifiers(LocalizedText(en: "letter", es: "carta")),
        ]
        let rows = letters.map { letter in
            [
                StyledText(verbatim: letter.recipient), StyledText(verbatim: letter.template),
                StyledText(state(of: letter)), StyledText(verbatim: "\(letter.attempts)"),
                letter.state == .dead ? StyledText(verbatim: "—") : StyledText(.moment(letter.dueAt)),
                StyledText(verbatim: letter.reason ?? ""), StyledText(verbatim: letter.id),
            ]
        }
        return CommandOutput(
            json: Report(letters: letters),
            letters.isEmpty
                ? .line(noneWaits(for: transport), .faint)
                : .table(Table(columns: columns, rows: rows)))
    }

    /// Nobody knows here whether people got what was handed over.
    private static func noneWaits(for transport: MailTransport) -> LocalizedText {
        switch transport {
        case .smtp:
            LocalizedText(
                en: "No letter waits or was given up lately; the others are with the mail server.",
                es: "Ninguna carta espera ni se abandonó hace poco; las demás las tiene el servidor de correo.")
        case .outbox:
            LocalizedText(
                en: "No letter waits; all are files of the outbox folder, which this server sends to nobody.",
                es: "No espera ninguna carta; todas son archivos de la carpeta de salida, que este servidor no envía a "
                    + "nadie.")
        }
    }

    private func atDesk(
        _ body: @escaping @Sendable (any LetterManaging) async throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput {
        try await access.withData([OutboxTable.migration]) { data in
            do {
                return try await body(
                    OutboxDesk(database: data.database) { count, db in
                        try data.record(.lettersRetried, "letters=\(count)", in: db)
                    })
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

extension ListName {
    /// The letters that a server hasn't handed over.
    fileprivate static let letters = ListName("letters", shownBy: "essentiald mail list")
}
