import CoreModels
import LoginAPI
import SecureStorageAPI
import SessionsAPI

extension SecretKind {
    /// What shows a server that somebody logged in on this device before.
    static let deviceToken = SecretKind("device-token")
}

/// Remembers in the vault, for each address, how the server knows this device.
///
/// It outlives the session: who logs in again after a log-out shouldn't be
/// locked out by strangers. It goes with the account. It opens nothing, so it is never in the way when
/// the vault can't be read or written.
struct KnownDevice: DeviceRemembering {
    let secrets: any SecretReading & SecretWriting

    func token(for email: EmailAddress) async -> Secret? {
        guard let name = Self.name(email), case .present(let token) = await secrets.read(name) else { return nil }
        return token
    }

    func keep(_ token: Secret, for email: EmailAddress) async {
        guard let name = Self.name(email) else { return }
        try? await secrets.save(token, as: name)
    }

    private func forget(_ email: EmailAddress) async {
        guard let name = Self.name(email), case .present = await secrets.read(name) else { return }
        try? await secrets.remove(name)
    }

    private static func name(_ email: EmailAddress) -> SecretName? {
        try? SecretName(.deviceToken, parsing: email.canonical)
    }
}

extension KnownDevice: SessionEndObserving {
    func sessionDidEnd(_ end: SessionEnd) async {
        guard case .closed(let person?) = end else { return }
        await forget(person.email)
    }
}
