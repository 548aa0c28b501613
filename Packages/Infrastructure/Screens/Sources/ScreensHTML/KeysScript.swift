import ScreensAPI

extension ScreenScript {
    /// Keys for those who like them.
    ///
    /// None acts in a field, with another key, or where they are switched off (WCAG
    /// 2.2, 2.1.4). Beside a picture the next one is loaded ahead.
    static let keys = #"""
        const help = () => {
          const dialog = make("dialog", document.body), list = make("dl", dialog);
          dialog.setAttribute("aria-label", words.keys);
          for (const line of words.shortcuts.split("\n")) {
            const [key, means] = line.split("|");
            make("kbd", make("dt", list), key);
            make("dd", list, means);
          }
          const button = make("button", dialog, words.close);
          button.onclick = () => dialog.close();
          dialog.onclose = () => dialog.remove();
          dialog.showModal();
        };
        const step = (by) => {
          const all = every("#feed li a, .conversation > li, .entries > li");
          const at = all.findIndex((one) => one.contains(focused()));
          const seen = all.findIndex((one) => box(one).top >= 40);
          const next = all[at < 0 ? seen : at + by];
          if (!next) return;
          if (next.tabIndex < 0) next.tabIndex = -1;
          next.focus();
        };
        const follow = (selector) => find(selector)?.click();
        const acts = {
          j: () => step(1), k: () => step(-1), "?": help,
          c: () => find("[data-joins] textarea")?.focus(),
          "g f": () => follow(".mark"),
          ArrowLeft: () => follow(".picture a[rel=prev]"), ArrowRight: () => follow(".picture a[rel=next]"),
        };
        let before, forget;
        addEventListener("keydown", (event) => {
          const target = event.target;
          if (root.dataset.keys === "off" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
          if (event.key === "Escape" && target.matches("input, textarea, select")) target.blur();
          if (target.closest?.("input, textarea, select, dialog") || event.defaultPrevented) return;
          // With it somebody selects.
          if (event.shiftKey && event.key.startsWith("Arrow")) return;
          const key = before ? `${before} ${event.key}` : event.key;
          clearTimeout(forget);
          before = event.key === "g" && !before ? "g" : null;
          forget = setTimeout(() => { before = null; }, 1500);
          const act = acts[key] ?? (/^\w$/.test(key) && find(`[data-key="${key}"]`) && (() => follow(`[data-key="${key}"]`)));
          if (!act) return;
          event.preventDefault();
          act();
        });
        const next = find(".picture a[rel=next]");
        if (next) addEventListener("load", () => setTimeout(async () => {
          const image = await ask(next.href).then((it) => it.response.querySelector(".stage img"), () => null);
          if (image) Object.assign(new Image(), { sizes: image.sizes, srcset: image.srcset, src: image.src });
        }, 500));
        """#
}
