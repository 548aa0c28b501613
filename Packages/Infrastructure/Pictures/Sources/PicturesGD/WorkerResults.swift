import Glibc
import PicturesAPI

/// Takes the pictures that a worker writes, and trusts none of its numbers.
struct WorkerResults {
    private(set) var pictures: [ProcessedPicture] = []
    private let prefix: String
    private let limits: PictureLimits
    private let maximumCount: Int
    private var buffer: [UInt8] = []
    private var hasEnded = false
    private var paths: [String] = []

    /// - Parameters:
    ///   - prefix: What the paths of the results begin with.
    ///   - count: How many results there may be.
    init(prefix: String, limits: PictureLimits, count: Int) {
        self.prefix = prefix
        self.limits = limits
        maximumCount = count
    }

    /// Whether there is a picture, and nothing is missing.
    var isComplete: Bool { hasEnded && !pictures.isEmpty && pictures.count == paths.count }

    /// Takes all pictures up to the end of the output; what comes short is found
    /// by ``isComplete``.
    mutating func take(from worker: borrowing WorkerProcess) throws(PictureError) {
        while let line = try nextLine(from: worker) {
            guard let line = WorkerLine(line), pictures.count < maximumCount, line.byteCount <= limits.resultBytes,
                max(line.width, line.height) <= limits.side, line.format == .jpeg || line.format == .png
            else { throw .damaged }
            let path = "\(prefix)-\(pictures.count)"
            guard try take(line.byteCount, from: worker, to: path) else { return }
            pictures.append(
                ProcessedPicture(
                    path: path, format: line.format, width: line.width, height: line.height,
                    byteCount: line.byteCount, tint: line.tint))
        }
    }

    /// Removes what was made.
    func remove() {
        for path in paths { unsafe unlink(path) }
    }

    private mutating func nextLine(from worker: borrowing WorkerProcess) throws(PictureError) -> String? {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                defer { buffer.removeFirst(end + 1) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            guard buffer.count <= WorkerLine.maximumLength else { throw .damaged }
            guard try fill(from: worker) else { return nil }
        }
    }

    private mutating func fill(from worker: borrowing WorkerProcess) throws(PictureError) -> Bool {
        let bytes = try worker.read(upTo: 64 * 1_024)
        buffer += bytes
        hasEnded = bytes.isEmpty
        return !bytes.isEmpty
    }

    /// - Returns: false when the output ends before.
    private mutating func take(
        _ count: Int, from worker: borrowing WorkerProcess, to path: String
    ) throws(PictureError) -> Bool {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failure("create \(path)") }
        defer { close(file) }
        paths.append(path)
        var missing = count
        while missing > 0 {
            if buffer.isEmpty, try !fill(from: worker) { return false }
            let part = buffer.prefix(missing)
            try Self.write(part, to: file)
            missing -= part.count
            buffer.removeFirst(part.count)
        }
        return true
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(PictureError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write a picture") }
            rest = rest.dropFirst(count)
        }
    }

    private static func failure(_ action: String) -> PictureError {
        switch errno {
        case ENOSPC, EDQUOT, EFBIG: .diskFull
        default: .unavailable(reason: systemReason(action))
        }
    }
}
