import CSQLite
import SQLStoreAPI

extension Connection {
    /// The last refusal of the system on the database or its log; nil if there
    /// was none.
    var diskFailure: SQLError? {
        guard let code = try? unsafe withHandle({ (handle) throws(SQLError) in unsafe csqlite_last_errno(handle) }),
            code != 0
        else { return nil }
        return SystemFailure(call: "reading \(path)", code: code).sqlError
    }
}
