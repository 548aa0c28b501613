package import CoreModels
import CryptographyAPI
import FoundationEssentials
import ServerKeysAPI

extension ServerKeyPurpose {
    /// Is half of the keys under which is sealed what is kept for browsers.
    static let browsers = ServerKeyPurpose("browsers.vault.1")
}

/// What a browser shows of itself, with what follows of it.
package struct BrowserToken: Sendable {
    /// What the browser shows.
    package let secret: Secret
    /// Under which its row is found; it tells nothing of the secret.
    let id: Data
    fileprivate let key: any SymmetricKey
}

/// Makes browsers' tokens, and seals what is kept for them.
///
/// The key of a row is HKDF of the browser's secret and a key of the server
/// together: neither a copy of the database nor the server's keys open it, nor
/// both, as long as nobody comes with the cookie.
struct BrowserSeal: Sendable {
    private static let length = 32
    private static let idInfo = Data("essential browser: row 1".utf8)
    private static let keyInfo = Data("essential browser: seal 1".utf8)
    private static let nameInfo = Data("essential browser: draft 1 ".utf8)
    private static let markInfo = Data("essential browser: mark 1 ".utf8)

    let cryptography: Cryptography
    let serverKeys: any ServerKeyProviding

    /// A token for a browser.
    func makeToken() async throws -> BrowserToken {
        try await token(Secret(cryptography.random.text(byteCount: Self.length)))
    }

    /// The token that a browser shows; nil for what can't be one.
    func read(_ secret: Secret) async throws -> BrowserToken? {
        let isOurs = secret.withText { $0.flatMap { Base64URL.decode($0) }?.count == Self.length }
        return isOurs ? try await token(secret) : nil
    }

    private func token(_ secret: Secret) async throws -> BrowserToken {
        let server = try await serverKeys.key(for: .browsers)
        let both = unsafe server.withUnsafeBytes { own in
            unsafe secret.withUnsafeBytes { shown in
                unsafe Secret(byteCount: own.count + shown.count) { room in
                    unsafe room.copyBytes(from: shown)
                    unsafe UnsafeMutableRawBufferPointer(rebasing: room[shown.count...]).copyBytes(from: own)
                }
            }
        }
        let root = try cryptography.keys.makeKey(copying: both), derivation = cryptography.derivation
        let id = try derivation.deriveKey(from: root, salt: Data(), info: Self.idInfo, byteCount: 16)
        return BrowserToken(
            secret: secret, id: unsafe id.withUnsafeBytes { unsafe Data($0) },
            key: try derivation.deriveKey(from: root, salt: Data(), info: Self.keyInfo, byteCount: Self.length))
    }

    func seal(_ contents: BrowserContents, for token: BrowserToken) throws -> Data {
        try seal(contents.encoded, for: token)
    }

    /// - Parameter id: The number of the row; nil for that of the browser.
    func seal(_ secret: Secret, for token: BrowserToken, as id: Data? = nil) throws -> Data {
        try cryptography.encryption.seal(secret, using: token.key, authenticating: id ?? token.id).combined
    }

    func open(_ sealed: Data, of token: BrowserToken) throws -> BrowserContents {
        try BrowserContents(encoded: secret(in: sealed, of: token))
    }

    func secret(in sealed: Data, of token: BrowserToken, as id: Data? = nil) throws -> Secret {
        try cryptography.encryption.open(SealedBox(combined: sealed), using: token.key, authenticating: id ?? token.id)
    }

    /// The number of a row that has a name in its browser; that without one has the
    /// browser's.
    func id(of name: String, at token: BrowserToken) throws -> Data {
        name.isEmpty ? token.id : try digest(of: name, under: token.key, Self.nameInfo)
    }

    /// What stands for somebody in a row, which tells nothing without the server's key.
    func mark(of text: String) async throws -> Data {
        try digest(of: text, under: try await serverKeys.key(for: .browsers), Self.markInfo)
    }

    private func digest(of text: String, under key: any SymmetricKey, _ info: Data) throws -> Data {
        let digest = try cryptography.derivation.deriveKey(
            from: key, salt: Data(), info: info + Data(text.utf8), byteCount: 16)
        return unsafe digest.withUnsafeBytes { unsafe Data($0) }
    }
}
