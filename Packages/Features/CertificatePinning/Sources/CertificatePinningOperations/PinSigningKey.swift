import AtomicFiles
import ConsoleAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import Localization

/// The key that signs documents of pins, in a file of its own: PKCS #8 in PEM (RFC 7468, section 10), as `openssl pkey`
/// reads it.
///
/// It isn't one of the server's keys, and the server never has it: whoever takes the server over must not be able to say
/// which keys it has.
struct PinSigningKey: Sendable {
    private static let begin = "-----BEGIN PRIVATE KEY-----"
    private static let end = "-----END PRIVATE KEY-----"

    let key: any SigningKey

    /// How clients know it: its public half in base64url.
    var signer: String { key.verificationKey.jsonWebKey.x ?? "" }

    /// Makes a key, whose public half doesn't begin like an option: people type it behind one.
    init(making cryptography: Cryptography) throws(CryptographyError) {
        var key: any SigningKey
        repeat {
            key = try cryptography.signatures.makeSigningKey(.edDSA)
        } while key.verificationKey.jsonWebKey.x?.hasPrefix("-") == true
        self.key = key
    }

    /// Reads the key in a file.
    ///
    /// - Throws: Code `file` for one that can't be read, `key_exposed` for one that everybody may read, `key_invalid`
    ///   for what is no key of Ed25519.
    init(reading path: String, _ cryptography: Cryptography) throws(CommandFailure) {
        let file = AtomicFile(path: path)
        guard !file.isOpenToEverybody else { throw .exposedKey(path) }
        var content = try file.required(limit: 4_096)
        defer { content.resetBytes(in: content.indices) }
        let lines = String(decoding: content, as: UTF8.self).split(whereSeparator: \.isNewline)
        let middle = lines.drop { $0 != Self.begin }.dropFirst().prefix { $0 != Self.end }
        guard let bytes = Data(base64Encoded: middle.joined()), !bytes.isEmpty,
            let key = try? cryptography.signatures.importPrivateKey(Secret(bytes)),
            key.verificationKey.algorithm == .edDSA
        else { throw .invalidKey(path) }
        self.key = key
    }

    /// Writes it into a file for its owner only.
    func write(to file: AtomicFile) throws {
        let base64 = unsafe try key.exportPrivateKey().withUnsafeBytes { unsafe Data($0).base64EncodedString() }
        var content = Data("\(Self.begin)\n\(base64)\n\(Self.end)\n".utf8)
        defer { content.resetBytes(in: content.indices) }
        try file.create(with: content, durability: .power)
    }
}

extension AtomicFile {
    /// The content of a file that has to be there.
    ///
    /// - Throws: Code `file`.
    func required(limit: Int) throws(CommandFailure) -> Data {
        do throws(FileError) {
            guard let content = try contents(limit: limit) else {
                throw FileError(call: "open", path: path, code: 2)
            }
            return content
        } catch {
            throw CommandFailure(code: "file", message: error.text)
        }
    }
}

extension CommandFailure {
    fileprivate static func exposedKey(_ path: String) -> CommandFailure {
        CommandFailure(
            code: "key_exposed",
            message: LocalizedText(
                en: "Everybody on this machine may read \(path), or write to it. Nothing was signed.",
                es: "Cualquiera en esta máquina puede leer \(path) o escribir en él. No se firmó nada."),
            hint: LocalizedText(
                en: "If somebody may have read it, make another key; else: chmod 600 \(path)",
                es: "Si alguien pudo leerlo, crea otra clave; si no: chmod 600 \(path)"))
    }

    fileprivate static func invalidKey(_ path: String) -> CommandFailure {
        CommandFailure(
            code: "key_invalid",
            message: LocalizedText(
                en: "\(path) holds no private key of Ed25519 in PEM. Nothing was signed.",
                es: "\(path) no contiene una clave privada de Ed25519 en PEM. No se firmó nada."),
            hint: LocalizedText(
                en: "essentiald pins key create FILE makes one.", es: "essentiald pins key create ARCHIVO crea una."))
    }
}
