import CaptchaService
import ConfigurationAPI
import ConfigurationTesting
import CoreModels
import KernelTesting
import Testing

struct SettingsTests {
    @Test(.requirement("CAPTCHA-04")) func theServersOwnTakesNoKeys() throws {
        let configuration = Configuration.fixture()
        #expect(CaptchaSettings.section.check(configuration).isEmpty)
        #expect(try CaptchaProvider(configuration) == nil)
    }

    @Test(.requirement("CAPTCHA-04"), arguments: CaptchaSettings.Provider.allCases.filter { $0 != .proofOfWork })
    func anotherOneTakesBothItsKeys(_ provider: CaptchaSettings.Provider) throws {
        let chosen = Configuration.FixtureSetting.set(CaptchaSettings.provider, to: provider)
        let siteKey = Configuration.FixtureSetting.set(CaptchaSettings.siteKey, to: "site-1")
        let secret = Configuration.FixtureSetting.set(CaptchaSettings.secret, to: Secret("s3cret"))
        for (settings, missing) in [
            ([chosen], ["captcha.site_key", "captcha.secret"]), ([chosen, secret], ["captcha.site_key"]),
            ([chosen, siteKey], ["captcha.secret"]),
        ] {
            let configuration = Configuration.fixture(settings)
            #expect(
                CaptchaSettings.section.check(configuration).map(\.settings)
                    == missing.map { ["captcha.provider", $0] })
            #expect(throws: UnusableSettings.self) { try CaptchaProvider(configuration) }
        }
        let configuration = Configuration.fixture(chosen, siteKey, secret)
        #expect(CaptchaSettings.section.check(configuration).isEmpty)
        #expect(try CaptchaProvider(configuration) != nil)
    }
}
