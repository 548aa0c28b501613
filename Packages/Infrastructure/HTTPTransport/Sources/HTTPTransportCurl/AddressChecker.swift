import CurlKit
import FoundationEssentials
import HTTPTransportAPI
import Locking

/// An address to which requests may be sent.
struct OutgoingAddress: Sendable {
    /// How the library gets it.
    enum Form: Sendable {
        /// As one text.
        case whole(String)
        /// A server that it may know already, and what stands behind it.
        case parts(server: String, path: String, query: String?)
    }

    let form: Form
    /// Whether requests go over the wire unencrypted.
    let isPlain: Bool
    /// Whether the server is on this machine.
    let isLoopback: Bool
}

/// Finds out whether an address is fit, and remembers the servers that are.
///
/// All that is decided about an address is decided by what stands before its
/// path (RFC 3986, section 3.2). So an address that starts like one that was
/// found fit, and goes on with nothing that anybody could read in another way,
/// is fit too.
final class AddressChecker: Sendable {
    private struct Origin {
        /// The scheme and the authority, and the slash that ends them.
        let prefix: String
        let isPlain: Bool
        let isLoopback: Bool
    }

    private static let maximumOrigins = 16

    private let origins = Locked<[Origin]>([])

    func check(_ url: URL) throws(HTTPTransportError) -> OutgoingAddress {
        var text = url.absoluteString
        let isUnambiguous = text.withUTF8 { unsafe $0.allSatisfy(Self.isUnambiguous) }
        if isUnambiguous, let origin = origins.current.first(where: { text.hasPrefix($0.prefix) }) {
            return OutgoingAddress(
                form: Self.form(of: &text, at: origin.prefix), isPlain: origin.isPlain, isLoopback: origin.isLoopback)
        }
        let checked = try Self.address(text, url)
        let address = OutgoingAddress(
            form: .whole(isUnambiguous ? text : checked.description), isPlain: checked.scheme == "http",
            isLoopback: checked.isLoopback)
        if isUnambiguous, let prefix = Self.prefix(text) {
            origins.withLock { origins in
                if origins.count == Self.maximumOrigins { origins.removeFirst() }
                origins.append(Origin(prefix: prefix, isPlain: address.isPlain, isLoopback: address.isLoopback))
            }
        }
        return address
    }

    private static func address(_ text: String, _ original: URL) throws(HTTPTransportError) -> CurlURL {
        let url: CurlURL
        do {
            url = try CurlURL(parsing: text)
        } catch {
            throw .invalidRequest(reason: "The address can't be read: \(error.reason)")
        }
        switch url.scheme {
        case "https": break
        case "http": guard url.isLoopback else { throw .insecureAddress }
        default: throw .invalidRequest(reason: "The address is not of http or https")
        }
        guard !url.hasCredentials else {
            throw .invalidRequest(reason: "The address holds a user name or a password")
        }
        guard url.agrees(with: original) else {
            throw .invalidRequest(reason: "The address can be read in two ways")
        }
        return url
    }

    /// Takes apart an address that starts with a prefix, unless the library
    /// changes the rest where it reads it as a part of the whole (dots), or where
    /// it doesn't (percent encodings).
    private static func form(of text: inout String, at prefix: String) -> OutgoingAddress.Form {
        let parts: (path: String, query: String?)? = text.withUTF8 { bytes in
            let start = prefix.utf8.count - 1
            var end: Int?
            for position in start..<bytes.count {
                switch unsafe bytes[position] {
                case UInt8(ascii: "%"): return nil
                case UInt8(ascii: ".") where unsafe bytes[position - 1] == UInt8(ascii: "/"): return nil
                case UInt8(ascii: "?") where end == nil: end = position
                default: break
                }
            }
            return unsafe (
                String(decoding: bytes[start..<(end ?? bytes.count)], as: UTF8.self),
                end.map { unsafe String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
            )
        }
        return parts.map { .parts(server: prefix, path: $0.path, query: $0.query) } ?? .whole(text)
    }

    /// What stands before the path, and the slash that starts the path.
    private static func prefix(_ text: String) -> String? {
        var slashes = 0
        for position in text.utf8.indices {
            switch text.utf8[position] {
            case UInt8(ascii: "?"): return nil
            case UInt8(ascii: "/"):
                slashes += 1
                if slashes == 3 { return String(text[...position]) }
            default: break
            }
        }
        return nil
    }

    private static func isUnambiguous(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "?"), UInt8(ascii: "="),
            UInt8(ascii: "&"), UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: ","):
            true
        default: false
        }
    }
}

extension CurlURL {
    /// Whether Foundation finds the same server in the address.
    ///
    /// The caller has decided by that on what to send, such as a token; the
    /// library decides where it goes.
    func agrees(with url: URL) -> Bool {
        url.scheme?.lowercased() == scheme && url.host(percentEncoded: false)?.lowercased() == host
            && url.port ?? (scheme == "https" ? 443 : 80) == port
    }
}
