import AccountsServiceAPI
import AtomicFiles
import ConsoleAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import Localization
import OperatingAPI
import PluginKit
import SQLStoreAPI
import SecurityMetricsContract
import SecurityMetricsService

/// The trail as commands work on it.
struct AuditDesk: Sendable {
    let data: ServerData
    let signer: HeadSigner
    /// Finds accounts by their addresses.
    let accounts: AccountFinding?
    var database: any SQLDatabase { data.database }
    var now: Date { data.now() }

    /// Opens the trail of a server.
    static func open(
        _ access: any ServerDataAccess, _ body: @escaping @Sendable (AuditDesk) async throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput {
        let accounts = try access.declarations().values(of: AccountFinders.self).first
        return try await access.withData(AuditMigrations.all + (accounts?.migrations ?? [])) { data in
            do {
                let signer = try await HeadSigner(data.keys, data.cryptography)
                return try await body(AuditDesk(data: data, signer: signer, accounts: accounts))
            } catch AuditTrail.Obstacle.changed {
                throw CommandFailure.trailChanged
            }
        }
    }

    /// Gives all events their places and signs the head, unless anything of the trail isn't as it was
    /// written: what is signed on top would look as if it were whole.
    func seal() async throws -> TreeHead {
        guard try await verify(since: nil).findings.isEmpty else { throw AuditTrail.Obstacle.changed }
        try await AuditTrail(signer, data.cryptography).sealAll(in: database, at: now)
        guard let head = try await database.read({ db in try HeadRow.latest(in: db)?.head }) else {
            throw CommandFailure(
                code: "audit_empty",
                message: LocalizedText(
                    en: "Nothing has happened yet that the audit trail has to keep.",
                    es: "Todavía no ha pasado nada que el registro de auditoría deba guardar."))
        }
        return head
    }

    /// Looks through the whole trail.
    func verify(since kept: TreeHead?) async throws -> AuditReport {
        let verifier = AuditVerifier(signer, data.cryptography), now = now
        return try await database.read { db in try verifier.verify(since: kept, at: now, in: db) }
    }

    /// Makes the roots of subtrees, each of the leaves that it has.
    func roots(of subtrees: [Range<Int>]) async throws -> [String] {
        let hashing = MerkleHashing(data.cryptography.hashing)
        return try await database.read { db in
            try subtrees.map { leaves in
                var frontier = MerkleFrontier()
                try AuditRow.scanTree(from: leaves.lowerBound, in: db) { row in
                    guard row.position == leaves.lowerBound + frontier.size else { return .stop }
                    try frontier.append(row.hash, hashing)
                    return frontier.size < leaves.count ? .next : .stop
                }
                return try frontier.root(hashing).base64EncodedString()
            }
        }
    }

    private static let noInput = LocalizedText(
        en: "- stands for standard input, from which no head is read. Nothing was changed.",
        es: "- es la entrada estándar, de la que no se lee ninguna cabeza. No se cambió nada.")
    private static let nameAFile = LocalizedText(
        en: "Name the file with the head.", es: "Indica el archivo que tiene la cabeza.")

    /// Reads a head that `audit head --json` wrote.
    static func head(in path: String) throws(CommandFailure) -> TreeHead {
        guard path != "-" else { throw .usage(noInput, hint: nameAFile) }
        let content: Data?
        do throws(FileError) {
            content = try AtomicFile(path: path).contents(limit: 1 << 20)
        } catch {
            throw CommandFailure(code: "file", message: error.text)
        }
        guard let head = content.flatMap({ try? WireCoding.decoder().decode(TreeHead.self, from: $0) }) else {
            throw CommandFailure(
                code: "audit_head",
                message: LocalizedText(
                    en: "\(path) has no head of an audit trail. Make one with essentiald audit head --json.",
                    es: "\(path) no tiene la cabeza de ningún registro. Crea una con essentiald audit head --json."))
        }
        return head
    }
}

extension CommandFailure {
    /// What was kept of the tree isn't what was signed.
    static let trailChanged = CommandFailure(
        code: "audit_changed",
        message: LocalizedText(
            en: "The audit trail was changed by somebody else, so nothing more is signed. Nothing was changed now.",
            es: "Alguien ha cambiado el registro de auditoría, así que no se firma nada más. Ahora no se cambió nada."),
        hint: LocalizedText(
            en: "essentiald audit verify says what; essentiald audit begin puts it aside and begins a new one.",
            es: "essentiald audit verify dice qué; essentiald audit begin lo aparta y empieza uno nuevo."))
}
