// A curved surface in space with a stiffener along its edge: a quarter of a cylinder.
Point(1) = {0, 0, 0, 0.5}; Point(2) = {1, 0, 0, 0.5}; Point(3) = {0, 0, 1, 0.5};
Circle(1) = {2, 1, 3}; out[] = Extrude {0, 2, 0} { Curve{1}; };
Physical Curve("arch") = {1}; Physical Surface("shell") = {out[1]};
