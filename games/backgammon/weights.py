"""The weights of the terms of evaluation.py, in thousandths of a logit, by the class of the position.

They were learned by temporal differences, TD(0.6), in self-play, each turn played for the best estimate after it (G.
Tesauro, "Temporal Difference Learning and TD-Gammon", Communications of the ACM 38, 1995), in three runs: 185,000 games
without PAIRS from weights of 0, with a step size falling from 0.01 to 0.001; then 171,000 and 146,000 games with PAIRS,
from 0.004 to 0.0003. The dice came from xorshift64* with seeds 0, 8 and 9. A game ended as soon as a race began, with
the equity of race.py. The weights are the means over the second half of the last run.

A point in a column stands for the negated weight of the other side. Terms below the 17th do not count for gammons.

BOTH_BACK, BEARING_OFF, NONE_BACK  columns: the roller wins, by the roller's terms and by the waiter's; a side wins a
                                   gammon, by its own terms and by the loser's. `always`: if it rolls, if it waits
ONE_PAST    columns: the side past the other wins, by its own terms if it rolls and if it waits, and by those of the
            side held back if that waits and if it rolls; the gammons of the side past, by its own terms and the
            other's; and the gammons of the side held back, by its own terms and the other's
PAIRS       the weights of products of two keys in the chance to win, in all classes. On and below the diagonal both
            keys are of one side, and the waiter's product is subtracted. Above it the row's key is the other side's.
            The last column is for the lead in the race times the keys of both sides
"""

BOTH_BACK = """
checkers on the bar                                  4.1     166      25     249
the same, if any: their home points squared         -3.0     1.1    -6.3     2.7
rolls that hit a blot                              -0.55   -1.15   -1.78    0.06
pips lost by hits                                   0.01    0.85    0.23    1.16
blocked rolls of the rear checker                  -7.85       .    6.65   15.12
blocked rolls of all beyond the 12 point           -4.24       .  -10.68    4.93
checkers in their home or on the bar                 -33       .      90     108
the same beyond two                                   21       .     -58    -166
an anchor in their home or bar point                -163       .      42     0.5
blots in their home                                   36       .      55    -9.0
points made at home                                  8.0       .     183    -162
the same squared                                      17       .      20     5.2
four made points in a row                           -195       .     8.7    -148
checkers on the points 1 and 2                       4.0       .    -130      22
pips to come home                                  -7.70       .   -1.28    7.40
checkers borne off                                     0       .       0       0
checkers on the points 1 to 12 beyond nine           9.1       .     -11     -36
checkers on the bar times their home points          -43      13
hits times their home points                       -1.28    2.36
rolls that hit two blots                            -2.8     3.9
home points times their checkers back                -12       .
home points times their blots in our home           -7.6       .
checkers back without an anchor times home points    2.5       .
five made points in a row                           -198       .
six made points in a row                             592       .
checkers beyond three on a point                     2.2       .
checkers on the points 7 to 12                       1.3       .
blots at home                                        -27       .
blots on the points 7 to 18                         -6.7       .
point 1 made                                          47       .
point 2 made                                          65       .
point 3 made                                          37       .
point 4 made                                          15       .
point 5 made                                        -3.9       .
point 6 made                                         -39       .
point 7 made                                         -23       .
point 8 made                                         -40       .
points 9 to 11 made                                  -51       .
points 12 to 16 made                                 -27       .
point 18 made                                        -11       .
point 19 made                                        0.6       .
point 20 made                                        180       .
point 21 made                                        160       .
point 22 made                                        107       .
point 23 made                                         23       .
point 24 made                                       -8.7       .
always                                               176       .   -1953   -2182
lead in the race                                     447       .     253       .
"""

