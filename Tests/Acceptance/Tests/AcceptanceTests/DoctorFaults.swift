import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// Something that is done to a sound server, and how it is found.
struct DoctorFault: Sendable, CustomTestStringConvertible {
    /// What the finding is called.
    let code: String
    /// What is said of it: what it is about, and what mends it.
    let words: [String]
    let testDescription: String
    /// Does it.
    ///
    /// - Returns: What is set besides.
    let seed: @Sendable (DoctorStage) async throws -> [String]

    init(
        _ description: String, _ code: String, _ words: String...,
        seed: @escaping @Sendable (DoctorStage) async throws -> [String]
    ) {
        testDescription = description
        self.code = code
        self.words = words
        self.seed = seed
    }

    static let all = configuration + files + database + mail + tls + backups

    private static let configuration = [
        DoctorFault(
            "a setting that there isn't", "invalid_configuration", "--tokens.access-lifetim", "essentiald config keys"
        ) { _ in
            ["--tokens.access-lifetim", "1m"]
        },
        DoctorFault("an address for others without TLS", "invalid_configuration", "server.tls.certificate") { stage in
            ["--server.listen", "0.0.0.0:\(stage.port)"]
        },
        DoctorFault("a plugin that there isn't", "invalid_composition", "nope", "There are: about,") { _ in
            ["--plugins.disabled", "nope"]
        },
        DoctorFault("a configuration that all may write", "configuration_writable", "chmod o-w") { stage in
            try stage.write("{ log: { level: 'info' } }", to: "file.json5", mode: 0o666)
            return ["--config", stage.folder.path(of: "file.json5")]
        },
        DoctorFault("a secret in a configuration that all may read", "secret_exposed", "chmod o=") { stage in
            try stage.write("{ captcha: { secret: 'word', site_key: 'key' } }", to: "file.json5", mode: 0o644)
            return ["--config", stage.folder.path(of: "file.json5")]
        },
        DoctorFault("a list of passwords that is missing", "password_list", "passwords pack") { stage in
            ["--passwords.leaked", stage.folder.path(of: "none")]
        },
        DoctorFault(
            "a port of another program", "cannot_listen", "Stop the program that listens on it", "ss --listening"
        ) { _ in
            ["--server.listen", "127.0.0.1:\(try SilentPort.kept())"]
        },
        DoctorFault("a database on PostgreSQL that nobody runs", "database", "database.url", "pg_isready") { stage in
            ["--database.url", "postgresql://nobody@127.0.0.1:\(stage.port)/none?sslmode=disable"]
        },
    ]

    private static let files = [
        DoctorFault("pictures to which all may write", "data_folder", "chmod --recursive go-rwx") { stage in
            try #require(chmod(stage.data + "/images", 0o777) == 0)
            return []
        },
        DoctorFault("a key that all may read", "data_exposed", "server.key", "chmod --recursive go-rwx") { stage in
            try #require(chmod(stage.data + "/server.key", 0o644) == 0)
            return []
        },
        DoctorFault(
            "a key that is missing", "data_folder", "server.key is missing, restore it",
            "cp --preserve BACKUPS/NAME/server.key"
        ) { stage in
            try await stage.shell("rm data/server.key")
            return []
        },
        DoctorFault("a key that is damaged", "server_keys", "backup", "cp --preserve BACKUPS/NAME/server.key") {
            stage in
            try await stage.shell("truncate --size 5 data/server.key")
            return []
        },
        DoctorFault("a restore that was cut short", "restore_unfinished", "essentiald backup restore") { stage in
            try await stage.shell("mkdir data/essentiald.restoring")
            return []
        },
        DoctorFault("a picture without its file", "pictures_missing", "cp --preserve BACKUPS/images/") { stage in
            try await stage.shell("rm $(find data/images -type f -path '*/??/*' | head -n 1)")
            return []
        },
        DoctorFault("a file without a picture", "pictures_unnamed", "systemctl restart essentiald") { stage in
            let name = String(repeating: "ab", count: 32)
            try await stage.shell("mkdir -p data/images/ab && touch --date yesterday data/images/ab/\(name)")
            return []
        },
        DoctorFault("pictures on a disk that isn't mounted", "data_folder", "images", "mount") { stage in
            try await stage.shell("mv data/images elsewhere")
            return []
        },
    ]

    private static let database = [
        DoctorFault("a damaged page", "database", "essentiald.sqlite", "essentiald backup restore --into") { stage in
            try await stage.shell(
                "dd if=/dev/urandom of=data/essentiald.sqlite bs=4096 seek=6 count=8 conv=notrunc 2>/dev/null")
            return []
        },
        DoctorFault("tables of a newer program", "database", "feed-0099", "newer", "apt install") { stage in
            try await stage.sqlite("INSERT INTO schema_migrations VALUES ('feed-0099', 999, 'x', 'x', 0)")
            return []
        },
        DoctorFault(
            "a database that is missing", "data_folder", "Restore the database from a backup",
            "essentiald backup restore --into"
        ) { stage in
            try await stage.shell("rm data/essentiald.sqlite*")
            return []
        },
        DoctorFault("a log that is never emptied", "database_log_large", "systemctl restart essentiald") { stage in
            try await stage.shell("truncate --size 300M data/essentiald.sqlite-wal")
            return []
        },
        DoctorFault("another server's key", "server_keys", "cp --preserve BACKUPS/NAME/server.key") { stage in
            let other = try await Server(data: stage.folder.path(of: "other"), keepsFile: true)
            _ = await other.stop()
            try await stage.shell("cp other/server.key data/server.key")
            return []
        },
    ]

