import AtomicFiles
import ConsoleAPI
import FoundationEssentials
import Localization

/// Which certificates a profile trusts for a server: a file with the path of
/// those that somebody named.
struct ServerAuthorities: Sendable {
    let path: String

    /// The file that was named last; nil if none was.
    var remembered: String? {
        let content = (try? AtomicFile(path: path).contents(limit: 4_096)).flatMap { $0 }
        return content.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Remembers a file of certificates for the next time.
    ///
    /// - Returns: Its whole path.
    /// - Throws: What to do about a file without a certificate that can be read.
    func adopt(_ file: String) throws(CommandFailure) -> String {
        let whole = file.hasPrefix("/") ? file : FileManager.default.currentDirectoryPath + "/" + file
        let content = (try? AtomicFile(path: whole).contents(limit: 16 << 20)).flatMap { $0 }
        guard let content, String(decoding: content, as: UTF8.self).contains("CERTIFICATE-----") else {
            throw .usage(
                LocalizedText(
                    en: "\(file) of --ca-file can't be read or holds no certificate in PEM. Nothing was sent.",
                    es: "\(file) de --ca-file no se puede leer o no contiene un certificado PEM. No se envió nada."))
        }
        // What can't be kept only costs naming it again.
        if whole != remembered { try? AtomicFile(path: path).replace(with: Data(whole.utf8), durability: .power) }
        return whole
    }
}
