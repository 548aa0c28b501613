import FoundationEssentials
import KernelTesting
import PasswordQuality
import PasswordQualityLists
import Testing

/// Lists of leaked passwords: made of what others publish, and looked up.
struct PasswordListTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func pack(_ text: String, minimumCount: Int = 1) throws -> PackedPasswordList {
        let source = folder.path(of: "source"), target = folder.path(of: "list")
        try Data(text.utf8).write(to: URL(filePath: source))
        let count = try PasswordListPacker.pack(source, minimumCount: minimumCount, to: target)
        let list = try PackedPasswordList(path: target)
        #expect(list.count == count)
        return list
    }

    @Test func aFileOfPasswordsIsPacked() throws {
        let list = try pack("seven blue coffee cups\r\nMaple-Forest-92\n\nshort\nmaple-forest-92\nlast without end")
        #expect(list.count == 3)
        for password in ["seven blue coffee cups", "maple-forest-92", "last without end"] {
            #expect(list.contains(password))
        }
        for password in ["", "short", "seven blue coffee cup", "Maple-Forest-92"] { #expect(!list.contains(password)) }
    }

    /// The digests are those of `password`, `abc` and the empty text (RFC 3174
    /// and FIPS 180-4 have the last two).
    @Test func digestsAreTakenAsTheyArePublished() throws {
        let published = """
            5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:9545824
            a9993e364706816aba3e25717850c26c9cd0d89d:3
            DA39A3EE5E6B4B0D3255BFEF95601890AFD80709

            """
        let all = try pack(published)
        #expect(all.count == 3 && all.contains("password") && all.contains("abc") && all.contains(""))
        let frequent = try pack(published, minimumCount: 4)
        #expect(frequent.count == 2 && frequent.contains("password") && !frequent.contains("abc"))
    }

    @Test func everyPasswordOfALongListIsFound() throws {
        let passwords = (0..<2_000).map { "correct horse \($0) battery staple and a line of more than one block" }
        let list = try pack(passwords.joined(separator: "\n"))
        #expect(list.count == passwords.count && passwords.allSatisfy(list.contains))
        #expect(!passwords.contains { list.contains($0 + "!") })
    }

    @Test func aListOfNothingIsNoList() throws {
        for text in ["", "short\n\n", String(repeating: "a", count: 40) + ":0\n"] {
            #expect(throws: PasswordListError.empty(folder.path(of: "source"))) { try pack(text) }
        }
    }

    /// Names that were swapped destroy neither the list nor a key.
    @Test func onlyAPackedListIsReplaced() throws {
        let text = folder.path(of: "text"), key = folder.path(of: "key"), list = folder.path(of: "packed")
        try Data("seven blue coffee cups\n".utf8).write(to: URL(filePath: text))
        try Data("a secret".utf8).write(to: URL(filePath: key))
        for place in [text, key] {
            #expect(throws: PasswordListError.occupied(place)) { try PasswordListPacker.pack(text, to: place) }
        }
        #expect(FileManager.default.contents(atPath: key) == Data("a secret".utf8))
        #expect(try PasswordListPacker.pack(text, to: list) == 1)
        #expect(try PasswordListPacker.pack(text, to: list) == 1)
        #expect(throws: PasswordListError.packed(list)) { try PasswordListPacker.pack(list, to: folder.path(of: "x")) }
    }

    @Test func whatIsNoListIsRefused() throws {
        let missing = folder.path(of: "missing"), other = folder.path(of: "other")
        try Data("password\nletmein\n".utf8).write(to: URL(filePath: other))
        #expect(throws: PasswordListError.unreadable(missing)) { try PackedPasswordList(path: missing) }
        #expect(throws: PasswordListError.malformed(other)) { try PackedPasswordList(path: other) }
        #expect(throws: PasswordListError.unreadable(missing)) { try PasswordListPacker.pack(missing, to: other) }
        #expect(throws: PasswordListError.unwritable(missing + "/list")) {
            try PasswordListPacker.pack(other, to: missing + "/list")
        }
    }

    @Test(.requirement("SANIT-05")) func aPasswordOfTheListIsRefusedWhateverItsCase() throws {
        let rules = PasswordRules(leaked: try pack("Seven Blue Coffee Cups\nñandú de la sierra"))
        for password in ["seven blue coffee cups", "SEVEN BLUE coffee cups", "n\u{303}andu\u{301} de la sierra"] {
            #expect(rules.problems(of: password, name: "", email: "") == [.common])
            #expect(PasswordRules().problems(of: password, name: "", email: "") == [])
        }
        #expect(rules.problem(of: "four green tea pots", name: "", email: "") == nil)
    }
}
