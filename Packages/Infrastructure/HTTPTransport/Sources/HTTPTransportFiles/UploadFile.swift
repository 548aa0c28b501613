import Glibc
package import HTTPTransportAPI

/// A file whose contents become the body of a request.
package final class UploadFile {
    /// Its length when it was opened; that many bytes are announced.
    package let size: Int
    private let descriptor: Int32

    /// Opens a file.
    package init(path: String) throws(HTTPTransportError) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .fileSystem(reason: systemReason("open \(path)")) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .fileSystem(reason: "\(path) is not a file")
        }
        size = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// Reads what comes next, at most what fits into the buffer.
    package func read(into buffer: inout MutableRawSpan) throws(HTTPTransportError) -> Int {
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            var count: Int
            repeat {
                count = unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
            } while count < 0 && errno == EINTR
            return count
        }
        guard count >= 0 else { throw .fileSystem(reason: systemReason("read the file to be sent")) }
        return count
    }

    /// Goes to a position; false if that is impossible.
    package func seek(to offset: Int) -> Bool {
        lseek(descriptor, off_t(offset), SEEK_SET) == off_t(offset)
    }
}
