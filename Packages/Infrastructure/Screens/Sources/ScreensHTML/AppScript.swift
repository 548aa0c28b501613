import Localization
package import ScreensAPI

extension ScreenScript {
    /// What helps on every screen, and what other scripts stand on; at most 12 KB.
    ///
    /// Pages are asked for as documents and their parts moved into this one: the
    /// policy lets no script make elements of text (Trusted Types), and scripts of
    /// such a document don't run.
    package static let app = ScreenScript(
        "app", compact: [asking, live, sending, marking, keys].joined(separator: "\n"))

    /// A script that is written to be read, as it is sent: without comments, and without blanks and ends of lines
    /// that mean nothing.
    ///
    /// No comment begins behind a statement, and no text within has an operator between blanks but a selector's `>`.
    init(_ name: StaticString, compact text: String) {
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("//") }
        let ends = [("{\n", "{"), (";\n", ";"), (",\n", ","), ("\n}", "}")]
        let blanks = ["=", "===", "=>", "<", ">", "?", ":", "&&", "||"].map { (" \($0) ", $0) }
        let short = (ends + blanks).reduce(lines.joined(separator: "\n")) { $0.replacing($1.0, with: $1.1) }
        self.init(sharing: name, short + "\n")
    }

    private static let asking = #"""
        "use strict";
        const named = (id) => document.getElementById(id), box = (element) => element.getBoundingClientRect();
        const find = (selector) => document.querySelector(selector), focused = () => document.activeElement;
        const every = (selector) => [...document.querySelectorAll(selector)];
        const focus = (element) => element?.focus({ preventScroll: true });
        const root = document.documentElement, voice = named("said"), words = voice.dataset;
        const make = (name, parent, text = "") => {
          const element = parent.appendChild(document.createElement(name));
          element.textContent = text;
          return element;
        };
        const way = (page, rel) => page.querySelector(`.after a[rel=${rel}]`)?.getAttribute("href");
        const say = (text) => {
          voice.textContent = "";
          setTimeout(() => voice.textContent = text, 50);
        };
        const tell = (place, text) => {
          const told = place.querySelector("[role=alert]") ?? make("p", place);
          told.role = "alert";
          told.textContent = text;
        };
        // Why nothing was done, as a page says, if there is one; what a program that ended did nobody knows.
        const reason = (page) => {
          if (!page && words.away) words.away = words.unsure;
          return page?.querySelector(".notice")?.textContent ?? words.away ?? words.unsent;
        };
        const notes = make("div", document.body);
        notes.className = "notes";
        notes.role = "status";
        // Something to know, over what is on the screen, with something to do.
        const note = (text, label, act) => {
          const told = make("p", notes, text), button = make("button", told, label), from = focused();
          told.close = () => {
            const had = told.contains(focused());
            told.remove();
            if (had) from.isConnected && from !== document.body ? focus(from) : hold(find("main"));
          };
          button.onclick = () => { told.close(); act?.(); };
          return told;
        };
        // Who uses the keyboard goes on from there.
        const hold = (element) => {
          element.tabIndex = -1;
          focus(element);
        };
        const ask = (address, form) => new Promise((done, fail) => {
          const request = new XMLHttpRequest();
          request.open(form ? "POST" : "GET", address);
          request.responseType = "document";
          request.timeout = 30000;
          request.setRequestHeader("Accept", "text/html");
          request.onloadend = () => request.response ? done(request) : fail();
          // Whoever is there after the program's end isn't asked.
          words.over ? fail() : request.send(form);
        });
        const plain = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button);
        // What came back to be sent again was typed, too.
        const typed = (form) => [...form.elements].some((field) => /^(text|email)/.test(field.type)
          && (field.value !== field.defaultValue || field.value && form.querySelector(".notice")));
        // A part of the screen as it is now; what somebody types stays in its field.
        const swap = (region, fresh) => {
          const form = region.querySelector("form"), other = fresh.querySelector("form");
          if (form && form.id === other?.id && form.parentNode === region && (typed(form) || form.querySelector("textarea")?.value)) {
            const isSame = form.unsure && form.unsure === form.querySelector("textarea")?.value;
            for (const hidden of form.querySelectorAll("[type=hidden]")) {
              if (hidden.name !== "_key" || !isSame) hidden.value = other.elements[hidden.name]?.value;
            }
            form.action = other.action;
            const parts = [...fresh.childNodes], at = parts.indexOf(other);
            for (const part of [...region.childNodes]) if (part !== form) part.remove();
            form.before(...parts.slice(0, at));
            form.after(...parts.slice(at + 1));
          } else {
            const had = region.contains(focused()), id = focused().id;
            region.replaceWith(fresh);
            if (had) id && named(id) ? focus(named(id)) : hold(fresh);
          }
          mark();
        };
        for (const button of every("button.show")) {
          const field = named(button.dataset.field);
          const show = (isShown) => {
            field.type = isShown ? "text" : "password";
            button.setAttribute("aria-pressed", isShown);
          };
          button.hidden = false;
          button.onclick = () => show(field.type === "password");
          // Browsers remember what was typed into a text.
          field.form.addEventListener("submit", () => show(false));
        }
        """#
}

extension ScreenContents {
    /// What helps on it, beside what helps on all.
    package var lateScripts: [ScreenScript] {
        var scripts: [ScreenScript] = []
        if case .gallery = body { scripts.append(.scrolling) }
        if removes || forms.contains(where: \.joinsConversation) { scripts.append(.undo) }
        return showsFiles ? scripts + [.upload] : scripts
    }

    /// Whether a script helps on it that asks the server.
    package var asksServer: Bool {
        guard case .column = body else { return true }
        return forms.contains(where: \.joinsConversation) || removes || showsFiles
            || !authenticatorScripts.isEmpty
    }

    /// Whether files that somebody chooses are shown before they are sent.
    package var showsFiles: Bool { forms.contains { $0.fields.contains(where: \.kind.isPicture) } }

    private var removes: Bool {
        switch body {
        case .gallery: false
        case .picture(_, let blocks), .column(let blocks): blocks.contains(where: \.removes)
        }
    }
}

extension ScreenBlock {
    fileprivate var removes: Bool {
        switch self {
        case .links(let links): links.contains { $0.relation == .removal }
        case .conversation(let remarks): remarks.contains { $0.links.contains { $0.relation == .removal } }
        default: parts.contains(where: \.removes)
        }
    }
}
