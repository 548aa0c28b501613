/// Options that many transfers have in common.
///
/// Setting some thirty options costs as much as sending a small request. So a
/// handle that has a preset keeps it for the next transfer of the same preset,
/// unless the one before set another option than its address and header fields.
public final class CurlPreset: Sendable {
    let configure: @Sendable (CurlEasyHandle) throws(CurlError) -> Void

    /// Creates a preset.
    ///
    /// - Parameter configure: Sets the options, and adds header fields that all
    ///   requests have; neither an address nor a body.
    public init(_ configure: @escaping @Sendable (CurlEasyHandle) throws(CurlError) -> Void) {
        self.configure = configure
    }
}
