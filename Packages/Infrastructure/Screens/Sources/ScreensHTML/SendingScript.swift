import ScreensAPI

extension ScreenScript {
    /// What is said is there at once, and on its way; what can't be said comes back
    /// to its field, with the reason.
    static let sending = #"""
        let sent = Promise.resolve();
        const area = (form) => form.querySelector("textarea");
        // What was said in a section, before the form in which one says something; nothing may have been said yet.
        const conversation = (part, form) => {
          let list = named(part).querySelector(".conversation");
          if (!list) {
            list = document.createElement("ol");
            list.className = "conversation";
            named(form).before(list);
          }
          return list;
        };
        const send = async (form) => {
          const id = form.id, part = form.closest("section").id, text = area(form).value;
          const body = new URLSearchParams(new FormData(form));
          const remark = make("li", conversation(part, id)), told = make("p", remark, words.sending);
          remark.className = "pending";
          told.className = "who";
          Object.assign(make("p", remark, text.trim()), { className: "said", dir: "auto" });
          // As high as it will be with what can be done with it.
          const ways = make("p", remark);
          ways.className = "ways";
          make("a", ways, "\u00a0");
          area(form).value = "";
          let answer;
          try {
            answer = await (sent = sent.catch(() => {}).then(() => ask(form.action, body)));
          } catch {}
          // Others that were sent meanwhile may have brought another form.
          const page = answer?.response, fresh = page?.getElementById(part), again = page?.getElementById(id);
          const now = named(id), field = area(now);
          remark.remove();
          if (fresh ?? again) document.title = page.title;
          if (fresh && answer.status < 400) {
            const others = named(part).querySelectorAll(".pending");
            if (!field.value) field.defaultValue = "";
            swap(named(part), document.adoptNode(fresh));
            if (others.length) conversation(part, id).append(...others);
            history.replaceState(history.state, "", answer.responseURL.split("#")[0]);
            if (focused() === document.body) focus(named(id) && area(named(id)));
            // It may wait for a connection, which the page says, and may say again beside it.
            const told = page.querySelector(".notice:not(section .notice) p")?.textContent;
            told && !named(part).querySelector(".notice") ? note(told, words.close) : say(told ?? words.there);
          } else if (again && !field.value) {
            again.querySelector("[autofocus]")?.removeAttribute("autofocus");
            now.replaceWith(document.adoptNode(again));
            area(again).focus();
          } else {
            // Sent as it is it is the same one, which may be there.
            if (!field.value) now.querySelector("[name=_key]").value = body.get("_key");
            now.unsure = field.value ? null : text;
            // Something else has to be done first, such as logging in: all that was typed is brought along.
            const first = page?.querySelector("[name=_kept]"), others = first ? every(".pending") : [];
            const texts = others.map((one) => one.querySelector(".said").textContent);
            others.forEach((one) => one.remove());
            field.value = [text, ...texts, field.value].filter(Boolean).join("\n");
            field.focus();
            first ? now.submit() : tell(now, reason(page));
          }
        };
        onbeforeunload = (event) => find(".pending") && event.preventDefault();
        addEventListener("submit", (event) => {
          const form = event.target;
          if (!form.matches("[data-joins]")) return;
          const isEmpty = !area(form).value.trim();
          // Who presses twice says nothing the second time.
          if (isEmpty && !find(".pending")) return;
          event.preventDefault();
          if (!isEmpty) send(form);
        });
        """#
}
