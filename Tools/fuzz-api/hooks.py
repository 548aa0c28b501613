"""What schemathesis does before each request: it shows the token of a session."""

import os

import schemathesis


class Member:
    """A member with several sessions, since what is tried ends them."""

    tokens = os.environ["FUZZ_TOKENS"].split()

    def get(self, case, context):
        return Member.tokens[0]

    def set(self, case, data, context):
        case.headers = dict(case.headers or {})
        case.headers["Authorization"] = "Bearer " + data


if Member.tokens:
    schemathesis.auth(refresh_interval=None)(Member)


@schemathesis.hook
def after_call(context, case, response):
    sent = (case.headers or {}).get("Authorization")
    # Of the last session it is seen how the end of all of them is told.
    if response.status_code == 401 and len(Member.tokens) > 1 and sent == "Bearer " + Member.tokens[0]:
        Member.tokens.pop(0)
