// Physical groups by number alone.
Point(1) = {0, 0, 0, 0.5}; Point(2) = {3, 0, 0, 0.5}; Line(1) = {1, 2}; Transfinite Curve {1} = 6;
Physical Point(7) = {2}; Physical Curve(42) = {1};
