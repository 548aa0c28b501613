import Localization
package import ScreensAPI

extension ScreenScript {
    /// What helps on every screen, and what other scripts stand on.
    ///
    /// Pages are asked for as documents and their parts moved into this one: the
    /// policy lets no script make elements of text (Trusted Types), and scripts of
    /// such a document don't run.
    package static let app = ScreenScript("app", compact: asking)

    /// A script that is written to be read, as it is sent.
    init(_ name: StaticString, compact text: String) {
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        self.init(name, lines.filter { !$0.hasPrefix("//") }.joined(separator: "\n") + "\n")
    }

    private static let asking = #"""
        "use strict";
        const root = document.documentElement, voice = document.getElementById("said"), words = voice.dataset;
        const say = (text) => {
          voice.textContent = "";
          setTimeout(() => { voice.textContent = text; }, 50);
        };
        const ask = (address, form) => new Promise((done, fail) => {
          const request = new XMLHttpRequest();
          request.open(form ? "POST" : "GET", address);
          request.responseType = "document";
          request.timeout = 30000;
          request.setRequestHeader("Accept", "text/html");
          request.onloadend = () => request.response ? done(request) : fail(request);
          request.send(form);
        });
        const tell = (place, text) => {
          const told = place.querySelector("[role=alert]") ?? place.appendChild(document.createElement("p"));
          told.role = "alert";
          told.textContent = text;
        };
        """#
}

extension ScreenContents {
    /// What helps on it, beside what helps on all.
    package var lateScripts: [ScreenScript] {
        if case .gallery = body { [.scrolling] } else { [] }
    }

    /// Whether a script helps on it that asks the server.
    package var asksServer: Bool {
        if case .gallery = body { true } else { false }
    }
}

extension ScreenWriter {
    /// Where scripts tell something to those who don't see it, and what they say.
    func voice() -> Markup {
        .element(
            "p",
            [
                Attribute("id", "said"), Attribute("class", "unseen"), Attribute("role", "status"),
                Attribute("data-more", words(Self.more)), Attribute("data-lost", words(Self.lost)),
            ])
    }

    private static let more = LocalizedText(en: "{count} more pictures", es: "{count} imágenes más")
    private static let lost = LocalizedText(
        en: "The server doesn't answer. What you see stays; it is tried again.",
        es: "El servidor no responde. Lo que ves se queda; se vuelve a intentar.")
}
