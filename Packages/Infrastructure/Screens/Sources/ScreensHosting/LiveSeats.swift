import HTTPServingAPI
import Locking

/// Bounds how many screens follow something at once, in all and from one network
/// address: each has a connection to itself.
final class LiveSeats: Sendable {
    private static let limit = 1_024, perAddress = 64

    private let taken = Locked<[IPAddress: Int]>([:])

    /// A seat; nil when there is none.
    func take(for address: IPAddress) -> Seat? {
        let isFree = taken.withLock { taken in
            guard taken[address, default: 0] < Self.perAddress, taken.values.reduce(0, +) < Self.limit else {
                return false
            }
            taken[address, default: 0] += 1
            return true
        }
        return isFree ? Seat(self, address) : nil
    }

    private func giveBack(_ address: IPAddress) {
        taken.withLock { taken in
            let rest = taken[address, default: 0] - 1
            taken[address] = rest > 0 ? rest : nil
        }
    }

    /// A seat that is given back when nobody holds it any more.
    final class Seat: Sendable {
        private let seats: LiveSeats
        private let address: IPAddress

        fileprivate init(_ seats: LiveSeats, _ address: IPAddress) {
            self.seats = seats
            self.address = address
        }

        deinit { seats.giveBack(address) }
    }
}
