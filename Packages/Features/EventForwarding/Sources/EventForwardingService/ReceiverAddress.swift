import ConfigurationAPI
import FoundationEssentials
import Localization

/// Where events go: `https`, or `http` on this machine.
struct ReceiverAddress: ConfigurationValue, Hashable {
    let url: URL

    init?(_ element: ConfigurationElement) {
        guard let text = element.anyText else { return nil }
        self.init(text)
    }

    /// - Returns: nil for an address with a name, a password or a fragment, or none at all.
    init?(_ text: String) {
        guard text.utf8.count <= 2_000, text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }),
            let url = URL(string: text), let host = url.host(), !host.isEmpty, url.user() == nil, url.password() == nil,
            url.fragment() == nil
        else { return nil }
        switch url.scheme?.lowercased() {
        case "https": break
        case "http": guard ["localhost", "::1", "[::1]"].contains(host) || Self.isLoopback(host) else { return nil }
        default: return nil
        }
        self.url = url
    }

    /// 127.0.0.0/8, with four numbers: `127.example.com` is a name like any other.
    private static func isLoopback(_ host: String) -> Bool {
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && !numbers.contains(nil) && numbers[0] == 127
    }

    var configurationText: String { url.absoluteString }

    static var allowedText: LocalizedText {
        LocalizedText(
            en: "an address with https://, or http:// on this machine, without a name, a password or a fragment",
            es: "una dirección con https://, o http:// en esta máquina, sin nombre, contraseña ni fragmento")
    }
}
