# What the number of moves taken back does, and what it costs.
set multiplot layout 1,3
set xlabel "moves taken back, BT"
set logscale x
set xrange [2:150]
set xtics (3, 10, 30, 100)
set ylabel share
set yrange [*:100.5]
set key bottom right
plot data.'mu' using ($1*0.97):3:4:5 with yerrorlines ls 1 title 'mu', \
     data.'beta' using ($1*1.03):3:4:5 with yerrorlines ls 2 title 'beta'
set ylabel "calls of the hard searcher per game"
set yrange [0:*]
unset key
plot data.'mu' using 1:7 with linespoints ls 1, \
     data.'beta' using 1:7 with linespoints ls 2
set ylabel "seconds per game"
set logscale y
set yrange [*:*]
plot data.'mu' using 1:9 with linespoints ls 1, \
     data.'beta' using 1:9 with linespoints ls 2
unset multiplot
