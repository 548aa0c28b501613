import ConsoleAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import Localization

/// A realm as Keycloak exports it (`kc.sh export`).
///
/// The file is `realm.json`, or one of `realm-users-0.json` and so on. The form is that of Keycloak 12 to 26 (`RealmRepresentation`, `UserRepresentation`,
/// `CredentialRepresentation`).
struct KeycloakExport: Decodable {
    private let users: [User]?

    static func accounts(in data: Data) throws(CommandFailure) -> [SourceAccount] {
        let users: [User]?
        do { users = try WireDecoder().decode(KeycloakExport.self, from: data).users } catch {
            throw SourceFile.unreadable(
                LocalizedText(
                    en: "it is no whole realm export of Keycloak (JSON).",
                    es: "no es una exportación completa de un realm de Keycloak (JSON)."),
                at: SourceFile.place(of: error))
        }
        guard let users else {
            throw SourceFile.unreadable(
                LocalizedText(
                    en: "it has no users; export the realm with them.",
                    es: "no tiene usuarios; exporta el realm con ellos."))
        }
        try SourceFile.check(users.count)
        return users.map { $0.account }
    }

    private struct User: Decodable {
        let id: String?
        let username: String?
        let email: String?
        let emailVerified: Bool?
        let enabled: Bool?
        let firstName: String?
        let lastName: String?
        let credentials: [Credential]?
        let requiredActions: [String]?
        let realmRoles: [String]?
        let clientRoles: [String: [String]]?
        let groups: [String]?
        let federatedIdentities: [Ignored]?
        let federationLink: String?
        let serviceAccountClientId: String?

        struct Ignored: Decodable {}

        var account: SourceAccount {
            let credentials = credentials ?? [], email = email.flatMap { $0.isEmpty ? nil : $0 }
            var account = SourceAccount(
                origin: id ?? username ?? email ?? "", address: email ?? username,
                names: ["\(firstName ?? "") \(lastName ?? "")", username ?? ""],
                // It was said of the address, and a name may be one that somebody chose.
                isVerified: email != nil && emailVerified ?? false,
                isSuspended: !(enabled ?? true), exclusion: serviceAccountClientId.map { _ in .serviceAccount },
                remainders: remainders(credentials))
            if let password = credentials.first(where: { $0.type == "password" }) {
                account.password = password.password
            }
            let codes = credentials.filter { $0.type == "otp" || $0.type == "totp" || $0.type == "hotp" }
            if let factor = codes.first {
                account.factor = factor.factor
            } else if !credentials.allSatisfy(\.isNoSecondFactor) {
                account.factor = .unusable
            }
            if codes.count > 1 { account.remainders.insert(.furtherAuthenticators) }
            return account
        }

        private func remainders(_ credentials: [Credential]) -> Set<Remainder> {
            var remainders: Set<Remainder> = []
            if !(federatedIdentities ?? []).isEmpty || federationLink != nil { remainders.insert(.providerLinks) }
            // Everybody has those of the realm's default.
            let roles = (realmRoles ?? []).filter { !$0.hasPrefix("default-roles-") }
            if !roles.isEmpty || !(clientRoles ?? [:]).isEmpty || !(groups ?? []).isEmpty { remainders.insert(.roles) }
            if credentials.contains(where: { $0.type?.hasPrefix("webauthn") == true }) { remainders.insert(.passkeys) }
            if credentials.contains(where: { $0.type == "recovery-authn-codes" }) { remainders.insert(.recoveryCodes) }
            if !(requiredActions ?? []).isEmpty { remainders.insert(.requiredActions) }
            return remainders
        }
    }

    /// A credential, whose parts are JSON within JSON.
    private struct Credential: Decodable {
        let type: String?
        let secretData: String?
        let credentialData: String?

        /// Whether it is certain that nobody is asked for it after the password: an extension may have kinds of its own.
        var isNoSecondFactor: Bool {
            type.map { ["password", "password-history", "webauthn-passwordless"].contains($0) } ?? false
        }

        private struct HashSecret: Decodable {
            let value: String
            let salt: String
        }

        private struct HashParameters: Decodable {
            let hashIterations: Int
            let algorithm: String
            let additionalParameters: [String: [String]]?
        }

        private struct CodeSecret: Decodable { let value: String }

        private struct CodeParameters: Decodable {
            let subType: String?
            let digits: Int?
            let period: Int?
            let algorithm: String?
            let secretEncoding: String?
        }

        private func read<Value: Decodable>(_ type: Value.Type, _ text: String?) -> Value? {
            text.flatMap { try? WireDecoder().decode(type, from: Data($0.utf8)) }
        }

        var password: SourceAccount.Password {
            guard let secret = read(HashSecret.self, secretData), let salt = Data(base64Encoded: secret.salt),
                let digest = Data(base64Encoded: secret.value), !digest.isEmpty,
                let parameters = read(HashParameters.self, credentialData)
            else { return .unusable(.malformed) }
            let derivation: ForeignDerivation
            switch parameters.algorithm {
            case "pbkdf2-sha256", "pbkdf2-sha512":
                derivation = .pbkdf2(
                    parameters.algorithm == "pbkdf2-sha256" ? .sha256 : .sha512, iterations: parameters.hashIterations,
                    byteCount: digest.count)
            case "argon2":
                let more = parameters.additionalParameters ?? [:]
                guard more["type"]?.first == "id", more["version"]?.first == "1.3" else {
                    return .unusable(.unknownAlgorithm)
                }
                guard let memory = more["memory"]?.first.flatMap({ Int($0) }),
                    let lanes = more["parallelism"]?.first.flatMap({ Int($0) })
                else { return .unusable(.malformed) }
                derivation = .argon2id(
                    memory: memory, passes: parameters.hashIterations, lanes: lanes, byteCount: digest.count)
            default: return .unusable(.unknownAlgorithm)
            }
            return SourceAccount.Password { () throws(ForeignPasswordHash.Problem) in
                try ForeignPasswordHash(derivation, salt: salt, digest: digest)
            }
        }

        /// The secret's bytes are the text itself, unless it says that they are in Base32.
        var factor: SourceAccount.Factor {
            guard let secret = read(CodeSecret.self, secretData),
                let parameters = read(CodeParameters.self, credentialData), parameters.subType ?? "totp" == "totp",
                parameters.digits ?? 6 == 6, parameters.period ?? 30 == 30,
                parameters.algorithm ?? "HmacSHA1" == "HmacSHA1"
            else { return .unusable }
            switch parameters.secretEncoding {
            case nil: return SourceAccount.Factor(secret: Array(secret.value.utf8))
            case "BASE32": return SourceAccount.Factor(secret: Base32Text.decode(secret.value))
            default: return .unusable
            }
        }
    }
}
