import AtomicFiles
import ComposerFlows
import FoundationEssentials
import HTTPTransportAPI

/// Where a profile keeps what is its own.
///
/// Each server has a folder of its own below the profile: a session is never
/// shown to another server than the one that granted it.
struct ClientPlaces: Sendable {
    private let profile: String
    private let server: ServerAddress

    /// - Parameters:
    ///   - home: The folder of the program.
    ///   - profile: The name of the profile, a plain word.
    ///   - server: The server that is used.
    init(home: String, profile: String, server: ServerAddress) {
        self.profile = Self.folder(home: home, profile: profile)
        self.server = server
    }

    var vault: String { own + "/vault" }
    var cache: String { own + "/cache" }

    /// The server that the profile used last.
    static func rememberedServer(home: String, profile: String) -> ServerAddress? {
        let file = AtomicFile(path: folder(home: home, profile: profile) + "/server")
        guard let data = try? file.contents(limit: 4_096) else { return nil }
        return ServerAddress(String(decoding: data, as: UTF8.self))
    }

    /// Remembers the server for the next time.
    func remember() throws(FileError) {
        try AtomicFile(path: profile + "/server").replace(with: Data(server.description.utf8), durability: .process)
    }

    private var own: String { profile + "/servers/" + Self.name(of: server) }

    private static func folder(home: String, profile: String) -> String { "\(home)/profiles/\(profile)" }

    /// The address with every character that a file name may not have, or that
    /// could make two addresses one, written as its bytes.
    private static func name(of server: ServerAddress) -> String {
        server.description.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
                UInt8(ascii: "-"):
                String(UnicodeScalar(byte))
            default: "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
    }
}

/// Remembers the server of a profile in a file.
struct ProfileMemory: ServerRemembering {
    let places: ClientPlaces

    func rememberServer() async {
        try? places.remember()
    }
}
