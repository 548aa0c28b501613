import AtomicFiles
import ConfigurationAPI
import Glibc
import Localization

/// A file of settings: JSON5 with an object in it.
///
/// The name of a key may be written in one piece or as nested objects:
/// `{"tokens.access_lifetime": "5m"}` is `{tokens: {access_lifetime: "5m"}}`.
struct ConfigurationFile {
    /// A setting as it stands in the file.
    struct Setting {
        let key: String
        /// Nil for an object with nothing in it.
        let element: ConfigurationElement?
        let line: Int
    }

    let path: String

    /// Larger than any configuration, smaller than what was chosen by mistake.
    private static let sizeLimit = 1 << 20

    /// All settings of the file, in its order.
    func settings() throws(ConfigurationProblem) -> [Setting] {
        guard let text = String(validating: try read(), as: UTF8.self) else {
            throw .malformedFile(path: path, line: nil, reason: LocalizedText(en: "it isn't UTF-8", es: "no es UTF-8"))
        }
        let content: JSON5Parser.Value
        do {
            content = try JSON5Parser.parse(text)
        } catch {
            throw .malformedFile(path: path, line: error.line, reason: error.reason)
        }
        guard case .object(let members) = content else {
            throw .malformedFile(
                path: path, line: nil, reason: LocalizedText(en: "it holds no object", es: "no contiene ningún objeto"))
        }
        return Self.flatten(members, prefix: "")
    }

    private static func flatten(_ members: [JSON5Parser.Member], prefix: String) -> [Setting] {
        members.flatMap { member in
            switch member.value {
            case .object(let inner) where inner.isEmpty:
                [Setting(key: prefix + member.name, element: nil, line: member.line)]
            case .object(let inner): flatten(inner, prefix: prefix + member.name + ".")
            case .plain(let element): [Setting(key: prefix + member.name, element: element, line: member.line)]
            }
        }
    }

    private func read() throws(ConfigurationProblem) -> [UInt8] {
        // Not to wait for the writer of a pipe.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(SystemReason(errno).text) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw unreadable(LocalizedText(en: "it isn't a file", es: "no es un archivo"))
        }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while content.count <= Self.sizeLimit {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw unreadable(SystemReason(errno).text) }
            if count == 0 { return content }
            content += buffer[..<count]
        }
        throw unreadable(LocalizedText(en: "it is larger than 1 MiB", es: "ocupa más de 1 MiB"))
    }

    private func unreadable(_ reason: LocalizedText) -> ConfigurationProblem {
        .unreadableFile(path: path, reason: reason)
    }
}
