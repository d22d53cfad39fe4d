"""Checks of a table whose bank goes round."""

from __future__ import annotations

from bj.ruleset.check.checked import Checking, needs

REMEDY = "remove it, or leave out the step `pass bank`"


@needs("procedure", "dealer", "players")
def check_bank(checking: Checking) -> None:
    """A bank that goes round has no other dealer, and each player one hand."""
    ruleset = checking.ruleset
    if not ruleset.bank_goes_round:
        return
    if ruleset.tournament is not None:
        message = "the bank cannot go round in a tournament, where a team deals"
        checking.fault("BJ715", ("tournament",), message, REMEDY, key=True)
    dealer = ruleset.dealer
    is_given = {
        "bankroll": str(dealer.bankroll) != "0",
        "reactions": bool(dealer.reactions),
        "powers": bool(dealer.powers),
    }
    for key in (key for key, given in is_given.items() if given):
        message = f"the dealer has no `{key}` where the bank goes round: each player deals in turn"
        checking.fault("BJ715", ("dealer", key), message, REMEDY, key=True)
    for index, player in enumerate(ruleset.players):
        if player.spots > 1:
            message = "a player has one hand where the bank goes round"
            checking.fault("BJ715", ("players", index, "spots"), message, REMEDY, key=True)
    for name, power in (ruleset.powers or {}).items():
        if power.shared is not None:
            message = "no `memory` is shared where the bank goes round: the banker has no powers meanwhile"
            checking.fault("BJ715", ("powers", name, "shared"), message, REMEDY, key=True)
    for path, reaction in ruleset.all_reactions():
        if reaction.do == "replay hand":
            message = "no hand is played again after the bank has passed"
            checking.fault("BJ715", (*path, "do"), message, REMEDY)
