# Colours that stay apart for the colour-blind (Okabe and Ito), light grid, thin frame.
set style line 1 lc rgb '#0072b2' lw 1.8 pt 7 ps 0.55
set style line 2 lc rgb '#d55e00' lw 1.8 pt 5 ps 0.5
set style line 3 lc rgb '#009e73' lw 1.8 pt 9 ps 0.65
set style line 4 lc rgb '#cc79a7' lw 1.8 pt 11 ps 0.65
set style line 5 lc rgb '#606060' lw 1.8 pt 13 ps 0.65
set border 3 lw 0.8
set tics nomirror out scale 0.6
set grid ytics lc rgb '#dddddd' lw 0.6 lt 1
set key samplen 2 spacing 1.1
set datafile separator "\t"
share = "share of the bound, %"
speed = "moves per second"
