public import ConfigurationAPI

/// What a program does about a violation, the mildest first.
public enum IntegrityReaction: String, CaseIterable, Sendable, Encodable, Comparable, ConfigurationValue {
    /// Nothing; the log has it all the same.
    case ignore
    /// It goes on, and says so.
    case warn
    /// It does only what puts things in order.
    case limit
    /// It ends.
    case deny
    /// It empties the vault of this device, and ends.
    case wipe

    /// Whether one is milder than another.
    public static func < (left: IntegrityReaction, right: IntegrityReaction) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Which violation gets which reaction, and what is no violation here.
public struct IntegrityPolicy: Hashable, Sendable {
    /// The reactions; one that isn't there is a warning.
    public var reactions: [IntegrityViolation: IntegrityReaction]
    /// What doesn't count.
    public var ignored: Set<IntegrityFinding.Kind>
    /// The libraries that are meant to be loaded, as they are named.
    public var libraries: Set<String>
    /// Whether a development build reacts as well.
    public var isEnforced: Bool
    /// Whether the server is told of what is found and not ignored.
    public var tellsServer: Bool
    /// The public half of the key that signed the program, in base64url; nil for the one that was built in.
    public var key: String?

    /// Creates a policy.
    public init(
        reactions: [IntegrityViolation: IntegrityReaction] = IntegrityPolicy.standard,
        ignored: Set<IntegrityFinding.Kind> = [], libraries: Set<String> = [], isEnforced: Bool = false,
        tellsServer: Bool = false, key: String? = nil
    ) {
        self.reactions = reactions
        self.ignored = ignored
        self.libraries = libraries
        self.isEnforced = isEnforced
        self.tellsServer = tellsServer
        self.key = key
    }

    /// What nobody chose: a device may be odd for good reasons, a signed program that isn't what was signed has none.
    public static let standard: [IntegrityViolation: IntegrityReaction] = [
        .device: .warn, .debugger: .warn, .program: .deny,
    ]

    /// The reaction to a violation.
    public func reaction(to violation: IntegrityViolation) -> IntegrityReaction { reactions[violation] ?? .warn }

    /// Whether a finding counts.
    public func counts(_ finding: IntegrityFinding) -> Bool {
        !ignored.contains(finding.kind) && !(finding.kind.isOfLibrary && libraries.contains(finding.subject))
    }

    /// What holds where both do: the harder reaction, only what both let pass, and telling the server where one does.
    ///
    /// The key is this one's if it has one.
    public func and(_ other: IntegrityPolicy) -> IntegrityPolicy {
        IntegrityPolicy(
            reactions: reactions.merging(other.reactions, uniquingKeysWith: max),
            ignored: ignored.intersection(other.ignored), libraries: libraries.intersection(other.libraries),
            isEnforced: isEnforced || other.isEnforced, tellsServer: tellsServer || other.tellsServer,
            key: key ?? other.key)
    }
}

extension IntegrityFinding.Kind {
    fileprivate var isOfLibrary: Bool {
        [.preloadedLibrary, .systemPreload, .injectedCode, .writableLibrary].contains(self)
    }
}
