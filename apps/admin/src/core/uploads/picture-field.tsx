import { isFailure } from '@mojian/contract/platform/failures';
import { useShownPicture } from '@mojian/ui/shown-pictures';
import { Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { uploadPicture } from '../../platform/http-api.ts';
import { notAPicture } from './file-text.ts';
import './picture-field.css';

/** A form of antd gives `id`, `value` and `onChange`. */
type Props = {
  id?: string;
  /** Plain address, '' for none; what is shown may be signed. */
  value?: string;
  /** Ids for aria-describedby. */
  about?: string | undefined;
  isLocked?: boolean;
  onChange?: (value: string) => void;
  /** Lets an address elsewhere be typed as well. */
  hasAddress?: boolean;
  shape: 'small' | 'round' | 'large';
  label: string;
};

/** Chooses and uploads a picture, which is shown before the form is saved. */
export function PictureField({ value = '', about, isLocked = false, onChange = () => {}, ...props }: Props) {
  const { id, hasAddress = false, shape, label } = props;
  const { share, failure, take } = usePictureUpload(onChange);
  const isStored = value.startsWith('/');
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to press the button inside */}
      <div
        className={`picture-field picture-field-${shape}`}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          if (!isLocked) void take(event.dataTransfer.files[0]);
        }}
      >
        <Present value={value} label={label} />
        <ChooseButton
          id={id}
          about={about}
          label={label}
          share={share}
          take={take}
          isLocked={isLocked}
          hasValue={value !== ''}
        />
        {value && (
          <Button type="text" disabled={isLocked} onClick={() => onChange('')}>
            移除
          </Button>
        )}
      </div>
      {hasAddress && !isStored && (
        <Input
          inputMode="url"
          aria-label={`${label}的地址`}
          placeholder="或者填它的地址"
          disabled={isLocked}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {failure && (
        <p className="picture-field-fault" role="alert">
          {failure}
        </p>
      )}
    </>
  );
}

function Present({ value, label }: { value: string; label: string }) {
  const shown = useShownPicture(value);
  if (value.startsWith('/')) return <img src={shown} alt={`现在的${label}`} />;
  return <span className="picture-field-empty">{value ? '外站' : '没有'}</span>;
}

type ChooseProps = Pick<Props, 'id' | 'about' | 'label'> &
  Omit<ReturnType<typeof usePictureUpload>, 'failure'> & { isLocked: boolean; hasValue: boolean };

function ChooseButton({ id, about, label, share, take, isLocked, hasValue }: ChooseProps) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          void take(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button
        id={id ?? ''}
        aria-describedby={about}
        disabled={isLocked}
        loading={share !== undefined}
        onClick={() => file.current?.click()}
      >
        {share === undefined ? (hasValue ? '更换' : '选择图片') : `${Math.round(share * 100)}%`}
      </Button>
    </>
  );
}

/** `share`: how much of the picture under way was sent, 0 to 1. */
function usePictureUpload(onChange: (url: string) => void) {
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState('');
  // fields beside it may be edited while the picture is sent: the newest callback knows them
  const latest = useRef(onChange);
  latest.current = onChange;
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    setFailure(chosen.type.startsWith('image/') ? '' : notAPicture(chosen));
    if (!chosen.type.startsWith('image/')) return;
    setShare(0);
    try {
      const { url } = await uploadPicture(chosen, setShare);
      latest.current(url);
    } catch (error) {
      setFailure(isFailure(error) ? error.message : '上传失败，请重试');
    }
    setShare(undefined);
  };
  return { share, failure, take };
}
