/// What is wrong with the surroundings or the file of a program at its start, in the order in which it is looked for.
public enum IntegrityViolation: String, CaseIterable, Sendable, Encodable {
    /// The device, or who started the program, got more into it than its own files; or others can.
    case device = "jailbreak_detected"
    /// Another program controls this one.
    case debugger = "debugger_attached"
    /// The program isn't the one that was released.
    case program = "integrity_compromised"
}

/// One thing that a detector noticed.
public struct IntegrityFinding: Hashable, Sendable {
    /// What was noticed; the names are for scripts and settings.
    public enum Kind: String, CaseIterable, Sendable, Encodable {
        /// It runs as the superuser, who is nobody's own account.
        case root = "running_as_root"
        /// Whoever started it had a library loaded before its own.
        case preloadedLibrary = "preloaded_library"
        /// The system has a library loaded into every program.
        case systemPreload = "system_preload"
        /// A known tool of injection is loaded, or code that is in no file of the system.
        case injectedCode = "injected_code"
        /// Others can replace a library that is loaded.
        case writableLibrary = "writable_library"
        /// Others can replace the program.
        case writableProgram = "writable_program"
        /// Others can change what configures the program.
        case writableConfiguration = "writable_configuration"
        /// Others can read or change the vault's files.
        case looseVault = "loose_vault"
        /// Another process traces it.
        case tracer = "traced"
        /// A build that is signed has no manifest.
        case missingManifest = "manifest_missing"
        /// The manifest isn't signed by the release key, or says nothing that can be read.
        case invalidManifest = "manifest_invalid"
        /// The manifest is of another program or build.
        case foreignManifest = "manifest_of_another_build"
        /// The program's bytes aren't those of its manifest.
        case changedProgram = "program_changed"

        /// What it amounts to.
        public var violation: IntegrityViolation {
            switch self {
            case .root, .preloadedLibrary, .systemPreload, .injectedCode, .writableLibrary, .writableProgram,
                .writableConfiguration, .looseVault:
                .device
            case .tracer: .debugger
            case .missingManifest, .invalidManifest, .foreignManifest, .changedProgram: .program
            }
        }

        /// Whether it is about files, and not about this one process.
        public var isLasting: Bool {
            switch self {
            case .root, .preloadedLibrary, .injectedCode, .tracer: false
            default: true
            }
        }
    }

    /// What was noticed.
    public let kind: Kind
    /// What it is about: a path, or a process; empty if there is nothing to name.
    public let subject: String

    /// Creates a finding.
    public init(_ kind: Kind, _ subject: String = "") {
        self.kind = kind
        self.subject = subject
    }
}

/// Why a detector doesn't know.
///
/// It counts as nothing found, and is logged: a system that shows less of itself isn't an attack.
public struct ProbeFailure: Error, Hashable, Sendable {
    /// What couldn't be looked at.
    public let subject: String
    /// The number of the system's error; 0 if what is there has another form than expected.
    public let code: Int32

    /// Creates a failure.
    public init(_ subject: String, code: Int32) {
        self.subject = subject
        self.code = code
    }
}

/// Looks for one kind of violation.
///
/// Each platform has its own; a program composes a list of them.
/// They may run at the same time as others, change nothing, and end soon: a start waits for them.
public protocol IntegrityDetecting: Sendable {
    /// What its findings amount to.
    var violation: IntegrityViolation { get }

    /// Looks.
    ///
    /// - Returns: What it noticed; nothing on a sound device.
    /// - Throws: Why it doesn't know.
    func detect() async throws(ProbeFailure) -> [IntegrityFinding]
}