BEARING_OFF = """
checkers on the bar                                 -151     323     767     -49
the same, if any: their home points squared          -11     7.6     -32      15
rolls that hit a blot                              -3.80  -15.01  -15.75  -10.94
pips lost by hits                                   0.64    2.87   -2.21    1.96
blocked rolls of the rear checker                 -13.80       .  -88.80    3.29
blocked rolls of all beyond the 12 point           17.32       .   -0.76    3.57
checkers in their home or on the bar                 -29       .      42      89
the same beyond two                                  112       .     -24    -290
an anchor in their home or bar point                -381       .    -446     149
blots in their home                                   13       .     371     255
points made at home                                 -5.6       .    -672    -254
the same squared                                     6.0       .      95      35
four made points in a row                            -62       .    -1.4     -64
checkers on the points 1 and 2                       -20       .    -125      15
pips to come home                                  -1.54       .   -5.82  -17.13
checkers borne off                                   137       .     421    -847
checkers on the points 1 to 12 beyond nine           5.1       .     559      51
checkers on the bar times their home points          5.1     -28
hits times their home points                       -1.19    5.77
rolls that hit two blots                            -0.1     -12
home points times their checkers back                 28       .
home points times their blots in our home            -33       .
checkers back without an anchor times home points    -21       .
five made points in a row                           -269       .
six made points in a row                             396       .
checkers beyond three on a point                     -22       .
checkers on the points 7 to 12                        41       .
blots at home                                        -90       .
blots on the points 7 to 18                           59       .
point 1 made                                         -80       .
point 2 made                                          23       .
point 3 made                                         -80       .
point 4 made                                         -21       .
point 5 made                                          39       .
point 6 made                                          21       .
point 7 made                                          21       .
point 8 made                                          66       .
points 9 to 11 made                                   85       .
points 12 to 16 made                                  68       .
point 18 made                                        -13       .
point 19 made                                        -35       .
point 20 made                                        -87       .
point 21 made                                        108       .
point 22 made                                        162       .
point 23 made                                        233       .
point 24 made                                        201       .
always                                               -51       .   -1042    -787
lead in the race                                     744       .    1560       .
"""

NONE_BACK = """
checkers on the bar                                    0       0       0       0
the same, if any: their home points squared            0       0       0       0
rolls that hit a blot                              -3.06   16.35   12.21   46.68
pips lost by hits                                   0.56    0.31    0.82    1.36
blocked rolls of the rear checker                 -13.40       .   19.73   68.81
blocked rolls of all beyond the 12 point            4.04       .   -0.65   -3.85
checkers in their home or on the bar                   0       .       0       0
the same beyond two                                    0       .       0       0
an anchor in their home or bar point                 -13       .     580     370
blots in their home                                    0       .       0       0
points made at home                                   19       .    -125    -207
the same squared                                    -2.3       .      53      26
four made points in a row                           -134       .      53     -80
checkers on the points 1 and 2                      -2.3       .    -116      97
pips to come home                                  -7.82       .   -8.35   -9.61
checkers borne off                                     0       .       0       0
checkers on the points 1 to 12 beyond nine          -0.8       .    -130    -120
checkers on the bar times their home points            0       0
hits times their home points                        0.72    3.99
rolls that hit two blots                             0.8     9.2
home points times their checkers back                  0       .
home points times their blots in our home              0       .
checkers back without an anchor times home points      0       .
five made points in a row                           -156       .
six made points in a row                              22       .
checkers beyond three on a point                    -8.5       .
checkers on the points 7 to 12                       9.8       .
blots at home                                         65       .
blots on the points 7 to 18                          9.4       .
point 1 made                                         103       .
point 2 made                                          99       .
point 3 made                                          48       .
point 4 made                                          22       .
point 5 made                                         -18       .
point 6 made                                         -21       .
point 7 made                                        -5.8       .
point 8 made                                          27       .
points 9 to 11 made                                  -14       .
points 12 to 16 made                                 -44       .
point 18 made                                       -182       .
point 19 made                                          0       .
point 20 made                                          0       .
point 21 made                                          0       .
point 22 made                                          0       .
point 23 made                                          0       .
point 24 made                                          0       .
always                                                83       .    -542    -577
lead in the race                                     781       .     774       .
"""

