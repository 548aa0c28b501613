import AtomicFiles
import ConfigurationAPI
import CoreModels
import FoundationEssentials
import Localization
import PluginKit

/// A small file of the operator's with what no setting may show, read whenever it is needed, so that
/// a new secret needs no start.
struct SecretFile: Sendable {
    private static let limit = 16 * 1_024

    let path: String

    /// Its lines, without empty ones and those that begin with `#`.
    ///
    /// - Returns: Nothing if it can't be read.
    func lines() -> [Secret] {
        guard var content = try? AtomicFile(path: path).contents(limit: Self.limit) else { return [] }
        defer { content.resetBytes(in: 0..<content.count) }
        return content.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            .filter { $0.first != UInt8(ascii: "#") }.map { Secret($0) }
    }
}

/// Stops a start whose secrets can't be used.
struct SecretCheck: PluginService {
    /// What is wrong; nil if nothing is.
    let problem: @Sendable () -> UnusableSettings?

    func problems() async -> [any Error] { problem().map { [$0] } ?? [] }

    func start() async throws {
        if let problem = problem() { throw problem }
    }
}

extension UnusableSettings {
    /// One of two settings is missing that need each other.
    static func missing(_ key: String, beside other: String) -> UnusableSettings {
        UnusableSettings(
            [key, other],
            LocalizedText(
                en: "\(other) is set, so \(key) is needed. Set it, or remove \(other).",
                es: "\(other) está definido, así que hace falta \(key). Defínelo, o quita \(other)."))
    }
}
