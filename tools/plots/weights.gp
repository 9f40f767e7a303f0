# All weights in steps of a fifth: by one weight, and by score and empties together.
set multiplot layout 1,2
set xlabel "weight of one term"
set xrange [-0.05:1.05]
set yrange [70:101]
set ylabel share
set key bottom left
plot data.'weight1' using 1:2 with linespoints ls 1 title 'normalised score', \
     data.'weight2' using 1:2 with linespoints ls 2 title 'empties', \
     data.'weight3' using 1:2 with linespoints ls 3 title 'matches', \
     data.'weight4' using 1:2 with linespoints ls 4 title 'runs'
set xlabel "weight of normalised score"
set ylabel "weight of empties"
set yrange [-0.1:1.1]
set xrange [-0.1:1.1]
set xtics 0.2
set ytics 0.2
unset grid
unset key
set cblabel share
set cbrange [85:100]
set palette defined (0 '#3b528b', 1 '#21918c', 2 '#5ec962', 3 '#fde725')
plot data.'pairs' using 1:2:(0.1):(0.1):3 with boxxyerror fs solid 1 noborder fc palette z, \
     data.'pairs' using 1:2:(sprintf("%.1f", $3)):($3 < 90 ? 0xffffff : 0) with labels tc rgb variable
unset multiplot
