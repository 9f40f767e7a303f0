# One game of mu and of beta: moves of the game against moves made, by who made them.
set datafile separator whitespace
set multiplot layout 1,2
set xlabel "moves made, those taken back included"
set ylabel "moves of the game at hand"
set key bottom right
do for [player in "mu beta"] {
    set title player
    plot data.player using 1:(strcol(5) eq 'easy' ? $3 : NaN):($2-$1):($4-$3) with vectors nohead lc rgb '#0072b2' lw 2.5 title 'easy searcher', \
         data.player using 1:(strcol(5) eq 'hard' ? $3 : NaN):($2-$1):($4-$3) with vectors nohead lc rgb '#d55e00' lw 2.5 title 'hard searcher', \
         data.player using 2:4:(0):($6-$4) with vectors nohead lc rgb '#999999' lw 1 dt 2 title 'taken back'
    unset key
}
unset multiplot
