import ConfigurationAPI
import FoundationEssentials
import KernelTesting
import ServerWiring
import Testing

struct ScreenInventoryTests {
    @Test(.requirement("SCREEN-05", "PERM-10")) func theDocumentSaysWhatTheScreensDeclare() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../docs/screens.md")
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let begin = try #require(text.firstRange(of: "<!-- screens: written by `make screens` -->\n"))
        let end = try #require(text.firstRange(of: "<!-- end of screens -->"))
        let inventory = try ScreenInventory(.defaults, data: "/nonexistent").markdown
        let isSame = text[begin.upperBound..<end.lowerBound] == inventory
        #expect(isSame, "`make screens` writes docs/screens.md")
        for sure in [
            "| `/account` | people who are logged in | your email address |", "| camera |", "| `/account/devices` |",
        ] {
            #expect(inventory.contains(sure))
        }
    }
}
