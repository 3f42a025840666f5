import { useEffect, useRef, useState } from 'react';
import { openPicture } from './crop-picture.ts';

type Opened = NonNullable<Awaited<ReturnType<typeof openPicture>>>;

/** The picture that was chosen, opened. A file that is none changes nothing but `problem`. */
export function usePicture() {
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState('');
  const shown = useRef<Opened>(undefined);
  const show = (next: Opened | undefined) => {
    if (shown.current) URL.revokeObjectURL(shown.current.url);
    shown.current = next;
    setOpened(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: on the way out only
  useEffect(() => () => show(undefined), []);

  const open = async (file: Blob) => {
    const next = await openPicture(file);
    setProblem(next ? '' : '这个文件打不开，请选一张图片');
    if (next) show(next);
  };
  return { opened, open, problem };
}
