"""Is the browser of a person who uses `essential app`: reads an order a line, as JSON, and answers each with a line.

An order goes to an address (`go`), fills in a form (`choose`, `fill`), or clicks (`click`), which leads elsewhere or
shows something (`shows`). An answer has the
status, the address, what is to be read, and how many pictures there are and how many of them have no bytes.
"""
import json
import sys

from playwright.sync_api import sync_playwright

PICTURES = """() => { const all = [...document.images]; all.forEach(it => it.loading = 'eager');
    return Promise.allSettled(all.map(it => it.decode())).then(() => [all.length, all.filter(it => !it.naturalWidth).length]) }"""

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    page = browser.new_page()
    status = [0]
    page.on("response", lambda it: status.__setitem__(0, it.status) if it.request.is_navigation_request() else None)
    for line in sys.stdin:
        order = json.loads(line)
        if "go" in order:
            page.goto(order["go"])
            if "until" in order:
                page.wait_for_url(order["until"])
        for name, value in order.get("choose", {}).items():
            page.locator(f"[name='{name}']").select_option(value)
        for name, value in order.get("fill", {}).items():
            page.locator(f"[name='{name}']").fill(value)
        if "shows" in order:
            page.locator(order["click"]).first.click()
            page.get_by_text(order["shows"]).first.wait_for()
        elif "click" in order:
            with page.expect_navigation():
                page.locator(order["click"]).first.click()
        count, missing = page.evaluate(PICTURES)
        print(json.dumps({"status": status[0], "address": page.url, "text": page.inner_text("body"),
                          "pictures": count, "missing": missing}), flush=True)
