public import CryptographyAPI
public import DeviceIntegrityAPI

/// The detectors of Linux, for a program.
public enum LinuxIntegrity {
    /// What a program is called, what configures it, and where it keeps secrets.
    public struct Subject: Sendable {
        let program: String
        let configuration: [String]
        let vault: String?

        /// Creates a description.
        ///
        /// - Parameters:
        ///   - program: The program's name.
        ///   - configuration: The paths of the files that configure it.
        ///   - vault: The path of its vault; nil if it has none.
        public init(program: String, configuration: [String] = [], vault: String? = nil) {
            self.program = program
            self.configuration = configuration
            self.vault = vault
        }
    }

    /// Everything that is looked for.
    ///
    /// Some of it can't be read any more once the process was hardened.
    ///
    /// - Parameters:
    ///   - key: The public half of the key that signed the program, in base64url; nil if nobody did.
    ///   - cryptography: By what the program is compared with its manifest.
    public static func detectors(
        for subject: Subject, key: String?, cryptography: Cryptography
    ) -> [any IntegrityDetecting] {
        detectors(for: subject, key: key, cryptography: cryptography, system: LinuxSystem())
    }

    package static func detectors(
        for subject: Subject, key: String?, cryptography: Cryptography, system: any SystemReading
    ) -> [any IntegrityDetecting] {
        let isContained = Confinement(system: system).isContainer
        var all: [any IntegrityDetecting] = [
            RootDetector(system: system), PreloadDetector(system: system), SystemPreloadDetector(system: system),
            MapsDetector(system: system, isContained: isContained),
            WritableDetector(system: system, isContained: isContained, configuration: subject.configuration),
        ]
        if let vault = subject.vault { all.append(VaultDetector(system: system, folder: vault)) }
        return all + [
            TracerDetector(system: system),
            ProgramDetector(
                of: subject.program, key: key,
                path: { () throws(ProbeFailure) in try ProgramFile(system: system).opening },
                cryptography: cryptography),
        ]
    }
}
