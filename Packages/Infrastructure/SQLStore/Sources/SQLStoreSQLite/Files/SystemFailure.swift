import Glibc
import SQLStoreAPI

/// A failed call of the operating system.
struct SystemFailure: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    /// Notes the present value of `errno`.
    init(call: String) {
        self.init(call: call, code: errno)
    }

    init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    var description: String { unsafe "\(call): \(String(cString: strerror(code)))" }

    /// The error for whoever uses the store.
    var sqlError: SQLError {
        SQLError(SQLError.Code(systemError: code) ?? .inputOutput, description, nativeCode: Int(code))
    }
}

extension SQLError.Code {
    /// The kind of an error number; nil for those that say too little.
    init?(systemError code: Int32) {
        switch code {
        case ENOSPC, EDQUOT: self = .diskFull
        case EROFS: self = .readOnly
        case EACCES, EPERM: self = .permission
        case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EMFILE, ENFILE: self = .cannotOpen
        default: return nil
        }
    }
}
