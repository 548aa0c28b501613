import ConsoleAPI
import CryptographyAPI
import FoundationEssentials
import Localization
import OperatingAPI
import SQLStoreAPI
import SecurityMetricsContract
import SecurityMetricsService

/// `essentiald audit verify`, `audit head`, `audit prove` and `audit key`: whether the trail is
/// whole, and what others need to see that themselves.
struct AuditCommands: Sendable {
    let access: any ServerDataAccess

    static let sinceHead = Parameter<String?>.optional(
        "since-head", .file,
        summary: LocalizedText(
            en: "A head that was kept elsewhere, of which the trail has to be the continuation",
            es: "Una cabeza guardada en otro sitio, de la que el registro tiene que ser la continuación"))

    private static let position = Parameter<Int>.argument(
        "position", .integer(in: 0...Int.max).called(en: "POSITION", es: "LUGAR"),
        summary: LocalizedText(en: "The event's place, from 0", es: "El lugar del suceso, desde 0"))

    var all: [Command] { [verify, head, prove, key] }

    // MARK: Verifying

    private struct Verified: Encodable, Sendable {
        struct Finding: Encodable, Sendable {
            let code: String
            let number: Int
            let message: String
        }

        let size: Int
        let removed: Int
        let waiting: Int
        let head: TreeHead?
        let findings: [Finding]
    }

    private var verify: Command {
        Command(
            "audit verify",
            summary: LocalizedText(
                en: "See whether the audit trail is as it was written",
                es: "Comprueba que el registro de auditoría está como se escribió"),
            discussion: LocalizedText(
                en:
                    "Events that were edited, removed, added or put in another order are told. That the newest are missing "
                    + "with their heads shows against a head that was kept elsewhere. The status is 1 if anything is wrong.",
                es:
                    "Se indican los sucesos editados, quitados, añadidos o cambiados de orden. Que falten los últimos con "
                    + "sus cabezas se ve con una cabeza guardada en otro sitio. El estado es 1 si algo está mal."),
            examples: [
                CommandExample("essentiald audit verify", LocalizedText(en: "all of it", es: "todo")),
                CommandExample(
                    "essentiald audit verify --since-head head.json",
                    LocalizedText(en: "against a head of last month", es: "con una cabeza del mes pasado")),
            ],
            parameters: [Self.sinceHead]
        ) { invocation, _ throws(CommandFailure) in
            let kept: TreeHead? = if let path = invocation[Self.sinceHead] { try AuditDesk.head(in: path) } else { nil }
            return try await AuditDesk.open(access) { desk in
                var report = try await desk.verify(since: kept)
                // Where no server runs, events wait for a command.
                if report.late > 0, report.findings.isEmpty {
                    _ = try? await desk.seal()
                    report = try await desk.verify(since: kept)
                }
                if report.late > 0 { report.add(.late(report.late)) }
                return Self.output(report)
            }
        }
    }

    private static func output(_ report: AuditReport) -> CommandOutput {
        let findings = report.findings.map {
            Verified.Finding(code: $0.code, number: $0.number, message: $0.text.english)
        }
        let json = Verified(
            size: report.size, removed: report.removed, waiting: report.waiting, head: report.head, findings: findings)
        var text: [OutputBlock] = report.findings.map { .line($0.text, .failure) }
        if findings.isEmpty {
            text.append(
                .line(
                    LocalizedText(
                        en: "The audit trail is whole. Events: \(report.size).",
                        es: "El registro de auditoría está íntegro. Sucesos: \(report.size)."), .success))
        }
        if report.removed > 0 {
            text.append(
                .line(
                    LocalizedText(
                        en: "Removed for their age: \(report.removed).",
                        es: "Quitados por su antigüedad: \(report.removed)."), .faint))
        }
        if report.waiting > 0 {
            text.append(
                .line(
                    LocalizedText(
                        en: "Not signed yet: \(report.waiting).", es: "Sin firmar todavía: \(report.waiting)."), .faint)
            )
        }
        return CommandOutput(json: json, text: text, exit: findings.isEmpty ? .success : .failure)
    }

    // MARK: What others need

    private struct Head: Encodable, Sendable {
        let size: Int
        let removed: Int
        let root: String
        let at: String
        let key: String
        let signature: String
        /// The roots that show that it goes on from the kept head; nil without one.
        let consistency: [String]?

        init(_ head: TreeHead, _ consistency: [String]?) {
            (size, removed, root, at) = (head.size, head.removed, head.root, head.at)
            (key, signature) = (head.key, head.signature)
            self.consistency = consistency
        }
    }

