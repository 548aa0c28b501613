import HTTPServingAPI
import Locking

/// Counts open connections, in all and from each address.
final class ConnectionGate: Sendable {
    /// Why a connection isn't let in.
    enum Refusal: Equatable {
        case full
        case fullForAddress
    }

    private struct Counts {
        var total = 0
        var byAddress: [IPAddress: Int] = [:]
    }

    private let counts = Locked(Counts())
    private let limit: Int
    private let limitPerAddress: Int

    init(limit: Int, perAddress: Int) {
        self.limit = limit
        limitPerAddress = perAddress
    }

    /// Lets a connection in, or tells why not.
    ///
    /// It counts until the lease goes.
    func admit(_ address: IPAddress) -> Result<ConnectionLease, RefusalError> {
        let refusal: Refusal? = counts.withLock { counts in
            guard counts.total < limit else { return .full }
            guard counts.byAddress[address, default: 0] < limitPerAddress else { return .fullForAddress }
            counts.total += 1
            counts.byAddress[address, default: 0] += 1
            return nil
        }
        if let refusal { return .failure(RefusalError(refusal: refusal)) }
        return .success(ConnectionLease(gate: self, address: address))
    }

    fileprivate func release(_ address: IPAddress) {
        counts.withLock { counts in
            counts.total -= 1
            let rest = counts.byAddress[address, default: 1] - 1
            counts.byAddress[address] = rest > 0 ? rest : nil
        }
    }

    struct RefusalError: Error {
        let refusal: Refusal
    }
}

/// Counts as one connection for as long as it lives.
final class ConnectionLease: Sendable {
    private let gate: ConnectionGate
    private let address: IPAddress

    fileprivate init(gate: ConnectionGate, address: IPAddress) {
        self.gate = gate
        self.address = address
    }

    deinit {
        gate.release(address)
    }
}
