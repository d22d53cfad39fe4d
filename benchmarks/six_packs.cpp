// A six-pack table with full basic strategy as a straightforward C++ program: the yardstick of tables of casinos.
//
//     g++ -O2 -o six_packs six_packs.cpp
//     ./six_packs HANDS quiet
//
// The rules of casino.toml: the dealer stands on soft 17 and checks for a natural, any two cards may be doubled, also
// after a split, pairs are split into up to four hands, aces once with one card each. Prints nothing but, on stderr,
// the time taken and what was won in cents.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

enum Action { HIT, STAND, DOUBLE, SPLIT, DOUBLE_OR_STAND };

// The upcards 2 to 10 and the ace are the columns.
static const char *const HARD[] = {  // totals from 4
    "HHHHHHHHHH", "HHHHHHHHHH", "HHHHHHHHHH", "HHHHHHHHHH", "HHHHHHHHHH", "HDDDDHHHHH", "DDDDDDDDHH", "DDDDDDDDDH",
    "HHSSSHHHHH", "SSSSSHHHHH", "SSSSSHHHHH", "SSSSSHHHHH", "SSSSSHHHHH", "SSSSSSSSSS", "SSSSSSSSSS", "SSSSSSSSSS",
    "SSSSSSSSSS", "SSSSSSSSSS"};
static const char *const SOFT[] = {  // totals from 12
    "HHHDDHHHHH", "HHHDDHHHHH", "HHHDDHHHHH", "HHDDDHHHHH", "HHDDDHHHHH",
    "HDDDDHHHHH", "SddddSSHHH", "SSSSSSSSSS", "SSSSSSSSSS", "SSSSSSSSSS"};
static const char *const PAIRS[] = {  // of 2 to 10 and of aces
    "PPPPPPHHHH", "PPPPPPHHHH", "HHHPPHHHHH", "DDDDDDDDHH", "PPPPPHHHHH",
    "PPPPPPHHHH", "PPPPPPPPPP", "PPPPPSPPSS", "SSSSSSSSSS", "PPPPPPPPPP"};

static Action action_of(char letter) {
    switch (letter) {
        case 'S': return STAND;
        case 'D': return DOUBLE;
        case 'P': return SPLIT;
        case 'd': return DOUBLE_OR_STAND;
        default: return HIT;
    }
}

class Shoe {
    static const int PACKS = 6;
    std::vector<int> cards;
    size_t next = 0;
    std::mt19937 generator{0};

public:
    Shoe() {
        for (int pack = 0; pack < 4 * PACKS; pack++)
            for (int rank = 2; rank <= 14; rank++) cards.push_back(rank == 14 ? 11 : rank > 10 ? 10 : rank);
        shuffle();
    }
    void shuffle() {
        for (size_t i = cards.size() - 1; i > 0; i--)
            std::swap(cards[i], cards[(uint64_t(generator()) * (i + 1)) >> 32]);
        next = 0;
    }
    int deal() { return cards[next++]; }
    size_t left() const { return cards.size() - next; }
};

struct Hand {
    int hard = 0, aces = 0, held = 0, first = 0, second = 0, wager = 0;

    void add(int card) {
        hard += card == 11 ? 1 : card;
        aces += card == 11;
        if (held == 0) first = card;
        if (held == 1) second = card;
        held++;
    }
    bool soft() const { return aces && hard <= 11; }
    int total() const { return hard + (soft() ? 10 : 0); }
    bool natural() const { return held == 2 && total() == 21; }
    bool pair() const { return held == 2 && first == second; }
};

static Action choose(const Hand &hand, int up, bool may_split) {
    Action action = hand.pair() && may_split ? action_of(PAIRS[hand.first - 2][up - 2])
                    : hand.soft()            ? action_of(SOFT[hand.total() - 12][up - 2])
                                             : action_of(HARD[hand.total() - 4][up - 2]);
    if (action == DOUBLE && hand.held != 2) return HIT;
    if (action == DOUBLE_OR_STAND) return hand.held == 2 ? DOUBLE : STAND;
    return action;
}

static long long play_hand(Shoe &shoe) {
    const int minimum = 1000;
    Hand hands[4], dealer;
    int parts = 1;
    hands[0].wager = minimum;
    hands[0].add(shoe.deal());
    dealer.add(shoe.deal());
    int up = dealer.first;
    hands[0].add(shoe.deal());
    dealer.add(shoe.deal());
    if (dealer.natural()) return hands[0].natural() ? 0 : -minimum;
    if (hands[0].natural()) return 3 * minimum / 2;
    bool open = false;
    for (int at = 0; at < parts; at++) {
        Hand &hand = hands[at];
        if (hand.held == 1) hand.add(shoe.deal());
        bool split_aces = parts > 1 && hand.first == 11;
        while (!split_aces && hand.total() < 21) {
            Action action = choose(hand, up, parts < 4);
            if (action == STAND) break;
            if (action == SPLIT) {
                Hand &other = hands[parts++];
                other.wager = minimum;
                other.add(hand.second);
                int first = hand.first;
                hand = Hand();
                hand.wager = minimum;
                hand.add(first);
                hand.add(shoe.deal());
                split_aces = first == 11;
                continue;
            }
            hand.add(shoe.deal());
            if (action == DOUBLE) {
                hand.wager *= 2;
                break;
            }
        }
        open = open || hand.total() <= 21;
    }
    while (open && dealer.total() < 17) dealer.add(shoe.deal());
    long long won = 0;
    for (int at = 0; at < parts; at++) {
        int total = hands[at].total();
        if (total > 21) won -= hands[at].wager;
        else if (dealer.total() > 21 || total > dealer.total()) won += hands[at].wager;
        else if (total < dealer.total()) won -= hands[at].wager;
    }
    return won;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        std::cerr << "usage: six_packs HANDS quiet\n";
        return 2;
    }
    long long hands = std::atoll(argv[1]), won = 0;
    auto start = std::chrono::steady_clock::now();
    Shoe shoe;
    for (long long played = 0; played < hands; played++) {
        if (shoe.left() < 78) shoe.shuffle();
        won += play_hand(shoe);
    }
    std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    std::cerr << taken.count() << ' ' << won << '\n';
}
