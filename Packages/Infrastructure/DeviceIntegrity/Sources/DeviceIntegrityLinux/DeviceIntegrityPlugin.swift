import ConfigurationAPI
public import CryptographyAPI
public import DeviceIntegrityAPI
import Localization
public import PluginKit
public import TelemetryAPI

/// Looks for what was done to the device and the program, by the means of Linux.
///
/// A start asks it before there are other plugins. Among those of a server it has the settings, and tells operators
/// what lasts.
public enum DeviceIntegrityPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies: Sendable {
        let program: String
        let configuration: [String]
        let vault: String?
        let policy: IntegrityPolicy
        let cryptography: Cryptography
        let log: Logger

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - program: The program's name.
        ///   - configuration: The absolute paths of the files that configure it.
        ///   - vault: The absolute path of its vault; nil if it has none.
        ///   - policy: What is done about violations.
        ///   - cryptography: By what the program is compared with its manifest.
        ///   - log: Hears what was found.
        public init(
            program: String, configuration: [String] = [], vault: String? = nil, policy: IntegrityPolicy,
            cryptography: Cryptography, log: Logger
        ) {
            self.program = program
            self.configuration = configuration
            self.vault = vault
            self.policy = policy
            self.cryptography = cryptography
            self.log = log
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Looks; some of it can't be read any more once the process was hardened.
        public let check: IntegrityCheck
        /// What kind of build this is.
        public let build: ProgramBuild
    }

    /// The name `device-integrity`.
    public static let manifest = PluginManifest(
        id: "device-integrity",
        summary: LocalizedText(
            en: "Looks for signs that the device or the program was tampered with",
            es: "Busca indicios de que el dispositivo o el programa fueron manipulados"))

    /// The settings of a server.
    public static let declarations = Contributions(
        IntegritySettings.server.section, to: ConfigurationSections.self)

    /// Makes the list of detectors; nothing is looked at yet.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        // A key that was built in is the only one: a policy can be written by others.
        let key = CompiledBuild.releaseKey ?? dependencies.policy.key
        let check = IntegrityCheck(
            detectors(dependencies, key: key, system: LinuxSystem()), policy: dependencies.policy,
            isRelease: CompiledBuild.isRelease, log: dependencies.log.labelled("device-integrity"))
        return Assembly(
            exports: Exports(
                check: check, build: ProgramBuild(isRelease: CompiledBuild.isRelease, isSigned: key != nil)),
            services: [IntegrityExamination(check: check)])
    }

    private static func detectors(
        _ dependencies: Dependencies, key: String?, system: any SystemReading
    ) -> [any IntegrityDetecting] {
        var all: [any IntegrityDetecting] = [
            RootDetector(system: system), PreloadDetector(system: system), SystemPreloadDetector(system: system),
            MapsDetector(system: system), WritableDetector(system: system, configuration: dependencies.configuration),
        ]
        if let vault = dependencies.vault { all.append(VaultDetector(system: system, folder: vault)) }
        return all + [
            TracerDetector(system: system),
            ProgramDetector(
                of: dependencies.program, key: key,
                path: { () throws(ProbeFailure) in try ProgramFile(system: system).opening },
                cryptography: dependencies.cryptography),
        ]
    }
}

/// Tells of what is about files: the examination is a process of its own, and not the server's.
private struct IntegrityExamination: PluginService {
    let check: IntegrityCheck

    func examine() async -> ServiceExamination {
        ServiceExamination(findings: await check.findings().filter(\.kind.isLasting).map(\.told))
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
