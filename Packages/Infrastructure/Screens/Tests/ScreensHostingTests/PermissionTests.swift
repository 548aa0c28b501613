import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import Localization
import ScreensAPI
import Testing

struct PermissionTests {
    @Test(.requirement("PERM-01", "PERM-02")) func aScreenMayDoWhatItAsksForAndNothingElse() async throws {
        let stage = try FormStage()
        let fields = try await stage.send("/ask", "_form=ask").response.fields
        let policy = fields["Permissions-Policy"] ?? ""
        #expect(policy.contains("geolocation=(self)") && policy.contains("camera=()") && policy.contains("usb=()"))
        #expect(policy.components(separatedBy: "self").count == 2)
    }

    @Test(.requirement("PERM-02", "PERM-04", "PERM-07", "PERM-08"))
    func allStatesHaveTheirTextsAndNothingIsShownWithoutScripts() async throws {
        let page = try await FormStage().send("/ask", "_form=ask").text
        for state in ["prompt", "granted", "denied", "restricted"] {
            #expect(page.contains("data-when=\"\(state)\" hidden>"))
        }
        #expect(page.contains(#"data-permission="location" data-field="write-text" hidden>"#))
        #expect(page.contains("It helps. Your browser asks you next") && page.contains("Type it."))
        #expect(page.contains("press the sign beside the address"))
    }
}

extension ScreenPermission {
    static let sample = ScreenPermission(
        .location, of: LocalizedText(verbatim: "Writing"), purpose: LocalizedText(verbatim: "It helps."),
        without: LocalizedText(verbatim: "Type it."))
}
