package import ScreensAPI

extension ScreenScript {
    /// Helps where the program is on one's own machine, may be locked, and may have
    /// ended or been started anew.
    ///
    /// All windows go to the screen that opens what belongs to the person, as soon as
    /// that is locked, and to that for logging in as soon as it is somebody else's, also
    /// those that nobody sees. One of those that show the same person, or nobody, has the
    /// stream and tells the others, for a browser has six connections to a server; when it
    /// goes, another one has it. So what ends for one person is heard by no window in which
    /// somebody is to log in, or has, and by one that came late.
    ///
    /// A form leaves its page when the program of this page is there to take it, and
    /// lets this browser in. Otherwise it stays as it is and says what to do. Once the
    /// program has ended nothing is asked any more of whoever is where it was
    /// (ADR 0050).
    package static let lock = ScreenScript(
        "lock",
        compact: #"""
            {
              const same = "essential-lock " + words.own, windows = new BroadcastChannel(same);
              let stream, told, passed, leaving = 0;
              // Over nothing that somebody wants to copy.
              const stay = () => {
                if (find(".pending")) words.away = words.unsure;
                told ??= make("p", find("main"));
                told.textContent = words.away;
                told.role = "alert";
                told.className = "notice failure";
                find("main").prepend(told);
                told.scrollIntoView({ block: "nearest" });
              };
              const leaveFor = (time) => leaving = Math.max(leaving, Date.now() + time);
              // Once, whoever tells; a window that is on its way elsewhere gets there.
              const leave = (address) => {
                const rest = leaving - Date.now();
                if (rest > 0) return setTimeout(leave, rest, address);
                leaveFor(3000);
                turn(address);
              };
              addEventListener("beforeunload", () => leaveFor(3000));
              const over = () => {
                words.over = "1";
                stream?.close();
                close();
                for (const part of followed()) part.removeAttribute("data-live");
                stay();
              };
              // What the program answers; nothing where nobody does.
              const answer = async () => {
                try { return (await ask(words.liveAt)).response; } catch { return null; }
              };
              // Whoever else is there doesn't know what this page knows.
              const isOurs = (page) => page?.body?.textContent === words.proof;
              const gone = () => {
                windows.postMessage("");
                over();
              };
              // It never comes back to where it was.
              const check = async () => {
                for (let tries = 3; !words.over; tries--) {
                  if (isOurs(await answer())) return true;
                  if (!tries) gone();
                  await new Promise((done) => setTimeout(done, 400));
                }
              };
              const follow = () => {
                stream = new EventSource(words.liveAt + "?" + words.own);
                stream.addEventListener("ended" + words.proof, (event) => {
                  windows.postMessage(event.data);
                  leave(event.data);
                });
                stream.addEventListener("over" + words.proof, gone);
                stream.onerror = async () => {
                  // It was refused, or broke off; nobody else is to be asked in its place.
                  stream.close();
                  close();
                  if (!await check()) return;
                  open();
                  setTimeout(follow, 5000);
                };
                return new Promise(() => {});
              };
              windows.onmessage = (event) => event.data ? leave(event.data) : words.over || over();
              navigator.locks.request(same, () => words.over || follow());
              addEventListener("submit", async (event) => {
                const form = event.target;
                if (passed === form) {
                  passed = null;
                  // Its answer is the next page, unless a script waits for it here.
                  return setTimeout(() => event.defaultPrevented || leaveFor(30000));
                }
                event.preventDefault();
                event.stopImmediatePropagation();
                if (!isOurs(await answer())) return tell(form, words.away);
                passed = form;
                form.requestSubmit(event.submitter);
              }, true);
              addEventListener("click", (event) => {
                if (!words.over || !event.target.closest("a:not([href^='#'])")) return;
                event.preventDefault();
                event.stopImmediatePropagation();
                stay();
              }, true);
              // What comes out of the browser's memory was there before.
              addEventListener("pageshow", async (event) => event.persisted && await check() && location.reload());
            }
            """#)
}
