"""Checks of the persons at the table: players in seats, or two teams."""

from __future__ import annotations

from collections.abc import Mapping

from bj.catalogue.limits import MOST_SEATS
from bj.errors import KeyPath
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.model import Team, Tournament
from bj.ruleset.suggestions import shorten, suggest

TEAMS = 2


@needs("players", "arguments")
def check_teams(checking: Checking) -> None:
    """Either players or two teams sit at the table."""
    ruleset = checking.ruleset
    tournament, teams, members = ruleset.tournament, ruleset.teams or [], ruleset.members or {}
    for index, team in enumerate(teams):
        _check_team(checking, index, team)
    names: dict[KeyPath, str] = {
        ("players", index, "name"): player.name for index, player in enumerate(ruleset.players or [])
    }
    _check_names(checking, names, "players")
    _check_names(
        checking, {("members", key, "name"): member.name for key, member in members.items()}, "members"
    )
    _check_spots(checking)
    if tournament is not None:
        _check_tournament(checking, tournament, teams)
    elif checking.is_sure("tournament"):
        for key in [key for key, section in (("teams", teams), ("members", members)) if section]:
            checking.fault("BJ612", (key,), "this needs a tournament", "add [tournament]", key=True)
        if not ruleset.players and checking.is_sure("players") and not _may_be_seated(checking):
            remedy = "add [[players]], or [tournament] and two [[teams]]"
            checking.fault("BJ611", ("players",), "the table has no players", remedy, key=True)


def _check_spots(checking: Checking) -> None:
    """The players have no more spots together than a table has."""
    spots = 0
    for index, player in enumerate(checking.ruleset.players or []):
        spots += player.spots
        if spots > MOST_SEATS:
            message = f"the players have more than {MOST_SEATS} spots together"
            remedy = f"give them {MOST_SEATS} or fewer"
            checking.fault("BJ205", ("players", index, "spots"), message, remedy)
            return


def _check_names(checking: Checking, names: Mapping[KeyPath, str], who: str) -> None:
    """All names differ, so that readers can distinguish them."""
    seen: set[str] = set()
    for path, name in names.items():
        if name.casefold() in seen:
            message = f"two {who} are called `{shorten(name)}`"
            checking.fault("BJ601", path, message, "give each a different name")
        seen.add(name.casefold())


def _may_be_seated(checking: Checking) -> bool:
    """Whether the players may be named on the command line."""
    return not checking.is_sure("arguments") or any(
        argument.type == "players" or not checking.is_sure("arguments", argument.name, "type")
        for argument in checking.ruleset.command_line
    )


def _check_tournament(checking: Checking, tournament: Tournament, teams: list[Team]) -> None:
    """A tournament has two teams and no other players; one team deals."""
    path: KeyPath = ("tournament", "dealers")
    ids = [team.id for team in teams]
    choices = checking.choices()
    if checking.ruleset.players:
        remedy = 'remove [[players]], or drop inherited ones with `without = ["players"]` under [ruleset]'
        message = "the seats of a tournament are taken by teams"
        checking.fault("BJ613", ("players",), message, remedy, key=True)
    if not checking.is_sure("teams") or not all(
        checking.is_sure("teams", index, "id") for index in range(len(teams))
    ):
        return
    if len(teams) != TEAMS:
        message = f"a tournament has {TEAMS} teams, not {len(teams)}"
        place: KeyPath = ("teams",) if "teams" in checking.ruleset.model_fields_set else ("tournament",)
        checking.fault("BJ614", place, message, "write [[teams]] for each", key=True)
    if len(teams) < TEAMS:
        return  # what else is not there may be in the other team
    if tournament.dealers in choices:
        for choice in choices[tournament.dealers]:
            if choice not in ids:
                message = f"`{shorten(choice)}`, a choice of `{tournament.dealers}`, is not a team"
                checking.fault("BJ615", path, message, str(suggest(choice, dict.fromkeys(ids))))
    elif tournament.dealers not in ids and not checking.may_be_argument(tournament.dealers):
        message = f"no team is called `{shorten(tournament.dealers)}`"
        meant = checking.remedy_for(tournament.dealers, suggest(tournament.dealers, dict.fromkeys(ids)))
        checking.fault("BJ615", path, message, meant)


def _check_team(checking: Checking, index: int, team: Team) -> None:
    """The team has a unique name, and members that no other team has."""
    path: KeyPath = ("teams", index)
    earlier = (checking.ruleset.teams or [])[:index]
    if any(other.id == team.id for other in earlier):
        checking.fault("BJ601", (*path, "id"), f"two teams are called `{team.id}`", "rename one of them")
    taken = {name for other in earlier for name in other.members}
    known = checking.ruleset.members or {}
    for place, name in enumerate(team.members):
        if name in taken:
            message = f"`{name}` is already in a team"
            checking.fault("BJ601", (*path, "members", place), message, "list every member once")
        elif name not in known and not checking.gaps.may_hold(("members", name)):
            message = f"no member is called `{name}`"
            checking.fault("BJ616", (*path, "members", place), message, suggest(name, known))
        taken.add(name)
