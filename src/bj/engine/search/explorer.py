"""Explores a hand: every possible card, and every action open to the person who decides.

The search creates a node for tables that the observer cannot distinguish. A node has the average result of
hands without further decisions, and the probabilities of reaching further decisions. The search can pause and
continue at any time. The search does not know the rules: in each situation, the engine plays each card or
action once. The result is used for any number of cards left.
"""

from __future__ import annotations

from bj.catalogue.actions import MOST as MOST_ACTIONS

from ..layout import program as p
from ..layout import search_layout as w
from ..layout.plain_or_compiled import Identity, Space, engine_function, recall
from ..layout.work_per_hand import MOST_WORK
from .information_sets import identify_sight, is_same, know, merge_alike, play_members
from .search_frames import add_found, add_value, finish, lacks_room, push
from .situations import enter, load
from .transitions import deal_all, enter_alone, enter_hidden, turn_of


@engine_function
def look_into(space: Space, share: int, first: int, end: int, identity: Identity) -> int:
    """Push a frame for a new group of tables that the observer cannot distinguish."""
    work, situations = space.work, space.situations
    situation = work[work[first] + w.IS_IN]
    kind = situations[situation + w.KIND]
    if situations[situation + w.STRANGE]:
        return w.STRANGER
    frame = push(space, kind, share, first, end - first)
    work[frame + w.IDENTITY] = identity[0]
    work[frame + w.IDENTITY + 1] = identity[1]
    if not situations[situation + w.DEALERS]:
        work[w.PLAYED] += 1
    cards = 1
    if kind == w.CARD:
        work[frame + w.STEPS] = work[w.CLASSES]
        cards = 0
        for i in range(work[w.CLASSES]):
            cards += work[work[first] + w.COUNTS + i]
    else:
        work[frame + w.STEPS] = MOST_ACTIONS
        node = work[frame + w.NODE]
        for i in range(w.DECISION_SIZE):
            space.nodes[node + w.DECISION_OF_NODE + i] = situations[situation + w.DECISION_OF_SITUATION + i]
        work[w.NEXT_NODE] = node + w.DECISION_NODE_SIZE
    weights = 0
    for at in range(first, end):
        weights += work[work[at] + w.WEIGHT]
    work[frame + w.TOTAL] = cards * weights
    return p.GOING_ON


@engine_function
def go_on(space: Space, frame: int) -> int:
    """Continue with the next group of indistinguishable tables on the frame's agenda."""
    work = space.work
    first = work[frame + w.AGENDA]
    end = first + 1
    part = work[first] + w.PART
    while end < work[frame + w.AGENDA_END] and is_same(work, work[end] + w.PART, part):
        end += 1
    work[frame + w.AGENDA] = end
    if end - first > 1:
        end = merge_alike(work, first, end)
    weights = 0
    for at in range(first, end):
        weights += work[work[at] + w.WEIGHT]
    identity = identify_sight(work, space.memo, first, end)
    share = add_value(work, space.values, weights / work[frame + w.TOTAL])
    found = recall(space.memo, identity)
    if found:
        add_found(space, frame, found, share)
        return p.GOING_ON
    return look_into(space, share, first, end, identity)


@engine_function
def next_step(space: Space, frame: int) -> int:
    """Deal the next class of cards, or take the next legal action."""
    work, situations = space.work, space.situations
    step = work[frame + w.STEP]
    work[frame + w.STEP] += 1
    situation = work[work[work[frame + w.FIRST_MEMBER]] + w.IS_IN]
    if work[frame + w.FRAME_KIND] == w.DECISION:
        if not situations[situation + w.LEGAL] >> step & 1:
            return p.GOING_ON
        total = work[frame + w.TOTAL]
        after = push(space, w.AFTER, step, work[frame + w.FIRST_MEMBER], work[frame + w.MEMBERS])
        work[after + w.TOTAL] = total
        return play_members(space, after, step, step)
    last = step
    if situations[situation + w.HIDDEN]:
        last = work[w.CLASSES] - 1
        work[frame + w.STEP] = last + 1
    return play_members(space, frame, step, last)


@engine_function
def begin(space: Space, first: int, members: int) -> None:
    """Start a search with the tables that ``work`` lists from the index ``first`` on."""
    work = space.work
    total = 0
    for at in range(first, first + members):
        member = work[at]
        load(space, work[member + w.IS_IN])
        work[member + w.IS_IN] = enter(space)
        work[member + w.PART] = 0 if work[w.OBSERVER] else member  # if all cards are seen, all tables differ
        work[member + w.PART + 1] = 0
        know(work, space.memo, member)
        total += work[member + w.WEIGHT]
    frame = push(space, w.AFTER, 0, first, members)
    work[frame + w.TOTAL] = total
    work[frame + w.AGENDA] = first
    work[frame + w.AGENDA_END] = first + members


@engine_function
def explore(space: Space) -> int:
    """Continue the search. Return DONE if it is complete, or else the reason it stopped.

    PAUSED means that the requested number of cards and decisions has been played, or that they took too long.
    """
    work = space.work
    while work[w.FRAME]:
        frame = work[w.FRAME]
        if lacks_room(space):
            return w.FULL
        if work[w.CALLS] <= 0 or work[w.WORKED] > MOST_WORK:
            return p.PAUSED
        if work[w.DEPTH] > w.MOST_FRAMES:
            return w.TOO_DEEP
        status = p.GOING_ON
        if work[frame + w.AGENDA] < work[frame + w.AGENDA_END]:
            status = go_on(space, frame)
        elif work[frame + w.STEP] < work[frame + w.STEPS]:
            work[w.TOP] = work[frame + w.FREE]
            status = next_step(space, frame)
        else:
            finish(space, frame)
        if status != p.GOING_ON:
            return status
    return p.DONE


@engine_function
def serve(space: Space, wanted: int, first: int, second: int) -> int:
    """Handle the request ``wanted`` from a driver, with ``first`` and ``second`` (see ``search_driving``)."""
    if wanted == w.ENTER:
        return enter(space)
    if wanted == w.TURN:
        return turn_of(space, first, second)
    if wanted == w.EXPLORE:
        return explore(space)
    if wanted == w.DEAL:
        deal_all(space, first)
        return p.DONE
    if wanted == w.ALONE:
        return enter_alone(space, first, second)
    if wanted == w.HIDE:
        return enter_hidden(space, first, second)
    if wanted == w.BEGIN:
        begin(space, first, second)
    else:
        load(space, first)
    return p.DONE
