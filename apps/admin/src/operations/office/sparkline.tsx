const width = 88;
const height = 24;

/** The last days of a figure as a thin line, without numbers: those stand beside it. */
export function Sparkline({ values }: { values: number[] }) {
  const most = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${(22 - (value / most) * 20).toFixed(1)}`);
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  );
}
