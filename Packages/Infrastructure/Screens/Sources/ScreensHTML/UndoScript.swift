package import ScreensAPI

extension ScreenScript {
    /// What is to be seen of parts that came anew: those that are held, and times as
    /// the person has them.
    static let marking = #"""
        const leaving = new Set(), held = new Set();
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
        """#

    /// What is taken away is held for eight seconds, and can be called back.
    ///
    /// Until then the server knows nothing of it, so whatever breaks meanwhile keeps
    /// it. Who goes elsewhere before means it: what is there is asked for after it.
    package static let undo = ScreenScript(
        "undo",
        compact: #"""
            const what = (link) => {
              const text = (link.closest(".conversation > li")?.querySelector(".said") ?? find("h1")).textContent;
              // What one sees as one character is never cut in two.
              const parts = window.Intl?.Segmenter
                ? Array.from(new Intl.Segmenter(root.lang).segment(text), (part) => part.segment) : [...text];
              return parts.length > 40 ? parts.slice(0, 40).join("").trim() + "…" : text;
            };
            const takeAway = async (link) => {
              const place = link.href, id = link.closest("section")?.id;
              if (leaving.has(place)) return;
              leaving.add(place);
              mark();
              const stay = () => {
                leaving.delete(place);
                mark();
              };
              let form;
              try {
                form = (await ask(place)).response.querySelector("form:has(.destructive)");
              } catch {
                stay();
                return note(words.lost, words.close);
              }
              if (!form) return location.assign(place);
              const body = new URLSearchParams(new FormData(form)), address = form.action;
              const told = note(words.deleting.replace("{what}", () => what(link)), words.undo, async () => {
                settle();
                stay();
                every("a[data-undo]").find((link) => link.href === place)?.focus();
                // It may have been deleted elsewhere meanwhile.
                const answer = await ask(place).catch(() => {});
                answer?.status === 404 ? note(words.gone, words.close) : say(words.kept);
              });
              const button = told.querySelector("button"), rest = make("span", button);
              rest.ariaHidden = "true";
              let seconds = 8;
              const tick = () => {
                rest.textContent = ` (${seconds} s)`;
                if (!seconds--) send();
              };
              const clock = setInterval(tick, 1000);
              const settle = () => {
                clearInterval(clock);
                held.delete(send);
                removeEventListener("pagehide", leave);
              };
              // It outlives the page (Fetch Standard, `keepalive`).
              const leave = () => {
                settle();
                fetch(address, { method: "POST", body, keepalive: true, headers: { Accept: "text/html" } });
              };
              // Whether it is done; whoever goes elsewhere isn't shown what is here then.
              const send = async (isLeft) => {
                settle();
                told.close();
                try {
                  const answer = await ask(address, body), fresh = id && answer.response.getElementById(id);
                  // Where one has to log in first nothing was done.
                  if (answer.status >= 400 || answer.response.querySelector("[name=_kept]")) throw answer.response;
                  leaving.delete(place);
                  if (isLeft) return true;
                  if (!fresh) return location.assign(answer.responseURL);
                  if (named(id)) swap(named(id), document.adoptNode(fresh));
                  say(words.deleted);
                } catch (page) {
                  stay();
                  note(reason(page), words.close);
                }
              };
              held.add(send);
              // Who is asked whether to leave may stay.
              addEventListener("pagehide", leave);
              tick();
              focus(button);
            };
            addEventListener("click", async (event) => {
              const link = event.target.closest?.("a[href]");
              if (!link || link.target || !plain(event)) return;
              if (link.matches("[data-undo]")) {
                event.preventDefault();
                takeAway(link);
              } else if (held.size && link.href.split("#")[0] !== location.href.split("#")[0]) {
                event.preventDefault();
                const done = await Promise.all([...held].map((send) => send(true)));
                if (done.every(Boolean)) location.assign(link.href);
              }
            });
            """#)
}
