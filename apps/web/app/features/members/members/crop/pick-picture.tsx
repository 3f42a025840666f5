import { Icon } from '@mojian/ui/icon';
import { type DragEvent, useState } from 'react';

/** A place to choose a picture, or to drop one on. */
export function PickPicture({ onPick, small = false }: { onPick: (file: File) => void; small?: boolean }) {
  const [isOver, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onPick(file);
  };
  return (
    <label
      className={small ? 'btn quiet' : isOver ? 'pick over' : 'pick'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <input
        className="vh"
        type="file"
        accept="image/*"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onPick(file);
          target.value = ''; // the same file may be chosen again
        }}
      />
      {small ? (
        '重新选择'
      ) : (
        <>
          <Icon name="pic" />
          <b>选一张图片</b>
          <span>也可以把图片拖到这里，或者粘贴</span>
        </>
      )}
    </label>
  );
}
