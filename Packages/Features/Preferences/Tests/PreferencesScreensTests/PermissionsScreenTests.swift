import KernelTesting
import Localization
import PluginKit
import PreferencesScreens
import ScreensAPI
import ScreensTesting
import Testing

struct PermissionsScreenTests {
    @Test(.requirement("PERM-07", "PERM-10")) func eachPermissionIsThereWithWhatItIsFor() async throws {
        let all = ScreenPermission.Kind.allCases.map { kind in
            ScreenPermission(
                kind, of: LocalizedText(verbatim: "\(kind) of"),
                purpose: LocalizedText(verbatim: ScreenCheck.hostile[0]),
                without: LocalizedText(verbatim: "without \(kind)"))
        }
        var host = PluginHost()
        try host.install(PreferencesScreensPlugin.self, .init(permissions: { all }))
        let contents = try await ScreenRunner(try host.composed().values(of: Screens.self)).show("/account/permissions")
        let texts = ["camera of", "location of", "notifications of", ScreenCheck.hostile[0]]
        let check = ScreenCheck(places: ["/account/permissions", "/account/preferences"])
        #expect(check.problems(of: contents, saying: texts) == [])
        #expect(contents.permissions == Set(ScreenPermission.Kind.allCases))
    }
}
