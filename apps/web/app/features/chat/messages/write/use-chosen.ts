import { isFailure } from '@mojian/contract/platform/failures';
import { largestUpload } from '@mojian/contract/platform/rules';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../../ui/toast.ts';

/** A picture chosen and not sent yet. */
export type Chosen = { number: number; file: File; preview: string };

const most = 9;

/** Pictures by button, paste or drop, looked at before they are sent. What cannot be sent is said, the others are kept. */
export function useChosen() {
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const shown = useRef(chosen);
  shown.current = chosen;
  const count = useRef(0);
  useEffect(() => () => shown.current.forEach(forget), []);

  const coming = useRef(0);

  const add = async (files: Iterable<File>) => {
    const all = [...files];
    const fit = all.filter(isPicture);
    for (const file of all) if (!isPicture(file)) toast('warning', `${nameOf(file)}不是图片，没有添加`);
    const taken = fit.slice(0, Math.max(0, most - shown.current.length - coming.current));
    if (fit.length > taken.length) toast('warning', `一次最多 ${most} 张图片`);
    coming.current += taken.length;
    for (const given of taken) {
      const file = await fitting(given);
      coming.current -= 1;
      if (!file) continue;
      count.current += 1;
      const one = { number: count.current, file, preview: URL.createObjectURL(file) };
      setChosen((before) => [...before, one]);
    }
  };
  return {
    chosen,
    add: (files: Iterable<File>) => void add(files),
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

const isPicture = ({ type }: File) => type.startsWith('image/');
const nameOf = ({ name }: File) => (name ? `“${name}”` : '这个文件');

/** As it is or made smaller, so that what is looked at is what will be sent; nothing, said why, where that cannot be. */
async function fitting(file: File): Promise<File | undefined> {
  if (file.size <= largestUpload) return file;
  try {
    const { shrinkPicture } = await import('../../../../shrink-picture.ts');
    const smaller = await shrinkPicture(file);
    return new File([smaller], file.name, { type: smaller.type });
  } catch (cause) {
    toast('warning', isFailure(cause) ? cause.message : `${nameOf(file)}超过 10 MB，无法缩小`);
    return undefined;
  }
}

const forget = ({ preview }: Chosen) => URL.revokeObjectURL(preview);
