const [width, height, left, top, right, bottom] = [560, 320, 70, 40, 20, 50];

/** A growth curve on logarithmic axes, where a power law is a straight line and its exponent the slope. */
export function plot({ title, x, y, points, exponent }) {
  const across = scale(
    points.map((point) => point.x),
    left,
    width - right,
  );
  const up = scale(
    points.map((point) => point.y),
    height - bottom,
    top,
  );
  const spots = points.map((point) => ({ ...point, at: [across(point.x).toFixed(1), up(point.y).toFixed(1)] }));
  const slope = Number.isFinite(exponent) ? ` (exponent ${exponent.toFixed(2)})` : "";
  const label = (text, at, more = "") => `<text x="${at[0]}" y="${at[1]}" ${more}>${escapeText(text)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#333">
<rect width="${width}" height="${height}" fill="#fff"/>
${label(`${title}${slope}`, [left, 22], 'font-size="14"')}
<path d="M${left} ${top}V${height - bottom}H${width - right}" fill="none" stroke="#999"/>
<polyline points="${spots.map(({ at }) => at.join(",")).join(" ")}" fill="none" stroke="#1565c0" stroke-width="2"/>
${spots.map(({ at }) => `<circle cx="${at[0]}" cy="${at[1]}" r="4" fill="#1565c0"/>`).join("\n")}
${spaced(spots, 0, 56)
  .map(({ at, x: value }) =>
    label(value.toLocaleString("en-US"), [at[0], height - bottom + 18], 'text-anchor="middle"'),
  )
  .join("\n")}
${spaced(spots, 1, 14)
  .map(({ at, y: value }) =>
    label(Number(value.toPrecision(3)).toLocaleString("en-US"), [left - 8, Number(at[1]) + 4], 'text-anchor="end"'),
  )
  .join("\n")}
${label(x, [(left + width - right) / 2, height - 10], 'text-anchor="middle"')}
${label(y, [left, top - 6], 'text-anchor="end"')}
</svg>
`;
}

/** As many spots as can be labelled along an axis without one label covering another. */
function spaced(spots, axis, gap) {
  const kept = [];
  for (const spot of spots) if (kept.every(({ at }) => Math.abs(at[axis] - spot.at[axis]) >= gap)) kept.push(spot);
  return kept;
}

function scale(values, from, to) {
  const logs = values.map(Math.log);
  const low = Math.min(...logs);
  // Flat curves stay flat: noise is not blown up to the whole height.
  const range = Math.max(Math.max(...logs) - low, Math.log(4));
  return (value) => from + ((Math.log(value) - low) / range) * (to - from);
}

function escapeText(text) {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