ONE_PAST = """
checkers on the bar                                    0       0     146     -52       0     384     189       0
the same, if any: their home points squared            0       0      10      10       0    -3.1     -11       0
rolls that hit a blot                              -3.20    6.57    8.97    6.78    1.02    2.18   -0.93   14.73
pips lost by hits                                   0.68   -1.01    0.40   -0.30    0.33    1.55    0.46    1.60
blocked rolls of the rear checker                 -17.88       .    1.00       .  -21.51   22.92   12.27   44.48
blocked rolls of all beyond the 12 point            1.55       .   -2.93       .   -4.82   -0.28   -5.18   -7.77
checkers in their home or on the bar                   0       .     120       .       0     163     3.5       0
the same beyond two                                    0       .     -32       .       0    -197      66       0
an anchor in their home or bar point                -9.5       .     262       .     266    -179     204      99
blots in their home                                    0       .    -129       .       0     -18      62       0
points made at home                                 -1.4       .    -4.9       .     164    -197     109      31
the same squared                                      26       .    -4.7       .      14      19      21     -38
four made points in a row                           -178       .     124       .      33     -56    -0.8    -188
checkers on the points 1 and 2                       -39       .      18       .    -119    -3.2    -142      75
pips to come home                                  -3.54       .   -0.73       .    4.39    2.77   -6.34    4.07
checkers borne off                                     0       .       0       .       0       0       0       0
checkers on the points 1 to 12 beyond nine           -30       .     2.7       .     -21     -55    -106    -134
checkers on the bar times their home points            0       0       0      37
hits times their home points                       -0.50   -7.85    0.48    0.38
rolls that hit two blots                             -13     -23     6.0     6.2
home points times their checkers back                -29       .       0       .
home points times their blots in our home            2.8       .       0       .
checkers back without an anchor times home points      0       .     4.2       .
five made points in a row                           -231       .     216       .
six made points in a row                             485       .      34       .
checkers beyond three on a point                     -19       .     9.4       .
checkers on the points 7 to 12                        13       .    -8.8       .
blots at home                                         16       .      49       .
blots on the points 7 to 18                           19       .    -5.0       .
point 1 made                                         -25       .     -34       .
point 2 made                                          28       .     -42       .
point 3 made                                         -93       .     4.4       .
point 4 made                                         -72       .      19       .
point 5 made                                         -33       .      22       .
point 6 made                                          53       .     3.5       .
point 7 made                                         2.4       .    -1.7       .
point 8 made                                         7.1       .    -8.9       .
points 9 to 11 made                                  -18       .     1.0       .
points 12 to 16 made                                 -23       .      29       .
point 18 made                                       -136       .     -75       .
point 19 made                                          0       .     -64       .
point 20 made                                          0       .    -196       .
point 21 made                                          0       .    -188       .
point 22 made                                          0       .    -121       .
point 23 made                                          0       .     -67       .
point 24 made                                          0       .     1.9       .
always                                               351     275       .       .   -1165   -1154    -649    -897
lead in the race                                     647       .       .       .     589       .     571       .
"""

PAIRS = """
points made at home           3.55   1.61  -0.07  -11.7  -0.93  -12.2   13.8  -1.37   3.47  -6.78   4.82   0.18  -3.20
checkers back, up to six     -4.57  -6.03   4.14   12.8   0.36   19.0   2.09  -0.35  -5.14   16.1  -10.5   0.48  -36.1
blocked rolls of the rear    -0.39  -1.21  -0.34  -1.93  -0.07  -2.08   3.70  -0.15  -1.18   0.40      0   0.03  -10.9
an anchor                     1.58  -57.9   4.07  -34.0   0.34  -32.2   5.14  -3.54  -9.77   1.95   10.9  -8.46   -152
rolls that hit a blot         0.77   0.90   0.38   0.91   0.05  -2.53   0.39  -0.20  -0.65  -0.28   0.86  -0.25  -6.60
on the bar, up to two         13.7   10.2   1.82   14.8  -2.42  -81.6   8.66  -1.89  -2.82  -0.71   1.39   0.94  -69.8
rows of four, up to three    -0.80  -17.2   0.43   8.41   0.76   54.9  -4.26  -1.73  -4.30  -3.24  -8.86   2.93  -29.5
pips to come home             0.56  -0.11  -0.28  -1.15  -0.31  -0.31   0.42  -0.06   0.02   2.66   0.22   0.08  -3.09
deep and stacked checkers    -3.58   5.54  -0.01   1.46  -0.08  -6.47  -2.69  -0.60   1.27  -0.06   0.38  -3.07   14.0
blots at home                 4.95   14.4   3.17   11.2  -0.20  -49.7  -4.21  -2.53  -5.91  -8.11   12.1  -2.88  -60.5
close checkers beyond nine    4.66  -9.01  -1.15   0.58  -0.81  -4.50  -7.90   0.43  -2.67   4.93  -3.53   1.04   30.7
checkers on points 7 to 12    1.68   0.32  -0.02   5.33   0.06  -2.11  -0.49  -0.03   0.31  -2.21  -3.76   1.62   2.91
"""
