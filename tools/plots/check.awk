# Recomputes the numbers of a document from the raw results: see tools/check-report.
#
# The results are read first, then the list of the document's numbers, then the document.
# A line of the list is a number and the query that gives it, for example
#
#   99.2 share players beta
#
# in the order of the text; a line "## Heading" is that heading of the document. Queries are
#
#   share FILE PLAYER [MIX]      mean share of the bound, in percent
#   half FILE PLAYER [MIX]       half of its 95 % interval (Student's t)
#   loss FILE PLAYER [MIX]       100 less the share
#   speed FILE PLAYER [MIX]      moves a second: all moves over all seconds
#   seconds FILE PLAYER [MIX]    mean seconds a game
#   games, short, lost, optimal  games; those that ended before their 500 tiles did; with
#                                less than 90 % of the bound; that met it
#   calls FILE PLAYER [MIX]      of the hard searcher, in all games
#   least FILE PLAYER [MIX]      share of the worst game
#   peak FILE PLAYER [MIX]       most memory of any game, MiB
#   work FILE PLAYER [MIX]       boards looked at a move: of the median game
#   score FILE PLAYER INPUT      of that game; bound FILE PLAYER INPUT
#   faster FILE PLAYER OTHER     speed of the one over that of the other
#   growth FILE PLAYER OTHER N   the N-th root of that
#   power FILE PLAYER OTHER N M  log10 of the growth to the power M
#   over FILE PLAYER N           work over N
#   lowest, highest, average FILE REGEX, and number FILE REGEX
#                                of the mean shares of the players that match; how many
#   made, final, stops FILE      of a game by switches: moves made, of the game, dead ends
#   same FILE PLAYER OTHER       games in which both have the same score and moves
#   given WHY                    not from results: a setting, or from elsewhere
#
# A word ~N before the rest: the number is rounded to N digits. MIX and INPUT are the
# beginning of an input's name.
function fail(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text
    failed++
}
function t_of(n) {
    return n - 1 > 20 ? 2.0 : quantile[n - 1]
}
# Sets n, and the means and sums, of a player's games.
function gather(file, player, mix,    i, k, m, sorted, x) {
    n = sum = squares = moves = seconds = shorts = losts = opts = calls = top = 0
    low = 1e9; the_score = the_bound = -1
    for (i = 1; i <= rows[file]; i++) {
        k = file SUBSEP i
        if (who[k] != player || (mix != "" && index(input[k], mix) != 1)) continue
        x = 100 * share[k]; n++; sum += x; squares += x * x
        moves += made[k]; seconds += time[k]; opts += met[k]; calls += switched[k]
        shorts += made[k] < 500; losts += x < 90
        if (x < low) low = x
        if (peak[k] > top) top = peak[k]
        the_score = points[k]; the_bound = bound[k]
        for (m = n; m > 1 && sorted[m - 1] > boards[k] / made[k]; m--) sorted[m] = sorted[m - 1]
        sorted[m] = boards[k] / made[k]
    }
    if (n == 0) { fail("no results of " player " in " file); return 0 }
    middle = n % 2 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2
    return 1
}
function speed_of(file, player) { return gather(file, player, "") ? moves / seconds : 1 }
function group(what, file, pattern,    i, seen, best, total, count, m) {
    for (i = 1; i <= rows[file]; i++) {
        m = who[file, i]
        if (m in seen || m !~ pattern) continue
        seen[m] = 1; gather(file, m, ""); count++; total += sum / n
        if (count == 1 || (what == "lowest" ? sum / n < best : sum / n > best)) best = sum / n
    }
    if (count == 0) fail("no player of " file " matches " pattern)
    return what == "number" ? count : what == "average" ? total / count : best
}
function same(file, a, b,    i, j, count) {
    for (i = 1; i <= rows[file]; i++)
        for (j = 1; j <= rows[file] && who[file, i] == a; j++)
            count += who[file, j] == b && input[file, i] == input[file, j] && \
                     points[file, i] == points[file, j] && made[file, i] == made[file, j]
    return count + 0
}
function value(query,    q, c, f) {
    c = split(query, q, " "); f = q[1]
    if (f ~ /^(lowest|highest|average|number)$/) return group(f, q[2], q[3])
    if (f == "made" || f == "final" || f == "stops") return game[q[2], f]
    if (f == "same") return same(q[2], q[3], q[4])
    if (f == "faster") return speed_of(q[2], q[3]) / speed_of(q[2], q[4])
    if (f == "growth") return (speed_of(q[2], q[3]) / speed_of(q[2], q[4])) ^ (1 / q[5])
    if (f == "power")
        return log((speed_of(q[2], q[3]) / speed_of(q[2], q[4])) ^ (1 / q[5])) / log(10) * q[6]
    if (f == "over") return gather(q[2], q[3], "") ? middle / q[4] : 0
    if (!gather(q[2], q[3], q[4])) return 0
    if (f == "share") return sum / n
    if (f == "loss") return 100 - sum / n
    if (f == "half") return t_of(n) * sqrt((squares - sum * sum / n) / (n - 1) / n)
    if (f == "speed") return moves / seconds
    if (f == "seconds") return seconds / n
    if (f == "games") return n
    if (f == "short") return shorts
    if (f == "lost") return losts
    if (f == "optimal") return opts
    if (f == "calls") return calls
    if (f == "least") return low
    if (f == "peak") return top / 1048576
    if (f == "work") return middle
    if (f == "score") return the_score
    if (f == "bound") return the_bound
    fail("no such query: " query)
    return 0
}
function check(shown, query,    digits, exact, unit, decimals, number) {
    number = shown; gsub(/,/, "", number)
    checked++
    if (query ~ /^given /) { given++; return }
    digits = 0
    if (match(query, /^~[0-9] /)) { digits = substr(query, 2, 1); query = substr(query, 4) }
    exact = value(query)
    decimals = index(number, ".") ? length(number) - index(number, ".") : 0
    unit = 10 ^ -decimals
    if (digits) unit = 10 ^ (int(log(exact) / log(10) + 1e-9) + 1 - digits)
    if (exact - number > 0.5001 * unit || number - exact > 0.5001 * unit)
        fail("the number is " shown ", but " query " is " exact)
}
# The next line of the list is a number, not a heading or the end.
function has_next() { return at < items && item[at + 1] !~ /^## / }
function next_number() { return has_next() ? substr(item[at + 1], 1, index(item[at + 1], " ") - 1) : "" }
function fail_next(where) { fail("the list has " item[at + 1] ", which is not in the text before " where) }
# All numbers of the section above are used; the list continues at this heading if it has it.
function begin_section(heading) {
    while (has_next()) { fail_next(heading); at++ }
    if (item[at + 1] == heading) at++
}
# A number in the text: the next one of the list, or one that needs no result.
function use_number(number, after) {
    if (number == next_number()) {
        at++
        check(number, substr(item[at], length(number) + 2))
    } else if (number ~ /\.|[0-9][0-9][0-9]/ || after ~ /^ ?%/)
        fail(number " is not in the list" (has_next() ? ", where " item[at + 1] " follows" : ""))
}
BEGIN {
    split("12.71 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 " \
          "2.145 2.131 2.120 2.110 2.101 2.093 2.086", quantile, " ")
}
FNR == 1 { # which file this line is from
    file = FILENAME; sub(/.*\//, "", file); is_result = sub(/\.csv$/, "", file)
}
is_result && match($0, /^"[^"]*",/) {
    rows[file]++; k = file SUBSEP rows[file]; who[k] = substr($0, 2, RLENGTH - 3)
    split(substr($0, RLENGTH + 1), field, ",")
    gsub(/"/, "", field[1]); input[k] = field[1]
    points[k] = field[2]; bound[k] = field[3]; share[k] = field[4]; met[k] = field[5]
    made[k] = field[6]; time[k] = field[7]; boards[k] = field[9]; switched[k] = field[10]
    peak[k] = field[11]
    next
}
is_result && file ~ /^switches-/ && FNR > 1 {
    split($0, field, ",")
    if (field[3] == "hard") game[file, "stops"]++
    game[file, "made"] = field[1]; game[file, "final"] = field[2]
    next
}
is_result { next }
pass == 1 {
    if (!/^# / && !/^$/) item[++items] = $0
    next
}
/^```/ { code = !code }
/^## / { begin_section($0) }
code || /^!\[/ || /^#/ { next } # what a caption says is in the text
{
    text = $0; gsub(/`[^`]*`|\]\([^)]*\)|CITS3001/, "", text)
    while (match(text, /[0-9]+(,[0-9][0-9][0-9])*(\.[0-9]+)?/)) {
        found = substr(text, RSTART, RLENGTH); previous = substr(text, RSTART - 1, RSTART > 1)
        text = substr(text, RSTART + RLENGTH)
        if (previous !~ /[A-Za-z]/) use_number(found, text)
    }
}
END {
    begin_section("the end")
    if (at < items) fail("the page has no heading " item[at + 1])
    printf "%d numbers, %d of them from elsewhere, %d wrong or unmarked\n", checked, given, failed
    exit failed > 0
}
