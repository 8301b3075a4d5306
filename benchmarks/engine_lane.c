/* A UCI engine that answers at once with the next move of one long game: cc -O2 -o engine_lane engine_lane.c
   Start it with the moves of the game as its arguments. benchmarks/engine_lane.py does both. */
#include <stdio.h>
#include <string.h>

static int count_moves(const char *position) {
    const char *moves = strstr(position, " moves ");
    int count = 0;
    if (moves == NULL)
        return 0;
    for (moves += 6; *moves != '\0'; moves++)
        count += *moves == ' ' && moves[1] > ' ';
    return count;
}

int main(int words, char **word) {
    static char line[1 << 16];
    int made = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (!strncmp(line, "position", 8))
            made = count_moves(line);
        else if (!strncmp(line, "go", 2))
            printf("info depth 1 score cp 0 nodes 1 pv %s\nbestmove %s\n", word[made + 1], word[made + 1]);
        else if (!strcmp(line, "uci\n"))
            puts("id name lane\nuciok");
        else if (!strcmp(line, "isready\n"))
            puts("readyok");
        else if (!strcmp(line, "quit\n"))
            break;
        fflush(stdout);
    }
    return words == 0;
}
