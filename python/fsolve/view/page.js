// The program of a page that shows a result. The page has its numbers in the element "data".
// A state is a set of places of all corners; swings are shapes that swing about the rest.
"use strict";
const $ = name => document.getElementById(name);
const data = JSON.parse($("data").textContent);

function numbers(text, kind) {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  return new kind(bytes.buffer);
}

// ---- what is shown --------------------------------------------------------------------------------

const places = data.places.map(text => numbers(text, Uint16Array)); // the first ones are those at rest
const nodes = numbers(data.nodes, Float32Array), ids = numbers(data.ids, Int32Array);
const bodies = data.bodies.map(b => ({...b, triangles: numbers(b.triangles, Uint32Array), cells: numbers(b.cells, Int32Array), lines: numbers(b.lines, Uint32Array),
  lineCells: numbers(b.lineCells, Int32Array), nodes: numbers(b.nodes, Int32Array), share: numbers(b.share, Float32Array)}));
const marks = data.marks.map(m => ({...m, points: numbers(m.points, Float32Array), leads: numbers(m.leads, Int32Array), triangles: numbers(m.triangles, Uint32Array), ends: numbers(m.ends, Float32Array), lines: numbers(m.lines, Uint32Array)}));
const fields = data.fields.map(f => ({...f, data: f.data.map(text => numbers(text, Float32Array))}));
const times = numbers(data.histories.time, Float32Array);
const curves = data.histories.curves.map(c => ({...c, data: numbers(c.data, Float32Array)}));
const shown = {state: data.swings ? 0 : data.states.length - 1, field: -1, component: 0, swing: 1, playing: false, picked: null, history: -1, low: 0, high: 1};
const now = new Float32Array(3 * (data.total + data.leads)), rest = new Float32Array(now.length); // corners of bodies, and leads of marks

function unpack(into, packed) {
  for (let i = 0; i < into.length; i++) into[i] = data.low[i % 3] + data.step[i % 3] * packed[i];
}
unpack(rest, places[0]);

function move() {
  unpack(now, places[shown.state + 1]);
  if (data.swings) for (let i = 0; i < now.length; i++) now[i] = rest[i] + shown.swing * (now[i] - rest[i]);
}

// The values of the field in a state, one for each node or cell.
function valuesOf(field, state, component) {
  const f = fields[field], all = f.data[state], n = all.length / f.width, found = new Float32Array(n);
  const sized = f.components[0] === "size";
  for (let k = 0; k < n; k++) {
    if (sized && component === 0) {
      let sum = 0;
      for (let c = 0; c < f.width; c++) sum += all[k * f.width + c] ** 2;
      found[k] = Math.sqrt(sum);
    } else found[k] = all[k * f.width + component - (sized ? 1 : 0)];
  }
  return found;
}

function findLimits() {
  let low = Infinity, high = -Infinity;
  if (shown.field >= 0)
    for (let s = 0; s < data.states.length; s++)
      for (const v of valuesOf(shown.field, s, shown.component)) if (isFinite(v)) { low = Math.min(low, v); high = Math.max(high, v); }
  shown.low = low; shown.high = high > low ? high : low + (Math.abs(low) || 1);
}

// ---- the camera -----------------------------------------------------------------------------------

const VIEWS = {iso: [35.264, -45], xy: [90, -90], xz: [0, -90], yz: [0, 0], sloping: [25, -60]};
const eye = {turn: null, center: [0, 0, 0], distance: 1, size: 1};
const ANGLE = 0.35; // half of the angle of view

function look(name) { // rows of eye.turn: to the right, up, to the eye
  const [e, a] = (VIEWS[name] || name).map(x => x * Math.PI / 180);
  eye.turn = [-Math.sin(a), Math.cos(a), 0, -Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e), Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
}

function seen(p) { // a place in axes of the eye, whose z is its depth
  const x = p[0] - eye.center[0], y = p[1] - eye.center[1], z = p[2] - eye.center[2], t = eye.turn;
  return [t[0] * x + t[1] * y + t[2] * z, t[3] * x + t[4] * y + t[5] * z, eye.distance - (t[6] * x + t[7] * y + t[8] * z)];
}

