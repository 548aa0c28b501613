public import CoreModels
public import FoundationEssentials

/// A program that wants in, as its person's browser tells the server: by the
/// parameters of a page's address.
///
/// Nothing in it lets anybody in who reads it: what is waited for is good only for
/// whoever knows what the challenge was made of, and has the key.
public struct ProgramRequest: Hashable, Sendable {
    /// The digest of what only the program knows (RFC 7636, section 4.2).
    public let challenge: String
    /// What comes back with the answer, so that the program knows it for its own.
    public let state: String
    /// Where the program waits for it, at 127.0.0.1.
    public let port: Int
    /// The name of the key that the program proves to have (RFC 7638).
    public let key: String
    /// How its device calls itself; nil where that can't be shown.
    public let device: String?

    /// What the person decided.
    public enum Decision: Hashable, Sendable {
        /// The program is let in, with this code.
        case letIn(Secret)
        /// It isn't.
        case refused

        /// Compares them; how long that takes tells nothing of a code.
        public static func == (left: Decision, right: Decision) -> Bool {
            switch (left, right) {
            case (.letIn(let one), .letIn(let other)): one.isEqual(to: other)
            case (.refused, .refused): true
            default: false
            }
        }

        /// Hashes what of it is no secret.
        public func hash(into hasher: inout Hasher) { hasher.combine(self == .refused) }
    }

    /// What is sent back to say that the person refused (RFC 6749, section 4.1.2.1).
    public static let refusal = "access_denied"

    /// Letters by which a person tells this request from that of somebody else on the
    /// machine: the program shows them, and so does the page.
    ///
    /// They are of the alphabet of RFC 8628, section 6.1: consonants that make no words
    /// and aren't taken for each other. Whoever wants a request with the letters of
    /// another one has to see those and to try some ten thousand million.
    public var word: String {
        let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ")
        var number = challenge.utf8.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
        let letters = (0..<8).map { _ in
            defer { number /= 20 }
            return alphabet[Int(number % 20)]
        }
        return String(letters[..<4]) + "-" + String(letters[4...])
    }

    /// How many characters of the name of a device are shown at most.
    public static let deviceLimit = 30
    private static let digestCount = 43

    /// Describes a program; nil if something of it can't be.
    public init?(challenge: String, state: String, port: Int, key: String, device: String?) {
        guard Self.isText(challenge, of: Self.digestCount...Self.digestCount), Self.isText(state, of: 22...128),
            Self.isText(key, of: Self.digestCount...Self.digestCount), (1_024...65_535).contains(port)
        else { return nil }
        self.challenge = challenge
        self.state = state
        self.port = port
        self.key = key
        self.device = device.flatMap(Self.shown)
    }

    /// Reads the parameters of an address; nil if something is missing, or can't be.
    public init?(_ parameters: [String: String]) {
        guard let challenge = parameters["code_challenge"], let state = parameters["state"],
            let port = parameters["port"].flatMap(Self.number), let key = parameters["dpop_jkt"]
        else { return nil }
        self.init(challenge: challenge, state: state, port: port, key: key, device: parameters["device"])
    }

    /// The name of a device as it may be shown; nil for one that may deceive.
    static func shownName(_ device: String) -> String? { shown(device) }

    /// Where the person decides: a page of the server, with this as its parameters.
    public func address(at page: String) -> URL? {
        Self.address(
            page,
            [
                ("code_challenge", challenge), ("state", state), ("port", "\(port)"), ("dpop_jkt", key),
                ("device", device),
            ])
    }

    /// Where the browser goes with what the person decided: to this machine, and nowhere
    /// else.
    ///
    /// - Parameter issuer: Which server says so (RFC 9207).
    public func wayBack(with decision: Decision, from issuer: String) -> URL? {
        var code: String?
        if case .letIn(let secret) = decision { code = secret.withText { $0 } }
        return Self.address(
            "http://127.0.0.1:\(port)/",
            [("code", code), ("error", code == nil ? Self.refusal : nil), ("state", state), ("iss", issuer)])
    }

    /// A number as this program writes it: digits, and nothing that reads as the same number.
    private static func number(_ text: String) -> Int? { Int(text).flatMap { "\($0)" == text ? $0 : nil } }

    private static func isText(_ text: String, of length: ClosedRange<Int>) -> Bool {
        length.contains(text.utf8.count)
            && text.utf8.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }

    /// A name has no room and no marks for a sentence: it stands on a page of consent.
    private static func shown(_ device: String) -> String? {
        guard let text = ReadableText.composed(device), ReadableText.isLabel(text),
            text.unicodeScalars.allSatisfy(isNamePart)
        else { return nil }
        return String(text.prefix(deviceLimit))
    }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "-", ".", "_": true
        default:
            scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber
                || scalar.properties.generalCategory == .nonspacingMark
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func address(_ page: String, _ parameters: [(name: String, value: String?)]) -> URL? {
        let pairs = parameters.compactMap { name, value in value.map { "\(name)=\(encoded($0))" } }
        return URL(string: page + "?" + pairs.joined(separator: "&"))
    }

    /// Leaves the unreserved characters as they are (RFC 3986, section 2.3).
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            isLetter(byte) || "-._~".utf8.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + String(0x100 + Int(byte), radix: 16).uppercased().suffix(2)
        }.joined()
    }
}
