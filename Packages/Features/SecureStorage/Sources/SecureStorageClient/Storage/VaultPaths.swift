/// Where the parts of a vault are.
struct VaultPaths: Sendable {
    /// The vault itself.
    let folder: String
    let header: String
    let lock: String

    init(folder: String) {
        self.folder = folder
        header = folder + "/header"
        lock = folder + "/lock"
    }

    var parent: String {
        folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "."
    }
    var newHeader: String { folder + "/header.new" }
    var setAside: String { folder + "/set-aside" }

    func records(_ generation: Int) -> String { folder + "/" + Self.recordsPrefix + String(generation) }
    func record(_ id: RecordID, _ generation: Int) -> String { records(generation) + "/" + id.text }
    /// Where a record is written before it takes its place.
    ///
    /// Writers exclude each other, so one is enough.
    func newRecord(_ generation: Int) -> String { records(generation) + "/" + Self.newRecordName }

    func key(_ vault: VaultID, _ generation: Int) -> String {
        folder + "/" + Self.keyPrefix + vault.text + "-" + String(generation)
    }

    /// Where a vault is moved when another one is begun.
    func formerVault(_ number: Int) -> String { folder + Self.formerInfix + String(number) }
    /// Whether a name beside the vault is that of one that was moved aside.
    func isFormerVault(_ name: String) -> Bool {
        let prefix = (folder.split(separator: "/").last ?? "") + Self.formerInfix
        return name.hasPrefix(prefix) && Int(name.dropFirst(prefix.count)) != nil
    }

    private static let formerInfix = ".old-"
    static let recordsPrefix = "records-"
    static let keyPrefix = "key-"
    static let newRecordName = "new"
}
