public import CoreModels
import Locking
import OperatingAPI
public import PluginKit
import SQLStoreAPI

/// Remembers what operators did, in transactions that were committed.
public struct DeedSpy: Sendable {
    /// Something that was done.
    public struct Done: Hashable, Sendable {
        /// What.
        public let deed: String
        /// To whose account.
        public let account: UserID?
        /// To what else.
        public let detail: String?

        /// Describes something.
        public init(_ deed: String, to account: UserID? = nil, _ detail: String? = nil) {
            self.deed = deed
            self.account = account
            self.detail = detail
        }
    }

    private let state = Locked<[Done]>([])

    /// Creates one that remembers nothing yet.
    public init() {}

    /// What was done, the earliest first.
    public var done: [Done] { state.current }

    /// What a plugin declares that remembers by this.
    public var declarations: Contributions {
        Contributions(
            OperatorDeedRecording([]) { [state] deed, account, detail, _, db in
                try db.afterCommit { state.withLock { $0.append(Done(deed.name, to: account, detail)) } }
            }, to: OperatorDeedRecorders.self)
    }
}
