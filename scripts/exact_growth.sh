#!/usr/bin/env bash
# Nodes and time of `tedomari exact` by board: a table on standard output, a plot in an SVG file.
# usage: scripts/exact_growth.sh PROGRAM PLOT.svg NODES [BOARD...]
# For a board such as 5x5:25 the program only decides whether Black can force 25 points.
set -euo pipefail
program=$1 plot=$2 nodes=$3
shift 3
boards=("$@")
[ ${#boards[@]} -gt 0 ] || boards=(1x2 1x3 2x2 1x5 2x3 1x7 2x4 3x3 2x5 3x4 2x7 3x5 4x4 2x8 3x6 2x9 4x5)

rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
echo '| board | points | value | nodes | CPU seconds |'
echo '|---|---|---|---|---|'
for question in "${boards[@]}"; do
    board=${question%:*}
    claim=()
    [ "$board" = "$question" ] || claim=(--at-least "${question#*:}" --memory 8192)
    points=$((${board%x*} * ${board#*x}))
    { TIMEFORMAT='cpu %U'; time "$program" exact "$board" "${claim[@]}" --value-only --nodes "$nodes"; } 2>&1 |
        awk -v board="$board" -v points="$points" -v rows="$rows" '
            $1 == "value" { value = substr($0, 7) }
            $1 == "not" { value = value " (not finished)" }
            $1 == "nodes" { nodes = $2 }
            $1 == "cpu" { print "| " board " | " points " | " value " | " nodes " | " $2 " |"
                              print board, points, nodes >> rows }'
done

awk '
    function x(points) { return 60 + 22 * points }
    function y(nodes) { return 360 - 36 * log(nodes) / log(10) }
    BEGIN {
        print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 740 410\" font-family=\"sans-serif\" font-size=\"11\">"
        print "<rect width=\"740\" height=\"410\" fill=\"white\"/>"
        for (n = 0; n <= 9; n++)
            printf "<path d=\"M60 %d H730\" stroke=\"#ddd\"/><text x=\"52\" y=\"%d\" text-anchor=\"end\">10^%d</text>\n", 360 - 36 * n, 364 - 36 * n, n
        for (n = 0; n <= 30; n += 5)
            printf "<text x=\"%d\" y=\"378\" text-anchor=\"middle\">%d</text>\n", x(n), n
        print "<text x=\"395\" y=\"400\" text-anchor=\"middle\">points of the board</text><text x=\"60\" y=\"24\">nodes to prove the value</text>"
    }
    { printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#246\"/><text x=\"%.1f\" y=\"%.1f\">%s</text>\n", x($2), y($3), x($2) + 5, y($3) - 4, $1 }
    END { print "</svg>" }' "$rows" >"$plot"
