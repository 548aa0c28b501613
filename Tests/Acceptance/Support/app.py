"""Is the browser of a person who uses `essential app`: reads an order a line, as JSON, and answers each with a line.

An order goes to an address (`go`) or back (`back`), fills in a form (`choose`, `fill`, `write`, `attach`), or clicks (`click`),
which leads elsewhere or shows something (`shows`); or it waits until it is led elsewhere (`until`), or all that was typed
has arrived (`settles`). Or it plugs an authenticator that computes secrets in (`plug_in`) or pulls it out (`pull_out`), has it
recognise the person or not (`recognise`, `doubt`) or lose what it keeps (`forget`). Or it has a program
killed once something is sent to it (`kills`). Or it begins to go (`begin`) or presses (`press`), and doesn't look at what comes of it. It is for the
first window, unless it names another one (`window`). A script that fails ends it. An answer has the status, the address, what
is to be read and what is typed, the secret that an authenticator computed last, if one did, and how many pictures there are and how many of them have no bytes; these aren't counted where
no scripts run (`plain`). With a folder (`profile=…`) it keeps there what browsers keep.
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


with sync_playwright() as playwright:
    runs_scripts = "plain" not in sys.argv[1:]
    profile = next((it.removeprefix("profile=") for it in sys.argv[1:] if it.startswith("profile=")), None)
    if profile:
        # A browser of its own, with a disk.
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    else:
        context = looks.reach(playwright, PATIENCE).new_context(java_script_enabled=runs_scripts)
    status, windows, failures = [0], {}, []
    authenticators, computed = None, [None]

    def listen(request):
        for answer in parse_qs(request.post_data or "").get("secret-answer", []):
            computed[0] = answer

    def kill(page, process):
        def end(route):
            if route.request.method == "POST":
                os.kill(process, signal.SIGKILL)
            route.continue_()
        page.route("**", end)

    def window(number):
        if number not in windows:
            page = windows[number] = context.new_page()
            # Who goes elsewhere at once sees no transition.
            page.on("pageerror", lambda it: "Transition" in str(it) or failures.append(f"{page.url}: {it}"))
            page.on("request", lambda it: it.method == "POST" and listen(it))
            page.on("response", lambda it: status.__setitem__(0, it.status) if it.request.is_navigation_request() else None)
        return windows[number]

    for line in sys.stdin:
        order = json.loads(line)
        page = window(order.get("window", 0))
        for name in ("pull_out", "plug_in", "recognise", "doubt", "forget"):
            if name in order:
                authenticators = authenticators or passkeys.Authenticators(page)
                if name == "plug_in":
                    authenticators.plug_in(order[name], verifies=True, computes=True)
                elif name in ("recognise", "doubt"):
                    authenticators.recognise(order[name], name == "recognise")
                else:
                    getattr(authenticators, name)(order[name])
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
            print(json.dumps({"status": status[0]}), flush=True)
            continue
        count, missing = page.evaluate(PICTURES) if runs_scripts else (0, 0)
        if failures:
            sys.exit("\n".join(failures))
        print(json.dumps({"status": status[0], "address": page.url, "text": page.inner_text("body"),
                          "computed": computed[0], "typed": [it.input_value() for it in page.locator("textarea").all()],
                          "pictures": count, "missing": missing}), flush=True)
