import { type DragEvent, useRef, useState } from 'react';

/** Files may be dropped anywhere on what carries `on`; `isOver` while they hover over it. */
export function useDropping(add: ((files: Iterable<File>) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  // entering a child says so before leaving its parent
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
