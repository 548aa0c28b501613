import FoundationEssentials
import Glibc

/// An open file of the machine.
final class LinuxFileInPlace: FileInPlace {
    let facts: FileFacts
    private let file: OpenFile

    init(_ path: String) throws(FileSystemError) {
        let file = try OpenFile(path, flags: O_RDWR | O_NONBLOCK)
        facts = try file.factsWithoutTimes()
        guard facts.kind == .file else { throw FileSystemError("open", path, code: EINVAL) }
        self.file = file
    }

    func read(_ byteCount: Int, at offset: Int) throws(FileSystemError) -> Data {
        var bytes = Data(count: byteCount)
        var span = bytes.mutableBytes
        let count = try unsafe span.withUnsafeMutableBytes { buffer throws(FileSystemError) in
            try unsafe file.read(into: buffer, at: offset)
        }
        return bytes.prefix(count)
    }

    func write(_ bytes: Data, at offset: Int) throws(FileSystemError) {
        try unsafe bytes.bytes.withUnsafeBytes { buffer throws(FileSystemError) in
            try unsafe file.write(buffer, at: offset)
        }
    }

    func synchronize() throws(FileSystemError) {
        try file.synchronizeData()
    }
}
