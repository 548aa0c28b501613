import CryptographyOpenSSL
import FoundationEssentials
import Glibc
import HTTPTransportAPI
import HTTPTransportCurl
import HTTPTypes
import PluginKit
import SecureStorageClient
import SessionsClient
import TelemetryAPI
import TokenRefreshClient

/// A client with a real vault and a real network that asks the server who it
/// is: `RefreshHammer ADDRESS FOLDER TASKS POINT`.
///
/// It says "ready", waits for its standard input to end, and asks in so many
/// tasks at once. It kills itself at the given point of input and output, which
/// are counted from 1; at 0 it never does. It prints each answer.
@main
struct RefreshHammer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let address = ServerAddress(arguments[1]), let tasks = Int(arguments[3]),
            let point = Int(arguments[4])
        else { exit(2) }
        let transport = try transport(to: address, vault: arguments[2], fuse: Fuse(burnsAt: point))
        say("ready")
        _ = readLine()
        let request = HTTPRequest(url: address.url(path: "/whoami"))
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    do throws(HTTPTransportError) {
                        let response = try await transport.send(request)
                        let text = String(decoding: response.body, as: UTF8.self)
                        return response.status == .ok ? text : "status \(response.status)"
                    } catch {
                        return "error \(error.code)"
                    }
                }
            }
            for await answer in group { say(answer) }
        }
    }

    private static func transport(
        to address: ServerAddress, vault: String, fuse: Fuse
    ) throws -> any HTTPTransport {
        let cryptography = try CryptographyPlugin.assemble(.init()).exports.cryptography
        let storage = try SecureStorageClientPlugin.assemble(.init(folder: vault, cryptography: cryptography)).exports
        let sessions = SessionsClientPlugin.assemble(
            .init(secrets: FusedStore(store: storage.secrets, fuse: fuse), locks: storage.locks)
        ).exports
        let curl = HTTPTransportPlugin.assemble(.init(userAgent: "RefreshHammer")).exports.transport
        let network = FusedTransport(transport: curl, fuse: fuse)
        return TokenRefreshClientPlugin.assemble(
            .init(
                server: ServerClient(address: address, transport: network), transport: network,
                sessions: sessions.store, lock: sessions.lock, logger: .disabled)
        ).exports.transport
    }

    private static func say(_ text: String) {
        let line = text + "\n"
        unsafe write(1, line, line.utf8.count)
    }
}
