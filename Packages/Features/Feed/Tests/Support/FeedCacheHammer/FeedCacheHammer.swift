import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import FeedAPI
import FeedClient
import FoundationEssentials
import Glibc
import HTTPTransportAPI
import PluginKit

/// Saves feeds and pictures as fast as it can, for ever:
/// `FeedCacheHammer FOLDER FIRST-NUMBER [MAXIMUM-BYTES-OF-A-FILE]`.
///
/// The number decides how many pictures a feed has, and all are described by
/// it; it also decides the size and content of the saved picture. What is
/// printed is acknowledged: a number is said only after both were saved.
@main
struct FeedCacheHammer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let first = Int(arguments[2]), let address = ServerAddress("http://localhost:1"),
            let url = URL(string: "http://localhost/image")
        else { exit(2) }
        if arguments.count > 3, let bytes = UInt(arguments[3]) { limitFiles(to: bytes) }
        let exports = FeedClientPlugin.assemble(
            .init(
                server: ServerClient(address: address, transport: NoTransport()), transport: NoTransport(),
                hashing: try CryptographyPlugin.assemble(.init()).exports.cryptography.hashing,
                cacheFolder: arguments[1])
        ).exports
        for number in first... {
            let image = FeedImage(id: ImageID(UUID()), description: "\(number)", location: nil, url: url)
            try await exports.cache.save([FeedImage](repeating: image, count: 1 + number % 97))
            try await exports.imageCache.save(picture(number), for: url)
            let line = "\(number)\n"
            unsafe write(1, line, line.utf8.count)
        }
    }

    /// Makes writing beyond so many bytes fail, as on a full disk.
    private static func limitFiles(to bytes: UInt) {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }

    /// As many bytes as the number says, all of one kind, framed as a JPEG.
    private static func picture(_ number: Int) -> Data {
        let content = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 1_000 + number % 1_009 * 100)
        return Data([0xFF, 0xD8, 0xFF, 0xE0] + content + [0xFF, 0xD9])
    }
}

/// Reaches nobody.
private struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        throw .connectivity(reason: "no transport")
    }

    func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        throw .connectivity(reason: "no transport")
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        throw .connectivity(reason: "no transport")
    }
}
