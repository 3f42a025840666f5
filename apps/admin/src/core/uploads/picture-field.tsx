import { isFailure } from '@mojian/contract/platform/failures';
import { useShownPicture } from '@mojian/ui/shown-pictures';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { uploadPicture } from '../../platform/http-api.ts';
import './picture-field.css';

type Props = {
  id: string;
  /** Plain address, '' for none; what is shown may be signed. */
  value: string;
  /** Ids for aria-describedby. */
  about?: string | undefined;
  isLocked?: boolean;
  onChange: (value: string) => void;
  shape: 'small' | 'round' | 'large';
  label: string;
};

/** Chooses and uploads a picture, which is shown before the form is saved. */
export function PictureField({ id, value, about, isLocked = false, onChange, shape, label }: Props) {
  const file = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState('');
  const shown = useShownPicture(value);
  // fields beside it may be edited while the picture is sent: the newest callback knows them
  const latest = useRef(onChange);
  latest.current = onChange;

  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    setFailure('');
    setShare(0);
    try {
      const { url } = await uploadPicture(chosen, setShare);
      latest.current(url);
    } catch (error) {
      setFailure(isFailure(error) ? error.message : '上传失败，请重试');
    }
    setShare(undefined);
  };

  return (
    <>
      <div className={`picture-field picture-field-${shape}`}>
        {value ? <img src={shown} alt={`现在的${label}`} /> : <span className="picture-field-empty">没有</span>}
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
        <p className="picture-field-fault" role="alert">
          {failure}
        </p>
      )}
    </>
  );
}
