import ConsoleAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import Localization

/// The users of PocketBase, as `sqlite3 -json` prints a table of people of its database: their hashes are bcrypt, in the
/// column `passwordHash` until 0.22 and `password` since 0.23.
struct PocketBaseRows: Decodable {
    private let id: String
    private let email: String?
    private let name: String?
    private let username: String?
    private let verified: Int?
    private let password: String?
    private let passwordHash: String?

    static func accounts(in data: Data) throws(CommandFailure) -> [SourceAccount] {
        let rows: [PocketBaseRows]
        do { rows = try WireDecoder().decode([PocketBaseRows].self, from: data) } catch {
            throw SourceFile.unreadable(
                LocalizedText(
                    en: "it is no whole table of people as sqlite3 -json prints it.",
                    es: "no es una tabla completa de personas como la imprime sqlite3 -json."),
                at: SourceFile.place(of: error))
        }
        try SourceFile.check(rows.count)
        return rows.map { row in
            var account = SourceAccount(
                origin: row.id, address: row.email.flatMap { $0.isEmpty ? nil : $0 },
                names: [row.name ?? "", row.username ?? ""], isVerified: row.verified == 1, isSuspended: false)
            if let hash = row.password ?? row.passwordHash, !hash.isEmpty {
                account.password = SourceAccount.Password { () throws(ForeignPasswordHash.Problem) in
                    try ForeignPasswordHash(text: hash)
                }
            }
            return account
        }
    }
}
