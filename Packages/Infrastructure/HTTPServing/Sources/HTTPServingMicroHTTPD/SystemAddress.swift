import Glibc
import HTTPServingAPI

/// An address as the system's calls take it.
struct SystemAddress: Sendable {
    private var storage: sockaddr_storage
    private var length: socklen_t

    /// Wraps what a call filled in.
    init(_ storage: sockaddr_storage, length: socklen_t) {
        self.storage = storage
        self.length = length
    }

    /// Makes an address to listen on.
    init(_ ip: IPAddress, port: UInt16) {
        storage = sockaddr_storage()
        if ip.isIPv4 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            unsafe withUnsafeMutableBytes(of: &address.sin_addr) { unsafe $0.copyBytes(from: ip.bytes) }
            length = socklen_t(MemoryLayout<sockaddr_in>.size)
            unsafe withUnsafeMutableBytes(of: &storage) { target in
                unsafe withUnsafeBytes(of: address) { unsafe target.copyMemory(from: $0) }
            }
        } else {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { unsafe $0.copyBytes(from: ip.bytes) }
            length = socklen_t(MemoryLayout<sockaddr_in6>.size)
            unsafe withUnsafeMutableBytes(of: &storage) { target in
                unsafe withUnsafeBytes(of: address) { unsafe target.copyMemory(from: $0) }
            }
        }
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// The address in the words of the API.
    var socketAddress: SocketAddress? {
        unsafe withUnsafeBytes(of: storage) { bytes in
            switch family {
            case AF_INET:
                let address = unsafe bytes.load(as: sockaddr_in.self)
                let ip = unsafe withUnsafeBytes(of: address.sin_addr) { unsafe IPAddress(bytes: $0) }
                return ip.map { SocketAddress(ip: $0, port: Int(UInt16(bigEndian: address.sin_port))) }
            case AF_INET6:
                let address = unsafe bytes.load(as: sockaddr_in6.self)
                let ip = unsafe withUnsafeBytes(of: address.sin6_addr) { unsafe IPAddress(bytes: $0) }
                return ip.map { SocketAddress(ip: $0, port: Int(UInt16(bigEndian: address.sin6_port))) }
            default: return nil
            }
        }
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        unsafe withUnsafePointer(to: storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
        }
    }

    /// Calls a function that fills in an address, such as accept(2).
    static func filled(by call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) -> (
        Int32, SystemAddress
    ) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call($0, &length) }
        }
        return (result, SystemAddress(storage, length: length))
    }
}
