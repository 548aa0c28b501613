public import SecureStorageAPI

/// Keeps the key to which the session of this device is bound: one, in the
/// vault, for all programs of the person.
///
/// Any number of calls may run at once, in any number of processes. A session
/// is bound to the key that there is when it begins; without one it begins
/// unbound, if the server allows that.
public protocol DeviceKeyKeeping: Sendable {
    /// Makes a key, unless there is one that can be read: to be called before
    /// a session begins, and again when it has.
    ///
    /// The second time it puts the key back that was proved, if another process
    /// removed it meanwhile, with a session of before.
    ///
    /// It doesn't throw: without a vault that can be written no session can be
    /// kept either, and whoever begins one hears of that.
    func prepareKey() async

    /// The name of the key (RFC 7638), for those who are told beforehand to what a
    /// session will be bound; nil if there is none that can be read.
    func thumbprint() async -> String?

    /// Removes the key, since the session is over; fine if there is none.
    ///
    /// - Parameter session: The name under which the vault has a session. If there is one, also
    ///   one that has begun just now, the key stays: it is bound to it. nil to remove it in any case.
    /// - Returns: Whether there is certainly none any more.
    @discardableResult
    func forgetKey(unlessStored session: SecretName?) async -> Bool
}

extension DeviceKeyKeeping {
    /// Removes the key, whatever else is in the vault.
    @discardableResult
    public func forgetKey() async -> Bool { await forgetKey(unlessStored: nil) }
}

/// Recognizes the key of this device within a step of the vault that nobody gets in between.
///
/// Any number of calls may run at once; they are quick and wait for nothing.
public protocol DeviceKeyRecognizing: Sendable {
    /// The name under which the vault has the key.
    var secretName: SecretName { get }

    /// The name (RFC 7638) of the key that the vault has under ``secretName``; nil if that is
    /// none that can be read.
    func thumbprint(of stored: StoredSecret) -> String?
}
