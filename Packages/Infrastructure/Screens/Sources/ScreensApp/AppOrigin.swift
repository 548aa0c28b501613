import CoreModels
package import CryptographyAPI
import FoundationEssentials

/// Where a person's own program is found by their browser, and by nobody else's.
///
/// Names that end in `.localhost` are this machine (RFC 6761, section 6.3). The
/// label is a secret of 80 bits: no page elsewhere can name it, nor lead a name
/// of its own here. It is another one each time the program starts, so nothing
/// that a browser keeps by origin outlives it.
package struct AppOrigin: Hashable, Sendable {
    package let label: String
    package let port: Int

    package init(label: String, port: Int) {
        self.label = label
        self.port = port
    }

    /// The field `Host` of every request that is meant for the program.
    package var authority: String { "\(label).essential.localhost:\(port)" }

    package func address(_ path: String) -> String { "http://\(authority)\(path)" }

    /// A label that nobody can guess.
    package static func makeLabel(_ random: any RandomSource) throws(CryptographyError) -> String {
        let digits = Array("abcdefghijklmnopqrstuvwxyz234567")
        return String(try random.bytes(16).map { digits[Int($0 & 31)] })
    }

    /// A port that the system doesn't give to others by itself (RFC 6335, section
    /// 6), and that was chosen by chance.
    package static func makePort(_ random: any RandomSource) throws(CryptographyError) -> Int {
        20_000 + (try random.bytes(2).reduce(0) { $0 << 8 | Int($1) }) % 12_000
    }
}

extension AppOrigin {
    /// Reads ``text``; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":")
        guard parts.count == 2, parts[0].utf8.count == 16, let port = Int(parts[1]), (1...65_535).contains(port),
            parts[0].utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x32...0x37).contains($0) })
        else { return nil }
        self.init(label: String(parts[0]), port: port)
    }

    package var text: String { "\(label):\(port)" }
}
