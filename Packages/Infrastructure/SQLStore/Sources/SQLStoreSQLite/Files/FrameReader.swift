import Glibc

/// Reads the frames of a write-ahead log one after another.
final class FrameReader {
    /// The bytes that all frames of this log carry; older ones carry others.
    let salt: [UInt8]

    private let descriptor: Int32
    private let pageSize: Int
    private var sum: Checksum

    private static let headerSize = 32
    private static let frameHeaderSize = 24
    private var frameSize: Int { Self.frameHeaderSize + pageSize }

    /// Opens a log; nil if there is none or its header isn't valid.
    init?(path: String) {
        // Where there is no file, nothing can be read from -1 either.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        var header = [UInt8](repeating: 0, count: Self.headerSize)
        let count = unsafe pread(descriptor, &header, header.count, 0)
        let magic = Self.bigEndian(header, 0)
        sum = Checksum(isBigEndian: magic & 1 == 1)
        sum.add(header[0..<24])
        salt = Array(header[16..<24])
        pageSize = Int(Self.bigEndian(header, 8))
        guard count == header.count, magic & ~1 == 0x377F_0682,
            (512...65536).contains(pageSize), pageSize & (pageSize - 1) == 0,
            sum.first == Self.bigEndian(header, 24), sum.second == Self.bigEndian(header, 28)
        else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Counts the frames up to the first one that isn't valid: all of them, and
    /// those up to the last commit.
    func readValidFrames() -> (all: Int, committed: Int) {
        var all = 0
        var committed = 0
        while let frame = frame(at: all, count: frameSize), Array(frame[8..<16]) == salt {
            sum.add(frame[0..<8])
            sum.add(frame[Self.frameHeaderSize...])
            guard sum.first == Self.bigEndian(frame, 16), sum.second == Self.bigEndian(frame, 20) else { break }
            all += 1
            if Self.isCommit(frame) { committed = all }
        }
        return (all, committed)
    }

    /// Whether a commit of this log stands beyond so many frames, and a further
    /// frame beyond that.
    func hasConfirmedFrames(beyond count: Int) -> Bool {
        var hasCommit = false
        var position = count
        while let header = frame(at: position, count: Self.frameHeaderSize) {
            if Array(header[8..<16]) == salt {
                if hasCommit { return true }
                hasCommit = Self.isCommit(header)
            }
            position += 1
        }
        return false
    }

    private func frame(at position: Int, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = unsafe pread(descriptor, &bytes, count, Self.headerSize + position * frameSize)
        return read == count ? bytes : nil
    }

    /// A frame that ends a transaction has the size of the database.
    private static func isCommit(_ frame: [UInt8]) -> Bool { bigEndian(frame, 4) != 0 }

    private static func bigEndian(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[offset + $1]) }
    }

    /// The first bytes of a file; nil if there is none.
    static func read(_ path: String, count: Int) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = unsafe pread(descriptor, &bytes, count, 0)
        return read < 0 ? nil : Array(bytes.prefix(read))
    }
}
