"""Is the browser of a person who uses `essential app`: reads who it is, then an order a line, as JSON, and answers each order
with a line; and so on for the next person (see looks.py).

An order goes to an address (`go`) or back (`back`), fills in a form (`choose`, `fill`, `write`, `attach`), or clicks (`click`),
which leads elsewhere or shows something (`shows`); or it waits until it is led elsewhere (`until`), or all that was typed
has arrived (`settles`). Or it plugs an authenticator that computes secrets in (`plug_in`) or pulls it out (`pull_out`), has it
recognise the person or not (`recognise`, `doubt`) or lose what it keeps (`forget`). Or it has a program
killed once something is sent to it (`kills`). Or it begins to go (`begin`) or presses (`press`), and doesn't look at what comes of it. It is for the
first window, unless it names another one (`window`). A script that fails ends it. An answer has the status, the address, what
is to be read and what is typed, the secret that an authenticator computed last, if one did, and how many pictures there are and how many of them have no bytes; these aren't counted where
no scripts run (`runsScripts`). With a folder (`profile`) it keeps there what browsers keep.
"""
import json
import os
import signal
import sys

from urllib.parse import parse_qs

from playwright.sync_api import Error, sync_playwright

import looks
import passkeys

PATIENCE = 60_000
PICTURES = """() => { const all = [...document.images]; all.forEach(it => it.loading = 'eager');
    return Promise.allSettled(all.map(it => it.decode())).then(() => [all.length, all.filter(it => !it.naturalWidth).length]) }"""


def leave_by(page, target):
    """Presses it. A page that is locked at that moment turns by itself, which has the browser drop what was pressed."""
    try:
        with page.expect_navigation():
            target.click()
    except Error as error:
        if "ERR_ABORTED" not in str(error):
            raise
        page.wait_for_load_state()


def kill(page, process):
    """Kills a process once something is sent to it."""
    def end(route):
        if route.request.method == "POST":
            os.kill(process, signal.SIGKILL)
        route.continue_()
    page.route("**", end)


class Visit:
    """What one person does, in a browser of their own."""

    def __init__(self, context, runs_scripts):
        self.context, self.runs_scripts = context, runs_scripts
        self.status, self.windows, self.failures = 0, {}, []
        self.authenticators, self.computed = None, None

    def hear_request(self, request):
        if request.method == "POST":
            for answer in parse_qs(request.post_data or "").get("secret-answer", []):
                self.computed = answer

    def hear_answer(self, answer):
        if answer.request.is_navigation_request():
            self.status = answer.status

    def hear_failure(self, page, error):
        # Who goes elsewhere at once sees no transition.
        if "Transition" not in str(error):
            self.failures.append(f"{page.url}: {error}")

    def window(self, number):
        if number not in self.windows:
            page = self.windows[number] = self.context.new_page()
            page.on("pageerror", lambda it: self.hear_failure(page, it))
            page.on("request", self.hear_request)
            page.on("response", self.hear_answer)
        return self.windows[number]

    def does(self, order):
        """Follows an order.

        Returns the answer.
        """
        page = self.window(order.get("window", 0))
        for name in ("pull_out", "plug_in", "recognise", "doubt", "forget"):
            if name in order:
                self.authenticators = self.authenticators or passkeys.Authenticators(page)
                if name == "plug_in":
                    self.authenticators.plug_in(order[name], verifies=True, computes=True)
                elif name in ("recognise", "doubt"):
                    self.authenticators.recognise(order[name], name == "recognise")
                else:
                    getattr(self.authenticators, name)(order[name])
        if "kills" in order:
            kill(page, order["kills"])
        if "go" in order:
            page.goto(order["go"])
        if "back" in order:
            page.go_back()
        if "until" in order:
            page.wait_for_url(order["until"])
        for name, value in order.get("choose", {}).items():
            page.locator(f"[name='{name}']").select_option(value)
        for name, value in order.get("fill", {}).items():
            page.locator(f"[name='{name}']").fill(value)
        for place, value in order.get("write", {}).items():
            page.locator(place).fill(value)
        for name, file in order.get("attach", {}).items():
            page.locator(f"[type=file][name='{name}']").first.set_input_files(file)
        if "shows" in order:
            if "click" in order:
                page.locator(order["click"]).first.click()
            page.get_by_text(order["shows"]).first.wait_for()
        elif "click" in order:
            leave_by(page, page.locator(order["click"]).first)
        if "settles" in order:
            page.wait_for_function("() => !document.querySelector('.pending') && !document.querySelector('textarea').value")
        if "press" in order or "begin" in order:
            if "press" in order:
                page.locator(order["press"]).first.click(no_wait_after=True)
            else:
                page.evaluate("address => { location.assign(address); }", order["begin"])
            return {"status": self.status}
        count, missing = page.evaluate(PICTURES) if self.runs_scripts else (0, 0)
        if self.failures:
            sys.exit("\n".join(self.failures))
        return {"status": self.status, "address": page.url, "text": page.inner_text("body"),
                "computed": self.computed, "typed": [it.input_value() for it in page.locator("textarea").all()],
                "pictures": count, "missing": missing}


def main():
    with sync_playwright() as playwright:
        browser = looks.reach(playwright, PATIENCE)
        for plan, orders in looks.people():
            if "profile" in plan:
                # A browser of its own, with a disk.
                context = playwright.chromium.launch_persistent_context(
                    plan["profile"], executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            else:
                context = browser.new_context(java_script_enabled=plan["runsScripts"])
            visit = Visit(context, plan["runsScripts"])
            for order in orders:
                print(json.dumps(visit.does(order)), flush=True)
            context.close()


main()