function pixel(p) { // place in the canvas, and the depth
  const [x, y, z] = seen(p), w = canvas.clientWidth, h = canvas.clientHeight, f = 1 / (Math.max(z, 1e-9 * eye.size) * Math.tan(ANGLE)), least = Math.min(w, h);
  return [w / 2 + x * f * least / 2, h / 2 - y * f * least / 2, z];
}

function corners() { // of the boxes around all states and marks
  const far = data.low.map((v, k) => v + 65535 * data.step[k]), found = [];
  for (const [low, high] of [[data.low, far], ...($("marks").checked ? [data.box] : [])])
    for (let i = 0; i < 8; i++) found.push([0, 1, 2].map(k => (i >> k & 1) ? high[k] : low[k]));
  return found;
}

function fit() {
  const all = corners(), w = canvas.clientWidth || 1, h = canvas.clientHeight || 1, least = Math.min(w, h);
  const low = [0, 1, 2].map(k => Math.min(...all.map(p => p[k]))), high = [0, 1, 2].map(k => Math.max(...all.map(p => p[k])));
  eye.size = Math.hypot(...high.map((v, k) => v - low[k])) || 1;
  eye.center = low.map((v, k) => (v + high[k]) / 2);
  eye.distance = 0;
  let distance = 0;
  for (const p of all) {
    const [x, y, z] = seen(p);
    distance = Math.max(distance, Math.abs(x) * least / (0.84 * w * Math.tan(ANGLE)) - z, Math.abs(y) * least / (0.84 * h * Math.tan(ANGLE)) - z);
  }
  eye.distance = Math.max(distance, 0.05 * eye.size);
}

function matrix() {
  const t = eye.turn, c = eye.center, w = canvas.clientWidth, h = canvas.clientHeight, least = Math.min(w, h), f = 1 / Math.tan(ANGLE);
  const near = Math.max(eye.distance - 2 * eye.size, 0.002 * eye.distance), far = eye.distance + 2 * eye.size, a = least / w * f, b = least / h * f, d = -(far + near) / (far - near), e = -2 * far * near / (far - near);
  const shift = [0, 1, 2].map(r => -(t[3 * r] * c[0] + t[3 * r + 1] * c[1] + t[3 * r + 2] * c[2]));
  const row = r => [t[3 * r], t[3 * r + 1], t[3 * r + 2], shift[r] - (r === 2 ? eye.distance : 0)];
  const x = row(0).map(v => a * v), y = row(1).map(v => b * v), z = row(2).map((v, k) => d * v + (k === 3 ? e : 0)), q = row(2).map(v => -v);
  return new Float32Array([0, 1, 2, 3].flatMap(k => [x[k], y[k], z[k], q[k]]));
}

// ---- painting -------------------------------------------------------------------------------------

const canvas = $("canvas"), gl = canvas.getContext("webgl2", {antialias: true, preserveDrawingBuffer: true});
if (!gl) $("heading").textContent = "This browser has no WebGL 2, by which the structure is painted.";
const VERTEX = `#version 300 es
in vec3 place; in float value; uniform mat4 camera; out vec3 at; out float v;
void main() { at = place; v = value; gl_Position = camera * vec4(place, 1.0); }`;
const FRAGMENT = `#version 300 es
precision highp float; precision highp sampler2D;
in vec3 at; in float v; uniform vec4 color; uniform int mode; uniform sampler2D map; uniform vec3 toEye, up; out vec4 paint;
void main() {
  if (mode == 2) { paint = v < -1e30 ? vec4(0.85, 0.85, 0.85, 1.0) : texelFetch(map, ivec2(clamp(int(floor(v * 256.0)), 0, 255), 0), 0); return; }
  if (mode == 0) { paint = color; return; }
  vec3 n = normalize(cross(dFdx(at), dFdy(at)));
  float front = abs(dot(n, toEye)), above = abs(dot(n, normalize(toEye + 0.9 * up)));
  paint = vec4(color.rgb * min(1.0, 0.36 + 0.34 * front + 0.34 * above), color.a);
}`;

