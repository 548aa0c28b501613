import Glibc

/// Looks at a write-ahead log before SQLite does.
///
/// SQLite reads the log up to the first frame whose checksum is wrong and drops
/// the rest without a word. After a crash that is right: the rest was never
/// confirmed. But if confirmed transactions stood there, the log was damaged,
/// and someone has to know. Two traces tell the difference:
///
/// - The index beside the log notes how far confirmed frames reach; it is
///   written after the log is on disk.
/// - Each transaction is on disk before the next one is written. So a commit
///   frame beyond the damage that is followed by a frame of another transaction
///   was confirmed, together with all before it.
///
/// Related SQLite documentation: <https://www.sqlite.org/walformat.html>
struct WriteAheadLog {
    /// What is wrong with a log, or nil.
    ///
    /// It must be called only while no connection uses the log.
    static func problem(log: String, index: String) -> String? {
        guard let reader = FrameReader(path: log) else {
            return confirmed(index: index, salt: nil).map { lost in
                "the log \(log) is missing or has no header, and with it \(lost) pages of confirmed changes"
            }
        }
        let valid = reader.readValidFrames()
        if let reach = confirmed(index: index, salt: reader.salt), reach > valid.committed {
            return "the log \(log) is damaged after page \(valid.committed) of \(reach)"
        }
        if reader.hasConfirmedFrames(beyond: valid.all) {
            return "the log \(log) is damaged at page \(valid.all + 1), in the middle of confirmed changes"
        }
        return nil
    }

    /// Whether another process uses the log.
    static func isInUse(index: String) -> Bool {
        let descriptor = unsafe open(index, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Each connection holds a shared lock on this byte (the "dead man's
        // switch" of os_unix.c: UNIX_SHM_DMS).
        var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 128, l_len: 1, l_pid: 0)
        return unsafe fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    /// How many frames of the log are confirmed and not yet in the database;
    /// nil if the index doesn't know.
    ///
    /// - Parameter salt: The log the question is about; nil for any.
    private static func confirmed(index: String, salt: [UInt8]?) -> Int? {
        guard let bytes = FrameReader.read(index, count: 136), bytes.count == 136 else { return nil }
        // The header of 48 bytes stands twice; the copies differ if a process
        // died while it wrote them.
        guard bytes[0..<48] == bytes[48..<96], bytes[12] == 1 else { return nil }
        var sum = Checksum(isBigEndian: false)
        sum.add(bytes[0..<40])
        guard sum.first == word(bytes, 40), sum.second == word(bytes, 44) else { return nil }
        if let salt, Array(bytes[32..<40]) != salt { return nil }
        let reach = Int(word(bytes, 16))
        let copied = Int(word(bytes, 96))
        return copied < reach ? reach : nil
    }

    private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
    }
}

/// The checksum of logs: two sums over pairs of words.
struct Checksum {
    private(set) var first: UInt32 = 0
    private(set) var second: UInt32 = 0
    let isBigEndian: Bool

    init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
    }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBytes { raw in
            for offset in stride(from: 0, to: raw.count - 7, by: 8) {
                first &+= unsafe word(raw, offset) &+ second
                second &+= unsafe word(raw, offset + 4) &+ first
            }
        }
    }

    private func word(_ raw: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        let word = unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }
}
