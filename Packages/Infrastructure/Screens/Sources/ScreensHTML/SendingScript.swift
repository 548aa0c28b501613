import ScreensAPI

extension ScreenScript {
    /// What is said is there at once, and on its way; what can't be said comes back
    /// to its field, with the reason.
    static let sending = #"""
        let sent = Promise.resolve();
        const send = async (form) => {
          const region = form.closest("section"), field = form.querySelector("textarea"), text = field.value;
          const body = new URLSearchParams(new FormData(form));
          let list = region.querySelector(".conversation");
          if (!list) {
            list = document.createElement("ol");
            list.className = "conversation";
            form.before(list);
          }
          const remark = make("li", list), told = make("p", remark, words.sending);
          remark.className = "pending";
          told.className = "who";
          Object.assign(make("p", remark, text.trim()), { className: "said", dir: "auto" });
          field.value = "";
          const back = () => {
            remark.remove();
            field.value = field.value ? text + "\n" + field.value : text;
            field.focus();
          };
          let answer;
          try {
            answer = await (sent = sent.catch(() => {}).then(() => ask(form.action, body)));
          } catch {
            back();
            return tell(form, words.unsent);
          }
          const page = answer.response, fresh = page.getElementById(region.id), again = page.getElementById(form.id);
          if (answer.status < 400 && fresh) {
            remark.remove();
            if (!field.value) field.defaultValue = "";
            swap(region, document.adoptNode(fresh));
            history.replaceState(history.state, "", answer.responseURL.split("#")[0]);
            say(words.there);
          } else if (again && form.isConnected && !field.value) {
            remark.remove();
            again.querySelector("[autofocus]")?.removeAttribute("autofocus");
            form.replaceWith(document.adoptNode(again));
            again.querySelector("textarea").focus();
          } else {
            // Something else has to be done first, such as logging in: the server says what.
            back();
            form.submit();
          }
        };
        addEventListener("submit", (event) => {
          const form = event.target;
          if (!form.matches("[data-joins]") || !form.querySelector("textarea").value.trim()) return;
          event.preventDefault();
          send(form);
        });
        """#
}