function shader(kind, text) {
  const s = gl.createShader(kind);
  gl.shaderSource(s, text); gl.compileShader(s);
  if (!gl.getShaderParameter(s, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(s));
  return s;
}
let program, where;
function prepare() {
  program = gl.createProgram();
  gl.attachShader(program, shader(gl.VERTEX_SHADER, VERTEX)); gl.attachShader(program, shader(gl.FRAGMENT_SHADER, FRAGMENT));
  gl.linkProgram(program); gl.useProgram(program);
  where = Object.fromEntries(["camera", "color", "mode", "map", "toEye", "up"].map(n => [n, gl.getUniformLocation(program, n)]));
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  const rgba = new Uint8Array(1024);
  for (let k = 0; k < 256; k++) rgba.set([data.colours[3 * k], data.colours[3 * k + 1], data.colours[3 * k + 2], 255], 4 * k);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, rgba);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST); gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  gl.enable(gl.DEPTH_TEST); gl.enable(gl.BLEND); gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  for (const b of bodies) { b.faces = batch(); b.edges = batch(); b.ghost = batch(); fill(b.ghost, spread(rest, b.lines, b.first)); }
  for (const m of marks) { m.faces = batch(); fill(m.faces, spread(m.points, m.triangles, 0)); m.edges = batch(); fill(m.edges, spread(m.ends, m.lines, 0)); }
}

function batch() {
  const b = {array: gl.createVertexArray(), place: gl.createBuffer(), value: gl.createBuffer(), count: 0};
  gl.bindVertexArray(b.array);
  for (const [name, size] of [["place", 3], ["value", 1]]) {
    gl.bindBuffer(gl.ARRAY_BUFFER, b[name]);
    const at = gl.getAttribLocation(program, name);
    gl.enableVertexAttribArray(at); gl.vertexAttribPointer(at, size, gl.FLOAT, false, 0, 0);
  }
  return b;
}

function spread(points, rows, first) { // the corners of triangles or lines, one after the other
  const found = new Float32Array(3 * rows.length);
  for (let i = 0; i < rows.length; i++) for (let k = 0; k < 3; k++) found[3 * i + k] = points[3 * (first + rows[i]) + k];
  return found;
}

function fill(b, points, values) {
  b.count = points.length / 3;
  gl.bindBuffer(gl.ARRAY_BUFFER, b.place); gl.bufferData(gl.ARRAY_BUFFER, points, gl.DYNAMIC_DRAW);
  gl.bindBuffer(gl.ARRAY_BUFFER, b.value); gl.bufferData(gl.ARRAY_BUFFER, values || new Float32Array(b.count), gl.DYNAMIC_DRAW);
}

function atCorner(b, c, values) { // the value of a field of nodes at a corner
  const i = b.nodes[2 * c], j = b.nodes[2 * c + 1], s = b.share[c];
  return i < 0 ? NaN : s === 0 ? values[i] : (1 - s) * values[i] + s * values[j];
}

// Values of the corners of triangles (each = 3) or lines (2), from 0 to 1 between the limits.
function shades(b, rows, owners, each, values) {
  const ofNodes = fields[shown.field].ofNodes, found = new Float32Array(rows.length), width = shown.high - shown.low;
  for (let i = 0; i < rows.length; i++) {
    const owner = owners[Math.floor(i / each)], v = ofNodes ? atCorner(b, rows[i], values) : owner < 0 ? NaN : values[owner];
    found[i] = isFinite(v) ? (v - shown.low) / width : -2e30;
  }
  return found;
}

function update() { // the buffers, after the state or the field has changed
  move();
  const values = shown.field < 0 ? null : valuesOf(shown.field, shown.state, shown.component);
  for (const b of bodies) {
    fill(b.faces, spread(now, b.triangles, b.first), values && shades(b, b.triangles, b.cells, 3, values));
    fill(b.edges, spread(now, b.lines, b.first), values && !b.triangles.length && shades(b, b.lines, b.lineCells, 2, values) || null);
  }
  for (const m of marks) if (m.leads.length) {
    const led = m.points.map((v, i) => v + path(m.leads[Math.floor(i / 3)], i % 3));
    if (m.triangles.length) fill(m.faces, spread(led, m.triangles, 0)); else fill(m.edges, spread(led, m.lines, 0));
  }
  describe(values);
  draw();
}

