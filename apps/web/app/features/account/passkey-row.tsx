import type { Passkey } from '@mojian/contract/passkeys';
import { type FormEvent, useState } from 'react';
import { Moment } from '../../ui/moment.tsx';
import { longDate } from '../../ui/times.ts';

type Props = {
  passkey: Passkey;
  isBusy: boolean;
  /** @returns whether it went through. */
  rename: (id: number, name: string) => Promise<boolean>;
  remove: () => void;
};

/** One key: its name, which can be written over, and when it was of use. */
export function PasskeyRow({ passkey, isBusy, rename, remove }: Props) {
  const { id, name, createdAt, usedAt } = passkey;
  const [draft, setDraft] = useState<string>();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (draft === undefined || draft.trim() === name || (await rename(id, draft.trim()))) setDraft(undefined);
  };
  if (draft !== undefined)
    return (
      <li>
        <form className="rename" onSubmit={onSubmit}>
          <input
            className="input"
            aria-label="通行密钥的名字"
            value={draft}
            maxLength={30}
            ref={(input) => input?.focus()}
            onChange={({ target }) => setDraft(target.value)}
          />
          <button className="btn sm" type="submit" aria-disabled={isBusy}>
            改好
          </button>
          <button className="btn quiet sm" type="button" onClick={() => setDraft(undefined)}>
            不改
          </button>
        </form>
      </li>
    );
  return (
    <li>
      <div>
        <b>{name}</b>
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
      </div>
      <span className="row">
        <button className="link-b" type="button" onClick={() => setDraft(name)}>
          改名<span className="vh">{name}</span>
        </button>
        <button className="link-b" type="button" onClick={remove}>
          删除<span className="vh">{name}</span>
        </button>
      </span>
    </li>
  );
}
