import ConsoleAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import Localization

/// The people of Supabase: `pg_dump --data-only` of the tables `auth.users`, `auth.identities` and `auth.mfa_factors`
/// (the migrations of supabase/auth 2.150 and later).
enum SupabaseDump {
    private static let columns: [String: Set<String>] = [
        "auth.users": [
            "id", "email", "encrypted_password", "email_confirmed_at", "raw_user_meta_data", "banned_until",
            "deleted_at",
            "is_anonymous", "phone", "is_super_admin",
        ],
        "auth.identities": ["user_id", "provider"],
        "auth.mfa_factors": ["user_id", "factor_type", "status", "secret"],
    ]

    static func accounts(in data: Data, at now: Date) throws(CommandFailure) -> [SourceAccount] {
        let tables: [String: [[String: String]]]
        do throws(PostgresCopy.Problem) { tables = try PostgresCopy.rows(in: data, of: columns) } catch {
            throw Self.unreadable(error)
        }
        guard let users = tables["auth.users"] else {
            throw SourceFile.unreadable(
                LocalizedText(
                    en: "it has no rows of auth.users by COPY; make it by pg_dump without --inserts.",
                    es: "no tiene filas de auth.users con COPY; créalo con pg_dump sin --inserts."))
        }
        // Without it nobody knows who has a second factor, and all would be let in without.
        guard let everyFactor = tables["auth.mfa_factors"] else {
            throw SourceFile.unreadable(
                LocalizedText(
                    en:
                        "it has no table auth.mfa_factors, so it doesn't say who has a second factor; dump that one, too.",
                    es:
                        "no tiene la tabla auth.mfa_factors, así que no dice quién tiene segundo factor; vuélcala también."
                ))
        }
        try SourceFile.check(users.count)
        let identities = Dictionary(grouping: tables["auth.identities"] ?? []) { $0["user_id"] ?? "" }
        let factors = Dictionary(grouping: everyFactor) { $0["user_id"] ?? "" }
        return users.map { user in
            let id = user["id"] ?? ""
            return account(user, identities[id] ?? [], factors[id] ?? [], at: now)
        }
    }

    private struct MetaData: Decodable {
        let full_name: String?
        let name: String?
    }

    private static func account(
        _ user: [String: String], _ identities: [[String: String]], _ factors: [[String: String]], at now: Date
    ) -> SourceAccount {
        let about = user["raw_user_meta_data"].flatMap {
            try? WireDecoder().decode(MetaData.self, from: Data($0.utf8))
        }
        var account = SourceAccount(
            origin: user["id"] ?? "", address: user["email"].flatMap { $0.isEmpty ? nil : $0 },
            names: [about?.full_name ?? "", about?.name ?? ""], isVerified: user["email_confirmed_at"] != nil,
            isSuspended: user["banned_until"].map { isAhead($0, of: now) } ?? false,
            exclusion: user["deleted_at"] != nil ? .deleted : user["is_anonymous"] == "t" ? .anonymous : nil)
        if let hash = user["encrypted_password"], !hash.isEmpty {
            account.password = SourceAccount.Password { () throws(ForeignPasswordHash.Problem) in
                try ForeignPasswordHash(text: hash)
            }
        }
        if identities.contains(where: { !["email", "phone"].contains($0["provider"]) }) {
            account.remainders.insert(.providerLinks)
        }
        if user["phone"].map({ !$0.isEmpty }) ?? false { account.remainders.insert(.phone) }
        if user["is_super_admin"] == "t" { account.remainders.insert(.roles) }
        // One that was never confirmed isn't asked for there either.
        let inForce = factors.filter { $0["status"] == "verified" }
        if let factor = inForce.first(where: { $0["factor_type"] == "totp" }) {
            account.factor = SourceAccount.Factor(secret: factor["secret"].flatMap { Base32Text.decode($0) })
        } else if !inForce.isEmpty {
            account.factor = .unusable
        }
        if inForce.count > 1 { account.remainders.insert(.furtherAuthenticators) }
        return account
    }

    /// Whether a time of PostgreSQL, such as `2026-05-01 10:00:00.123+00`, is still to come; one that can't be read
    /// is: whoever was kept out isn't let in by mistake.
    private static func isAhead(_ text: String, of now: Date) -> Bool {
        var iso = text.replacing(" ", with: "T")
        if let sign = iso.lastIndex(where: { $0 == "+" || $0 == "-" }), iso[sign...].count == 3 { iso += ":00" }
        let whole = Date.ISO8601FormatStyle(), fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = (try? whole.parse(iso)) ?? (try? fractional.parse(iso)) else { return true }
        return date > now
    }

    private static func unreadable(_ problem: PostgresCopy.Problem) -> CommandFailure {
        let (expectation, number) =
            switch problem {
            case .lineTooLong(let line):
                (LocalizedText(en: "a line has more than 1 MiB.", es: "una línea tiene más de 1 MiB."), line)
            case .malformed(let line):
                (
                    LocalizedText(
                        en: "it is no whole dump of PostgreSQL as text.",
                        es: "no es un volcado completo de PostgreSQL en texto."), line
                )
            }
        return SourceFile.unreadable(expectation, at: LocalizedText(en: "line \(number)", es: "la línea \(number)"))
    }
}
