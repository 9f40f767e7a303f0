# Score and speed against the depth of dldfs and jogger.
set multiplot layout 1,2
set xlabel "depth D"
set xrange [0.5:8.5]
set xtics 1
set ylabel share
set yrange [0:105]
set key bottom right
plot data.'dldfs-weighted' using 1:3:4:5 with yerrorlines ls 1 title 'dldfs, weighted', \
     data.'dldfs-empties' using 1:3:4:5 with yerrorlines ls 2 title 'dldfs, empties', \
     data.'dldfs-board-score' using 1:3:4:5 with yerrorlines ls 3 title 'dldfs, board-score', \
     data.'jogger-board-score' using 1:3:4:5 with yerrorlines ls 4 title 'jogger, board-score', \
     data.'jogger-weighted' using 1:3:4:5 with yerrorlines ls 5 title 'jogger, weighted'
set ylabel speed
set yrange [*:*]
set logscale y
set format y '10^{%T}'
unset key
plot data.'dldfs-weighted' using 1:6 with linespoints ls 1, \
     data.'dldfs-empties' using 1:6 with linespoints ls 2, \
     data.'dldfs-board-score' using 1:6 with linespoints ls 3, \
     data.'jogger-board-score' using 1:6 with linespoints ls 4, \
     data.'jogger-weighted' using 1:6 with linespoints ls 5
unset multiplot
