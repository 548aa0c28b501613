import PasswordQuality
public import ScreensAPI

extension NewPassword {
    /// What tells of a new password while somebody types it.
    ///
    /// The verdict is the server's, by ``PasswordQuality/PasswordRules``; the
    /// script says only what is certain before: that the password is long enough,
    /// and what is refused for sure. It sends nothing, and the screen's policy lets
    /// it connect to nowhere.
    public static let script = ScreenScript("password", text)

    /// Of so many of the most common passwords the script knows those that are
    /// long enough, in 23 KB.
    private static let knownRank = 3_000

    /// A verdict is true, false, or null where the server knows more.
    private static let text = """
        "use strict";
        const common = new Set("\(PasswordRules.mostCommon(upTo: knownRank).joined(separator: " "))".split(" "));
        const size = text => [...text].length;
        const verdicts = {
          length: (text, minimum) => size(text) >= Number(minimum),
          personal: (text, service, email) => {
            const name = email.split("@")[0];
            return [service, email, name, ...name.split(/[^\\p{L}\\p{N}]+/u)]
              .some(part => size(part) >= \(PasswordRules.shortestPart) && text.toLowerCase().includes(part)) ? false : null;
          },
          common: text => common.has(text.toLowerCase()) ? false : null,
          predictable: text => /^(.{1,3})\\1+$/isu.test(text) && size(text) >= \(PasswordRules.minimumLength) ? false : null,
        };
        for (const list of document.querySelectorAll(".rules")) {
          const field = document.getElementById(list.dataset.field), said = document.getElementById(field.id + "-said");
          const email = field.form.querySelector("[autocomplete=username]");
          const rules = [...list.children].map(item => [item, item.textContent]);
          const mark = () => {
            const text = field.value.normalize("NFC"), found = { met: [], unmet: [] };
            for (const [item, rule] of rules) {
              const verdict = text && verdicts[item.dataset.rule](
                text, item.dataset.value, (email ? email.value : "").normalize("NFC").toLowerCase());
              const state = verdict === true ? "met" : verdict === false ? "unmet" : "";
              item.textContent = rule;
              if (state) {
                item.dataset.state = state;
                found[state].push(rule);
                const word = item.appendChild(document.createElement("span"));
                word.className = "unseen";
                word.textContent = " " + list.dataset[state];
              } else {
                delete item.dataset.state;
              }
            }
            const state = found.unmet.length ? "unmet" : "met";
            const news = found[state].length ? list.dataset[state] + ": " + found[state].join(" ") : "";
            // Said again only if it is something else.
            if (said.textContent !== news) said.textContent = news;
          };
          field.addEventListener("input", mark);
          if (email) email.addEventListener("input", mark);
          mark();
        }

        """
}
