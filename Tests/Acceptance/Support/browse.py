"""Visits pages with Debian's Chromium, and tells what is wrong with them.

Reads plans from standard input, a line each (see Browser.swift), and writes a line of
JSON for each visit: the status and all problems found, among them what axe-core calls
violations, however one looks at it (see looks.py); of a screen also what moves while it
comes. Screenshots of what is wrong go into the folder that the plan names.
"""
import json
import os

import looks
from playwright.sync_api import sync_playwright

# A machine may be very busy; what hangs is ended by the test run.
PATIENCE = 300_000
# What moved while the page came, and by how much (Layout Instability); nothing if nothing did.
MOVED = """() => new Promise(done => {
    const moved = [];
    new PerformanceObserver(list => { for (const shift of list.getEntries()) for (const source of shift.sources.length ? shift.sources : [{}])
        moved.push(shift.value.toFixed(4) + ' ' + (source.node ? source.node.outerHTML ?? source.node.nodeName : '?')
            .slice(0, 80) + ' ' + JSON.stringify(source.previousRect) + ' ' + JSON.stringify(source.currentRect)) })
        .observe({type: 'layout-shift', buffered: true});
    requestAnimationFrame(() => requestAnimationFrame(() => done(moved)));
})"""


def field(form, name):
    """A field of a form, whether or not it is for a secret."""
    return form.locator(f"[name={name}], [name=secret-{name}]")


def show_password(page):
    """What is wrong with the button that shows a password and hides it again, which has the focus."""
    problems, kinds = [], []
    shown = page.locator("#" + page.locator("button.show").get_attribute("data-field"))
    for key in ["Space", "Enter"]:
        page.keyboard.press(key)
        kinds.append(shown.get_attribute("type"))
        kinds.append(page.locator("button.show").get_attribute("aria-pressed"))
    if kinds != ["text", "true", "password", "false"]:
        problems.append(f"a new password is shown as {kinds}")
    return problems


def fill(page, visit, problems):
    """Fills in the form and sends it, in one of three ways."""
    form = page.locator("form").nth(visit["form"])
    if visit["by"] == "keyboard":
        def step():
            page.keyboard.press("Tab")
            focused, is_in_form, is_shown = page.evaluate(looks.FOCUS)
            if not is_shown:
                problems.append(f"nobody sees that {focused} has the focus")
            return focused, is_in_form

        for number, (name, value) in enumerate([*visit["fill"], ("BUTTON", None)]):
            focused, is_in_form = step()
            while number == 0 and not is_in_form and focused != "BODY":
                # What every screen has on top comes first.
                focused, is_in_form = step()
            if focused == "show":
                # Beside a new password; who wants to see it presses it.
                problems += show_password(page)
                focused, _ = step()
            if focused != name:
                problems.append(f"the keyboard comes to {focused}, not to {name}")
            if value is not None:
                page.keyboard.type(value)
        send = lambda: page.keyboard.press("Enter")
    else:
        if visit["by"] == "program":
            # The server is to judge, not the browser.
            form.evaluate("it => { it.noValidate = true }")
        for name, value in visit["fill"]:
            field(form, name).fill(value)
        send = form.locator("button:not([type=button])").first.click
    with page.expect_navigation() as navigation:
        send()
    return navigation.value


def type_passwords(page, visit):
    """What is marked and said of each password that is typed, and what is asked of the server meanwhile."""
    asked, seen = [], []
    # What belongs to the page, as its icon, may come after it.
    page.wait_for_load_state("networkidle")
    page.on("request", lambda request: asked.append(request.url))
    form = page.locator("form").first
    for name, value in visit["fill"]:
        field(form, name).fill(value)
    for password in visit["typed"]:
        field(form, "new_password").fill("")
        field(form, "new_password").press_sequentially(password)
        states = form.locator("[data-rule]").evaluate_all(
            "items => items.map(item => [item.dataset.rule, item.dataset.state]).filter(state => state[1])")
        seen.append({"states": dict(states), "said": form.locator("[role=status]").inner_text()})
    return {"typed": seen, "asked": asked}


def look_for_traces(page, problems):
    """What of a secret would be on paper, or stays in the history of the browser."""
    if "token=" in page.evaluate("() => location.href"):
        problems.append("the address in the history holds the secret of the link")
    page.emulate_media(media="print")
    if page.locator("form:visible, input:visible").count():
        problems.append("what was typed is printed")
    page.emulate_media(media="screen")


def examine_screen(page, problems):
    """What only screens promise; before the page is looked at in other ways."""
    page.wait_for_load_state("networkidle")
    problems += [f"moves while it comes: {moved}" for moved in page.evaluate(MOVED)]
    # What is held already is all there as well: what is refused is heard (`Window.hear`).
    page.reload()
    page.wait_for_load_state("networkidle")


class Window:
    """A page of a browser with a language, and with scripts or without."""

    def __init__(self, browser, address, language, runs_scripts):
        self.context = browser.new_context(base_url=address, locale=language, java_script_enabled=runs_scripts)
        self.context.set_default_timeout(PATIENCE)
        self.page, self.language = self.context.new_page(), language
        self.problems = []
        self.page.on("console", self.hear)
        self.page.on("requestfailed", self.miss)

    def miss(self, request):
        # What tells of changes ends when somebody leaves, and so does what is on its way just then.
        if "/live?" not in request.url and request.failure != "net::ERR_ABORTED":
            self.problems.append(f"not loaded: {request.url}: {request.failure}")

    def hear(self, message):
        self.problems += filter(None, [looks.complaint(message)])

    def visit(self, visit, path):
        self.problems.clear()
        answer, typed = self.page.goto(visit["path"]), {}
        if "typed" in visit:
            typed = type_passwords(self.page, visit)
        elif "fill" in visit:
            answer = fill(self.page, visit, self.problems)
        shown = self.page.locator("body").inner_text()
        self.problems += [f"it doesn't say {text}" for text in visit["says"] if text not in shown]
        if visit["isScreen"]:
            examine_screen(self.page, self.problems)
        if visit["by"] != "form":
            look_for_traces(self.page, self.problems)
            self.problems += looks.look(self.page, path, self.language)
        # Whatever is on its way when the next page is asked for would be given up.
        self.page.wait_for_load_state("networkidle")
        return {"name": visit["name"], "status": answer.status, "problems": self.problems, **typed}


def main():
    with sync_playwright() as playwright:
        browser = looks.reach(playwright, PATIENCE)
        for plan, _ in looks.people():
            os.makedirs(plan["screenshots"], exist_ok=True)
            windows = {}
            for visit in plan["visits"]:
                runs_scripts = visit["by"] != "form"
                if runs_scripts not in windows:
                    windows[runs_scripts] = Window(browser, plan["address"], plan["language"], runs_scripts)
                path = os.path.join(plan["screenshots"], visit["name"])
                print(json.dumps(windows[runs_scripts].visit(visit, path)), flush=True)
            for window in windows.values():
                window.context.close()
        browser.close()


main()
