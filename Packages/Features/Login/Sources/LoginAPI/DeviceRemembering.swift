public import CoreModels

/// Remembers how servers know this device, for each address.
public protocol DeviceRemembering: Sendable {
    /// Keeps a token of a server, to be sent with the next login.
    ///
    /// It is never in the way: if it can't be kept, the device is a stranger.
    func keep(_ token: Secret, for email: EmailAddress) async
}
