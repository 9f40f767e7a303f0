# Score and speed against N, depth 12.
set multiplot layout 1,2
set xlabel "boards N"
set logscale x 4
set xrange [0.7:6000]
set xtics (1, 4, 16, 64, 256, 1024, 4096)
set ylabel "lost to the bound, % of it"
set logscale y
set yrange [0.02:100]
set key top right
plot data.'pruner' using 1:(100-$3):(100-$5 < 0.02 ? 0.02 : 100-$5):(100-$4) with yerrorlines ls 1 title 'pruner', \
     data.'wide' using 1:(100-$3):(100-$5 < 0.02 ? 0.02 : 100-$5):(100-$4) with yerrorlines ls 2 title 'wide'
set ylabel speed
set yrange [*:*]
set format y '10^{%T}'
unset key
plot data.'pruner' using 1:6 with linespoints ls 1, \
     data.'wide' using 1:6 with linespoints ls 2
unset multiplot
