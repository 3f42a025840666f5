import { Line, LineChart } from 'recharts';

export function Component() {
  return (
    <LineChart width={300} height={100} data={[{ a: 1 }, { a: 3 }]}>
      <Line dataKey="a" />
    </LineChart>
  );
}
