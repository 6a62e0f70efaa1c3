"""What schemathesis cannot know of an API that answers 200 to everything: who calls, and what an ErrorCode says."""

import json

import schemathesis

CALLER = {"sdkappid": 1400000001, "identifier": "administrator", "usersig": "dev"}
# The codes of bodies that are no object or that break their schema.
BODY_REFUSED = {60003, 100002, 110102}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Each call is that of an administrator; what is made up is the body."""
    case.query = {**(case.query or {}), **CALLER, "random": 1, "contenttype": "json"}


def envelope(response):
    answer = json.loads(response.content)
    assert isinstance(answer, dict), "the answer is no object"
    return answer


@schemathesis.check
def answers_with_an_envelope(ctx, response, case):
    if response.status_code != 200:
        return
    answer = envelope(response)
    assert answer["ActionStatus"] == ("OK" if answer["ErrorCode"] == 0 else "FAIL"), "ActionStatus and ErrorCode differ"
    assert (answer["ErrorInfo"] == "") == (answer["ErrorCode"] == 0), "a refusal says why, and nothing else does"
    assert answer["RequestId"].startswith("Id-"), "no RequestId"


@schemathesis.check
def is_never_the_servers_fault(ctx, response, case):
    if response.status_code == 200:
        code = envelope(response)["ErrorCode"]
        assert code not in (100001, 110008), f"the server failed: {code}"


@schemathesis.check
def refuses_what_breaks_the_schema(ctx, response, case):
    """A body that the schema forbids by type is refused as one; limits have codes of their own."""
    if response.status_code != 200 or not isinstance(case.body, (list, str, int, float, bool)):
        return
    code = envelope(response)["ErrorCode"]
    assert code in BODY_REFUSED, f"a body that is no object was answered with {code}"
