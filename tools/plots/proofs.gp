# The planner's benchmark: what is proved by when and how, and how much is left open.
set multiplot layout 1,2
set xlabel "seconds"
set logscale x
set xrange [0.01:10]
set format x '%g'
set ylabel "instances proved, of 100"
set yrange [0:70]
set key top left reverse Left
plot data.'bound-met' using 1:2 with steps ls 1 title 'bound met', \
     data.'regressed' using 1:2 with steps ls 2 title 'regressed', \
     data.'exhausted' using 1:2 with steps ls 3 title 'exhausted'
set ylabel "between plan and ceiling, mean, %"
set xlabel "time limit, seconds"
set xrange [0.08:12]
set logscale y
set yrange [0.01:10]
set format y '%g'
unset key
plot data.'gaps' using 1:2 with linespoints ls 1
unset multiplot
