public import FoundationEssentials
import KernelTesting
public import SecureDeliveryAPI

/// A receiver with TLS, of Python's, that behaves as a test says.
public final class TLSReceiver: Sendable {
    /// What it does with a connection.
    public enum Manner: String, CaseIterable, Sendable {
        /// Closes it as it comes.
        case down
        /// Never says a word, not even of TLS.
        case mute
        /// Reads nothing.
        case silent
        /// Reads ten bytes and cuts it.
        case cut
        /// Talks all the time.
        case talking
        /// Ends it before it has read anything.
        case early
        /// Reads all and cuts it without TLS's end.
        case rude
        /// Reads all and ends it.
        case taking
    }

    /// Where it listens, on 127.0.0.1.
    public let port: Int
    private let child: ChildProcess
    private let folder: TemporaryFolder

    /// Starts one.
    ///
    /// - Parameters:
    ///   - identity: Its certificate.
    ///   - authority: Whose certificates a client needs; nil where it needs none.
    public init(_ identity: SecurePeer.Identity, requiring authority: String? = nil) async throws {
        folder = try TemporaryFolder()
        child = try ChildProcess(
            "/usr/bin/python3",
            ["-c", Self.program, folder.path, identity.certificateFile, identity.keyFile, authority ?? ""])
        let line = await child.readOutput(until: "\n")
        guard let port = Int(line.filter { $0.isNumber }) else { throw SecureDeliveryError("no receiver: \(line)") }
        self.port = port
        try behave(.taking)
    }

    deinit {
        child.send(9)
    }

    /// Has it do something else from the next connection on.
    public func behave(_ manner: Manner) throws {
        try Data(manner.rawValue.utf8).write(to: URL(filePath: folder.path(of: "manner")), options: .atomic)
    }

    /// What came over connections that it read to their end, one after another.
    public var received: [Data] {
        (1...10_000).lazy.map { [folder] number in folder.contents(of: "\(number)") }.prefix { $0 != nil }
            .map { Data($0 ?? []) }
    }

    /// What it is for a deliverer.
    public func peer(
        trusting authority: String?, as identity: SecurePeer.Identity? = nil, within timeout: Duration = .seconds(10)
    ) -> SecurePeer {
        SecurePeer(host: "127.0.0.1", port: port, authorityFile: authority, identity: identity, timeout: timeout)
    }

    private static let program = """
        import os, socket, ssl, sys

        folder, certificate, key, authority = sys.argv[1:5]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        if authority:
            context.verify_mode = ssl.CERT_REQUIRED
            context.load_verify_locations(authority)
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        held, count = [], 0

        def serve(connection, manner):
            global count
            if manner == "down":
                return connection.close()
            if manner == "mute":
                return held.append(connection)
            connection = context.wrap_socket(connection, server_side=True)
            if manner == "silent":
                return held.append(connection)
            if manner == "cut":
                connection.recv(10)
                return socket.socket(fileno=connection.detach()).close()
            if manner == "early":
                connection.settimeout(0.2)
                try:
                    connection.unwrap()
                except OSError:
                    pass
                return socket.socket(fileno=connection.detach()).close()
            while manner == "talking":
                connection.sendall(bytes(4096))
            received = b""
            while piece := connection.recv(65536):
                received += piece
            if manner == "rude":
                return socket.socket(fileno=connection.detach()).close()
            count += 1
            with open(f"{folder}/new", "wb") as file:
                file.write(received)
            os.rename(f"{folder}/new", f"{folder}/{count}")
            connection.unwrap()
            connection.close()

        while True:
            connection, _ = listener.accept()
            try:
                with open(f"{folder}/manner") as file:
                    manner = file.read()
                serve(connection, manner)
            except OSError as error:
                print(error, file=sys.stderr)
        """
}
