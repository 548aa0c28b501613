import ConfigurationAPI
import CoreModels
import FoundationEssentials
import Localization

/// The secrets that sign webhooks.
///
/// All of them do, so that a receiver goes over to a new one without missing anything (Standard
/// Webhooks 1.0.0, “Signature scheme”: 24 to 64 bytes, in Base64 behind `whsec_`).
struct WebhookSecrets: Sendable {
    private static let mostSecrets = 4
    private static let lengths = 24...64
    private static let prefix = "whsec_"

    let file: SecretFile

    /// - Returns: nil if the file has none, too many, or anything else.
    func read() -> [Secret]? {
        let lines = file.lines()
        let secrets = lines.compactMap { line in line.withText { $0.flatMap(Self.secret) } }
        guard secrets.count == lines.count, (1...Self.mostSecrets).contains(secrets.count) else { return nil }
        return secrets
    }

    private static func secret(of line: String) -> Secret? {
        guard line.hasPrefix(prefix), var bytes = Data(base64Encoded: String(line.dropFirst(prefix.count))) else {
            return nil
        }
        defer { bytes.resetBytes(in: 0..<bytes.count) }
        return lengths.contains(bytes.count) ? Secret(bytes) : nil
    }

    /// What is wrong with the file; nil if nothing is.
    var problem: UnusableSettings? {
        guard read() == nil else { return nil }
        let key = WebhookSettings.secretFile.name
        return UnusableSettings(
            [key],
            LocalizedText(
                en:
                    "The secrets of the webhook can't be read from \(file.path). Put one to four lines into that file, each "
                    + "whsec_ and 24 to 64 random bytes in Base64, which the server's account may read, or set \(key) to "
                    + "another one. One is made by: echo whsec_$(openssl rand -base64 32)",
                es:
                    "No se pueden leer los secretos del webhook en \(file.path). Pon en ese archivo de una a cuatro líneas, "
                    + "cada una whsec_ y de 24 a 64 bytes aleatorios en Base64, que la cuenta del servidor pueda leer, o "
                    + "pon otro en \(key). Se crea uno con: echo whsec_$(openssl rand -base64 32)"))
    }
}