function path(lead, k) { // how far a lead has moved
  const c = 3 * (data.total + lead) + k;
  return lead < 0 ? 0 : now[c] - rest[c];
}

const rgb = text => [1, 3, 5].map(k => parseInt(text.slice(k, k + 2), 16) / 255);
function paint(b, kind, mode, color) {
  if (!b.count) return;
  gl.bindVertexArray(b.array); gl.uniform1i(where.mode, mode); gl.uniform4fv(where.color, color);
  gl.drawArrays(kind, 0, b.count);
}

function draw() {
  if (!gl) return;
  const ratio = window.devicePixelRatio || 1, w = Math.round(canvas.clientWidth * ratio), h = Math.round(canvas.clientHeight * ratio);
  if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
  const paper = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number), dark = paper[0] < 128;
  gl.viewport(0, 0, w, h); gl.clearColor(paper[0] / 255, paper[1] / 255, paper[2] / 255, 1); gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  gl.uniformMatrix4fv(where.camera, false, matrix());
  gl.uniform3fv(where.toEye, eye.turn.slice(6)); gl.uniform3fv(where.up, eye.turn.slice(3, 6));
  gl.enable(gl.POLYGON_OFFSET_FILL); gl.polygonOffset(1, 1);
  for (const b of bodies) {
    const plain = shown.field >= 0, color = rgb(b.color).map(v => 0.25 + 0.75 * v);
    paint(b.faces, gl.TRIANGLES, plain ? 2 : 1, [...color, 1]);
    if (!b.triangles.length) paint(b.edges, gl.LINES, plain ? 2 : 0, [...rgb(b.color), 1]);
    else if ($("mesh").checked) paint(b.edges, gl.LINES, 0, plain ? [0, 0, 0, 0.35] : [...rgb(b.color).map(v => 0.5 * v), 0.7]);
  }
  if ($("rest").checked && data.states[0] !== "at rest") for (const b of bodies) paint(b.ghost, gl.LINES, 0, dark ? [1, 1, 1, 0.25] : [0, 0, 0, 0.35]);
  if ($("marks").checked) for (const m of marks) {
    paint(m.faces, gl.TRIANGLES, 1, [...rgb(m.color).map(v => 0.2 + 0.8 * v), 1]);
    paint(m.edges, gl.LINES, 0, [...rgb(m.color), 1]);
  }
  write();
}

// ---- texts ----------------------------------------------------------------------------------------

const short = v => !isFinite(v) ? "-" : Math.abs(v) >= 1e7 || (v !== 0 && Math.abs(v) < 1e-3) ? v.toExponential(3) : String(Number(v.toPrecision(4)));
function element(name, text, style) {
  const e = document.createElement(name);
  e.textContent = text; Object.assign(e.style, style || {});
  return e;
}

function write() { // texts beside marks that do not cover each other, and the axes
  const taken = [], box = $("labels");
  const wanted = $("names").checked && $("marks").checked ? data.labels : [];
  box.replaceChildren(...wanted.map(([at, text, color, lead]) => {
    const [x, y] = pixel(at.map((v, k) => v + path(lead, k))), width = 7 * text.length + 6;
    if (x < 0 || x + width > canvas.clientWidth || y < 30 || y > canvas.clientHeight - 8) return null;
    if (taken.some(t => x < t[0] + t[2] && t[0] < x + width && Math.abs(y - t[1]) < 16)) return null;
    taken.push([x, y, width]);
    return element("div", text, {left: `${x + 4}px`, top: `${y - 16}px`, color: color === "#444444" ? "inherit" : color});
  }).filter(Boolean));
  const t = eye.turn, lines = [0, 1, 2].map(k => [24 * t[k], -24 * t[3 + k], "xyz"[k]]);
  $("axes").innerHTML = lines.map(([x, y, n]) => `<line x1="0" y1="0" x2="${x}" y2="${y}" stroke="currentColor"/><text x="${1.3 * x - 3}" y="${1.3 * y + 4}" fill="currentColor">${n}</text>`).join("");
}

