import CoreModels
import CryptographyAPI
import Localization
import PasswordQuality
import PluginKit
import Presenting
import SQLStoreAPI

/// The hashes that other programs made, of people who haven't logged in since they came.
enum ForeignPasswords {
    /// How they were made: few kinds, each once.
    static func derivations(in db: any SQLReading) throws -> [ForeignDerivation] {
        var found: [ForeignDerivation] = [], last = ""
        // One look into the index for each kind, however many accounts have it.
        while let next = try db.value(
            "SELECT MIN(foreign_derivation) FROM accounts WHERE foreign_derivation > \(last)", as: String?.self) ?? nil
        {
            guard let derivation = ForeignDerivation(next) else {
                throw SQLError(.typeMismatch, "column foreign_derivation holds none")
            }
            found.append(derivation)
            last = next
        }
        return found
    }
}

extension PasswordHashing {
    /// Checks a password as it was typed: those of this server in their composed form (NFC), those of another
    /// program as that took them.
    func verifyTyped(_ password: Secret, against hash: PasswordHash) async throws(CryptographyError) -> Bool {
        try await verify(foreignDerivation(of: hash) == nil ? password.composed : password, against: hash)
    }

    /// Checks a password by the same work whatever hash an account has, or whether there is one: that of a hash of
    /// this server, and that of each kind of others that some account still has, in one order.
    ///
    /// - Parameters:
    ///   - account: Whose it is to be; nil for nobody.
    ///   - others: The kinds that some account still has.
    func verify(
        _ password: Secret, of account: AccountRow?, among others: [ForeignDerivation]
    ) async throws(CryptographyError) -> Bool {
        let composed = password.composed, hash = account?.passwordHash, kind = account?.foreignDerivation
        var isRight = false
        if let hash, kind == nil {
            isRight = try await verify(composed, against: hash)
        } else {
            try await verifyDecoy(composed)
        }
        for other in others {
            if let hash, other.description == kind {
                isRight = try await verify(password, against: hash)
            } else {
                try await verifyDecoy(password, like: other)
            }
        }
        return isRight
    }
}

/// Keeps a server from starting on which people couldn't log in whose passwords another program hashed.
struct ForeignPasswordGuard: PluginService {
    let database: any SQLDatabase
    let passwords: PepperedHashing

    func start() async throws {
        let derivations = try await database.read { db in try ForeignPasswords.derivations(in: db) }
        guard !derivations.isEmpty else { return }
        let hashing = try await passwords.hashing()
        for derivation in derivations {
            do {
                try hashing.requireLibrary(for: derivation)
            } catch .missingLibrary(let package) {
                throw MissingPasswordLibrary(package: package)
            }
        }
    }
}

extension ForeignPasswordGuard {
    func examine() async -> ServiceExamination {
        do {
            try await start()
        } catch let missing as MissingPasswordLibrary {
            return ServiceExamination(problems: [missing])
        } catch {}  // That the database or the key can't be read is found by whoever owns them.
        return ServiceExamination()
    }
}

/// The library is missing by which another program hashed passwords.
struct MissingPasswordLibrary: MendableError, PresentableError {
    let package: String
    let code = "password_library"
    let nature = FailureNature.fault
    var text: LocalizedText {
        LocalizedText(
            en: "Some people came from another account system, and their passwords can't be checked without the "
                + "library of Debian's package \(package). Nothing was changed. Install it, and start the server again.",
            es: "Algunas personas vinieron de otro sistema de cuentas, y sus contraseñas no se pueden comprobar sin la "
                + "biblioteca del paquete \(package) de Debian. No se cambió nada. Instálala y vuelve a iniciar el servidor."
        )
    }
    var remedy: ShellCommand? { "apt-get install \(package)" }
}
