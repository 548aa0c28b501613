/// Moves secrets of earlier versions from files in the clear into the store.
public protocol PlainTextMigrating: Sendable {
    /// Saves what a file holds under a name, then wipes and deletes the file.
    ///
    /// A secret that the store has already wins: an earlier attempt was cut
    /// short after saving. The file stays as it is if saving fails, and an
    /// empty file is only deleted. White space at the end isn't part of the
    /// secret.
    func migrate(plainTextFile path: String, to name: SecretName) async throws(SecretStoreError) -> PlainTextMigration
}

/// What became of a file in the clear.
public enum PlainTextMigration: Hashable, Sendable {
    /// There is no file.
    case nothingToDo
    /// Its contents are in the store now, and the file is gone.
    case migrated
    /// The store had the secret already; the file is gone.
    case wiped
}
