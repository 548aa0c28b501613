public import Localization

/// Why a text is no address of a server.
public enum ServerAddressError: Error, Hashable, Sendable {
    /// It begins with something else than `http://` or `https://`.
    case scheme(String)
    /// What should be the name of a machine isn't one; it may be empty.
    case host(String)
    /// The name of the machine has other letters than those of ASCII.
    case internationalHost(String)
    /// What should be the number of a port isn't one.
    case port(String)
    /// It has a name, a password, a query or a fragment.
    case extras
    /// It is no address at all.
    case malformed

    /// What is wrong, and what a right one looks like.
    public var text: LocalizedText {
        what
            + LocalizedText(
                en: "Write the server like https://example.com or https://example.com:8443.",
                es: "Escribe el servidor como https://example.com o https://example.com:8443.")
    }

    private var what: LocalizedText {
        switch self {
        case .scheme(let scheme):
            LocalizedText(
                en: "An address of a server begins with https:// or http://, not with “\(scheme)”.",
                es: "La dirección de un servidor empieza por https:// o http://, no por «\(scheme)».")
        case .host(""):
            LocalizedText(
                en: "The address doesn't say which machine is meant.",
                es: "La dirección no dice de qué máquina se trata.")
        case .host(let host):
            LocalizedText(
                en: "“\(host)” is neither the name nor the number of a machine.",
                es: "«\(host)» no es el nombre ni el número de una máquina.")
        case .internationalHost(let host):
            LocalizedText(
                en: "“\(host)” has letters that addresses don't have. Write its name in the network, which begins with "
                    + "“xn--”, such as xn--bcher-kva.example for bücher.example.",
                es:
                    "«\(host)» tiene letras que las direcciones no tienen. Escribe su nombre en la red, que empieza por "
                    + "«xn--», como xn--bcher-kva.example para bücher.example.")
        case .port(let port):
            LocalizedText(
                en: "“\(port)” is no port: ports are numbers from 1 to 65535.",
                es: "«\(port)» no es un puerto: los puertos son números del 1 al 65535.")
        case .extras:
            LocalizedText(
                en: "The address of a server has no name, no password, and nothing after “?” or “#”.",
                es: "La dirección de un servidor no lleva nombre ni contraseña, ni nada tras «?» o «#».")
        case .malformed:
            LocalizedText(en: "This is no address of a server.", es: "Esto no es la dirección de un servidor.")
        }
    }
}

/// What an address of a server may look like: stricter than RFC 3986, so that
/// whatever asks it later has nothing to refuse.
enum AddressGrammar {
    /// - Parameter text: An address with its scheme.
    static func check(_ text: String) throws(ServerAddressError) {
        guard let mark = text.firstRange(of: "://") else { throw .malformed }
        let scheme = text[..<mark.lowerBound], rest = text[mark.upperBound...]
        guard ["http", "https"].contains(scheme.lowercased()) else { throw .scheme("\(scheme)://") }
        guard !rest.contains(where: { $0 == "?" || $0 == "#" }) else { throw .extras }
        let authority = rest.prefix { $0 != "/" }
        guard !authority.contains("@") else { throw .extras }
        var host = authority, port: Substring?
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            host = authority[..<colon]
            port = authority[authority.index(after: colon)...]
        }
        guard isHost(host) else {
            throw host.utf8.contains { $0 >= 0x80 } ? .internationalHost(String(host)) : .host(String(host))
        }
        if let port, !isPort(port) { throw .port(String(port)) }
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.utf8.allSatisfy(isDigit) && UInt16(text).map { $0 > 0 } == true
    }

    /// A name of labels (RFC 1123, 2.1), with the underscores that people use, or
    /// an address.
    private static func isHost(_ text: Substring) -> Bool {
        if text.hasPrefix("[") { return text.hasSuffix("]") && isVersion6(text.dropFirst().dropLast()) }
        let labels = (text.hasSuffix(".") ? text.dropLast() : text).split(
            separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else { return false }
        // Who ends in a number is an address of version 4, and written like one.
        return !last.utf8.allSatisfy(isDigit) || (labels.count == 4 && labels.allSatisfy { UInt8($0) != nil })
    }

    private static func isLabel(_ label: Substring) -> Bool {
        let isHyphen = { (byte: UInt8?) in byte == UInt8(ascii: "-") }
        return (1...63).contains(label.utf8.count) && !isHyphen(label.utf8.first) && !isHyphen(label.utf8.last)
            && label.utf8.allSatisfy { byte in
                isDigit(byte) || isHyphen(byte) || byte == UInt8(ascii: "_")
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }

    private static func isVersion6(_ text: Substring) -> Bool {
        // The zone of a link's own address stands behind an encoded percent sign (RFC 6874).
        let address = text.firstRange(of: "%25").map { text[..<$0.lowerBound] } ?? text
        let groups = address.split(separator: ":", omittingEmptySubsequences: false)
        return (3...9).contains(groups.count)
            && groups.allSatisfy { group in
                (group.count <= 4 && group.allSatisfy(\.isHexDigit) && group.utf8.count == group.count)
                    || (group == groups.last && group.contains(".") && isHost(group))
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