function describe(values) {
  $("heading").textContent = `${data.title}: ${data.states[shown.state]}`;
  $("state").value = shown.state;
  $("scale").hidden = shown.field < 0;
  if (values) {
    const f = fields[shown.field];
    $("name").textContent = [f.name, f.components[shown.component]].join(" ") + (f.unit ? ` [${f.unit}]` : "");
    $("ticks").replaceChildren(...[0, 0.25, 0.5, 0.75, 1].map(s => element("span", short(shown.low + s * (shown.high - shown.low)))));
    let least = -1, most = -1;
    for (let k = 0; k < values.length; k++) if (isFinite(values[k])) { if (least < 0 || values[k] < values[least]) least = k; if (most < 0 || values[k] > values[most]) most = k; }
    const name = k => f.ofNodes ? `node ${nodeName(k)}` : cellName(k);
    $("extremes").textContent = most < 0 ? "" : `here ${short(values[least])} (${name(least)}) to ${short(values[most])} (${name(most)})`;
  }
  describePicked();
  drawCurve();
}

const nodeName = k => ids.length ? ids[k] : k;
function cellName(row) {
  for (const [part, kind, count] of data.cells) { if (row < count) return `${part} (${kind}), cell ${row}`; row -= count; }
  return "";
}

function describePicked() {
  const p = shown.picked;
  if (!p) return;
  const rows = [];
  const add = (head, text) => { const row = element("div", ""); row.append(element("b", head), element("span", text)); rows.push(row); };
  add(p.cell >= 0 ? cellName(p.cell) : p.part, "");
  if (p.node >= 0) add(`node ${nodeName(p.node)}`, `at rest (${[0, 1, 2].map(k => short(nodes[3 * p.node + k])).join(", ")})`);
  for (const f of fields) {
    const row = f.ofNodes ? p.node : p.cell;
    if (row < 0) continue;
    const own = Array.from(f.data[shown.state].subarray(row * f.width, (row + 1) * f.width));
    if (own.some(isFinite)) add(f.name, own.map(short).join(", ") + (f.unit ? ` ${f.unit}` : ""));
  }
  $("picked").replaceChildren(...rows);
}

// The curve of the chosen history, or else of the colour at what is picked, with a cursor.
function curve() {
  if (shown.history >= 0) return {name: curves[shown.history].name, unit: curves[shown.history].unit, x: times, y: curves[shown.history].data};
  const p = shown.picked, f = fields[shown.field];
  const row = !p || !f ? -1 : f.ofNodes ? p.node : p.cell;
  if (row < 0 || data.states.length < 2) return null;
  const name = `${f.name} ${f.components[shown.component]} of ${f.ofNodes ? `node ${nodeName(row)}` : cellName(row)}`;
  return {name, unit: f.unit, x: data.times, y: data.states.map((_, s) => valuesOf(shown.field, s, shown.component)[row])};
}

function drawCurve() {
  const c = curve(), svg = $("curve");
  svg.toggleAttribute("hidden", !c);
  $("curveText").replaceChildren();
  if (!c) return;
  const x = Array.from(c.x), y = Array.from(c.y), low = Math.min(...y), high = Math.max(...y), a = x[0], b = x[x.length - 1];
  const at = v => 300 * (v - a) / (b - a || 1), up = v => high > low ? 132 - 124 * (v - low) / (high - low) : 70;
  const time = data.times[shown.state];
  svg.innerHTML = `<polyline fill="none" stroke="#1f77b4" stroke-width="1.5" vector-effect="non-scaling-stroke" points="${x.map((v, k) => `${at(v)},${up(y[k])}`).join(" ")}"/>` +
    `<line x1="${at(time)}" x2="${at(time)}" y1="0" y2="140" stroke="#d62728" vector-effect="non-scaling-stroke"/>`;
  $("curveText").append(element("span", c.name + (c.unit ? ` [${c.unit}]` : "")), element("span", `${short(low)} to ${short(high)}`));
}

// ---- picking --------------------------------------------------------------------------------------

