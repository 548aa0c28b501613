import Localization
package import ScreensAPI

/// Writes what is masked until it is asked for.
extension ScreenWriter {
    /// It is shut by the document itself, so it takes no script to ask for it.
    func sensitive(_ sensitivity: Sensitivity, _ blocks: [ScreenBlock]) -> Markup {
        let subject = sensitivity.subject
        let show = LocalizedText(en: "Show \(subject.english)", es: "Mostrar \(subject.spanish)")
        let hide = LocalizedText(en: "Hide \(subject.english)", es: "Ocultar \(subject.spanish)")
        let summary = Markup.element(
            "summary", [],
            [
                .element("span", [], [.text(words(show))]),
                .element("span", [], [.text(words(hide))]),
            ])
        let masks = surroundings.preferences.masks, isOpen = masks ? [] : [Attribute("open")]
        let reason = sensitivity.reason + (masks ? Self.whatIsDone : Self.whatIsDoneOnPaper) + Self.limits
        return .element(
            "div", [Attribute("class", "sensitive")],
            [
                .element("details", isOpen, [summary, .element("div", [], blocks.map(block))]),
                .element("p", [Attribute("class", "hint")], [.text(words(reason))]),
            ])
    }

    private static let whatIsDone = LocalizedText(
        en: "It is masked again when you leave this window, and never printed.",
        es: "Se oculta de nuevo al salir de esta ventana y no se imprime nunca.")
    private static let whatIsDoneOnPaper = LocalizedText(en: "It is never printed.", es: "No se imprime nunca.")
    private static let limits = LocalizedText(
        en: "Nobody can prevent a picture of the screen.", es: "Nadie puede impedir una foto de la pantalla.")
}

extension ScreenScript {
    /// Masks what is sensitive when the window is left, and asks for the screen anew
    /// when it comes out of the browser's memory.
    package static let mask = ScreenScript(
        "mask",
        #"""
        "use strict";
        const root = document.documentElement;
        const leave = () => {
          root.dataset.left = "";
          if (root.dataset.masks === "off") return;
          for (const cover of document.querySelectorAll(".sensitive > details[open]")) {
            const had = cover.contains(document.activeElement);
            cover.open = false;
            if (had) cover.firstElementChild.focus();
          }
        };
        document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); });
        addEventListener("blur", leave);
        addEventListener("pagehide", leave);
        addEventListener("focus", () => { delete root.dataset.left; });
        addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

        """#)
}
