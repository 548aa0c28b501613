import ConfigurationAPI
import Localization

/// A data stream of Google Analytics 4: an app of Firebase, or the web.
enum GA4Stream: ConfigurationValue, Hashable {
    /// By its Firebase App ID, such as `1:1234567890:android:0a1b2c3d4e5f`.
    case app(String)
    /// By its measurement ID, such as `G-ABCDE12345`.
    case web(String)

    init?(_ element: ConfigurationElement) {
        guard let text = element.anyText else { return nil }
        self.init(text)
    }

    /// - Returns: nil for what is neither.
    init?(_ text: String) {
        guard text.utf8.count <= 100 else { return nil }
        if text.hasPrefix("G-"), text.utf8.count > 2, text.dropFirst(2).utf8.allSatisfy(Self.isWord) {
            self = .web(text)
        } else if text.split(separator: ":", omittingEmptySubsequences: false).count == 4,
            text.split(separator: ":").count == 4, text.utf8.allSatisfy({ Self.isWord($0) || $0 == UInt8(ascii: ":") })
        {
            self = .app(text)
        } else {
            return nil
        }
    }

    /// What a request names it by, and the sender of its events.
    var parameters: (stream: String, instance: StaticString) {
        switch self {
        case .app: ("firebase_app_id", "app_instance_id")
        case .web: ("measurement_id", "client_id")
        }
    }

    /// Whether a text can be who sends events there: of an app, an installation's 32 hexadecimal digits.
    func takes(_ instance: String) -> Bool {
        switch self {
        case .app: instance.utf8.count == 32 && instance.allSatisfy { $0.isASCII && $0.isHexDigit }
        case .web: (1...100).contains(instance.utf8.count) && instance.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
    }

    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    var configurationText: String {
        switch self {
        case .app(let id), .web(let id): id
        }
    }

    static var allowedText: LocalizedText {
        LocalizedText(
            en: "a Firebase App ID such as 1:1234567890:android:0a1b2c3d, or a measurement ID such as G-ABCDE12345",
            es: "un ID de app de Firebase como 1:1234567890:android:0a1b2c3d, o un ID de medición como G-ABCDE12345")
    }
}