    private var head: Command {
        Command(
            "audit head",
            summary: LocalizedText(
                en: "Sign how the audit trail is now, to be kept elsewhere",
                es: "Firma cómo está ahora el registro de auditoría, para guardarlo en otro sitio"),
            discussion: LocalizedText(
                en:
                    "Whoever has a head finds out if anything before it is changed or missing later. With a kept one, what "
                    + "is printed proves that the trail goes on from it (RFC 9162, section 2.1.4).",
                es:
                    "Quien tiene una cabeza descubre si después cambia o falta algo anterior. Con una guardada, lo que se "
                    + "imprime demuestra que el registro continúa desde ella (RFC 9162, sección 2.1.4)."),
            examples: [
                CommandExample(
                    "essentiald audit head --json > head.json", LocalizedText(en: "to be kept", es: "para guardarla")),
                CommandExample(
                    "essentiald audit head --json --since-head head.json",
                    LocalizedText(en: "with the proof", es: "con la demostración")),
            ],
            parameters: [Self.sinceHead]
        ) { invocation, _ throws(CommandFailure) in
            let kept: TreeHead? = if let path = invocation[Self.sinceHead] { try AuditDesk.head(in: path) } else { nil }
            return try await AuditDesk.open(access) { desk in
                let head = try await desk.seal()
                let proof: [String]? =
                    if let kept { try await Self.consistency(from: kept, to: head, desk) } else { nil }
                return CommandOutput(
                    json: Head(head, proof),
                    .fields([
                        OutputField(LocalizedText(en: "Events", es: "Sucesos"), verbatim: "\(head.size)"),
                        OutputField(LocalizedText(en: "Root", es: "Raíz"), verbatim: head.root),
                        OutputField(LocalizedText(en: "Signed", es: "Firmada"), verbatim: head.at),
                        OutputField(LocalizedText(en: "Signature", es: "Firma"), verbatim: head.signature),
                    ]))
            }
        }
    }

    private static func consistency(
        from kept: TreeHead, to head: TreeHead, _ desk: AuditDesk
    ) async throws -> [String] {
        let hashing = MerkleHashing(desk.data.cryptography.hashing)
        guard kept.size <= head.size, let old = Data(base64Encoded: kept.root), let new = Data(base64Encoded: head.root)
        else { throw CommandFailure.notContinued }
        let proof = try await desk.roots(of: MerkleProof.consistency(from: kept.size, to: head.size))
        guard
            try MerkleProof.isConsistent(
                (kept.size, old), (head.size, new), along: proof.compactMap { Data(base64Encoded: $0) }, hashing)
        else { throw CommandFailure.notContinued }
        return proof
    }

    private struct Proof: Encodable, Sendable {
        let position: Int
        let hash: String
        let path: [String]
        let head: TreeHead
    }

    private var prove: Command {
        Command(
            "audit prove",
            summary: LocalizedText(
                en: "Prove that an event is in the audit trail",
                es: "Demuestra que un suceso está en el registro de auditoría"),
            discussion: LocalizedText(
                en: "Whoever has the event and this needs no other event to see it (RFC 9162, section 2.1.3).",
                es: "Quien tiene el suceso y esto no necesita ningún otro para verlo (RFC 9162, sección 2.1.3)."),
            examples: [
                CommandExample(
                    "essentiald audit prove 17 --json", LocalizedText(en: "for somebody else", es: "para otra persona"))
            ],
            parameters: [Self.position]
        ) { invocation, _ throws(CommandFailure) in
            let position = invocation[Self.position]
            return try await AuditDesk.open(access) { desk in
                let head = try await desk.seal(), hashing = MerkleHashing(desk.data.cryptography.hashing)
                guard position < head.size else { throw CommandFailure.noEvent }
                let path = try await desk.roots(of: MerkleProof.inclusion(of: position, in: head.size))
                let leaf = try await desk.roots(of: [position..<position + 1])[0]
                guard let hash = Data(base64Encoded: leaf),
                    try MerkleProof.root(
                        of: hash, at: position, in: head.size, along: path.compactMap { Data(base64Encoded: $0) },
                        hashing)?.base64EncodedString() == head.root
                else { throw CommandFailure.trailChanged }
                let proof = Proof(position: position, hash: leaf, path: path, head: head)
                return CommandOutput(
                    json: proof, .preformatted((["\(position) \(leaf)"] + path).joined(separator: "\n")))
            }
        }
    }

    private struct Key: Encodable, Sendable {
        let key: String
        let pem: String
    }

    private var key: Command {
        Command(
            "audit key",
            summary: LocalizedText(
                en: "Print the public key of the audit trail's heads",
                es: "Imprime la clave pública de las cabezas del registro de auditoría"),
            discussion: LocalizedText(
                en: "Whoever verifies an exported trail needs it, from you and not from whoever brings the trail.",
                es: "Quien verifica un registro exportado la necesita, de ti y no de quien trae el registro."),
            examples: [
                CommandExample("essentiald audit key > key.pem", LocalizedText(en: "into a file", es: "a un archivo"))
            ]
        ) { _, _ throws(CommandFailure) in
            try await AuditDesk.open(access) { desk in
                CommandOutput(
                    json: Key(key: desk.signer.name, pem: desk.signer.publicKey.pem),
                    .preformatted(desk.signer.publicKey.pem))
            }
        }
    }
}

extension CommandFailure {
    /// The trail isn't the one that a head is of.
    fileprivate static let notContinued = CommandFailure(
        code: "audit_not_continued",
        message: LocalizedText(
            en: "The audit trail doesn't go on from that head: events before it were changed or cut off.",
            es: "El registro de auditoría no continúa desde esa cabeza: se cambiaron o cortaron sucesos anteriores."),
        hint: LocalizedText(
            en: "essentiald audit verify --since-head says more.", es: "essentiald audit verify --since-head dice más.")
    )

    fileprivate static let noEvent = CommandFailure(
        code: "event_not_found",
        message: LocalizedText(
            en: "There is no event at this place.", es: "No hay ningún suceso en ese lugar."))
}
