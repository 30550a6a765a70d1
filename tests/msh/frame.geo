// Branching frame in space: four bars meet in node 1; masses at two ends, physical groups that overlap.
Point(1) = {0, 0, 0, 0.5}; Point(2) = {1, 0, 0, 0.5}; Point(3) = {0, 1.2, 0.1, 0.5}; Point(4) = {-0.7, -0.4, 0.9, 0.5}; Point(5) = {0.2, -1, -0.6, 0.5};
Line(2) = {1, 2}; Line(3) = {1, 3}; Line(4) = {1, 4}; Line(5) = {1, 5}; Transfinite Curve {2:5} = 3;
Physical Point("joint", 1) = {1}; Physical Point("tip", 2) = {2, 4};
Physical Curve("flat", 10) = {2, 3}; Physical Curve("steep", 11) = {4, 5}; Physical Curve("every bar", 12) = {2, 3, 4, 5};
