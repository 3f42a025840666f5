import { useEffect, useRef, useState } from 'react';
import { chartScale, formatNumber, labelledDays } from './overview-format.ts';
import './chart.css';

type Line = { name: string; title: string; values: number[] };

type Props = { days: string[]; lines: Line[]; label: string };
type Frame = { width: number; height: number; count: number; top: number };

const left = 52;
const right = 18;
const topPadding = 20;
const labelHeight = 32;

/** Draws lines over days; pointer or arrow keys pick a day, whose numbers stand above. */
export function Chart({ days, lines, label }: Props) {
  const [box, { width, height }] = useSize();
  const [picked, setPicked] = useState<number>();
  const { top, lines: rulers } = chartScale(Math.max(...lines.flatMap(({ values }) => values)));
  const last = days.length - 1;
  const at = Math.min(picked ?? last, last);
  const frame = { width, height, count: days.length, top };
  const words = [
    dayTitle(days[at], at === last),
    ...lines.map((line) => `${line.title} ${formatNumber(line.values[at] ?? 0)}`),
  ];

  return (
    <div
      className="chart"
      role="slider"
      tabIndex={0}
      aria-label={`${label}：左右键换一天`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={words.join('，')}
      onKeyDown={(event) => {
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        setPicked(Math.max(0, Math.min(last, at + step)));
      }}
      onPointerMove={({ clientX, currentTarget }) =>
        setPicked(dayAt(clientX - currentTarget.getBoundingClientRect().left, frame))
      }
      onPointerLeave={() => setPicked(undefined)}
    >
      <p className="chart-picked" aria-hidden="true">
        {words.join('　')}
      </p>
      <div ref={box} className="chart-plot">
        <svg width={width} height={height} aria-hidden="true">
          <Rulers rulers={rulers} frame={frame} />
          <Labels days={days} frame={frame} />
          {lines.map(({ name, values }) => (
            <polyline
              key={name}
              className={`chart-line chart-${name}`}
              points={values.map((value, index) => `${x(index, frame)},${y(value, frame)}`).join(' ')}
            />
          ))}
          <line
            className="chart-here"
            x1={x(at, frame)}
            x2={x(at, frame)}
            y1={y(lines[0]?.values[at] ?? 0, frame)}
            y2={height - labelHeight}
          />
          <circle className="chart-point" cx={x(at, frame)} cy={y(lines[0]?.values[at] ?? 0, frame)} r="4" />
        </svg>
      </div>
    </div>
  );
}

const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -1000,
  End: 1000,
};

function Rulers({ rulers, frame }: { rulers: number[]; frame: Frame }) {
  return rulers.map((value) => (
    <g key={value}>
      <line className="chart-ruler" x1={left} x2={frame.width - right} y1={y(value, frame)} y2={y(value, frame)} />
      <text x={left - 10} y={y(value, frame) + 4} textAnchor="end">
        {formatNumber(value)}
      </text>
    </g>
  ));
}

function Labels({ days, frame }: { days: string[]; frame: Frame }) {
  const last = days.length - 1;
  return labelledDays(days.length, frame.width < 500 ? 3 : 6).map((index) => (
    <text
      key={index}
      x={x(index, frame)}
      y={frame.height - 10}
      textAnchor={index === last ? 'end' : index === 0 ? 'start' : 'middle'}
    >
      {dayTitle(days[index], index === last)}
    </text>
  ));
}

function dayTitle(day = '', isToday: boolean) {
  return isToday ? '今日' : day.slice(5);
}

function x(index: number, { width, count }: Frame) {
  return Math.round((left + (index / Math.max(1, count - 1)) * (width - left - right)) * 10) / 10;
}

function y(value: number, { top, height }: Frame) {
  const floor = height - labelHeight;
  return Math.round((floor - (value / top) * (floor - topPadding)) * 10) / 10;
}

function dayAt(pointer: number, { width, count }: Frame) {
  const share = (pointer - left) / (width - left - right);
  return Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))));
}

/** Measures the box so that text in the drawing keeps its size. */
function useSize() {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 640, height: 260 });
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      setSize({ width: Math.round(width), height: Math.round(height) });
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, size] as const;
}
