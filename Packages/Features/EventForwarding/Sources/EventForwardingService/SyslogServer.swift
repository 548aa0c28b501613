import ConfigurationAPI
import Localization

/// A collector of syslog: `HOST`, `HOST:PORT` or `[ADDRESS]:PORT`.
struct SyslogServer: ConfigurationValue, Hashable {
    /// That of syslog over TLS (RFC 5425, section 4.1).
    static let usualPort = 6_514

    let host: String
    let port: Int

    init?(_ element: ConfigurationElement) {
        guard let text = element.anyText else { return nil }
        self.init(text)
    }

    /// - Returns: nil for what is none.
    init?(_ text: String) {
        var host = text[...], port: Substring?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let rest = text[text.index(after: end)...]
            host = text[text.index(after: text.startIndex)..<end]
            guard rest.isEmpty || rest.hasPrefix(":"), host.contains(":") else { return nil }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = text.firstIndex(of: ":") {
            (host, port) = (text[..<colon], text[text.index(after: colon)...])
            guard port?.contains(":") == false else { return nil }
        }
        let number = port.map { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil } ?? Self.usualPort
        guard !host.isEmpty, host.utf8.count <= 255, host.utf8.allSatisfy(Self.isOfHosts), let number,
            (1...65_535).contains(number)
        else { return nil }
        (self.host, self.port) = (String(host), number)
    }

    private static func isOfHosts(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    var configurationText: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    static var allowedText: LocalizedText {
        LocalizedText(
            en:
                "a name or an address, with a port behind a colon or without, such as siem.example:6514 or [2001:db8::1]",
            es: "un nombre o una dirección, con puerto tras dos puntos o sin él, como siem.example:6514 o [2001:db8::1]"
        )
    }
}

/// Which part of a system a message of syslog says to be of (RFC 5424, table 1).
enum SyslogFacility: String, CaseIterable, ConfigurationValue {
    case auth, authpriv, audit, local0, local1, local2, local3, local4, local5, local6, local7

    var code: Int {
        switch self {
        case .auth: 4
        case .authpriv: 10
        case .audit: 13
        case .local0: 16
        case .local1: 17
        case .local2: 18
        case .local3: 19
        case .local4: 20
        case .local5: 21
        case .local6: 22
        case .local7: 23
        }
    }
}
