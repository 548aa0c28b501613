/// Where the parts of a vault are.
struct VaultPaths: Sendable {
    /// The vault itself.
    let folder: String
    /// Where key files are; the same folder, unless it was chosen apart.
    let keyFolder: String
    let header: String
    let lock: String

    init(folder: String, keyFolder: String) {
        self.folder = folder
        self.keyFolder = keyFolder
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
        keyFolder + "/" + Self.keyPrefix + vault.text + "-" + String(generation)
    }

    static let recordsPrefix = "records-"
    static let keyPrefix = "key-"
    static let newRecordName = "new"
}
