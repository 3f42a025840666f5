import { mostPictures } from '@mojian/contract/platform/rules';
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { readUser } from '../../../session/session.ts';
import { toast } from '../../../ui/toast.ts';
import { useAskBeforeUnload } from '../forms/use-ask-before-unload.ts';
import { mayBePicture } from '../uploads/upload.ts';

/** A picture chosen on this device, with the address of its preview. */
export type Chosen = { number: number; file: File; preview: string };

/** `share`: how much was sent, from 0 to 1; `wrong`: why the upload failed; `mayRetry`: whether another try may help. */
export type UploadState = { share: number; wrong: string | undefined; mayRetry: boolean };

/** A picture being uploaded. */
export type Coming = Chosen & UploadState;

export type UploadedPicture = { url: string; width: number; height: number };

/** Files of forms that closed before these were sent, by member and place: the place's next form takes them up. */
const unsent = new Map<string, File[]>();

/**
 * Chosen files in order. A preview is released when its file is removed or the form closes. Files still there when it
 * closes go to the next form of this `place`, by `takeUp`; the browser asks before the page goes with them.
 */
export function useChosenFiles<State extends object>(place: string, takeUp: (files: File[]) => void) {
  const [all, setAll] = useState<(Chosen & State)[]>([]);
  const shown = useRef(all);
  const count = useRef(0);
  const set = (next: (Chosen & State)[]) => {
    shown.current = next;
    setAll(next);
  };
  useUnsent(place, shown, takeUp);
  useAskBeforeUnload(all.length > 0);
  return {
    all,
    shown,
    put: (file: File, state: State) => {
      count.current += 1;
      const one = { number: count.current, file, preview: URL.createObjectURL(file), ...state };
      set([...shown.current, one]);
      return one;
    },
    mark: (number: number, state: Partial<State> | { file: File }) =>
      set(shown.current.map((one) => (one.number === number ? { ...one, ...state } : one))),
    remove: ({ number }: Pick<Chosen, 'number'>) => {
      shown.current.filter((one) => one.number === number).forEach(release);
      set(shown.current.filter((one) => one.number !== number));
    },
    clear: () => {
      shown.current.forEach(release);
      set([]);
    },
  };
}

function useUnsent(place: string, shown: React.RefObject<Chosen[]>, takeUp: (files: File[]) => void) {
  const [key] = useState(() => `${readUser()?.id} ${place}`);
  const latest = useRef(takeUp);
  latest.current = takeUp;
  useEffect(() => {
    const files = unsent.get(key);
    unsent.delete(key);
    if (files) latest.current(files);
    return () => {
      if (shown.current.length > 0)
        unsent.set(
          key,
          shown.current.map(({ file }) => file),
        );
      shown.current.forEach(release);
    };
  }, [key, shown]);
}

function release({ preview }: Chosen) {
  URL.revokeObjectURL(preview);
}

/** Returns as many pictures as there is room for; toasts name what is left out. */
export function pickPictures(files: Iterable<File>, room: number) {
  const pictures: File[] = [];
  for (const file of files) {
    if (mayBePicture(file)) pictures.push(file);
    else toast('warning', `${nameOf(file)}不是图片，没有添加`);
  }
  if (pictures.length > room) toast('warning', `最多 ${mostPictures} 张图片`);
  return pictures.slice(0, Math.max(0, room));
}

export function nameOf({ name }: File) {
  return name ? `「${name}」` : '这个文件';
}

/** Takes pasted files; pasted text is left to the browser. */
export function pasteInto(add: (files: Iterable<File>) => void) {
  return (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    add(event.clipboardData.files);
  };
}

/** Takes files dropped anywhere on the element that has the handlers `on`; `isOver` while they hover over it. */
export function useDropping(add: ((files: Iterable<File>) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  // the browser reports a child as entered before its parent as left
  const depth = useRef(0);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  return {
    isOver: isOver && add !== undefined,
    on: {
      onDragEnter: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        depth.current += 1;
        setOver(true);
      },
      onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
      onDragLeave: () => {
        depth.current -= 1;
        if (depth.current <= 0) leave();
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        // also where nothing is taken: the browser would leave the page for the file
        event.preventDefault();
        leave();
        add?.(event.dataTransfer.files);
      },
    },
  };
}
