import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Locking
import SecurityMetricsAPI
import SecurityMetricsClient
import SecurityMetricsContract
import Testing

/// A server's trail as RFC 9162 defines it, leaf by leaf, and whatever a server may say of it.
struct TrailOfServer: Sendable {
    let cryptography: Cryptography
    let key: any SigningKey
    var leaves: [Data]

    init(_ count: Int = 0, key: (any SigningKey)? = nil, marked mark: String = "") throws {
        cryptography = try .real()
        self.key = try key ?? cryptography.signatures.makeSigningKey(.edDSA)
        leaves = (0..<count).map { Data("event \($0)\(mark)".utf8) }
    }

    var hashing: MerkleHashing {
        let hashing = cryptography.hashing
        return MerkleHashing { content in try hashing.sha256(content) }
    }

    /// The root of some leaves (section 2.1.1).
    func root(_ range: Range<Int>) throws -> Data {
        switch range.count {
        case 0: return try hashing.empty()
        case 1: return try hashing.leaf(leaves[range.lowerBound])
        default:
            var split = 1
            while split * 2 < range.count { split *= 2 }
            let middle = range.lowerBound + split
            return try hashing.node(root(range.lowerBound..<middle), root(middle..<range.upperBound))
        }
    }

    func proof(since old: Int) throws -> [String] {
        try MerkleProof.consistency(from: old, to: leaves.count).map { try root($0).base64EncodedString() }
    }

    func head(at time: String = "2026-11-21T10:02:00.000Z") throws -> TreeHead {
        let root = try root(0..<leaves.count).base64EncodedString()
        let text = TreeHead.signedText(leaves.count, 0, root, time)
        return TreeHead(
            size: leaves.count, removed: 0, root: root, at: time, key: key.verificationKey.thumbprint,
            signature: try key.signature(for: text).base64EncodedString())
    }

    func message(since old: Int? = nil, at time: String = "2026-11-21T10:02:00.000Z") throws -> ShownHeadMessage {
        let hasProof = old.map { $0 > 0 && $0 < leaves.count } ?? false
        return ShownHeadMessage(
            try head(at: time), signedBy: .init(x: try #require(key.verificationKey.jsonWebKey.x)),
            consistency: try hasProof ? proof(since: old ?? 0) : nil)
    }

    func shown(since old: Int? = nil) throws -> ShownTrail { try #require(ShownTrail(try message(since: old))) }
}

extension ShownHeadMessage {
    /// The same with something changed.
    func changed(
        size: Int? = nil, removed: Int? = nil, root: String? = nil, at: String? = nil, key: String? = nil,
        signature: String? = nil, publicKey: Key? = nil, consistency: [String]?? = nil
    ) -> ShownHeadMessage {
        ShownHeadMessage(
            TreeHead(
                size: size ?? head.size, removed: removed ?? head.removed, root: root ?? head.root, at: at ?? head.at,
                key: key ?? head.key, signature: signature ?? head.signature),
            signedBy: publicKey ?? self.publicKey, consistency: consistency ?? self.consistency)
    }
}

extension HTTPResponse {
    static func json(_ value: some Encodable) throws -> HTTPResponse {
        HTTPResponse(
            status: .ok, fields: [.contentType: "application/json"], body: try WireCoding.encoder().encode(value))
    }

    static func problem(_ status: Int, _ code: String) -> HTTPResponse {
        HTTPResponse(
            status: HTTPStatus(rawValue: status), fields: [.contentType: "application/problem+json"],
            body: Data(#"{"code":"\#(code)","title":"No.","status":\#(status)}"#.utf8))
    }
}
