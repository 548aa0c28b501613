import CLinuxStorage
package import CoreModels
import Glibc

/// The keyring of the user (user-keyring(7)).
///
/// Containers often forbid these calls, and kernels may be built without them;
/// the error says so.
package struct UserKeyring: KeyStoring {
    /// More than any key of ours has.
    private static let maximumByteCount = 256

    package init() {}

    package func key(_ description: String) throws(KeyringError) -> Secret? {
        guard let key = try find(description) else { return nil }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.maximumByteCount, alignment: 16)
        defer {
            if let base = buffer.baseAddress { unsafe explicit_bzero(base, buffer.count) }
            unsafe buffer.deallocate()
        }
        let count = unsafe clinux_read_key(key, buffer.baseAddress, buffer.count)
        guard count >= 0 else {
            if Self.meansAbsent(errno) { return nil }
            throw Self.error("keyctl_read")
        }
        guard count <= buffer.count else { throw KeyringError(reason: "keyctl_read: the key is too long") }
        return unsafe Secret(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }

    package func store(_ key: Secret, as description: String) throws(KeyringError) {
        _ = clinux_link_user_keyring()  // Best effort: most sessions have it.
        let number = unsafe key.withUnsafeBytes { unsafe clinux_add_key(description, $0.baseAddress, $0.count) }
        guard number >= 0 else { throw Self.error("add_key") }
        guard clinux_restrict_key(Int32(number)) == 0 else { throw Self.error("keyctl_setperm") }
    }

    package func remove(_ description: String) throws(KeyringError) {
        guard let key = try find(description) else { return }
        guard clinux_unlink_key(key) == 0 || Self.meansAbsent(errno) else { throw Self.error("keyctl_unlink") }
    }

    private func find(_ description: String) throws(KeyringError) -> Int32? {
        _ = clinux_link_user_keyring()
        let key = unsafe clinux_find_key(description)
        if key >= 0 { return Int32(key) }
        if Self.meansAbsent(errno) { return nil }
        throw Self.error("keyctl_search")
    }

    private static func meansAbsent(_ code: Int32) -> Bool {
        code == ENOKEY || code == EKEYEXPIRED || code == EKEYREVOKED
    }

    private static func error(_ call: String) -> KeyringError {
        let code = errno
        let cause =
            switch code {
            case ENOSYS: "the kernel has no key store"
            case EPERM: "this container or sandbox forbids it"
            case EACCES: "the user's keyring can't be reached from this session"
            case EDQUOT: "the user's quota of keys is used up"
            default: unsafe String(cString: strerror(code))
            }
        return KeyringError(reason: "\(cause) (\(call), error \(code))")
    }
}
