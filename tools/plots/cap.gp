# k of the empty cells, and how the count is bent.
set xlabel "cap k of the empty cells"
set xrange [0.5:14.5]
set xtics 1
set ylabel share
set key bottom right
plot data.'linear' using 1:3:4:5 with yerrorlines ls 1 title 'linear', \
     data.'sqrt' using ($1-0.15):3:4:5 with yerrorbars ls 2 title 'square root, k = 7', \
     data.'polynomial' using ($1+0.15):3:4:5 with yerrorbars ls 3 title 'square, k = 7'
