import type { Submission } from '@mojian/contract/content/articles-admin';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Tooltip } from 'antd';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, errorText } from '../../platform/http-api.ts';
import { isDialogOpen } from '../../platform/listing/key-command.ts';
import { State } from '../../platform/state.tsx';
import { type ReviewCommand, reviewCommand } from './review-keys.ts';

const usualReasons = ['请补出处', '链接打不开', '不符合本站主题', '含他人隐私'];
const noDemo = '演示模式，不允许操作';

export type DecisionInput = { reason: string; recommend: boolean };
type Props = { isDemo: boolean; decide: (approve: boolean, input: DecisionInput) => Promise<void> };

/** Publishes a submission or returns it with a reason; the typed reason stays when that fails. */
export function Decision({ isDemo, decide }: Props) {
  const [reason, setReason] = useState('');
  const [recommend, setRecommend] = useState(false);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);

  const run = async (approve: boolean) => {
    if (!approve && reason.trim() === '') return setFailure('请写下原因');
    setBusy(true);
    setFailure('');
    await decide(approve, { reason, recommend }).catch((error: unknown) => setFailure(errorText(error)));
    setBusy(false);
  };
  const blocked = isDemo || isBusy;
  const field = useRef<HTMLDivElement>(null);
  useDecisionKeys(field, (approve) => !blocked && run(approve));

  return (
    <>
      <Reasons reason={reason} onChange={setReason} />
      <div ref={field}>
        <Input.TextArea
          aria-label="理由"
          placeholder="退回时写给作者的理由"
          value={reason}
          maxLength={500}
          rows={3}
          status={failure ? 'error' : ''}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      {failure && (
        <p className="review-failure" role="alert">
          {failure}
        </p>
      )}
      <footer>
        <Checkbox checked={recommend} disabled={isDemo} onChange={({ target }) => setRecommend(target.checked)}>
          推荐到首页
        </Checkbox>
        <Tooltip title={isDemo ? noDemo : ''}>
          <Button disabled={blocked} onClick={() => run(false)}>
            退回
          </Button>
        </Tooltip>
        <Tooltip title={isDemo ? noDemo : ''}>
          <Button type="primary" disabled={blocked} onClick={() => run(true)}>
            通过并发布
          </Button>
        </Tooltip>
      </footer>
      <p className="review-keys">← → 换一篇，R 写理由，Ctrl+Enter 通过；在理由里是退回</p>
    </>
  );
}

/** Toggles frequent sentences in the reason. */
function Reasons({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  const toggle = (words: string) =>
    onChange(reason.includes(`${words}。`) ? reason.replace(`${words}。`, '') : `${words}。${reason}`);
  return (
    <div className="review-reasons">
      {usualReasons.map((words) => (
        <button key={words} type="button" aria-pressed={reason.includes(`${words}。`)} onClick={() => toggle(words)}>
          {words}
        </button>
      ))}
    </div>
  );
}

type Decide = (approve: boolean) => void;

function useDecisionKeys(reason: RefObject<HTMLElement | null>, decide: Decide) {
  useReviewKeys((command) => {
    if (command === 'reason') reason.current?.querySelector('textarea')?.focus();
    else if (command === 'approve' || command === 'refuse') decide(command === 'approve');
    return command !== 'previous' && command !== 'next';
  }, reason);
}

/** Runs `onCommand` for each key of the review; a key it handles, by returning true, does nothing else. */
export function useReviewKeys(onCommand: (command: ReviewCommand) => boolean, reason?: RefObject<HTMLElement | null>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement)) return;
    const command = reviewCommand(event, {
      isDialogOpen: isDialogOpen(),
      isTyping: target.closest('textarea, input') !== null,
      isInReason: reason?.current?.contains(target) ?? false,
    });
    // keeps the key from typing its letter or pressing the focused button
    if (command && onCommand(command)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

const similarityWarning = 20;

export function Checks({ submission }: { submission: Submission }) {
  const { found, author, sourceUrl } = submission;
  const { words, alike, links, pictures } = found;
  return (
    <ul className="rows review-checks">
      <Check isFine={words.length === 0} name="词表">
        {words.length === 0 ? '没有命中' : words.join('、')}
      </Check>
      <Check isFine={(alike?.percent ?? 0) < similarityWarning} name="与站内重复">
        {alike && alike.percent > 0 ? (
          <>
            {alike.percent}%，<a href={alike.path}>《{alike.title}》</a>
          </>
        ) : (
          '没有发现'
        )}
      </Check>
      <ExternalLinks key={submission.version} id={submission.id} links={links} />
      <Check isFine={pictures.foreign === 0} name="图片">
        {pictures.total === 0 ? '没有' : `${pictures.total} 张，${ownership(pictures)}`}
      </Check>
      <Check isFine={author.refused === 0} name="作者">
        发过 {author.published} 篇，退回 {author.refused} 篇
      </Check>
      {sourceUrl && (
        <Check isFine name="转载自">
          <Links links={[sourceUrl]} />
        </Check>
      )}
    </ul>
  );
}

function Check({ isFine, name, children }: { isFine: boolean; name: string; children: React.ReactNode }) {
  return (
    <li>
      <State tone={isFine ? 'ok' : 'wait'}>{name}</State>
      <span>{children}</span>
    </li>
  );
}

/** Checks the links after the rest is shown: other sites take their time. */
function ExternalLinks({ id, links }: { id: number; links: string[] }) {
  const { data: dead } = useQuery({
    queryKey: ['articles', 'dead-links', id, links],
    queryFn: links.length === 0 ? skipToken : () => api.articles.deadLinks({ query: { id } }),
  });
  return (
    <Check isFine={!dead?.length} name="外链">
      {links.length === 0 ? '没有' : <Links links={links} />}
      {dead && dead.length > 0 && (
        <>
          ；打不开：
          <Links links={dead} />
        </>
      )}
    </Check>
  );
}

function Links({ links }: { links: string[] }) {
  return (
    <span>
      {links.map((link) => (
        <a key={link} className="review-outside" href={link} target="_blank" rel="noreferrer nofollow">
          {URL.parse(link)?.host ?? link}
        </a>
      ))}
    </span>
  );
}

function ownership({ foreign }: Submission['found']['pictures']) {
  return foreign === 0 ? '都是作者自己上传的' : `${foreign} 张不是作者自己上传的`;
}
