import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import FoundationEssentials
import Glibc
import PluginKit

/// Forks after sealing, and goes on in both processes: `ForkProbe nonces` seals
/// in each with a key of its own, `ForkProbe key` in the child with the key of
/// its parent.
///
/// It has one thread, so that the child may do anything.
@main
struct ForkProbe {
    private let cryptography: Cryptography

    static func main() throws {
        guard CommandLine.arguments.count == 2 else { exit(2) }
        let probe = ForkProbe(cryptography: try CryptographyPlugin.assemble(.init()).exports.cryptography)
        switch CommandLine.arguments[1] {
        case "nonces": try probe.forkForNonces()
        case "key": try probe.forkWithKey()
        default: exit(2)
        }
    }

    private func forkForNonces() throws {
        // So many are drawn ahead, and some more.
        _ = try nonces(1)
        let child = fork()
        for nonce in try nonces(400) { say((child == 0 ? "child " : "parent ") + nonce) }
        if child == 0 { _exit(0) }
        waitpid(child, nil, 0)
    }

    private func forkWithKey() throws {
        let key = try cryptography.keys.makeRandomKey()
        _ = try cryptography.encryption.seal(Secret("before"), using: key, authenticating: Data())
        let child = fork()
        if child == 0 {
            let box = try? cryptography.encryption.seal(Secret("after"), using: key, authenticating: Data())
            say(box == nil ? "refused" : "sealed")
            _exit(0)
        }
        waitpid(child, nil, 0)
        _ = try cryptography.encryption.seal(Secret("after"), using: key, authenticating: Data())
        say("done")
    }

    private func nonces(_ count: Int) throws -> [String] {
        let key = try cryptography.keys.makeRandomKey()
        return try (0..<count).map { _ in
            try cryptography.encryption.seal(Secret("value"), using: key, authenticating: Data()).nonce
                .base64EncodedString()
        }
    }

    /// Swift hides fork(2), since most of what a child could do after it isn't
    /// safe.
    private func fork() -> pid_t {
        guard let symbol = unsafe dlsym(nil, "fork") else { exit(2) }
        return unsafe unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
    }

    private func say(_ text: String) {
        let line = text + "\n"
        unsafe write(1, line, line.utf8.count)
    }
}
