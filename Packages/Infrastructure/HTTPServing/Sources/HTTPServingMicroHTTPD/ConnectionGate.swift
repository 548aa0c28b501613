package import HTTPServingAPI
import Locking

/// Counts open connections, in all and of each client.
package final class ConnectionGate: Sendable {
    /// Why a connection isn't let in.
    package enum Refusal: Equatable {
        case full
        case fullForClient
    }

    private struct Counts {
        var total = 0
        var byClient: [IPNetwork: Int] = [:]
    }

    private let counts = Locked(Counts())
    private let limit: Int
    private let limitPerClient: Int

    package init(limit: Int, perClient: Int) {
        self.limit = limit
        limitPerClient = perClient
    }

    /// Lets a connection in, or tells why not.
    ///
    /// It counts until the lease goes.
    package func admit(_ client: IPNetwork) -> Result<ConnectionLease, RefusalError> {
        let refusal: Refusal? = counts.withLock { counts in
            guard counts.total < limit else { return .full }
            guard counts.byClient[client, default: 0] < limitPerClient else { return .fullForClient }
            counts.total += 1
            counts.byClient[client, default: 0] += 1
            return nil
        }
        if let refusal { return .failure(RefusalError(refusal: refusal)) }
        return .success(ConnectionLease(gate: self, client: client))
    }

    fileprivate func release(_ client: IPNetwork) {
        counts.withLock { counts in
            counts.total -= 1
            let rest = counts.byClient[client, default: 1] - 1
            counts.byClient[client] = rest > 0 ? rest : nil
        }
    }

    package struct RefusalError: Error {
        package let refusal: Refusal
    }
}

/// Counts as one connection for as long as it lives.
package final class ConnectionLease: Sendable {
    private let gate: ConnectionGate
    private let client: IPNetwork

    fileprivate init(gate: ConnectionGate, client: IPNetwork) {
        self.gate = gate
        self.client = client
    }

    deinit {
        gate.release(client)
    }
}
