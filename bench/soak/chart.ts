export type Series = { title: string; unit: string; values: number[] };

const width = 720;
const height = 220;
const left = 56;
const bottom = 34;
const top = 40;

/** Draws one line over time as an SVG that reads on light and dark ground. `minutes`: the length of the run. */
export function lineChart({ title, unit, values }: Series, minutes: number) {
  const most = roundUp(Math.max(...values, 0.001));
  const x = (index: number) => left + (index / Math.max(1, values.length - 1)) * (width - left - 16);
  const y = (value: number) => height - bottom - (value / most) * (height - bottom - top);
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const levels = [0, most / 2, most].map(
    (level) =>
      `<line x1="${left}" x2="${width - 16}" y1="${y(level)}" y2="${y(level)}"/><text x="${left - 8}" y="${y(level) + 4}" text-anchor="end">${figure(level)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<style>text{font:12px system-ui,sans-serif;fill:#666}line{stroke:#8884}polyline{fill:none;stroke:#b3502f;stroke-width:1.5}.title{font-size:14px;fill:#444}
@media(prefers-color-scheme:dark){text{fill:#aaa}.title{fill:#ddd}polyline{stroke:#e08a66}}</style>
<text class="title" x="${left}" y="20">${title}（${unit}）</text>
${levels.join('\n')}
<polyline points="${points}"/>
<text x="${left}" y="${height - 10}">0</text><text x="${width - 16}" y="${height - 10}" text-anchor="end">${figure(minutes)} 分钟</text>
</svg>
`;
}

/** The next 1, 2, 2.5 or 5 with its power of ten. */
function roundUp(value: number) {
  const power = 10 ** Math.floor(Math.log10(value));
  return (([1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10) * power) as number;
}

function figure(value: number) {
  return String(Number(value.toPrecision(3)));
}
