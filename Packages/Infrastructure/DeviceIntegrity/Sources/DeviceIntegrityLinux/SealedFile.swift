import CoreModels
import CryptographyAPI
package import DeviceIntegrityAPI
import FoundationEssentials
import Glibc

/// A program's file, open to read: its bytes, and the manifest behind them.
///
/// It is one file from the first byte to the last, whatever takes its name meanwhile.
package final class SealedFile: Sendable {
    /// Fits into the fastest memory of a core.
    private static let chunk = 1 << 16

    private let descriptor: Int32
    private let path: String
    private let byteCount: Int

    package init(path: String) throws(ProbeFailure) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ProbeFailure(path, code: errno) }
        self.path = path
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw ProbeFailure(path, code: code)
        }
        byteCount = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// The manifest as it stands there, and how many bytes are before it; nil if there is none.
    func manifest() throws(ProbeFailure) -> (token: String, size: Int)? {
        let mark = Array(ProgramManifest.mark.utf8), footer = ProgramManifest.digits + mark.count
        guard byteCount > footer else { return nil }
        let end = try bytes(at: byteCount - footer, count: footer)
        guard end.suffix(mark.count) == Data(mark),
            let length = Int(String(decoding: end.prefix(ProgramManifest.digits), as: UTF8.self), radix: 16),
            (1...ProgramManifest.maximumByteCount).contains(length), length + footer < byteCount
        else { return nil }
        let size = byteCount - footer - length
        return (String(decoding: try bytes(at: size, count: length), as: UTF8.self), size)
    }

    /// The digest of a range of bytes, in base64url.
    func digest(at offset: Int, count: Int, by hashing: any Hashing) throws(ProbeFailure) -> String {
        do {
            let digest = try hashing.makeSHA256()
            var done = 0
            while done < count {
                let piece = try bytes(at: offset + done, count: min(Self.chunk, count - done))
                try digest.update(piece)
                done += piece.count
            }
            return Base64URL.encode(try digest.finish())
        } catch let failure as ProbeFailure {
            throw failure
        } catch {
            throw ProbeFailure(path, code: 0)
        }
    }

    private func bytes(at offset: Int, count: Int) throws(ProbeFailure) -> Data {
        var data = Data(count: count), done = 0
        while done < count {
            let start = done
            let read = unsafe data.withUnsafeMutableBytes { buffer in
                unsafe pread(descriptor, buffer.baseAddress.map { unsafe $0 + start }, count - start, offset + start)
            }
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { throw ProbeFailure(path, code: read < 0 ? errno : 0) }
            done += read
        }
        return data
    }
}
