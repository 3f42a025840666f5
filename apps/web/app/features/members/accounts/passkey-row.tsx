import type { Passkey } from '@mojian/contract/members/passkeys';
import { type FormEvent, useState } from 'react';
import { Moment } from '../../../ui/moment.tsx';
import { longDate } from '../../../ui/times.ts';

type Props = {
  passkey: Passkey;
  isBusy: boolean;
  /** @returns whether it went through. */
  rename: (id: number, name: string) => Promise<boolean>;
  remove: () => void;
};

/** One key: its name, which can be written over, and when it was of use. */
export function PasskeyRow({ passkey, isBusy, rename, remove }: Props) {
  const { id, name } = passkey;
  const [isNaming, setNaming] = useState(false);
  const save = async (draft: string) => {
    if (draft === name || (await rename(id, draft))) setNaming(false);
  };
  if (isNaming)
    return (
      <li>
        <NewName present={name} isBusy={isBusy} save={save} cancel={() => setNaming(false)} />
      </li>
    );
  return (
    <li>
      <div>
        <b>{name}</b>
        <Use passkey={passkey} />
      </div>
      <span className="row">
        <button className="link-b" type="button" onClick={() => setNaming(true)}>
          改名<span className="vh">{name}</span>
        </button>
        <button className="link-b" type="button" onClick={remove}>
          删除<span className="vh">{name}</span>
        </button>
      </span>
    </li>
  );
}

function Use({ passkey: { createdAt, usedAt } }: { passkey: Passkey }) {
  return (
    <p className="meta">
      <span>{longDate(createdAt)}添加</span>
      {usedAt ? (
        <span>
          上次用于 <Moment at={usedAt} />
        </span>
      ) : (
        <span>还没用过</span>
      )}
    </p>
  );
}

type NameProps = { present: string; isBusy: boolean; save: (name: string) => void; cancel: () => void };

function NewName({ present, isBusy, save, cancel }: NameProps) {
  const [name, setName] = useState(present);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save(name.trim());
  };
  return (
    <form className="rename" onSubmit={onSubmit}>
      <input
        className="input"
        aria-label="通行密钥的名字"
        value={name}
        maxLength={30}
        ref={focusOnce}
        onChange={({ target }) => setName(target.value)}
      />
      <button className="btn sm" type="submit" aria-disabled={isBusy}>
        保存
      </button>
      <button className="btn quiet sm" type="button" onClick={cancel}>
        取消
      </button>
    </form>
  );
}

function focusOnce(input: HTMLInputElement | null) {
  input?.select();
}
