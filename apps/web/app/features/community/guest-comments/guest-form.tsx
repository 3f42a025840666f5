import type { CommentThread } from '@mojian/contract/community/comments';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { guestNameLength, isBlank } from '@mojian/contract/platform/rules';
import { useId, useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { toast } from '../../../ui/toast.ts';
import { askToLogIn } from '../../core/asks-login/ask-to-log-in.ts';
import { fieldOf } from '../../core/composer/checks.ts';
import { isRemembered, newSecret, readGuest, type StoredGuest, storeGuest } from './stored-guest.ts';
import './guest-form.css';

type Calls = CallsOf<'comments' | 'guestComments' | 'captcha'>;
type Terms = Awaited<ReturnType<Calls['guestComments']['terms']>>;
type Body = Parameters<Calls['guestComments']['post']>[0]['body'];
export type Guest = StoredGuest & { remember: boolean };

/** Milliseconds for which a proof is kept: the server takes it for five minutes. */
const proofLasts = 240_000;

/** Form of a guest: its first values, the proof that is worked on meanwhile, and sending. */
export function guestForm(calls: Calls, terms: Terms) {
  const known = readGuest();
  const first: Guest = {
    ...(known ?? { name: '', email: '', website: '', notify: false, browser: newSecret() }),
    remember: isRemembered(),
  };
  let proof: { at: number; solution: Promise<string> } | undefined;
  const prove = () => {
    if (proof && Date.now() - proof.at < proofLasts) return proof.solution;
    const solution = solve(calls);
    const mine = { at: Date.now(), solution };
    proof = mine;
    solution.catch(() => {
      if (proof === mine) proof = undefined;
    });
    return solution;
  };
  return {
    first,
    terms,
    check: ({ name }: Guest) => (isBlank(name) ? new Failure('invalid-input', '请填写昵称', 'name') : undefined),
    /** Begins the proof of work while one is writing. */
    prepare: () => void prove().catch(() => {}),
    /** Sends a comment; a proof that came too late is worked out anew, once. */
    send: async (body: Pick<Body, 'text' | 'articleId' | 'sayId' | 'replyTo' | 'key'>, guest: Guest) => {
      const { remember, ...stored } = guest;
      const whole = { ...body, ...stored, notify: stored.notify && terms.mails && stored.email.trim() !== '' };
      const post = async () => calls.guestComments.post({ body: { ...whole, captcha: await prove() } });
      const posted = await post().catch((error) => {
        if (!isFailure(error) || error.id !== 'captcha-needed') throw error;
        proof = undefined;
        return post();
      });
      proof = undefined;
      storeGuest(stored, remember);
      tellSent(posted, whole.notify);
      return posted;
    },
  };
}

export type GuestForm = ReturnType<typeof guestForm>;

async function solve(calls: Calls) {
  const [{ solve: work }, challenge] = await Promise.all([
    import('../../core/forms/proof/solve.ts'),
    calls.captcha.challenge(),
  ]);
  return work(challenge);
}

function tellSent({ held }: CommentThread, isMailed: boolean) {
  const sent = held ? '评论成功，审核通过后大家就能看到' : '评论成功';
  // not whether a letter went: that would tell who else has confirmed this mailbox
  toast('success', isMailed ? `${sent}。邮箱没有确认过的，请点确认信里的按钮，有人回复才写信给你` : sent);
}

type Props = { form: GuestForm; guest: Guest; change: (guest: Guest) => void; wrong: Failure | undefined };

/** Name, mailbox and site of a guest; once given they fold into a line. */
export function GuestFields({ form, guest, change, wrong }: Props) {
  const wrongAt = wrong && fieldOf(wrong);
  const [isFolded, setFolded] = useState(() => form.first.name !== '');
  const isOpen = !isFolded || ['name', 'email', 'website'].includes(wrongAt ?? '');
  if (!isOpen)
    return (
      <p className="guest-form-name row row-wrap">
        以 <b>{guest.name}</b> 的名义 <span className="badge">访客</span>
        <button type="button" className="guest-form-other accent" onClick={() => setFolded(false)}>
          换一个
        </button>
      </p>
    );
  const field = (name: 'name' | 'email' | 'website') => ({
    value: guest[name],
    isWrong: wrongAt === name,
    change: (value: string) => change({ ...guest, [name]: value }),
  });
  return (
    <div className="guest-form-fields">
      <GuestField label="昵称" need="必填" autoComplete="nickname" maxLength={guestNameLength} {...field('name')} />
      <GuestField label="邮箱" hint="不公开，可不填" type="email" autoComplete="email" {...field('email')} />
      <GuestField label="网址" hint="可不填" type="url" autoComplete="url" {...field('website')} />
    </div>
  );
}

type FieldProps = {
  label: string;
  need?: string;
  hint?: string;
  type?: string;
  autoComplete: string;
  maxLength?: number;
  value: string;
  isWrong: boolean;
  change: (value: string) => void;
};

function GuestField({ label, need, hint, type = 'text', isWrong, value, change, ...others }: FieldProps) {
  const id = useId();
  return (
    <div className="guest-form-field">
      <label htmlFor={id} className="dim">
        {label} {need && <span className="accent">{need}</span>}
      </label>
      <input
        {...others}
        id={id}
        type={type}
        value={value}
        placeholder={hint}
        aria-invalid={isWrong}
        required={need !== undefined}
        onChange={({ target }) => change(target.value)}
      />
    </div>
  );
}

/** Choices of a guest below the form, and the way to log in. */
export function GuestChoices({ form: { terms }, guest, change }: Omit<Props, 'wrong'>) {
  return (
    <div className="guest-form-choices row row-wrap dim">
      <Choice words="记在这台设备上" isOn={guest.remember} turn={(remember) => change({ ...guest, remember })} />
      {terms.mails && guest.email.trim() !== '' && (
        <Choice words="有人回复写信给我" isOn={guest.notify} turn={(notify) => change({ ...guest, notify })} />
      )}
      <span className="guest-form-terms">
        {terms.mode === 'held' && '审核后显示 · '}
        已有账号？
        <button type="button" className="accent" onClick={askToLogIn}>
          登录
        </button>
      </span>
    </div>
  );
}

function Choice({ words, isOn, turn }: { words: string; isOn: boolean; turn: (isOn: boolean) => void }) {
  return (
    <label className="guest-form-choice row">
      <input type="checkbox" checked={isOn} onChange={({ target }) => turn(target.checked)} />
      {words}
    </label>
  );
}
