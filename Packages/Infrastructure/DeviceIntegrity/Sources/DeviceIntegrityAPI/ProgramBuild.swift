/// What kind of build a program is.
public struct ProgramBuild: Hashable, Sendable {
    /// Whether it was built for others, and reacts to what it finds.
    public let isRelease: Bool
    /// Whether there is a key with which it is compared.
    public let isSigned: Bool

    /// Creates a description.
    public init(isRelease: Bool, isSigned: Bool) {
        self.isRelease = isRelease
        self.isSigned = isSigned
    }
}
