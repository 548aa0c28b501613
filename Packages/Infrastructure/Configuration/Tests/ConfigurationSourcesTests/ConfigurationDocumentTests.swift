import ConfigurationAPI
import ConfigurationSources
import CoreModels
import Localization
import Testing

struct ConfigurationDocumentTests {
    @Test func saysOfEachSettingWhatItIsFor() {
        let section = ConfigurationSection(
            LocalizedText(en: "Mail", es: "Correo"),
            ConfigurationKey(
                "mail.tries", default: 3, allowed: .range(1...9),
                summary: LocalizedText(en: "How often", es: "Cuántas veces"), detail: "Or `a|b`."),
            ConfigurationKey<Secret?>(
                "mail.password", default: nil, summary: LocalizedText(en: "The password", es: "La contraseña")))
        #expect(
            ConfigurationDocument([section, section]).markdown.hasPrefix(
                """
                **Mail**

                | Key | Default | Allowed | For |
                |---|---|---|---|
                | `mail.tries` | `3` | from 1 to 9 | How often. Or `a\\|b`. |
                | `mail.password` | none | a text that isn't empty, or nothing | The password. |

                **Mail**

                """))
    }
}
