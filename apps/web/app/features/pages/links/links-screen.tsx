import type { FriendLink, FriendLinks, LinkApplication } from '@mojian/contract/pages/links';
import { Failure } from '@mojian/contract/platform/failures';
import { isBlank } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { SiteSeal } from '../../../site/site-seal.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Face } from '../../../ui/face.tsx';
import { Field } from '../../../ui/field.tsx';
import { Link } from '../../../ui/link.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { counted } from '../../content/archive/numerals.ts';
import { useFocusRefused } from '../../core/forms/use-focus-refused.ts';
import { FriendCard } from './friend-card.tsx';
import './links.css';

/** `hasNews`: whether there is a page of their new articles. `writeTo`: the owner's address when they show it. `canMail`: whether this site can mail the applicant. */
type Props = { links: FriendLinks; hasNews: boolean; writeTo: string; canMail: boolean; apply: Apply };

/** Friend links and the data for linking back. */
export function LinksScreen({ links: { count, groups, own }, hasNews, writeTo, canMail, apply }: Props) {
  const reachable = groups.flatMap(({ links }) => links).filter((link) => link.reachable);
  return (
    <main id="main" className="wrap links">
      <header className="page-head">
        <div>
          <h1>友链</h1>
          <p>{count === 0 ? '门前的路刚扫好。' : `${counted(count)}位邻居。灯亮着的，都可以推门进去。`}</p>
        </div>
        <div className="row row-wrap">
          {hasNews && (
            <Link className="btn" to="/neighbours">
              <Icon name="rss" />
              新文章
            </Link>
          )}
          {reachable.length > 0 && (
            <button className="btn scripted" type="button" onClick={() => openRandom(reachable)}>
              <Icon name="shuffle" />
              随机访问
            </button>
          )}
        </div>
      </header>
      {count === 0 && (
        <Empty title="还没有邻居">
          <p>第一位来串门的，会写在这里。</p>
        </Empty>
      )}
      {groups.map(({ name, links }) => (
        <section className="link-group" key={name}>
          <div className="section-head">
            <h2>{name || '邻居'}</h2>
            <span className="section-more">{`${links.length} 家`}</span>
          </div>
          <ul>
            {links.map((link) => (
              <FriendCard key={link.id} link={link} />
            ))}
          </ul>
        </section>
      ))}
      <div className="links-low">
        <div>
          <NameCard own={own} />
          <Rules writeTo={writeTo} />
        </div>
        <ApplyForm apply={apply} canMail={canMail} />
      </div>
    </main>
  );
}

function Rules({ writeTo }: { writeTo: string }) {
  return (
    <section aria-labelledby="rules">
      <div className="section-head">
        <h2 id="rules">几句约定</h2>
      </div>
      <ol className="links-rules">
        <li className="sub">先把本站挂上，再来申请，位置随意，不必显眼。</li>
        <li className="sub">站点开着三个月以上，有十篇以上自己写的字。</li>
        <li className="sub">敲不开门的，会先标一个「失联」，门开了就取下。</li>
        <li className="sub">换了名字、地址、头像，留言一声就好。</li>
      </ol>
      {writeTo && (
        <p className="links-write-to type-small dim">
          也可以写信到{' '}
          <a className="accent" href={`mailto:${writeTo}`}>
            {writeTo}
          </a>
          ，写明站名、网址、一句介绍与头像地址。
        </p>
      )}
    </section>
  );
}

/** Address opened last, so that the random button picks another. */
let lastOpened = '';

function openRandom(links: FriendLink[]) {
  lastOpened = pickOther(
    links.map(({ url }) => url),
    lastOpened,
    Math.random(),
  );
  open(lastOpened, '_blank', 'noopener,noreferrer');
}

/** Milliseconds a button shows its result. */
const answerTime = 2000;

