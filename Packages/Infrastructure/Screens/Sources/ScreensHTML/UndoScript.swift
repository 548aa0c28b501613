import ScreensAPI

extension ScreenScript {
    /// What is taken away is held for eight seconds, and can be called back.
    ///
    /// Until then the server knows nothing of it, so whatever breaks meanwhile keeps
    /// it. Who goes elsewhere before means it.
    static let undoing = #"""
        const leaving = new Set();
        // What is to be seen of parts that came anew: those that are held, and times as the person has them.
        const mark = () => {
          const locale = [...navigator.languages, root.lang].find((tag) => tag.startsWith(root.lang));
          for (const time of every("time")) {
            const text = new Date(time.dateTime).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
            time.title ? time.title = text : time.textContent = text;
          }
          for (const link of every("a[data-undo]")) {
            const part = link.closest(".conversation > li") ?? find(".stage");
            part?.classList.toggle("leaving", leaving.has(link.href));
          }
        };
        mark();
        addEventListener("click", async (event) => {
          const link = event.target.closest?.("a[data-undo]");
          if (!link || !plain(event)) return;
          event.preventDefault();
          const place = link.href, id = link.closest("section")?.id;
          if (leaving.has(place)) return;
          leaving.add(place);
          mark();
          const stay = () => {
            clearTimeout(timer);
            removeEventListener("pagehide", leave);
            leaving.delete(place);
            mark();
          };
          let form, timer;
          try {
            form = (await ask(place)).response.querySelector("form:has(.destructive)");
          } catch {
            leaving.delete(place);
            mark();
            return note(words.lost, words.close);
          }
          if (!form) return location.assign(place);
          const body = new URLSearchParams(new FormData(form)), address = form.action;
          const told = note(words.deleting, words.undo, () => {
            stay();
            every("a[data-undo]").find((link) => link.href === place)?.focus();
            say(words.kept);
          });
          // It outlives the page (Fetch Standard, `keepalive`).
          const leave = () => {
            stay();
            fetch(address, { method: "POST", body, keepalive: true, headers: { Accept: "text/html" } });
          };
          timer = setTimeout(async () => {
            told.close();
            removeEventListener("pagehide", leave);
            try {
              const answer = await ask(address, body), fresh = id && answer.response.getElementById(id);
              if (answer.status >= 400) throw answer.response;
              leaving.delete(place);
              if (!fresh) return location.assign(answer.responseURL);
              if (named(id)) swap(named(id), document.adoptNode(fresh));
              say(words.deleted);
            } catch (page) {
              stay();
              note(reason(page), words.close);
            }
          }, 8000);
          addEventListener("pagehide", leave);
          focus(told.querySelector("button"));
        });
        """#
}
