import type { PresentText } from '@mojian/contract/content/articles-admin';
import type { Revision, RevisionInfo } from '@mojian/contract/content/revisions';
import { Comparison } from '@mojian/ui/compare/comparison';
import { revisionReasons } from '@mojian/ui/compare/revision-reasons';
import { App, Button, Modal, Result, Segmented, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { api, errorText } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { demoHint, useOffice } from '../../platform/shell/office.tsx';
import { shortTime } from '../../platform/time.tsx';
import './history.css';

type Props = { id: number; title: string; onClose: (isChanged: boolean) => void };

/** What an article was before, newest first, beside what it is now; and the way back. Of another's: what readers saw. */
export function History({ id, title, onClose }: Props) {
  const { answer, failure, reload } = useAnswer(['articles', id, 'history'], () =>
    Promise.all([api.revisions.list({ query: { id } }), api.articles.present({ query: { id } })]),
  );
  const [opened, setOpened] = useState<number>();
  const [revisions, present] = answer ?? [];
  const chosen = revisions?.find((one) => one.id === opened) ?? defaultRevision(revisions);
  return (
    <Modal
      open
      className="history-dialog"
      width={1120}
      title={`《${title || '无标题'}》的历史`}
      footer={null}
      onCancel={() => onClose(false)}
    >
      {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
      {!answer && !failure && <Skeleton active />}
      {revisions?.length === 0 && <p className="quiet">还没有历史版本。发布与提交时各保留一版。</p>}
      {revisions && present && chosen && (
        <div className="history">
          <Revisions revisions={revisions} chosen={chosen.id} choose={setOpened} />
          <RevisionView key={chosen.id} {...{ revisions, present, chosen, reload }} onRestored={() => onClose(true)} />
        </div>
      )}
    </Modal>
  );
}

/** The newest is mostly what stands there now: the one before it tells more. */
function defaultRevision(revisions: Revision[] = []) {
  const [newest, before] = revisions;
  const isPresent = newest?.reason === 'published' || newest?.reason === 'restored';
  return isPresent ? (before ?? newest) : newest;
}

type ListProps = { revisions: Revision[]; chosen: number; choose: (id: number) => void };

function Revisions({ revisions, chosen, choose }: ListProps) {
  return (
    <ul>
      {revisions.map(({ id, reason, words, author, createdAt }) => (
        <li key={id}>
          <button type="button" aria-current={id === chosen ? 'true' : undefined} onClick={() => choose(id)}>
            <b>{shortTime(createdAt)}</b>
            <span>{revisionReasons[reason]}</span>
            <small>
              {words.toLocaleString('zh-CN')} 字 · {author.nickname}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}

type RevisionViewProps = {
  revisions: Revision[];
  present: PresentText;
  chosen: Revision;
  /** Asks for all of it again. */
  reload: () => void;
  onRestored: () => void;
};

/** In place of the number of a revision. */
const currentText = 0;

/** One kept text: how it differs from the present or from another kept one, or the whole of it. */
function RevisionView({ revisions, present, chosen, reload, onRestored }: RevisionViewProps) {
  const [other, setOther] = useState(currentText);
  const [isWhole, setWhole] = useState(false);
  const {
    answer,
    failure,
    reload: again,
  } = useAnswer(['revisions', chosen.id, other], () =>
    Promise.all([loadRevision(chosen.id), other === currentText ? undefined : loadRevision(other)]),
  );
  const [kept, compared] = answer ?? [];
  const isReady = kept && (other === currentText || compared?.id === other);
  return (
    <section className="kept" aria-label="这一版">
      <header>
        <Segmented
          value={isWhole ? 'whole' : 'compare'}
          onChange={(way) => setWhole(way === 'whole')}
          options={[
            { value: 'compare', label: '比较' },
            { value: 'whole', label: '全文' },
          ]}
        />
        {!isWhole && <CompareWith {...{ revisions, chosen, present, other }} onChange={setOther} />}
      </header>
      {failure && <Result status="warning" title={failure} extra={<Button onClick={again}>重试</Button>} />}
      {!isReady && !failure && <Skeleton active />}
      {isReady && isWhole && <WholeText kept={kept} />}
      {isReady && !isWhole && (
        <RevisionDiff kept={kept} compared={other === currentText ? undefined : compared} present={present} />
      )}
      <RestoreRevision {...{ present, chosen, reload, onRestored }} />
    </section>
  );
}

function loadRevision(id: number) {
  return api.revisions.info({ query: { id } });
}

type CompareWithProps = Pick<RevisionViewProps, 'revisions' | 'chosen' | 'present'> & {
  other: number;
  onChange: (id: number) => void;
};

function CompareWith({ revisions, chosen, present, other, onChange }: CompareWithProps) {
  const others = revisions.filter(({ id }) => id !== chosen.id);
  return (
    <Select
      aria-label="与哪一版比较"
      prefix="与"
      value={other}
      popupMatchSelectWidth={false}
      options={[
        { value: currentText, label: present.isShown ? '现在的文章' : '现在的草稿' },
        ...others.map(({ id, createdAt, title }) => ({ value: id, label: `${shortTime(createdAt)} ${title}` })),
      ]}
      onChange={onChange}
    />
  );
}

type RevisionDiffProps = { kept: RevisionInfo; compared: RevisionInfo | undefined; present: PresentText };

/** Of two kept ones the earlier stands first. */
function RevisionDiff({ kept, compared, present }: RevisionDiffProps) {
  const { series } = kept;
  if (!compared) return <Comparison before={kept.content} after={present.content} series={series} />;
  const name = shortTime(compared.createdAt);
  if (compared.createdAt < kept.createdAt || (compared.createdAt === kept.createdAt && compared.id < kept.id))
    return <Comparison before={compared.content} after={kept.content} names={[name, '这一版']} series={series} />;
  return <Comparison before={kept.content} after={compared.content} names={['这一版', name]} series={series} />;
}

/** The text as it was written. */
function WholeText({ kept }: { kept: RevisionInfo }) {
  const { title, summary, markdown } = kept.content;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard too
    <section className="whole-text" aria-label="那时的正文" tabIndex={0}>
      <h2>{title || '无标题'}</h2>
      {summary && <p className="quiet">{summary}</p>}
      <pre>{markdown}</pre>
    </section>
  );
}

type RestoreRevisionProps = { present: PresentText; chosen: Revision; reload: () => void; onRestored: () => void };

/** The way back to a kept text, and who sees it then. */
function RestoreRevision({ present, chosen, reload, onRestored }: RestoreRevisionProps) {
  const { message, modal } = App.useApp();
  const { isDemo } = useOffice();
  const [isBusy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      await api.articles.revert({ body: { id: chosen.id, version: present.version } });
      message.success('已恢复，之前的版本也在历史里');
      onRestored();
    } catch (error) {
      message.warning(errorText(error));
      reload(); // what is compared may be another by now
    }
    setBusy(false);
  };
  const isOpen = present.isShown || present.own;
  const ask = () =>
    modal.confirm({
      title: `恢复到 ${shortTime(chosen.createdAt)} 的一版？`,
      icon: null,
      content: consequence(present),
      okText: '恢复',
      onOk: restore,
    });
  return (
    <footer>
      <p className="quiet">{isOpen ? '之前的版本也留在历史里。' : '还没有发布过，由作者自己恢复。'}</p>
      <Button
        type="primary"
        loading={isBusy}
        disabled={isDemo || !isOpen}
        {...(isDemo && { title: demoHint })}
        onClick={ask}
      >
        恢复这一版
      </Button>
    </footer>
  );
}

function consequence({ state, own, isShown }: PresentText) {
  if (!isShown) return '草稿换成这一版；读者看到的不变。';
  const seen = state === 'published' ? '读者马上看到这一版' : '发布时读者看到这一版';
  return `${seen}${own ? '，没有发布的改动还在草稿里。' : '，作者会收到通知。'}`;
}