/** Data of this site for friends to copy. */
function NameCard({ own }: { own: FriendLinks['own'] }) {
  const lines = [
    ['名称', own.name],
    ['网址', own.url],
    ['描述', own.info],
    ['头像', own.avatar],
    ['订阅', `${own.url}/rss.xml`],
  ].filter((line): line is [string, string] => Boolean(line[1]));
  return (
    <section aria-labelledby="name-card">
      <div className="section-head">
        <h2 id="name-card">本站名片</h2>
      </div>
      <div className="links-name-card">
        <div className="links-name-card-side stack gap-4" aria-hidden="true">
          <b>{own.name}</b>
          <SiteSeal />
        </div>
        <dl>
          {lines.map(([word, text]) => (
            <div key={word}>
              <dt className="dim">{word}</dt>
              <dd className="split">
                <span title={text}>{text}</span>
                <CopyButton word={word} text={text} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

type Answer = '' | '已复制' | '请手动复制';

function CopyButton({ word, text }: { word: string; text: string }) {
  const [answer, setAnswer] = useState<Answer>('');
  useEffect(() => {
    if (!answer) return;
    const timer = setTimeout(() => setAnswer(''), answerTime);
    return () => clearTimeout(timer);
  }, [answer]);
  const copy = async () => setAnswer((await copyText(text)) ? '已复制' : '请手动复制');
  return (
    <button className="btn quiet btn-sm scripted" type="button" aria-label={`复制${word}`} onClick={copy}>
      <Icon name={answer === '已复制' ? 'ok' : 'copy'} />
      <span role="status">{answer || '复制'}</span>
    </button>
  );
}

/** A random choice other than `last` where possible. `chance`: 0 to below 1. */
export function pickOther(choices: string[], last: string, chance: number): string {
  const others = choices.filter((choice) => choice !== last);
  const pool = others.length > 0 ? others : choices;
  return pool[Math.floor(chance * pool.length)] ?? '';
}

type Apply = (application: LinkApplication) => Promise<unknown>;

const empty: LinkApplication = { name: '', url: '', info: '', avatar: '', email: '' };
const fields = [
  { name: 'name', label: '网站名称', maxLength: 30, autoComplete: 'organization' },
  { name: 'url', label: '网址', type: 'url', placeholder: 'https://', autoComplete: 'url' },
  { name: 'info', label: '网站简介', maxLength: 100, placeholder: '一句话，二十个字以内最好', autoComplete: 'off' },
  { name: 'avatar', label: '头像地址', type: 'url', placeholder: 'https://，可以不填', autoComplete: 'off' },
  { name: 'email', label: '邮箱', type: 'email', placeholder: '只用来回信', autoComplete: 'email' },
] as const;

type AnswerWords = { before: string; after: (email: string) => string };

/** Words about the answer to an application, before and after it was sent. */
const answerWords: Record<'mailed' | 'shown', AnswerWords> = {
  mailed: {
    before: '看过之后会写信告诉你，成与不成都回。',
    after: (email) => `站长看过之后，会把结果寄到 ${email}。通过之前，这里还看不到它。`,
  },
  shown: {
    before: '本站还不能寄信，通过之后，它会出现在这一页。',
    after: () => '本站还不能寄信，过些时候再来看看：通过之后，它会出现在这一页。',
  },
};

type ApplyProps = { apply: Apply; canMail: boolean };

/** Application for a friend link. Fields keep their text until it was accepted. */
function ApplyForm({ apply, canMail }: ApplyProps) {
  const answer = answerWords[canMail ? 'mailed' : 'shown'];
  const [draft, setDraft] = useState(empty);
  const [missing, setMissing] = useState<Failure[]>([]);
  const [applied, setApplied] = useState<LinkApplication>();
  const { isBusy, refusal, send } = useSending();
  const form = useFocusRefused(missing.length > 0 ? missing : refusal);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const left = missingIn(draft);
    setMissing(left);
    if (left.length > 0 || !(await send(() => apply(draft)))) return;
    setDraft(empty);
    setApplied(draft);
    toast('success', '提交成功，请等待审核');
  };
  const write = (name: string, text: string) => {
    setDraft((present) => ({ ...present, [name]: text }));
    setMissing((present) => present.filter(({ field }) => field !== name));
  };
  return (
    <section className="links-apply" id="apply" aria-labelledby="apply-title">
      <h2 id="apply-title">申请友链</h2>
      {applied ? (
        <Applied name={applied.name} words={answer.after(applied.email.trim())} again={() => setApplied(undefined)} />
      ) : (
        <p>头像可以不填，别的都要填。{answer.before}</p>
      )}
      <form className="scripted" ref={form} onSubmit={onSubmit} hidden={applied !== undefined} noValidate>
        {fields.map((field) => (
          <Field
            key={field.name}
            {...field}
            value={draft[field.name]}
            onChange={(text) => write(field.name, text)}
            refusal={missing.find((one) => one.field === field.name) ?? refusal}
            aria-required={field.name !== 'avatar'}
          />
        ))}
        <p className="links-apply-face row gap-3 dim">
          <Face name={isBlank(draft.name) ? '友' : draft.name.trim()} size="l" />
          没有头像或取不到的时候，用站名的第一个字代替。
        </p>
        {refusal && !refusal.field && (
          <p className="error" role="alert">
            {refusal.message}
          </p>
        )}
        <button className="btn btn-seal btn-wide" type="submit" aria-disabled={isBusy}>
          {isBusy ? '正在提交…' : '提交申请'}
        </button>
      </form>
    </section>
  );
}

/** Confirmation, which takes over the focus from the form. */
function Applied({ name, words, again }: { name: string; words: string; again: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="links-apply-done stack">
      <h3 ref={heading} tabIndex={-1}>
        已经收到「{name.trim()}」的申请
      </h3>
      <p>{words}</p>
      <button className="btn btn-sm" type="button" onClick={again}>
        再申请一个
      </button>
    </div>
  );
}

function missingIn(draft: LinkApplication) {
  return fields
    .filter(({ name }) => name !== 'avatar' && isBlank(draft[name]))
    .map(({ name, label }) => new Failure('invalid-input', `请输入${label}`, name));
}
