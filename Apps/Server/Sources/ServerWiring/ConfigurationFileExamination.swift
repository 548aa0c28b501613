import ConfigurationAPI
import Glibc
import Localization
import PluginKit

/// Sees who else may read or write the file of the configuration.
struct ConfigurationFileExamination {
    private let configuration: Configuration

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    var findings: [Finding] {
        var files: [String: Bool] = [:]
        for entry in configuration.entries {
            guard case .file(let path, _) = entry.source else { continue }
            files[path] = files[path] == true || entry.isSecret
        }
        return files.sorted { $0.key < $1.key }.flatMap { Self.findings(in: $0.key, hasSecrets: $0.value) }
    }

    private static func findings(in path: String, hasSecrets: Bool) -> [Finding] {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return [] }
        var findings: [Finding] = []
        if status.st_mode & 0o002 != 0 { findings.append(isWritable(path)) }
        if hasSecrets, status.st_mode & 0o004 != 0 { findings.append(isReadable(path)) }
        return findings
    }

    private static func isWritable(_ path: String) -> Finding {
        Finding(
            "configuration_writable",
            LocalizedText(
                en:
                    "Everybody on this machine may change the configuration, \(path), and with it where letters and people go. "
                    + "See that all in it is yours.",
                es:
                    "Cualquiera en esta máquina puede cambiar la configuración, \(path), y con ella adónde van las cartas y la "
                    + "gente. Mira que todo lo que contiene sea tuyo."),
            remedy: "chmod o-w \(path)")
    }

    private static func isReadable(_ path: String) -> Finding {
        Finding(
            "secret_exposed",
            LocalizedText(
                en:
                    "Everybody on this machine may read the secrets in the configuration, \(path). If others work here, replace "
                    + "those, too.",
                es:
                    "Cualquiera en esta máquina puede leer los secretos de la configuración, \(path). Si aquí trabajan otros, "
                    + "cámbialos también."),
            remedy: "chmod o= \(path)")
    }
}
