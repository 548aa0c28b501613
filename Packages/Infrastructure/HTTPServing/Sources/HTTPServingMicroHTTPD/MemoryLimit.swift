import Glibc
package import Localization
package import Presenting

/// How much memory the system lets the program have (setrlimit(2)).
///
/// Swift ends a program that is refused memory, and everybody's requests with
/// it. So what the server can take is bounded before it starts.
package struct MemoryLimit: Sendable {
    /// What stops the start: too little for the server itself.
    package struct TooLow: PresentableError, Equatable {
        let option: String
        let limit: UInt64
        let least: UInt64

        package var code: String { "memory_limit" }
        package var nature: FailureNature { .refused }
        package var text: LocalizedText {
            let limit = limit >> 20, least = least >> 20
            return LocalizedText(
                en:
                    "The system lets the server have \(limit) MB of memory (ulimit \(option)); it needs \(least) MB and "
                    + "50 KB for each connection. Nothing was started. Raise the limit, or take it away.",
                es:
                    "El sistema solo deja al servidor \(limit) MB de memoria (ulimit \(option)); necesita \(least) MB y "
                    + "50 KB por conexión. No se ha iniciado nada. Sube el límite o quítalo.")
        }
    }

    private struct Kind {
        let option: String
        let limit: UInt64
        let least: UInt64
    }

    /// What a connection takes with its request and its answer.
    private static let connection: UInt64 = 50 * 1_000

    private let kinds: [Kind]

    /// - Parameters:
    ///   - data: Bytes of data, RLIMIT_DATA. At rest the server has 80 MB, stacks
    ///     of threads among them; two passwords take 64 MB while they are hashed.
    ///   - addresses: Bytes of all that is mapped, RLIMIT_AS; programs and
    ///     libraries are in it as well.
    package init(data: UInt64, addresses: UInt64) {
        kinds = [
            Kind(option: "-d", limit: data, least: 160 << 20),
            Kind(option: "-v", limit: addresses, least: 512 << 20),
        ]
    }

    /// That of this process.
    package static var current: MemoryLimit {
        MemoryLimit(data: limit(RLIMIT_DATA), addresses: limit(RLIMIT_AS))
    }

    /// How many connections fit, of those that are wanted.
    package func connections(of wanted: Int) throws(TooLow) -> Int {
        var count = UInt64(wanted)
        for kind in kinds {
            guard kind.limit >= kind.least + 16 * Self.connection else {
                throw TooLow(option: kind.option, limit: kind.limit, least: kind.least)
            }
            count = min(count, (kind.limit - kind.least) / Self.connection)
        }
        return Int(count)
    }

    private static func limit(_ resource: __rlimit_resource) -> UInt64 {
        var limit = rlimit()
        return unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? UInt64(limit.rlim_cur) : .max
    }
}
