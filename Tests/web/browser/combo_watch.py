"""What became of one combo: every number that a page showed of it, and what the ledger has of its orders."""

import json

import stand
from media_stage import SECONDS
from stage import expect_within

# A banner goes 5 s after its last gift, so a check that waits for something else meanwhile would miss it. The page keeps every number.
WATCH = """() => {
  window.comboCounts = [];
  const look = () => {
    for (const banner of document.querySelectorAll("[data-testid=gift-banner]")) {
      const count = Number(banner.dataset.count);
      if (window.comboCounts.at(-1) !== count) window.comboCounts.push(count);
    }
  };
  new MutationObserver(look).observe(document.body, { attributeFilter: ["data-count"], childList: true, subtree: true });
  look();
}"""
# What a receiver gets of a price, in percent (wallet.hostSharePercent).
SHARE = 50


def watch_combo(page):
    """Keeps every number of the only combo of a live that a page shows from now on."""
    page.evaluate(WATCH)


def expect_combo(page, total):
    """Waits for the number that a combo has come to: it only grew, and was never more than that."""

    def counts():
        return page.evaluate("window.comboCounts")

    expect_within(SECONDS, f"a combo of {total} on {page.user}'s page", lambda: total in counts())
    assert (shown := counts()) == sorted(set(shown)) and shown[-1] == total, f"{page.user} saw a combo of {total} count {shown}"


def money(base, user):
    """What a user has left, and has earned."""
    answer = stand.call(base, "ovation_wallet_srv", "get_balance", {"User_Account": user})["Response"]
    return answer["Balance"], answer["Earned"]


def gift_entries(base, **account):
    """The entries of an account that gifts have made: what each order took or gave."""
    found, page = [], ""
    while True:
        asked = {**account, "Kind": "gift", "Count": 100, "Next": page}
        answer = stand.call(base, "ovation_wallet_srv", "get_ledger", asked)["Response"]
        found += answer["EntryList"]
        page = answer["Next"]
        if not page:
            return found


def expect_books(base, giver, host, before, price, total):
    """Every coin of a combo was taken from the giver once, and its share is the host's: in their accounts, and order by order.

    `before` is what `money` said of both before the first gift, the giver first.
    """
    after = [money(base, user) for user in (giver, host)]
    share = price * SHARE // 100
    wanted = [(before[0][0] - total * price, before[0][1]), (before[1][0], before[1][1] + total * share)]
    assert after == wanted, f"{giver} and {host} have {after}, not {wanted}"
    taken = gift_entries(base, User_Account=giver)
    orders = [entry["Reference"] for entry in taken]
    assert len(orders) == len(set(orders)), f"an order was charged twice: {json.dumps(taken)}"
    assert sum(entry["Amount"] for entry in taken) == -total * price, f"{giver}'s gifts took other coins: {json.dumps(taken)}"
    earned = {entry["Reference"]: entry["Amount"] for entry in gift_entries(base, Account=f"host:{host}")}
    shares = {entry["Reference"]: -entry["Amount"] // price * share for entry in taken}
    assert earned == shares, f"{host} earned {earned} by these orders, not {shares}"
