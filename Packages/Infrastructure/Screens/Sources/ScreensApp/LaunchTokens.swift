import AtomicFiles
import CoreModels
package import CryptographyAPI
package import FoundationEssentials
import Glibc

/// What lets a browser in, once each.
///
/// They are files of a folder that only the person may use: whichever process
/// of theirs makes one, the program that runs knows it. A file is named by the
/// digest of its token, so it tells nobody the token.
package struct LaunchTokens: Sendable {
    /// What a token is good for.
    package enum Redemption: Hashable, Sendable {
        /// It lets a browser in, and is used up with this.
        case accepted
        /// It was used before.
        case repeated
        /// It is none, or its time is over.
        case refused
    }

    let folder: String
    let random: any RandomSource
    let hashing: any Hashing
    let now: @Sendable () -> Date

    package init(
        folder: String, random: any RandomSource, hashing: any Hashing, now: @escaping @Sendable () -> Date
    ) {
        self.folder = folder
        self.random = random
        self.hashing = hashing
        self.now = now
    }

    /// For how long any token is good.
    private static let longest: TimeInterval = 600
    /// For how long it is known of a token that it was used.
    private static let memory: TimeInterval = 86_400
    private static let used = "used"

    /// Makes a token.
    package func issue(for lifetime: Duration) throws -> String {
        sweep()
        let token = try random.text(byteCount: 32)
        let end = now().addingTimeInterval(lifetime / .seconds(1))
        try file(of: token).replace(with: Data("\(end.timeIntervalSince1970)".utf8), durability: .process)
        return token
    }

    /// Uses a token; one caller at a time.
    package func redeem(_ token: String) -> Redemption {
        guard !token.isEmpty, token.utf8.count <= 64, let file = try? file(of: token),
            let content = (try? file.contents(limit: 64)).flatMap({ $0 }).map({ String(decoding: $0, as: UTF8.self) })
        else { return .refused }
        guard content != Self.used else { return .repeated }
        // One that would be good for longer than any comes from a clock that was wrong.
        guard let end = TimeInterval(content), (0...Self.longest).contains(end - now().timeIntervalSince1970),
            end > now().timeIntervalSince1970,
            (try? file.replace(with: Data(Self.used.utf8), durability: .process)) != nil
        else { return .refused }
        return .accepted
    }

    /// Whether a token is still to be used.
    package func isOpen(_ token: String) -> Bool {
        (try? file(of: token).contents(limit: 64)).flatMap { $0 }.map { $0 != Data(Self.used.utf8) } ?? false
    }

    private func file(of token: String) throws(CryptographyError) -> AtomicFile {
        let digest = try hashing.sha256(Data(token.utf8))
        return AtomicFile(path: folder + "/" + Base64URL.encode(digest))
    }

    /// Removes what nobody will ask about.
    private func sweep() {
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] {
            let path = folder + "/" + name
            let changed = (try? files.attributesOfItem(atPath: path))?[.modificationDate] as? Date
            if let changed, now().timeIntervalSince(changed) > Self.memory { _ = unsafe unlink(path) }
        }
    }
}
