"""Check who is at the table: players in seats, or teams."""

from __future__ import annotations

from collections.abc import Mapping

from bj.catalogue.limits import MOST_SEATS
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.model import Team, Tournament
from bj.ruleset.suggestions import shorten, suggest

TEAMS = 2


@needs("players", "arguments")
def check_teams(checking: Checking) -> None:
    """Check the teams, the names and the number of spots, and that the table has at least one player."""
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
            remedy = "add [[players]], or [tournament] and [[teams]]"
            checking.fault("BJ611", ("players",), "the table has no players", remedy, key=True)


def _check_spots(checking: Checking) -> None:
    """Check that there are no more spots than a table has."""
    spots = 0
    for index, player in enumerate(checking.ruleset.players or []):
        spots += player.spots
        if spots > MOST_SEATS:
            message = f"the players have more than {MOST_SEATS} spots in total"
            remedy = f"use at most {MOST_SEATS} in total"
            checking.fault("BJ205", ("players", index, "spots"), message, remedy)
            return


def _check_names(checking: Checking, names: Mapping[KeyPath, str], who: str) -> None:
    """Check that all ``names`` differ, so that people can be distinguished in the output."""
    seen: set[str] = set()
    for path, name in names.items():
        if name.casefold() in seen:
            message = f"two {who} are called `{shorten(name)}`"
            checking.fault("BJ601", path, message, "use a different name for each")
        seen.add(name.casefold())


NO_TEAMS = (
    "write [[teams]] for each team; for a game without teams, remove [tournament], write [[players]] for "
    "each player, and give all players the same `bankroll`"
)
"""The remedy for a tournament without teams. Its author may only want to compare bankrolls."""


def _may_be_seated(checking: Checking) -> bool:
    """Whether players may be listed on the command line."""
    return not checking.is_sure("arguments") or any(
        argument.type == "players" or not checking.is_sure("arguments", argument.name, "type")
        for argument in checking.ruleset.command_line
    )


def _check_tournament(checking: Checking, tournament: Tournament, teams: list[Team]) -> None:
    """Check that a tournament has no [[players]], and that it has `matches`, or two teams and `dealers`."""
    if checking.ruleset.players:
        remedy = 'remove [[players]], or drop inherited ones with `without = ["players"]` under [ruleset]'
        message = "in a tournament, the teams take the seats"
        checking.fault("BJ613", ("players",), message, remedy, key=True)
    if tournament.dealers is None and tournament.matches is None and checking.is_sure("tournament"):
        message = "the tournament does not say which team deals"
        dealers = f'`dealers = "{teams[0].id}"`' if teams else "`dealers` with the name of a team"
        remedy = f"add {dealers}, or `matches`"
        checking.fault("BJ615", ("tournament",), message, remedy, key=True)
    if not checking.is_sure("teams") or not all(
        checking.is_sure("teams", index, "id") for index in range(len(teams))
    ):
        return
    is_league = tournament.matches is not None or not checking.is_sure("tournament", "matches")
    if len(teams) < TEAMS or (len(teams) > TEAMS and not is_league):
        message = f"a tournament needs {TEAMS} teams, not {len(teams)}"
        remedy = "write [[teams]] for each team" if teams else NO_TEAMS
        if len(teams) > TEAMS:
            remedy = "write `matches` under [tournament] in place of `dealers`, or remove a team"
        place: KeyPath = ("teams",) if "teams" in checking.ruleset.model_fields_set else ("tournament",)
        checking.fault("BJ614", place, message, remedy, key=True)
    if len(teams) < TEAMS:
        return  # an unknown name may belong to the missing team
    if tournament.matches is not None:
        _check_matches(checking, tournament, teams)
    if tournament.dealers is not None:
        _check_dealers(checking, tournament.dealers, [team.id for team in teams])


def _check_dealers(checking: Checking, dealers: str, ids: list[str]) -> None:
    """Check that ``dealers`` is a team, or an argument that selects one."""
    path: KeyPath = ("tournament", "dealers")
    choices = checking.choices()
    if dealers in choices:
        for choice in choices[dealers]:
            if choice not in ids:
                message = f"`{shorten(choice)}`, a choice of `{dealers}`, is not a team"
                checking.fault("BJ615", path, message, str(suggest(choice, dict.fromkeys(ids))))
    elif dealers not in ids and not checking.may_be_argument(dealers):
        message = f"no team is called `{shorten(dealers)}`"
        meant = checking.remedy_for(dealers, suggest(dealers, dict.fromkeys(ids)))
        checking.fault("BJ615", path, message, meant)


def _check_matches(checking: Checking, tournament: Tournament, teams: list[Team]) -> None:
    """Check that every team has a match against another team, and that there are enough seats."""
    ids = [team.id for team in teams]
    sides: set[tuple[str, str]] = set()
    for index, match in enumerate(tournament.matches or ()):
        path: KeyPath = ("tournament", "matches", index)
        for key in ("players", "dealers"):
            name = getattr(match, key)
            sides.add((name, key))
            if name not in ids and checking.is_sure(*path, key):
                message = f"no team is called `{shorten(name)}`"
                checking.fault("BJ615", (*path, key), message, suggest(name, dict.fromkeys(ids)))
        if match.players == match.dealers:
            message, remedy = "a team cannot meet itself", "choose a different team"
            checking.fault("BJ618", (*path, "dealers"), message, remedy)
    places = [("tournament", "matches", index) for index in range(len(tournament.matches or ()))]
    if not checking.is_sure("tournament", "matches") or not all(checking.is_sure(*place) for place in places):
        return
    playing = {name for name, _ in sides}
    for index, team in enumerate(teams):
        if team.id not in playing:
            message = f"the team `{team.id}` has no match"
            remedy = "add one to `matches` under [tournament], or remove the team"
            checking.fault("BJ618", ("teams", index, "id"), message, remedy)
    members = {team.id: len(team.members) for team in teams}
    count = sum(members.get(name, 0) for name, _ in sides)
    if count > MOST_SEATS:
        message = f"the teams have {count} members in total, counted once per role; the limit is {MOST_SEATS}"
        remedy = "remove members, or let teams only play or only deal"
        checking.fault("BJ618", ("tournament", "matches"), message, remedy, key=True)


def _check_team(checking: Checking, index: int, team: Team) -> None:
    """Check that ``team`` has a unique name, and that its members exist and are on no other team."""
    path: KeyPath = ("teams", index)
    earlier = (checking.ruleset.teams or [])[:index]
    if any(other.id == team.id for other in earlier):
        checking.fault("BJ601", (*path, "id"), f"two teams are called `{team.id}`", "rename one of them")
    taken = {name for other in earlier for name in other.members}
    known = checking.ruleset.members or {}
    for place, name in enumerate(team.members):
        if name in taken:
            message = f"`{name}` is already in a team"
            checking.fault("BJ601", (*path, "members", place), message, "list each member only once")
        elif name not in known and not checking.gaps.may_hold(("members", name)):
            message = f"no member is called `{name}`"
            meant = suggest(name, known)
            if isinstance(meant, str):
                meant += f", or write [members.{name}] with `name`, `bankroll` and `strategy`"
            checking.fault("BJ616", (*path, "members", place), message, meant)
        taken.add(name)
