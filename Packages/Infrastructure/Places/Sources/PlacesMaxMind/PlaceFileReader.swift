import Glibc

/// By what a file is told from one that was changed or replaced.
struct FileMark: Hashable, Sendable {
    private let numbers: [Int]

    fileprivate init(_ status: stat) {
        numbers = [
            Int(status.st_dev), Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
        ]
    }

    /// The mark of what is there; nil where nothing is.
    init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}

/// Reads a file of places whole: what becomes of it afterwards is nothing to who reads it.
struct PlaceFileReader: Sendable {
    let path: String

    func read() throws(PlacesError.Cause) -> (bytes: [UInt8], mark: FileMark) {
        // Nobody waits for the other end of a pipe.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(errno) }
        defer { close(descriptor) }
        let before = try status(of: descriptor)
        guard before.st_mode & S_IFMT == S_IFREG else { throw .unreadable(EINVAL) }
        guard before.st_size <= PlaceFile.sizeLimit else { throw .tooLarge }
        let size = Int(before.st_size)
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let more = unsafe Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
                if more < 0, errno == EINTR { continue }
                if more < 0 { failure = errno }
                guard more > 0 else { return }
                count += more
            }
        }
        guard failure == 0 else { throw .unreadable(failure) }
        let mark = FileMark(before)
        guard bytes.count == size, FileMark(try status(of: descriptor)) == mark else { throw .changing }
        return (bytes, mark)
    }

    private func status(of descriptor: Int32) throws(PlacesError.Cause) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(errno) }
        return status
    }
}
