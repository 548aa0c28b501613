import ConfigurationAPI
public import DeviceIntegrityAPI
import Localization
public import PluginKit

/// Has operators set what is done about violations, and told of those that last.
///
/// A start looks before there are plugins: this one is for what comes with them.
public enum DeviceIntegrityPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies: Sendable {
        let findings: @Sendable () async -> [IntegrityFinding]

        /// Creates dependencies.
        ///
        /// - Parameter findings: Looks for all that counts.
        public init(findings: @escaping @Sendable () async -> [IntegrityFinding]) {
            self.findings = findings
        }
    }

    /// The name `device-integrity`.
    public static let manifest = PluginManifest(
        id: "device-integrity",
        summary: LocalizedText(
            en: "Looks for signs that the device or the program was tampered with",
            es: "Busca indicios de que el dispositivo o el programa fueron manipulados"))

    /// Its settings.
    public static let declarations = Contributions(
        IntegritySettings.server.section, to: ConfigurationSections.self)

    /// Composes what looks.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        Assembly(services: [IntegrityExamination(findings: dependencies.findings)])
    }
}

/// Tells of what is about files: the examination is a process of its own, and not the server's.
private struct IntegrityExamination: PluginService {
    let findings: @Sendable () async -> [IntegrityFinding]

    func examine() async -> ServiceExamination {
        ServiceExamination(findings: await findings().filter(\.kind.isLasting).map(\.told))
    }
}

extension IntegrityFinding {
    fileprivate var told: Finding {
        let isFault = kind.violation == .program
        return Finding(kind.rawValue, isFault ? .fault : .notice, text + kind.violation.meaning, remedy: remedy)
    }

    private var remedy: ShellCommand {
        switch kind {
        case .writableProgram, .writableConfiguration, .writableLibrary: "chmod go-w \(subject)"
        case .missingManifest, .invalidManifest, .foreignManifest, .changedProgram:
            "apt-get install --reinstall essentiald"
        default: "essentiald integrity"
        }
    }
}
