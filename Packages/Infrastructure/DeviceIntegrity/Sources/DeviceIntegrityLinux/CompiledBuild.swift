import CReleaseKey

/// What the compiler was told of this build.
enum CompiledBuild {
    /// Whether it was built for others (`swift build -c release`).
    static var isRelease: Bool {
        #if DEBUG
        false
        #else
        true
        #endif
    }

    /// The public half of the key that signs releases, in base64url; nil in a build that nobody signs.
    static var releaseKey: String? {
        let key = unsafe String(cString: release_key())
        return key.isEmpty ? nil : key
    }
}
