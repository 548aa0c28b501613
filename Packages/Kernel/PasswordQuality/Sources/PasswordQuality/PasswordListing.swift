/// A list of passwords that others know.
///
/// Look-ups may come at the same time, and are quick.
public protocol PasswordListing: Sendable {
    /// Whether a password is on the list, as it is written.
    ///
    /// - Parameter password: In NFC; those in lower case stand for each way to
    ///   write them.
    func contains(_ password: String) -> Bool
}
