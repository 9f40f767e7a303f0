# The exact solver: states of each tile sum, of Threes! and of 2048.
set multiplot layout 1,2
set xlabel "tile sum, in largest tiles of the board"
set xrange [0:2]
set ylabel "states (board and hint) a tile sum"
set logscale y
set yrange [1:1e7]
set format y '10^{%T}'
set key at graph 0.66,0.2 font ',9' samplen 1.2 spacing 0.9
plot data.'course-2x5' using 1:2 with lines ls 2 title '2x5, largest 1536', \
     data.'course-3x3' using 1:2 with lines ls 1 title '3x3, 768', \
     data.'course-2x4' using 1:2 with lines ls 3 title '2x4, 384', \
     data.'course-2x3' using 1:2 with lines ls 4 title '2x3, 96'
set ylabel "boards of 2048 a tile sum"
plot data.'2048-3x3' using 1:2 with lines ls 1 title '3x3, largest 1024', \
     data.'2048-2x4' using 1:2 with lines ls 3 title '2x4, 512', \
     data.'2048-2x3' using 1:2 with lines ls 4 title '2x3, 128'
unset multiplot
