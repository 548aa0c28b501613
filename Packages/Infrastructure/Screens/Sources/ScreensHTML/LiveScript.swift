import ScreensAPI

extension ScreenScript {
    /// Hears what others change, while somebody looks.
    ///
    /// There is one stream for each window, since a browser has six connections to a
    /// server, and none for one that nobody sees. Whoever allowed notifications is told in the background, too, by
    /// one window.
    ///
    /// Events count whose kind ends with what the page knows and doesn't send: whoever
    /// takes the server's place doesn't know it.
    ///
    /// What is seen isn't moved: where a part would grow before one's eyes there is
    /// a word that it can.
    static let live = #"""
        const followed = () => every("[data-live]");
        const said = (region) => [...region.querySelectorAll(".said")].map((text) => text.textContent).join("\0");
        const refresh = async (topic) => {
          for (const region of followed().filter((part) => part.id !== "said" && (!topic || part.dataset.live === topic))) {
            if (region.querySelector(".pending, .leaving")) continue;
            let fresh;
            try { fresh = (await ask(location.href)).response.getElementById(region.id); } catch { continue; }
            if (!fresh || !region.isConnected || said(fresh) === said(region)) continue;
            const { top, bottom } = box(region);
            if (bottom < 0 || top > innerHeight) {
              swap(region, fresh);
            } else {
              region.news?.close();
              region.news = note(words.news, words.show, () => swap(region, fresh));
            }
          }
        };
        let stream, missed;
        const close = () => {
          missed ||= !!stream;
          stream?.close();
          stream = null;
        };
        const granted = () => window.Notification?.permission === "granted";
        const notify = (text) => {
          if (!document.hidden || !granted()) return;
          // Some know only those of workers.
          try { new Notification(document.title, { body: text }); } catch {}
        };
        const hide = () => {
          if (!granted()) return close();
          navigator.locks.request("essential-background", { ifAvailable: true }, (lock) => lock
            ? new Promise((seen) => document.addEventListener("visibilitychange", seen, { once: true })) : close());
        };
        const open = () => {
          const topics = [...new Set(followed().flatMap((part) => part.dataset.live.split(" ")))];
          if (stream || document.hidden || !topics.length) return;
          stream = new EventSource(words.liveAt + "?" + new URLSearchParams(topics.map((topic) => ["on", topic])));
          stream.onopen = () => {
            if (missed) refresh();
            missed = true;
          };
          // It was refused, and doesn't try again by itself.
          stream.onerror = () => {
            if (stream?.readyState !== EventSource.CLOSED) return;
            close();
            setTimeout(open, 60000);
          };
          stream.addEventListener("changed" + words.proof, (event) => refresh(event.data));
          stream.addEventListener("notice" + words.proof, (event) => {
            note(event.data, words.close);
            notify(event.data);
          });
          stream.addEventListener("way" + words.proof, (event) => {
            const [place, label] = event.data.split("\n"), link = find(`.bar a[href="${place}"]`);
            if (link) link.textContent = label;
          });
          stream.addEventListener("ended" + words.proof, (event) => turn(event.data));
        };
        // Something else comes first; what was typed goes along, once what is on its way is there or back in its field.
        const turn = async (address) => {
          close();
          while (find(".pending")) await sent.catch(() => {});
          // What was to go may be refused by now, which is told.
          const gone = await Promise.all([...held].map((send) => send(true)));
          const [form, ...others] = [...document.forms].filter(typed), there = new URL(address, location);
          there.searchParams.set("then", (location.pathname + location.search).replace(/[?&]_(sent|answer)=[^&]*$/, ""));
          if (!gone.every(Boolean)) there.searchParams.set("undone", "1");
          if (!form) return location.assign(there);
          for (const one of [form, ...others])
            Object.assign(make("input", one), { type: "hidden", name: "_held", value: "1" });
          for (const other of others) await ask(other.action, new FormData(other)).catch(() => {});
          form.submit();
        };
        document.onvisibilitychange = () => document.hidden ? hide() : open();
        // Who leaves by a form needn't hear that a session ends.
        addEventListener("submit", (event) => setTimeout(() => event.defaultPrevented || close()));
        onpagehide = close;
        onpageshow = open;
        """#
}
