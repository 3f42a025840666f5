import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../ui/toast.ts';

/** A picture chosen and not sent yet. */
export type Chosen = { number: number; file: File; preview: string };

/** Bytes, as the server takes them. */
const largest = 10 * 1024 * 1024;
const most = 9;

/** Pictures by button, paste or drop, looked at before they are sent. What cannot be sent is said, the others are kept. */
export function useChosen() {
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const shown = useRef(chosen);
  shown.current = chosen;
  const count = useRef(0);
  useEffect(() => () => shown.current.forEach(forget), []);

  const add = (files: Iterable<File>) => {
    const all = [...files];
    const fit = all.filter((file) => whyNot(file) === undefined);
    for (const why of new Set(all.map(whyNot))) if (why) toast('warning', why);
    const taken = fit.slice(0, Math.max(0, most - shown.current.length));
    if (fit.length > taken.length) toast('warning', `一次最多 ${most} 张图片`);
    const added = taken.map((file) => {
      count.current += 1;
      return { number: count.current, file, preview: URL.createObjectURL(file) };
    });
    setChosen((before) => [...before, ...added]);
  };
  return {
    chosen,
    add,
    remove: (one: Chosen) => {
      forget(one);
      setChosen((before) => before.filter(({ number }) => number !== one.number));
    },
    clear: () => {
      shown.current.forEach(forget);
      setChosen([]);
    },
  };
}

function whyNot({ type, size, name }: File) {
  if (!type.startsWith('image/')) return `${name ? `“${name}”` : '这个文件'}不是图片，没有放进来`;
  if (size > largest) return `“${name}”超过 10 MB，没有放进来`;
  return undefined;
}

const forget = ({ preview }: Chosen) => URL.revokeObjectURL(preview);