    private static let smtp = [
        "--mail.transport", "smtp", "--mail.sender", "Essential <no-reply@example.com>", "--mail.smtp.host",
        "127.0.0.1",
    ]

    private static func letter(_ state: String, _ hours: Int) -> String {
        """
        INSERT INTO mail_outbox VALUES ('6f9619ff-8b86-4011-b42d-00c04fc964ff', 'ben@example.com', 'x', x'00', '\(state)',
            9, unixepoch() * 1000 - \(hours) * 3600000, unixepoch() * 1000, 'no route')
        """
    }

    private static let mail = [
        DoctorFault("letters that wait", "letters_wait", "no route", "essentiald mail list") { stage in
            try await stage.sqlite(letter("waiting", 3))
            return []
        },
        DoctorFault("letters that were given up", "letters_given_up", "no route", "essentiald mail retry") { stage in
            try await stage.sqlite(letter("dead", 30))
            return []
        },
        DoctorFault("a mail server that isn't there", "mail_unreachable", "curl --verbose") { stage in
            smtp + ["--mail.smtp.port", "\(stage.port)", "--mail.smtp.security", "none"]
        },
        DoctorFault("a mail server that says nothing", "mail_unreachable", "curl --verbose") { _ in
            smtp + ["--mail.smtp.port", "\(try SilentPort.kept())", "--mail.smtp.security", "none"]
        },
        DoctorFault("a mail server that knows no TLS", "mail_tls_failed", "openssl s_client -starttls smtp") { _ in
            smtp + ["--mail.smtp.port", "\(try await RefusingMailServer.kept())"]
        },
        DoctorFault("a wrong password", "mail_login_refused", "install -m 600 /dev/stdin") { stage in
            try stage.write("wrong\n", to: "password")
            return smtp + [
                "--mail.smtp.port", "\(try await RefusingMailServer.kept())", "--mail.smtp.security", "none",
                "--mail.smtp.username", "essential", "--mail.smtp.password-file", stage.folder.path(of: "password"),
            ]
        },
        DoctorFault("a password that all may read", "secret_exposed", "chmod 600") { stage in
            try stage.write("word\n", to: "password", mode: 0o644)
            return smtp + [
                "--mail.smtp.port", "\(stage.port)", "--mail.smtp.security", "none", "--mail.smtp.username",
                "essential",
                "--mail.smtp.password-file", stage.folder.path(of: "password"),
            ]
        },
    ]

    private static let tls = [
        DoctorFault("a certificate that has ended", "certificate_expired", "certbot renew") { stage in
            try await stage.makeCertificate(for: "essential.example.com", days: -1)
            return stage.tls
        },
        DoctorFault("a certificate that ends soon", "certificate_expires_soon", "certbot renew") { stage in
            try await stage.makeCertificate(for: "essential.example.com", days: 5)
            return stage.tls
        },
        DoctorFault("a certificate of another name", "certificate_name", "certbot certonly --domain photos") { stage in
            try await stage.makeCertificate(for: "essential.example.com", days: 90)
            return stage.tls + ["--server.public-url", "https://photos.example.com"]
        },
        DoctorFault("another certificate's key", "tls", "the key belongs", "openssl pkey") { stage in
            try await stage.makeCertificate(for: "essential.example.com", days: 90)
            try await stage.shell("openssl ecparam -name prime256v1 -genkey -noout -out key.pem && chmod 600 key.pem")
            return stage.tls
        },
        DoctorFault("a key of TLS that all may read", "tls", "chmod o=") { stage in
            try await stage.makeCertificate(for: "essential.example.com", days: 90)
            try #require(chmod(stage.folder.path(of: "key.pem"), 0o644) == 0)
            return stage.tls
        },
    ]

    private static let backups = [
        DoctorFault("no backup", "backup_missing", "essentiald backup create") { stage in
            ["--backup.folder", stage.folder.path(of: "none")]
        },
        DoctorFault("a backup that nobody verified", "backup_unproven", "essentiald backup verify") { stage in
            try await stage.shell("rm backups/20*/verified.json")
            return []
        },
        DoctorFault("a backup that is damaged", "backup_damaged", "essentiald backup verify 20") { stage in
            try await stage.shell("for file in backups/20*/SHA256SUMS; do echo x >> $file; done")
            return []
        },
        DoctorFault("backups that others may read", "backup_folder_unsafe", "chmod 700") { stage in
            try #require(chmod(stage.backups, 0o755) == 0)
            return []
        },
    ]
}

extension SilentPort {
    private static let shared = Result { try SilentPort() }

    /// One that is there for as long as the tests.
    static func kept() throws -> Int { try shared.get().number }
}

extension RefusingMailServer {
    private static let shared = Task { try await RefusingMailServer() }

    /// One that is there for as long as the tests.
    static func kept() async throws -> Int { try await shared.value.port }
}