function pick(px, py) { // the nearest triangle under a place of the canvas, or a line near it
  let best = {depth: Infinity}, near = {far: 8};
  const q = new Float64Array(3 * data.total);
  for (let c = 0; c < data.total; c++) q.set(pixel([now[3 * c], now[3 * c + 1], now[3 * c + 2]]), 3 * c);
  for (const b of bodies) {
    for (let i = 0; i < b.triangles.length; i += 3) {
      const [u, v, w] = [0, 1, 2].map(k => 3 * (b.first + b.triangles[i + k]));
      const cross = (m, n) => (q[n] - q[m]) * (py - q[m + 1]) - (q[n + 1] - q[m + 1]) * (px - q[m]);
      const s = [cross(v, w), cross(w, u), cross(u, v)], sum = s[0] + s[1] + s[2];
      if (!sum || s.some(x => x * sum < 0)) continue;
      const depth = (s[0] * q[u + 2] + s[1] * q[v + 2] + s[2] * q[w + 2]) / sum;
      if (depth < best.depth) best = {depth, b, cell: b.cells[i / 3], corner: b.triangles[i + s.indexOf(sum > 0 ? Math.max(...s) : Math.min(...s))]};
    }
    for (let i = 0; !b.triangles.length && i < b.lines.length; i += 2) {
      const [u, v] = [0, 1].map(k => 3 * (b.first + b.lines[i + k])), dx = q[v] - q[u], dy = q[v + 1] - q[u + 1];
      const s = Math.max(0, Math.min(1, ((px - q[u]) * dx + (py - q[u + 1]) * dy) / (dx * dx + dy * dy || 1)));
      const far = Math.hypot(q[u] + s * dx - px, q[u + 1] + s * dy - py);
      if (far < near.far) near = {far, b, cell: b.lineCells[i / 2], corner: b.lines[i + (s > 0.5 ? 1 : 0)]};
    }
  }
  const found = best.b ? best : near;
  if (!found.b) return null;
  const c = found.corner;
  return {part: found.b.part, cell: found.cell, node: found.b.nodes[2 * c + (found.b.share[c] > 0.5 ? 1 : 0)]};
}

// ---- what the user does ---------------------------------------------------------------------------

function goTo(state) { shown.state = (state + data.states.length) % data.states.length; shown.swing = 1; update(); }

function play() {
  shown.playing = !shown.playing;
  $("play").textContent = shown.playing ? "stop" : "play";
  let last = 0;
  const step = stamp => {
    if (!shown.playing) { if (data.swings) { shown.swing = 1; update(); } return; }
    if (stamp - last > 50) {
      last = stamp;
      if (data.swings) { shown.swing = Math.sin(stamp / 300); update(); } else goTo(shown.state + 1);
    }
    requestAnimationFrame(step);
  };
  if (shown.playing) requestAnimationFrame(step);
}

function turn(dx, dy) { // about the axes of the screen
  const rows = [0, 3, 6].map(k => eye.turn.slice(k, k + 3)), mix = (i, j, a) => {
    const c = Math.cos(a), s = Math.sin(a), u = rows[i], v = rows[j];
    rows[i] = u.map((x, k) => c * x - s * v[k]); rows[j] = u.map((x, k) => s * x + c * v[k]);
  };
  mix(0, 2, dx); mix(1, 2, -dy);
  eye.turn = rows.flat();
}

function shift(dx, dy) {
  const size = 2 * eye.distance * Math.tan(ANGLE) / Math.min(canvas.clientWidth, canvas.clientHeight);
  eye.center = eye.center.map((v, k) => v - size * dx * eye.turn[k] + size * dy * eye.turn[3 + k]);
}

function chooseField(k, component) {
  shown.field = k; shown.component = component || 0;
  $("field").value = k;
  $("component").replaceChildren(...(k < 0 ? [] : fields[k].components.map((c, i) => new Option(c || "value", i))));
  $("component").parentElement.style.display = k >= 0 && fields[k].components.length > 1 ? "" : "none";
  $("component").value = shown.component;
  findLimits();
}

