// Triangles with their edges as bars, a named corner.
Point(1) = {0, 0, 0, 0.4}; Point(2) = {1, 0, 0, 0.4}; Point(3) = {1.2, 0.9, 0, 0.4}; Point(4) = {0, 1, 0, 0.4};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1}; Curve Loop(1) = {1:4}; Plane Surface(1) = {1};
Physical Point("corner") = {1}; Physical Curve("rim") = {1, 2, 3, 4}; Physical Curve("left") = {4}; Physical Surface("skin") = {1};
