import AtomicFiles
import CMicroHTTPD
import Glibc
import HTTPServingAPI
import Localization
import Locking

/// A socket that is bound and listens; closed at the latest when the last
/// reference goes.
final class ListeningSocket: Sendable {
    let descriptor: Int32
    let address: SocketAddress
    private let isOpen = Locked(true)

    /// Binds to all addresses of a host with one port.
    ///
    /// `localhost` stands for both loopback addresses, as far as the machine
    /// has them. Blocks while a name is looked up.
    static func bind(host: String, port: Int) throws(HTTPServingError) -> [ListeningSocket] {
        let (addresses, wanted) = try place(host, port)
        var sockets: [ListeningSocket] = []
        for ip in addresses {
            // With port 0 the first address chooses the port for all.
            let number = sockets.first.flatMap { UInt16(exactly: $0.address.port) } ?? wanted
            do throws(HTTPServingError) {
                sockets.append(try ListeningSocket(ip, port: number, host: host))
            } catch {
                // A machine without IPv6 still has a localhost.
                guard case .badAddress = error, addresses.count > 1 else { throw error }
            }
        }
        guard !sockets.isEmpty else {
            throw .badAddress(host: host, port: port, reason: SystemReason(EADDRNOTAVAIL).text)
        }
        return sockets
    }

    /// Sees whether there are such addresses, and binds to none.
    static func checkHost(_ host: String, port: Int) throws(HTTPServingError) { _ = try place(host, port) }

    /// Sees whether a server could have the address now, and doesn't listen there.
    static func checkIsFree(host: String, port: Int) throws(HTTPServingError) {
        let (addresses, number) = try place(host, port)
        for ip in addresses {
            let wanted = SystemAddress(ip, port: number)
            let descriptor = socket(wanted.family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            let isAny = ip.bytes.allSatisfy { $0 == 0 }
            set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
            if wanted.family == AF_INET6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, isAny ? 0 : 1) }
            let isBound = unsafe wanted.withPointer { address, length in
                unsafe Glibc.bind(descriptor, address, length) == 0
            }
            guard !isBound else { continue }
            let refusal = error(errno, host, port)
            // A machine without IPv6 still has a localhost.
            if case .badAddress = refusal, addresses.count > 1 { continue }
            throw refusal
        }
    }

    /// The addresses that a host has.
    static func addresses(of host: String, port: Int) throws(HTTPServingError) -> [IPAddress] {
        try place(host, port).addresses
    }

    private static func place(_ host: String, _ port: Int) throws(HTTPServingError) -> (
        addresses: [IPAddress], port: UInt16
    ) {
        guard let wanted = UInt16(exactly: port) else {
            throw .badAddress(
                host: host, port: port,
                reason: LocalizedText(en: "the port is out of range", es: "no existe ese puerto"))
        }
        return (try resolve(host, port), wanted)
    }

    private init(_ ip: IPAddress, port: UInt16, host: String) throws(HTTPServingError) {
        let wanted = SystemAddress(ip, port: port)
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(wanted.family, type, 0)
        guard descriptor >= 0 else { throw Self.error(errno, host, Int(port)) }
        let (code, address) = Self.listen(descriptor, at: wanted, isAny: ip.bytes.allSatisfy { $0 == 0 })
        guard code == 0, let address else {
            close(descriptor)
            throw Self.error(code, host, Int(port))
        }
        self.descriptor = descriptor
        self.address = address
    }

    /// Binds and listens.
    ///
    /// - Returns: the error, or 0 and the address with the port that the system
    ///   chose.
    private static func listen(_ descriptor: Int32, at wanted: SystemAddress, isAny: Bool) -> (Int32, SocketAddress?) {
        set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        // `::` takes IPv4 as well; another address is just itself.
        if wanted.family == AF_INET6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, isAny ? 0 : 1) }
        let isBound = unsafe wanted.withPointer { address, length in unsafe Glibc.bind(descriptor, address, length) == 0
        }
        guard isBound, Glibc.listen(descriptor, 1024) == 0 else { return (errno, nil) }
        let (code, bound) = unsafe SystemAddress.filled { unsafe getsockname(descriptor, $0, $1) }
        return code == 0 ? (0, bound.socketAddress) : (errno, nil)
    }

    deinit {
        stopListening()
    }

    /// Closes the socket: whoever connects from now on is refused.
    func stopListening() {
        isOpen.withLock { isOpen in
            if isOpen { close(descriptor) }
            isOpen = false
        }
    }

    /// Accepts one connection.
    func accept() -> Result<AcceptedSocket, AcceptError> {
        let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let (socket, address) = unsafe SystemAddress.filled { unsafe accept4(descriptor, $0, $1, flags) }
        guard socket >= 0 else { return .failure(AcceptError(code: errno)) }
        guard let peer = address.socketAddress else {
            close(socket)
            return .failure(AcceptError(code: ECONNABORTED))
        }
        return .success(AcceptedSocket(descriptor: socket, address: address, peer: peer))
    }

    struct AcceptError: Error, CustomStringConvertible {
        let code: Int32

        var description: String { "accept failed: error \(code)" }
    }

    private static func resolve(_ host: String, _ port: Int) throws(HTTPServingError) -> [IPAddress] {
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        if let ip = IPAddress(bare) { return [ip] }
        if bare.lowercased() == "localhost" { return [.loopback] + [IPAddress("::1")].compactMap { $0 } }
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(bare, nil, &hints, &list)
        guard code == 0 else {
            let complaint = unsafe String(cString: gai_strerror(code))
            throw .badAddress(
                host: host, port: port,
                reason: LocalizedText(en: "\(complaint)", es: "no se encuentra ninguna dirección con ese nombre"))
        }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [IPAddress] = []
        var next = unsafe list
        while let entry = unsafe next?.pointee {
            var storage = sockaddr_storage()
            unsafe memcpy(&storage, entry.ai_addr, Int(entry.ai_addrlen))
            let ip = unsafe SystemAddress(storage, length: entry.ai_addrlen).socketAddress?.ip
            if let ip, !addresses.contains(ip) { addresses.append(ip) }
            unsafe next = entry.ai_next
        }
        return addresses
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        _ = unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func error(_ code: Int32, _ host: String, _ port: Int) -> HTTPServingError {
        switch code {
        case EADDRINUSE: .portInUse(host: host, port: port)
        case EACCES, EPERM: .notPermitted(host: host, port: port)
        case EADDRNOTAVAIL, EAFNOSUPPORT, EINVAL:
            .badAddress(host: host, port: port, reason: SystemReason(code).text)
        default: .system(reason: SystemReason(code).text)
        }
    }
}

/// A connection that was accepted and has no owner yet.
struct AcceptedSocket: Sendable {
    let descriptor: Int32
    let address: SystemAddress
    let peer: SocketAddress
}
