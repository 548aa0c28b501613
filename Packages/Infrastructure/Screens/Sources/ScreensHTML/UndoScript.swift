import ScreensAPI

extension ScreenScript {
    /// What is taken away is held for eight seconds, and can be called back.
    ///
    /// Until then the server knows nothing of it, so whatever breaks meanwhile keeps
    /// it. Who goes elsewhere before means it.
    static let undoing = #"""
        addEventListener("click", async (event) => {
          const link = event.target.closest?.("a[data-undo]");
          if (!link || !plain(event)) return;
          event.preventDefault();
          let form;
          try {
            form = (await ask(link.href)).response.querySelector("form:has(.destructive)");
          } catch {
            return note(words.lost, words.close);
          }
          if (!form) return location.assign(link.href);
          const body = new URLSearchParams(new FormData(form)), address = form.action;
          const part = link.closest(".conversation > li") ?? document.querySelector(".stage"), region = link.closest("section");
          part?.classList.add("leaving");
          const stay = () => {
            clearTimeout(timer);
            removeEventListener("pagehide", leave);
            part?.classList.remove("leaving");
          };
          const told = note(words.deleting, words.undo, () => {
            stay();
            link.focus();
            say(words.kept);
          });
          // It outlives the page (Fetch Standard, `keepalive`).
          const leave = () => {
            stay();
            fetch(address, { method: "POST", body, keepalive: true, headers: { Accept: "text/html" } });
          };
          const timer = setTimeout(async () => {
            told.remove();
            removeEventListener("pagehide", leave);
            try {
              const answer = await ask(address, body), fresh = region && answer.response.getElementById(region.id);
              if (answer.status >= 400) throw answer.response.querySelector(".notice")?.textContent;
              if (!fresh) return location.assign(answer.responseURL);
              if (region.isConnected) swap(region, document.adoptNode(fresh));
              say(words.deleted);
            } catch (reason) {
              stay();
              note(typeof reason === "string" ? reason : words.unsent, words.close);
            }
          }, 8000);
          addEventListener("pagehide", leave);
          told.querySelector("button").focus({ preventScroll: true });
        });
        """#
}
