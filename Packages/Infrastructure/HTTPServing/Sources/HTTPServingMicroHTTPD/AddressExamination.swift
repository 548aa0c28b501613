import CMicroHTTPD
import CoreModels
import FoundationEssentials
import Glibc
import HTTPServingAPI
import Localization
import PluginKit

/// Sees who answers at the server's address.
///
/// All calls block.
struct AddressExamination: Sendable {
    let host: String
    let port: Int
    let isSecure: Bool

    /// The checks of a server's health may take two seconds, in seconds.
    private static let patience = 5
    /// More than a server says of its health.
    private static let largestAnswer = 1 << 16

    /// - Parameter isServing: Whether a server uses the data.
    func examine(isServing: Bool) -> ServiceExamination {
        do throws(HTTPServingError) {
            guard isServing else {
                try ListeningSocket.checkIsFree(host: host, port: port)
                return ServiceExamination()
            }
            // Which port the system chose nobody knows but the server.
            guard port != 0 else { return ServiceExamination() }
            return ServiceExamination(findings: try findings())
        } catch {
            return ServiceExamination(problems: [error])
        }
    }

    private func findings() throws(HTTPServingError) -> [Finding] {
        let addresses = try ListeningSocket.addresses(of: host, port: port)
        guard let socket = connect(toOneOf: addresses) else { return [isSilent] }
        close(socket)
        // Behind TLS it answers to people's programs, by a name.
        guard !isSecure else { return [] }
        guard let english = health(of: addresses, in: "en"), let spanish = health(of: addresses, in: "es") else {
            return [isAnothers]
        }
        return english.sorted { $0.key < $1.key }.filter { $0.value != "ok" }.map { name, text in
            Finding(
                "health_\(name)", LocalizedText(en: text, es: spanish[name] ?? text),
                remedy: "journalctl --unit essentiald --lines 50")
        }
    }

    /// A socket that is connected to the first address that answers.
    private func connect(toOneOf addresses: [IPAddress]) -> Int32? {
        for address in addresses {
            if let socket = connect(to: address) { return socket }
        }
        return nil
    }

    // MARK: What it says

    private struct Health: Decodable {
        let status: String
        let checks: [String: String]
    }

    /// What the server says of its parts; nil if nobody answers so.
    private func health(of addresses: [IPAddress], in language: String) -> [String: String]? {
        guard let socket = connect(toOneOf: addresses) else { return nil }
        defer { close(socket) }
        let request =
            "GET /readyz HTTP/1.1\r\nHost: localhost\r\nAccept-Language: \(language)\r\nConnection: close\r\n\r\n"
        var rest = Array(request.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return nil }
            rest = rest.dropFirst(count)
        }
        var answer: [UInt8] = [], piece = [UInt8](repeating: 0, count: 4_096)
        while answer.count < Self.largestAnswer {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { break }
            answer += piece[..<count]
        }
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        return try? WireCoding.decoder().decode(Health.self, from: Data(answer[end.upperBound...])).checks
    }

    private func connect(to ip: IPAddress) -> Int32? {
        guard let number = UInt16(exactly: port) else { return nil }
        let isAny = ip.bytes.allSatisfy { $0 == 0 }
        let target = SystemAddress(isAny ? IPAddress(ip.isIPv4 ? "127.0.0.1" : "::1") ?? ip : ip, port: number)
        let socket = socket(target.family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return nil }
        var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = unsafe setsockopt(socket, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        let isThere = unsafe target.withPointer { address, length in unsafe Glibc.connect(socket, address, length) == 0
        }
        if isThere { return socket }
        close(socket)
        return nil
    }

    // MARK: What is told

    private var isSilent: Finding {
        Finding(
            "server_elsewhere",
            LocalizedText(
                en:
                    "A server uses the data, and nobody answers at \(host):\(port): it was started with another address or "
                    + "configuration than this, is about to start, or hangs.",
                es:
                    "Un servidor usa los datos y nadie responde en \(host):\(port): se inició con otra dirección o configuración "
                    + "que esta, está arrancando o no reacciona."),
            remedy: "systemctl restart essentiald")
    }

    private var isAnothers: Finding {
        Finding(
            "address_of_another",
            LocalizedText(
                en:
                    "A server uses the data, and at \(host):\(port) another program answers, or the server does so too slowly to "
                    + "be told from one: people who come there don't reach it. See which program it is.",
                es:
                    "Un servidor usa los datos y en \(host):\(port) responde otro programa, o el servidor tan despacio que no se "
                    + "distingue: quien va allí no llega a él. Mira qué programa es."),
            remedy: "ss --listening --tcp --numeric --processes 'sport = :\(port)'")
    }
}
