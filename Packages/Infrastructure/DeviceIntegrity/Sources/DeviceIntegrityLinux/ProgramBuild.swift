import CReleaseKey

/// What kind of build the program is.
public enum ProgramBuild {
    /// Whether it was built for others (`swift build -c release`).
    public static var isRelease: Bool {
        #if DEBUG
        false
        #else
        true
        #endif
    }

    /// The public half of the key that signs releases, in base64url; nil in a build that nobody signs.
    public static var releaseKey: String? {
        let key = unsafe String(cString: release_key())
        return key.isEmpty ? nil : key
    }
}