const fingers = new Map();
let travelled = 0, apart = 0;
canvas.addEventListener("pointerdown", e => { fingers.set(e.pointerId, [e.offsetX, e.offsetY]); travelled = 0; apart = 0; if (e.isTrusted) canvas.setPointerCapture(e.pointerId); });
canvas.addEventListener("pointermove", e => {
  const before = fingers.get(e.pointerId);
  if (!before) return;
  const dx = e.offsetX - before[0], dy = e.offsetY - before[1];
  travelled += Math.abs(dx) + Math.abs(dy);
  fingers.set(e.pointerId, [e.offsetX, e.offsetY]);
  if (fingers.size === 2) {
    const [a, b] = [...fingers.values()], gap = Math.hypot(a[0] - b[0], a[1] - b[1]);
    if (apart) eye.distance *= apart / gap;
    apart = gap; shift(dx / 2, dy / 2);
  } else if (e.shiftKey || e.buttons & 6) shift(dx, dy);
  else turn(-dx / 150, dy / 150);
  draw();
});
for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, e => {
  if (name === "pointerup" && fingers.size === 1 && travelled < 4) { shown.picked = pick(e.offsetX, e.offsetY) || shown.picked; describe(shown.field < 0 ? null : valuesOf(shown.field, shown.state, shown.component)); }
  fingers.delete(e.pointerId);
});
canvas.addEventListener("contextmenu", e => e.preventDefault());
canvas.addEventListener("wheel", e => { e.preventDefault(); eye.distance *= Math.exp(Math.sign(e.deltaY) * 0.1); draw(); }, {passive: false});
document.addEventListener("keydown", e => {
  if (e.target.tagName === "SELECT" || e.target.tagName === "INPUT" && e.key !== " ") return;
  const views = {x: "yz", y: "xz", z: "xy", i: "iso"};
  if (views[e.key]) { look(views[e.key]); fit(); draw(); }
  else if (e.key === "f") { fit(); draw(); }
  else if (e.key === " ") { e.preventDefault(); play(); }
  else if (e.key === "ArrowRight") goTo(shown.state + 1);
  else if (e.key === "ArrowLeft") goTo(shown.state - 1);
});
$("play").onclick = play;
$("state").oninput = e => goTo(Number(e.target.value));
$("field").onchange = e => { chooseField(Number(e.target.value)); update(); };
$("component").onchange = e => { shown.component = Number(e.target.value); findLimits(); update(); };
$("history").onchange = e => { shown.history = Number(e.target.value); drawCurve(); };
$("fit").onclick = () => { fit(); draw(); };
for (const name of ["marks", "names", "rest", "mesh"]) $(name).onchange = draw;
for (const b of document.querySelectorAll("[data-view]")) b.onclick = () => { look(b.dataset.view); fit(); draw(); };
$("curve").onclick = e => {
  const t = data.times[0] + (data.times[data.times.length - 1] - data.times[0]) * e.offsetX / $("curve").clientWidth;
  goTo(data.times.reduce((best, v, k) => Math.abs(v - t) < Math.abs(data.times[best] - t) ? k : best, 0));
};

function start() {
  $("state").max = data.states.length - 1;
  $("play").parentElement.style.display = data.states.length > 1 || data.swings ? "" : "none";
  $("field").append(new Option("parts", -1), ...fields.map((f, k) => new Option(f.name, k)));
  $("history").append(new Option("of what is picked", -1), ...curves.map((c, k) => new Option(c.name, k)));
  $("choice").style.display = curves.length || fields.length ? "" : "none";
  $("legend").replaceChildren(...[...data.parts.map(p => [p.name, p.color]), ...data.legend].map(([text, color]) => {
    const row = element("div", "");
    row.append(element("span", "", {background: color}), document.createTextNode(text));
    return row;
  }));
  const color = k => `rgb(${data.colours.slice(3 * k, 3 * k + 3).join()})`;
  $("bar").style.background = `linear-gradient(to right, ${Array.from({length: 33}, (_, k) => color(Math.min(255, 8 * k))).join()})`;
  $("notes").textContent = data.notes;
  const [name, component] = data.first.split(":"), k = fields.findIndex(f => f.name === name);
  chooseField(k, k < 0 ? 0 : Math.max(0, fields[k].components.indexOf(component)));
  look(data.view);
  if (!gl) return;
  prepare(); fit(); update();
  new ResizeObserver(draw).observe(canvas);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}
start();
