import FoundationEssentials
import SecureStorageLinux

/// An open file whose faults are those of its disk.
final class FaultyFileInPlace: FileInPlace {
    private let file: any FileInPlace
    private let path: String
    private let disk: FaultyFileSystem

    init(_ file: any FileInPlace, path: String, disk: FaultyFileSystem) {
        self.file = file
        self.path = path
        self.disk = disk
    }

    var facts: FileFacts { file.facts }

    func read(_ byteCount: Int, at offset: Int) throws(FileSystemError) -> Data {
        try disk.note("read", path)
        return try file.read(byteCount, at: offset)
    }

    func write(_ bytes: Data, at offset: Int) throws(FileSystemError) {
        let former = try file.read(bytes.count, at: offset)
        do throws(FileSystemError) {
            try disk.note("overwrite", path)
        } catch {
            // What a power cut hits is cut short.
            if disk.isFirstFailure {
                disk.noteOverwritten(path, offset, former: former)
                try file.write(bytes.prefix(100), at: offset)
            }
            throw error
        }
        disk.noteOverwritten(path, offset, former: former)
        try file.write(disk.altered(bytes, path), at: offset)
    }

    func synchronize() throws(FileSystemError) {
        try disk.note("fdatasync", path)
        try file.synchronize()
        disk.noteSynchronized(path)
    }
}
