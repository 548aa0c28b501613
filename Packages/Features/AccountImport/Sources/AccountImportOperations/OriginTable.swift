import CryptographyAPI
import FoundationEssentials
import SQLStoreAPI
import ServerKeysAPI

extension ServerKeyPurpose {
    /// Makes the marks of people who came from elsewhere.
    static let importMarks = ServerKeyPurpose("account-import.marks.1")
}

/// Who came from elsewhere, each by a mark that names nobody: a person who came isn't taken a second time, even if
/// they have another address by then, or deleted the account.
enum OriginTable {
    static let migrations = [
        Migration(
            "account-import-0001",
            "CREATE TABLE imported_accounts (mark BLOB PRIMARY KEY, imported_at BIGINT NOT NULL);")
    ]

    static func contains(_ mark: Data, in db: any SQLReading) throws -> Bool {
        try db.exists("SELECT 1 FROM imported_accounts WHERE mark = \(mark)")
    }

    static func insert(_ mark: Data, at now: Date, in db: any SQLWriting) throws {
        try db.run("INSERT INTO imported_accounts (mark, imported_at) VALUES (\(mark), \(now))")
    }
}

/// Makes the marks.
struct OriginMarks: Sendable {
    let key: any SymmetricKey
    let authentication: any MessageAuthenticating

    func mark(of origin: String, in system: SourceSystem) throws(CryptographyError) -> Data {
        try authentication.authenticationCode(for: Data("\(system.rawValue)\n\(origin)".utf8), using: key)
    }
}
