import CurlKit
public import FoundationEssentials
public import SecureDeliveryAPI

/// Hands bytes over by libcurl, each delivery over a connection and on a thread of its own.
public struct CurlDelivery: SecureDelivering {
    /// Creates it; it keeps nothing.
    public init() {}

    /// See ``SecureDelivering``.
    public func deliver(_ bytes: Data, to peer: SecurePeer) async throws(SecureDeliveryError) {
        do throws(CurlError) {
            try await CurlOneWay.send([UInt8](bytes), within: peer.timeout) { (handle) throws(CurlError) in
                try handle.set(.url, "https://\(peer.host.contains(":") ? "[\(peer.host)]" : peer.host):\(peer.port)/")
                try handle.set(.protocols, "https")
                // What goes over it isn't the web's: neither its proxy nor its protocols.
                try handle.set(.noProxy, "*")
                try handle.set(.protocolNegotiation, false)
                try handle.set(.connectTimeout, Int(min(peer.timeout, .seconds(10)) / .milliseconds(1)))
                try handle.set(.tlsVersion, CurlTLSVersion.atLeast12)
                if let file = peer.authorityFile {
                    try handle.set(.authorityFile, file)
                    try handle.set(.authorityFolder, nil)
                }
                if let identity = peer.identity {
                    try handle.set(.certificateFile, identity.certificateFile)
                    try handle.set(.keyFile, identity.keyFile)
                }
            }
        } catch {
            throw SecureDeliveryError("\(error)")
        }
    }
}
