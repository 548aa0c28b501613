import ComposerFlows
import ConsoleAPI
import FoundationEssentials
import HTTPTransportAPI

/// Where a profile keeps what is its own.
///
/// Each server has a folder of its own below the profile: a session is never
/// shown to another server than the one that granted it.
struct ClientPlaces: Sendable {
    private let home: String
    private let profile: String
    private let server: ServerAddress
    private let own: String

    /// - Parameters:
    ///   - home: The folder of the program.
    ///   - profile: The name of the profile, a plain word.
    ///   - server: The server that is used.
    init(home: String, profile: String, server: ServerAddress) {
        self.home = home
        self.profile = Self.folder(home: home, profile: profile)
        self.server = server
        own = Self.folder(of: server, in: self.profile)
    }

    var vault: String { own + "/vault" }
    var cache: String { own + "/cache" }
    /// Whether something is kept that the server sent.
    var hasAnswers: Bool { FileManager.default.fileExists(atPath: cache) }
    /// What the server's certificate is checked against.
    var authorities: String { own + "/ca-file" }
    /// That pins of the server were installed.
    var pinMark: String { own + "/pinned" }
    /// What the rows of the lists were that were shown last.
    var rows: String { cache + "/rows.json" }
    /// What the program that shows screens keeps of itself.
    var app: String { own + "/app" }
    /// Where pictures are while they are sent.
    var uploads: String { cache + "/uploads" }

    /// Refuses folders that aren't the person's own; the vault looks after its
    /// own one.
    func checkFolders() throws(CommandFailure) {
        try OwnFolders.check([
            home + "/profiles", profile, profile + "/servers", own, cache, uploads, app, app + "/launch",
        ])
    }

    /// What a profile remembers of its server.
    static func memory(home: String, profile: String) -> ProfileServer {
        ProfileServer(profile: folder(home: home, profile: profile))
    }

    /// The servers of the profile that have a vault, but for the one that is used.
    var others: [(address: String, vault: String)] {
        let servers = profile + "/servers", used = own.dropFirst(servers.count + 1)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: servers)) ?? []
        return names.filter { $0 != used }.sorted().compactMap { name in
            let vault = "\(servers)/\(name)/vault"
            guard let address = Self.address(named: name), FileManager.default.fileExists(atPath: vault + "/header")
            else { return nil }
            return (address.description, vault)
        }
    }

    /// The folder of a server in that of a profile.
    ///
    /// It is the same for all spellings of its address: a session and pins hold for each of them. Whoever has one from when each spelling had its own keeps that.
    static func folder(of server: ServerAddress, in profile: String) -> String {
        let shared = profile + "/servers/" + name(of: server.normalized)
        let former = profile + "/servers/" + name(of: server.description)
        return shared == former || !FileManager.default.fileExists(atPath: former) ? shared : former
    }

    /// The names of the profiles in the folder of the program.
    static func profiles(in home: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: home + "/profiles")
        return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func folder(home: String, profile: String) -> String { "\(home)/profiles/\(profile)" }

    /// The address with every character that a file name may not have, or that
    /// could make two addresses one, written as its bytes.
    private static func name(of address: String) -> String {
        address.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
                UInt8(ascii: "-"):
                String(UnicodeScalar(byte))
            default: "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
    }

    /// The address that has this name; nil for what isn't the name of any.
    private static func address(named name: String) -> ServerAddress? {
        var bytes: [UInt8] = [], rest = Array(name.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "_") else {
                bytes.append(byte)
                continue
            }
            guard let digits = String(validating: rest.prefix(2), as: UTF8.self), let code = UInt8(digits, radix: 16)
            else { return nil }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        let address = ServerAddress(String(decoding: bytes, as: UTF8.self))
        return address.flatMap { self.name(of: $0.description) == name ? $0 : nil }
    }
}

extension ClientPlaces: ServerRemembering {
    func rememberServer() async {
        try? ProfileServer(profile: profile).remember(server)
    }
}
