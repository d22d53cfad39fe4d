// The classic two-party game as a straightforward C++ program: the yardstick of the benchmark.
//
//     g++ -O2 -o classic classic.cpp
//     ./classic HANDS quiet|endl
//
// One player with the Simple strategy and an unlimited bankroll, minimum 5, riffle by seven random
// cuts, reshuffle below twenty cards. Prints the transcript (or nothing) on stdout and the time
// taken, with the final bankroll as a check, on stderr.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>

static const char *const RANK_NAMES[] = {"Two",  "Three", "Four", "Five",  "Six",  "Seven", "Eight",
                                         "Nine", "Ten",   "Jack", "Queen", "King", "Ace"};
static const char *const SUIT_NAMES[] = {"Spades", "Hearts", "Clubs", "Diamonds"};

struct Card {
    int rank, suit;
};

class Generator {  // MT19937, seeded as init_genrand does
    uint32_t state[624];
    int index = 624;

    void refill() {
        for (int i = 0; i < 624; i++) {
            uint32_t y = (state[i] & 0x80000000u) | (state[(i + 1) % 624] & 0x7fffffffu);
            state[i] = state[(i + 397) % 624] ^ (y >> 1) ^ ((y & 1) ? 0x9908b0dfu : 0);
        }
        index = 0;
    }

public:
    explicit Generator(uint32_t seed) {
        state[0] = seed;
        for (uint32_t i = 1; i < 624; i++)
            state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
    }
    uint32_t next() {
        if (index == 624) refill();
        uint32_t y = state[index++];
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c5680u;
        y ^= (y << 15) & 0xefc60000u;
        return y ^ (y >> 18);
    }
};

class Deck {
    Card cards[52];
    int next = 0;

public:
    Deck() {
        for (int i = 0; i < 52; i++) cards[i] = {i % 13, i / 13};
    }
    void shuffle(int cut) {
        Card mixed[52];
        int left = 0, right = cut, at = 0;
        while (left < cut || right < 52) {
            if (right < 52) mixed[at++] = cards[right++];
            if (left < cut) mixed[at++] = cards[left++];
        }
        std::memcpy(cards, mixed, sizeof cards);
        next = 0;
    }
    Card deal() { return cards[next++]; }
    int left() const { return 52 - next; }
};

class Hand {
    int hard = 0, aces = 0, held = 0;

public:
    void add(Card card) {
        hard += card.rank == 12 ? 1 : card.rank > 8 ? 10 : card.rank + 2;
        aces += card.rank == 12;
        held++;
    }
    bool soft() const { return aces && hard <= 11; }
    int total() const { return hard + (soft() ? 10 : 0); }
    bool natural() const { return held == 2 && total() == 21; }
};

static bool simple_draws(const Hand &hand, Card up) {
    int total = hand.total();
    int shows = up.rank == 12 ? 11 : up.rank > 8 ? 10 : up.rank + 2;
    if (hand.soft()) return total <= 17 || (total == 18 && shows != 2 && shows != 7 && shows != 8);
    if (total <= 11) return true;
    if (total == 12) return shows < 4 || shows > 6;
    return total <= 16 && shows > 6;
}

enum Mode { QUIET, ENDL };

template <Mode MODE>
struct Line {
    template <typename... Parts>
    static void say(const Parts &...parts) {
        if (MODE == QUIET) return;
        (std::cout << ... << parts) << std::endl;
    }
};

template <Mode MODE>
static void shuffle(Deck &deck, Generator &generator) {
    Line<MODE>::say("# Shuffling the deck");
    for (int i = 0; i < 7; i++) {
        int cut = 13 + generator.next() % 27;
        Line<MODE>::say("cut at ", cut);
        deck.shuffle(cut);
    }
}

template <Mode MODE>
static Card deal(Deck &deck, Hand &hand, const char *who) {
    Card card = deck.deal();
    hand.add(card);
    Line<MODE>::say(who, " dealt ", RANK_NAMES[card.rank], " of ", SUIT_NAMES[card.suit]);
    return card;
}

template <Mode MODE>
static long long play(long long hands) {
    using L = Line<MODE>;
    Generator generator(0);
    Deck deck;
    long long bankroll = 1000000000000LL;
    const long long minimum = 5;
    long long played = 0;
    shuffle<MODE>(deck, generator);
    while (bankroll >= minimum && played < hands) {
        played++;
        L::say("# Hand ", played, " bankroll ", bankroll);
        if (deck.left() < 20) shuffle<MODE>(deck, generator);
        long long wager = minimum;
        L::say("# Player bets ", wager);
        Hand player, dealer;
        deal<MODE>(deck, player, "Player");
        Card up = deal<MODE>(deck, dealer, "Dealer");
        deal<MODE>(deck, player, "Player");
        Card hole = deck.deal();
        dealer.add(hole);
        if (player.natural()) {
            L::say("# Player dealt natural 21");
            bankroll += 3 * wager / 2;
            continue;
        }
        while (player.total() < 21 && simple_draws(player, up)) deal<MODE>(deck, player, "Player");
        L::say("Player's total is ", player.total());
        if (player.total() > 21) {
            L::say("# Player busts");
            bankroll -= wager;
            continue;
        }
        L::say("Dealer's hole card is ", RANK_NAMES[hole.rank], " of ", SUIT_NAMES[hole.suit]);
        while (dealer.total() < 17) deal<MODE>(deck, dealer, "Dealer");
        L::say("Dealer's total is ", dealer.total());
        if (dealer.total() > 21) {
            L::say("# Dealer busts");
            bankroll += wager;
        } else if (dealer.total() > player.total()) {
            L::say("# Dealer wins");
            bankroll -= wager;
        } else if (dealer.total() < player.total()) {
            L::say("# Player wins");
            bankroll += wager;
        } else {
            L::say("# Push");
        }
    }
    L::say("# Player has ", bankroll, " after ", played, " hands");
    return bankroll;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        std::cerr << "usage: classic HANDS quiet|endl\n";
        return 2;
    }
    long long hands = std::atoll(argv[1]);
    std::string mode = argv[2];
    auto start = std::chrono::steady_clock::now();
    long long bankroll = mode == "quiet" ? play<QUIET>(hands) : play<ENDL>(hands);
    std::cout.flush();
    std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    std::cerr << taken.count() << ' ' << bankroll << '\n';
}
