import { useEffect, useRef, useState } from 'react';
import { openPicture } from './crop-picture.ts';

type Opened = NonNullable<Awaited<ReturnType<typeof openPicture>>>;

/** The picture that was chosen or pasted, opened. A file that is none changes nothing but `problem`. */
export function usePicture(first?: File) {
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState('');
  const shown = useRef<Opened>(undefined);
  const show = (next: Opened | undefined) => {
    if (shown.current) URL.revokeObjectURL(shown.current.url);
    shown.current = next;
    setOpened(next);
  };
  const open = async (file: Blob) => {
    const next = await openPicture(file);
    setProblem(next ? '' : '这个文件打不开，请选一张图片');
    if (next) show(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: on the way in and out only
  useEffect(() => {
    if (first) void open(first);
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const picture = [...(clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (picture) void open(picture);
    };
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('paste', onPaste);
      show(undefined);
    };
  }, []);
  return { opened, open, problem };
}
