import ConsoleAPI
import Localization

extension Refusal {
    var text: LocalizedText {
        switch self {
        case .serviceAccount:
            LocalizedText(en: "belongs to a program, not a person", es: "es de un programa, no de una persona")
        case .deleted: LocalizedText(en: "was deleted there", es: "se eliminó allí")
        case .anonymous: LocalizedText(en: "is anonymous there", es: "es anónima allí")
        case .noAddress: LocalizedText(en: "has no address", es: "no tiene dirección")
        case .invalidAddress:
            LocalizedText(
                en: "has an address that can't be used here", es: "tiene una dirección que aquí no se puede usar")
        case .noName:
            LocalizedText(en: "has no name that can be used here", es: "no tiene un nombre que aquí se pueda usar")
        case .duplicate:
            LocalizedText(
                en: "shares the address or identifier with somebody else in the file",
                es: "comparte la dirección o el identificador con otra persona del archivo")
        case .factor:
            LocalizedText(
                en: "has a second factor that there isn't here (--without-factors takes the person all the same)",
                es: "tiene un segundo factor que aquí no existe (--without-factors la toma igualmente)")
        }
    }
}

extension Note {
    var text: LocalizedText {
        switch self {
        case .unverified: LocalizedText(en: "address not proved", es: "dirección sin confirmar")
        case .suspended: LocalizedText(en: "suspended", es: "suspendida")
        case .authenticator: LocalizedText(en: "with authenticator", es: "con autenticador")
        case .withoutFactor: LocalizedText(en: "WITHOUT the second factor", es: "SIN el segundo factor")
        case .withoutPassword:
            LocalizedText(en: "has no password: recovers by mail", es: "sin contraseña: se recupera por correo")
        case .passwordNotTaken(let problem): problem.text
        case .nameReplaced: LocalizedText(en: "another name", es: "otro nombre")
        case .left(let remainder): remainder.text
        }
    }
}

extension PasswordProblem {
    var text: LocalizedText {
        switch self {
        case .malformed:
            LocalizedText(
                en: "password not taken, its hash is damaged: recovers by mail",
                es: "contraseña no tomada, su resumen está dañado: se recupera por correo")
        case .unknownAlgorithm:
            LocalizedText(
                en: "password not taken, its hash is of an unknown kind: recovers by mail",
                es: "contraseña no tomada, su resumen es de un tipo desconocido: se recupera por correo")
        case .beyondLimits:
            LocalizedText(
                en: "password not taken, checking it would cost too much: recovers by mail",
                es: "contraseña no tomada, comprobarla costaría demasiado: se recupera por correo")
        case .tooManyKinds:
            LocalizedText(
                en: "password not taken, there are hashes of too many kinds: recovers by mail",
                es: "contraseña no tomada, hay resúmenes de demasiados tipos: se recupera por correo")
        }
    }
}

extension Remainder {
    var text: LocalizedText {
        switch self {
        case .providerLinks:
            LocalizedText(en: "logins by providers stay behind", es: "los accesos por proveedores se quedan atrás")
        case .roles: LocalizedText(en: "roles and groups stay behind", es: "los roles y grupos se quedan atrás")
        case .passkeys: LocalizedText(en: "passkeys stay behind", es: "las llaves de acceso se quedan atrás")
        case .recoveryCodes:
            LocalizedText(en: "recovery codes stay behind", es: "los códigos de recuperación se quedan atrás")
        case .furtherAuthenticators:
            LocalizedText(en: "further authenticators stay behind", es: "los demás autenticadores se quedan atrás")
        case .requiredActions:
            LocalizedText(
                en: "what was to be done at the next login is forgotten",
                es: "lo pendiente para el próximo acceso se olvida")
        case .phone: LocalizedText(en: "the telephone number stays behind", es: "el número de teléfono se queda atrás")
        }
    }
}

extension ImportReport {
    /// How many people are shown one by one; all are in the JSON.
    private static let shown = 200

    var text: [OutputBlock] {
        let told = people.filter { $0.outcome != .taken || !$0.notes.isEmpty }
        var blocks: [OutputBlock] = []
        if !told.isEmpty {
            blocks.append(.table(Self.table(of: told.prefix(Self.shown))))
            if told.count > Self.shown {
                let rest = told.count - Self.shown
                blocks.append(
                    .line(
                        LocalizedText(
                            en: "And \(rest) more; --json has them all.", es: "Y \(rest) más; --json las tiene todas."),
                        .faint))
            }
        }
        blocks.append(.line(summary))
        blocks.append(.line(conclusion, applied && count(.taken) > 0 ? .success : .faint))
        return blocks
    }

    private static func table(of people: some Sequence<ImportedPerson>) -> Table {
        Table(
            columns: [
                Table.Column(LocalizedText(en: "address", es: "dirección"), minimumWidth: 16),
                Table.Column(LocalizedText(en: "taken", es: "se toma")),
                Table.Column(LocalizedText(en: "remarks", es: "observaciones"), minimumWidth: 16),
            ],
            rows: people.map { person in
                [
                    StyledText(verbatim: person.address ?? person.sourceId), StyledText(person.outcome.text),
                    person.remark,
                ]
            })
    }

    private var summary: LocalizedText {
        let taken = count(.taken), before = count(.takenBefore), occupied = count(.addressTaken)
        let refused = count(.refused), all = people.count
        return LocalizedText(
            en:
                "People in the file: \(all). Taken: \(taken). Taken before: \(before). With an address that somebody has "
                + "here: \(occupied). Refused: \(refused).",
            es:
                "Personas en el archivo: \(all). Tomadas: \(taken). Tomadas antes: \(before). Con una dirección que alguien "
                + "ya tiene aquí: \(occupied). Rechazadas: \(refused).")
    }

    private var conclusion: LocalizedText {
        guard applied else {
            return LocalizedText(
                en: "Nothing was changed: this says what would be. Repeat it with --apply to take them.",
                es: "No se cambió nada: esto dice lo que pasaría. Repítelo con --apply para tomarlas.")
        }
        guard count(.taken) > 0 else {
            return LocalizedText(en: "Nothing was changed.", es: "No se cambió nada.")
        }
        return LocalizedText(
            en: "They log in with their old passwords. Delete the file: whoever has it can guess at them.",
            es: "Inician sesión con sus contraseñas de antes. Borra el archivo: quien lo tenga puede adivinarlas.")
    }
}

extension ImportedPerson.Outcome {
    var text: LocalizedText {
        switch self {
        case .taken: LocalizedText(en: "yes", es: "sí")
        case .takenBefore: LocalizedText(en: "before", es: "antes")
        case .addressTaken, .refused: LocalizedText(verbatim: "no")
        }
    }
}

extension ImportedPerson {
    fileprivate var remark: StyledText {
        let texts: [LocalizedText] =
            switch outcome {
            case .taken: toldNotes.map(\.text)
            case .takenBefore: []
            case .addressTaken:
                [
                    LocalizedText(
                        en: "an account here has the address; it isn't touched",
                        es: "una cuenta de aquí tiene la dirección; no se toca")
                ]
            case .refused: refusal.map { [$0.text] } ?? []
            }
        return StyledText(
            LocalizedText(
                en: texts.map(\.english).joined(separator: "; "), es: texts.map(\.spanish).joined(separator: "; ")))
    }
}
