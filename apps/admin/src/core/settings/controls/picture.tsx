import { isFailure } from '@mojian/contract/platform/failures';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { uploadPicture } from '../../../platform/upload.ts';
import type { ControlProps } from '../control-props.ts';

type Props = ControlProps<string> & { shape: 'small' | 'round' | 'large'; label: string };

/** A picture, kept by the site's own upload. */
export function Picture({ id, value, about, isLocked, onChange, shape, label }: Props) {
  const file = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState('');

  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    setFailure('');
    setShare(0);
    try {
      onChange((await uploadPicture(chosen, setShare)).url);
    } catch (error) {
      setFailure(isFailure(error) ? error.message : '上传失败，请重试');
    }
    setShare(undefined);
  };

  return (
    <>
      <div className={`inline picture ${shape}`}>
        {value ? <img src={value} alt={`现在的${label}`} /> : <span className="empty">没有</span>}
        <input
          ref={file}
          type="file"
          accept="image/*"
          hidden
          aria-label={label}
          onChange={({ target }) => {
            take(target.files?.[0]);
            target.value = '';
          }}
        />
        <Button
          id={id}
          aria-describedby={about}
          disabled={isLocked}
          loading={share !== undefined}
          onClick={() => file.current?.click()}
        >
          {share === undefined ? (value ? '更换' : '选择图片') : `${Math.round(share * 100)}%`}
        </Button>
        {value && (
          <Button type="text" disabled={isLocked} onClick={() => onChange('')}>
            移除
          </Button>
        )}
      </div>
      {failure && (
        <p className="fault" role="alert">
          {failure}
        </p>
      )}
    </>
  );
}
