import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import SecurityMetricsContract
import SecurityMetricsService
import Testing

/// The tree against the vectors of Certificate Transparency's reference implementation, which
/// RFC 9162 left as they were (transparency-dev/merkle, `testonly`).
struct MerkleTreeTests {
    private static let leaves = [
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
    ]
    private static let roots = [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]

    private let hashing: MerkleHashing

    init() throws {
        hashing = MerkleHashing(try Cryptography.real().hashing)
    }

    private func leafHashes() throws -> [Data] {
        try Self.leaves.map { try hashing.leaf(bytes($0)) }
    }

    private func tree(_ leaves: some Sequence<Data>) throws -> MerkleFrontier {
        try leaves.reduce(into: MerkleFrontier()) { try $0.append($1, hashing) }
    }

    private func bytes(_ text: String) -> Data {
        var digits = text[...], bytes = Data()
        while !digits.isEmpty {
            bytes.append(UInt8(digits.prefix(2), radix: 16)!)
            digits = digits.dropFirst(2)
        }
        return bytes
    }

    @Test(.requirement("AUDIT-05"), arguments: 0...8) func theRootsAreThePublishedOnes(size: Int) throws {
        let tree = try tree(leafHashes().prefix(size))
        #expect(try tree.root(hashing) == bytes(Self.roots[size]))
        let kept = try #require(MerkleFrontier(size: size, subtrees: tree.kept))
        #expect(kept == tree)
    }

    @Test func whatWasKeptOfAnotherTreeIsNone() throws {
        let tree = try tree(leafHashes().prefix(3))
        #expect(MerkleFrontier(size: 4, subtrees: tree.kept) == nil)
    }

    @Test(
        .requirement("AUDIT-05"),
        arguments: [
            (0, 1, []),
            (
                0, 8,
                [
                    "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                    "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
                ]
            ),
            (
                5, 8,
                [
                    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                    "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
                ]
            ),
            (2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
            (
                1, 5,
                [
                    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
                    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                ]
            ),
        ] as [(Int, Int, [String])])
    func theProofsOfInclusionAreThePublishedOnes(index: Int, size: Int, path: [String]) throws {
        let hashes = try leafHashes()
        let made = try MerkleProof.inclusion(of: index, in: size).map { try tree(hashes[$0]).root(hashing) }
        #expect(made == path.map(bytes))
        #expect(
            try MerkleProof.root(of: hashes[index], at: index, in: size, along: made, hashing)
                == bytes(Self.roots[size]))
    }

    @Test(
        .requirement("AUDIT-05"),
        arguments: [
            (1, 1, []),
            (
                1, 8,
                [
                    "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                    "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
                ]
            ),
            (
                2, 5,
                [
                    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                ]
            ),
            (
                6, 7,
                [
                    "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
                    "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f",
                    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
                ]
            ),
            (
                6, 8,
                [
                    "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
                    "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
                ]
            ),
        ] as [(Int, Int, [String])])
    func theProofsOfConsistencyAreThePublishedOnes(old: Int, new: Int, path: [String]) throws {
        let hashes = try leafHashes()
        let made = try MerkleProof.consistency(from: old, to: new).map { try tree(hashes[$0]).root(hashing) }
        #expect(made == path.map(bytes))
        let roots = Self.roots.map(bytes)
        #expect(try MerkleProof.isConsistent((old, roots[old]), (new, roots[new]), along: made, hashing))
    }

    /// Whatever is said of another leaf, another size or along another path is refused.
    @Test(.requirement("AUDIT-05")) func everyProofHoldsForOneTreeOnly() throws {
        let hashes = try (0..<40).map { try hashing.leaf(Data("leaf \($0)".utf8)) }
        let roots = try (0...40).map { try tree(hashes.prefix($0)).root(hashing) }
        func proof(_ subtrees: [Range<Int>]) throws -> [Data] {
            try subtrees.map { try tree(hashes[$0]).root(hashing) }
        }
        for size in 1...40 {
            for index in 0..<size {
                let path = try proof(MerkleProof.inclusion(of: index, in: size))
                #expect(
                    try MerkleProof.root(of: hashes[index], at: index, in: size, along: path, hashing) == roots[size])
                #expect(
                    try MerkleProof.root(of: roots[0], at: index, in: size, along: path, hashing) != roots[size])
                #expect(
                    try MerkleProof.root(of: hashes[index], at: index, in: size, along: path + path, hashing)
                        != roots[size] || path.isEmpty)
            }
            for old in 1..<size {
                let path = try proof(MerkleProof.consistency(from: old, to: size))
                #expect(try MerkleProof.isConsistent((old, roots[old]), (size, roots[size]), along: path, hashing))
                #expect(try !MerkleProof.isConsistent((old, roots[0]), (size, roots[size]), along: path, hashing))
                #expect(try !MerkleProof.isConsistent((old, roots[old]), (size, roots[0]), along: path, hashing))
                #expect(
                    try !MerkleProof.isConsistent(
                        (old, roots[old]), (size, roots[size]), along: path.dropLast(), hashing))
            }
        }
        #expect(try MerkleProof.isConsistent((0, roots[0]), (9, roots[9]), along: [], hashing))
        #expect(try MerkleProof.root(of: hashes[0], at: 3, in: 3, along: [], hashing) == nil)
        #expect(try !MerkleProof.isConsistent((9, roots[9]), (3, roots[3]), along: [], hashing))
    }
}
