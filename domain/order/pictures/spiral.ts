/**
 * Spiral of a wound web around the origin, as an SVG path of half circles. Each half turn is one half circle; its ends
 * lie on the horizontal axis at the exact radius, so the pitch is exact there, and elsewhere within a quarter of it.
 */
export interface Spiral {
  /** Radius of the line at its start, in mm. */
  from_mm: number;
  /** Distance of two turns, in mm. */
  pitch_mm: number;
  /** First and last turn that is drawn, counted from the start; may be fractions. */
  turns: readonly [first: number, last: number];
}

/** Returns the radius of a spiral in mm after this many turns. */
function radiusAt_mm({ from_mm, pitch_mm }: Spiral, turn: number): number {
  return from_mm + pitch_mm * turn;
}

/** Returns the points between which the half circles are drawn: the ends, and every whole half turn between them. */
export function pointsOf(spiral: Spiral): { x: number; y: number; turn: number }[] {
  const [first, last] = spiral.turns;
  const halves: number[] = [first];
  for (let half = Math.floor(first * 2) + 1; half / 2 < last; half++) halves.push(half / 2);
  if (last > first) halves.push(last);
  return halves.map((turn) => {
    const angle = 2 * Math.PI * turn;
    const radius = radiusAt_mm(spiral, turn);
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), turn };
  });
}

/** Returns the `d` of the path in mm; empty where nothing is wound. */
export function spiralPath(spiral: Spiral): string {
  const [start, ...rest] = pointsOf(spiral);
  if (start === undefined || rest.length === 0) return '';
  const arcs = rest.map((to, i) => {
    const from = rest[i - 1] ?? start;
    const radius = radiusAt_mm(spiral, (from.turn + to.turn) / 2);
    return `A${short(radius)} ${short(radius)} 0 0 1 ${short(to.x)} ${short(to.y)}`;
  });
  return `M${short(start.x)} ${short(start.y)}${arcs.join('')}`;
}

function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
