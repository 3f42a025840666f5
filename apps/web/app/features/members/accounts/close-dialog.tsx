import type { Me } from '@mojian/contract/core/sessions';
import { type FormEvent, useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { CardDialog } from '../../../ui/card-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { useSending } from '../../../ui/use-sending.ts';

type Writings = 'keep' | 'remove';

type Props = {
  me: Me;
  calls: CallsOf<'accounts'>;
  onClosed: () => void;
  close: () => void;
};

const choices: { value: Writings; words: string; about: string }[] = [
  { value: 'keep', words: '保留文字', about: '文章、说说与评论还在，署名改为“已注销用户”' },
  { value: 'remove', words: '一并删除', about: '写过的都删除，不能恢复' },
];

/** Closes the account, which can be undone for two weeks. */
export function CloseDialog({ me, calls, onClosed, close }: Props) {
  const [writings, setWritings] = useState<Writings>('keep');
  const [password, setPassword] = useState('');
  const { isBusy, refusal, send } = useSending();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (await send(() => calls.accounts.close({ body: { password, writings } }))) onClosed();
  };
  return (
    <CardDialog title="注销账号" close={close}>
      <p className="sub">
        注销之后所有设备都会退出。14 天之内再登录一次，账号就原样回来；过了 14 天，账号与资料永远删除。
      </p>
      <form onSubmit={onSubmit} noValidate>
        <Choice writings={writings} choose={setWritings} />
        {me.hasPassword && (
          <Field
            name="password"
            label="现在的密码"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            refusal={refusal}
          />
        )}
        {refusal && !(me.hasPassword && refusal.field === 'password') && <p className="err">{refusal.message}</p>}
        <p className="does">
          <button className="btn" type="button" onClick={close}>
            取消
          </button>
          <button className="btn seal-b" type="submit" aria-disabled={isBusy}>
            {isBusy ? '请稍候…' : '注销账号'}
          </button>
        </p>
      </form>
    </CardDialog>
  );
}

function Choice({ writings, choose }: { writings: Writings; choose: (writings: Writings) => void }) {
  return (
    <fieldset className="choices">
      <legend>写过的文字</legend>
      {choices.map(({ value, words, about }) => (
        <label key={value}>
          <input
            type="radio"
            name="writings"
            value={value}
            checked={value === writings}
            onChange={() => choose(value)}
          />
          <span>
            <b>{words}</b>
            <span className="dim">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
