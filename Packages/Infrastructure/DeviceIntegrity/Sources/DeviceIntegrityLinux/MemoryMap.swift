/// The mappings of a process, as proc_pid_maps(5) writes them.
struct MemoryMap {
    /// One line.
    struct Entry: Hashable {
        let isExecutable: Bool
        /// What stands there.
        let name: String
        /// The file; line breaks in it stand as `\012`.
        let path: String
        /// Whether the file has no name any more.
        let isDeleted: Bool
    }

    /// Those of files, each once.
    let files: [Entry]

    init(_ text: [UInt8]) {
        var seen: Set<Entry> = []
        files = text.split(separator: UInt8(ascii: "\n")).compactMap(Entry.init).filter { seen.insert($0).inserted }
    }
}

extension MemoryMap.Entry {
    private static let deleted = " (deleted)"

    /// - Returns: nil for memory that is of no file.
    fileprivate init?(_ line: ArraySlice<UInt8>) {
        // address perms offset dev inode, and blanks up to the path, which may have blanks itself.
        let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5, omittingEmptySubsequences: true)
        guard fields.count == 6, let start = fields[5].firstIndex(of: UInt8(ascii: "/")),
            fields[5][..<start].allSatisfy({ $0 == UInt8(ascii: " ") })
        else { return nil }
        name = String(decoding: fields[5][start...], as: UTF8.self)
        isExecutable = fields[1].dropFirst(2).first == UInt8(ascii: "x")
        isDeleted = name.hasSuffix(Self.deleted)
        path = isDeleted ? String(name.dropLast(Self.deleted.count)) : name
    }
}
