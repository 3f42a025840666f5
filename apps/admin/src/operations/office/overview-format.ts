const digits = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];
const hours = [
  [5, '夜深了'],
  [11, '早'],
  [13, '中午好'],
  [18, '下午好'],
  [23, '晚上好'],
  [24, '夜深了'],
] as const;

export function greeting(hour: number) {
  return hours.find(([until]) => hour < until)?.[1] ?? '你好';
}

/** `十一月二十日，星期五` for YYYY-MM-DD. */
export function dateInWords(day: string) {
  const date = new Date(`${day}T00:00:00Z`);
  const weekday = '日一二三四五六'[date.getUTCDay()];
  return `${numeral(date.getUTCMonth() + 1)}月${numeral(date.getUTCDate())}日，星期${weekday}`;
}

function numeral(number: number) {
  if (number <= 10) return digits[number] ?? '';
  const tens = Math.floor(number / 10);
  return `${tens > 1 ? digits[tens] : ''}十${digits[number % 10]}`;
}

/** `多 4%`, `少 18%`, or a phrase where nothing compares. */
export function changeText(now: number, before: number) {
  if (now === before) return '一样多';
  if (before === 0) return '此前没有';
  const share = Math.round((now / before - 1) * 100);
  if (share === 0) return '差不多';
  if (share >= 900) return `是 ${Math.round(now / before)} 倍`;
  return `${share > 0 ? '多' : '少'} ${Math.abs(share)}%`;
}

/** `昨天`, `3 天前`, `12 分钟前` */
export function timeAgo(time: string, now = Date.now()) {
  const minutes = Math.max(0, Math.floor((now - Date.parse(time)) / 60_000));
  if (minutes < 1) return '刚刚';
  if (minutes < 60) return `${minutes} 分钟前`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} 小时前`;
  const days = Math.floor(minutes / (24 * 60));
  return days === 1 ? '昨天' : `${days} 天前`;
}

export function formatNumber(number: number) {
  return number.toLocaleString('zh-CN');
}

const dayMs = 86_400_000;

/** Days as YYYY-MM-DD, oldest first, ending with `today`. */
export function lastDays(today: string, count: number) {
  const last = Date.parse(today);
  return Array.from({ length: count }, (_, index) =>
    new Date(last - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

/** Returns a round top not below `most`, and three or four ruler lines. */
export function chartScale(most: number) {
  const rough = Math.max(1, most) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = power < 10 ? [1, 2, 5, 10] : [1, 1.5, 2, 3, 5, 10];
  const step = Math.max(1, (steps.find((times) => times * power >= rough) ?? 10) * power);
  const lines = Math.max(1, Math.ceil(most / step));
  return { top: lines * step, lines: Array.from({ length: lines + 1 }, (_, index) => index * step) };
}

/** Picks the days that get a label: the last always, none too near it. */
export function labelledDays(days: number, most: number) {
  const every = Math.ceil(days / most);
  const last = days - 1;
  const picked = Array.from({ length: Math.ceil(days / every) }, (_, index) => index * every);
  return [...picked.filter((index) => last - index >= every * 0.6), last];
}
