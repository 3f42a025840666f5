import type { PresentText } from '@mojian/contract/content/articles-admin';
import type { Revision, RevisionInfo } from '@mojian/contract/content/revisions';
import { revisionReasons } from '@mojian/ui/compare/changed-fields';
import { Comparison } from '@mojian/ui/compare/comparison';
import { App, Button, Modal, Result, Segmented, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { api, errorText } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { demoHint, useOffice } from '../../platform/shell/office.tsx';
import { shortTime } from '../../platform/time.tsx';
import './history.css';

type Props = { id: number; title: string; onClose: (isChanged: boolean) => void };

/**
 * Compares an article with its earlier versions and restores one; of somebody else's article only published versions.
 */
export function History({ id, title, onClose }: Props) {
  const { answer, failure, reload } = useAnswer(['articles', id, 'history'], () =>
    Promise.all([api.revisions.list({ query: { id } }), api.articles.present({ query: { id } })]),
  );
  const [opened, setOpened] = useState<number>();
  const [revisions, present] = answer ?? [];
  const chosen = revisions?.find((one) => one.id === opened) ?? defaultRevision(revisions);
  return (
    <Modal open width={1120} title={`《${title || '无标题'}》的历史`} footer={null} onCancel={() => onClose(false)}>
      {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
      {!answer && !failure && <Skeleton active />}
      {revisions?.length === 0 && <p className="quiet">还没有历史版本。发布与提交时各保留一版。</p>}
      {revisions && present && chosen && (
        <div className="history">
          <Revisions revisions={revisions} chosen={chosen.id} choose={setOpened} />
          <RevisionView
            key={chosen.id}
            revisions={revisions}
            present={present}
            chosen={chosen}
            reload={reload}
            onRestored={() => onClose(true)}
          />
        </div>
      )}
    </Modal>
  );
}

/** Picks the version before the current one: comparing the current one with itself shows nothing. */
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
  reload: () => void;
  onRestored: () => void;
};

/** Stands for the current text in place of a revision number. */
const currentText = 0;

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
  const [revision, compared] = answer ?? [];
  const isReady = revision && (other === currentText || compared?.id === other);
  return (
    <section className="history-revision" aria-label="这一版">
      <header>
        <Segmented
          value={isWhole ? 'whole' : 'compare'}
          onChange={(way) => setWhole(way === 'whole')}
          options={[
            { value: 'compare', label: '比较' },
            { value: 'whole', label: '全文' },
          ]}
        />
        {!isWhole && (
          <CompareWith revisions={revisions} chosen={chosen} present={present} other={other} onChange={setOther} />
        )}
      </header>
      {failure && <Result status="warning" title={failure} extra={<Button onClick={again}>重试</Button>} />}
      {!isReady && !failure && <Skeleton active />}
      {isReady && isWhole && <WholeText revision={revision} />}
      {isReady && !isWhole && (
        <RevisionDiff revision={revision} compared={other === currentText ? undefined : compared} present={present} />
      )}
      <RestoreRevision present={present} chosen={chosen} reload={reload} onRestored={onRestored} />
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

type RevisionDiffProps = { revision: RevisionInfo; compared: RevisionInfo | undefined; present: PresentText };

/** Compares two texts, the earlier one on the left. */
function RevisionDiff({ revision, compared, present }: RevisionDiffProps) {
  const { series } = revision;
  if (!compared) return <Comparison before={revision.content} after={present.content} series={series} />;
  const name = shortTime(compared.createdAt);
  if (
    compared.createdAt < revision.createdAt ||
    (compared.createdAt === revision.createdAt && compared.id < revision.id)
  )
    return <Comparison before={compared.content} after={revision.content} names={[name, '这一版']} series={series} />;
  return <Comparison before={revision.content} after={compared.content} names={['这一版', name]} series={series} />;
}

function WholeText({ revision }: { revision: RevisionInfo }) {
  const { title, summary, markdown } = revision.content;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable to scroll by keyboard
    <section className="history-text" aria-label="那时的正文" tabIndex={0}>
      <h2>{title || '无标题'}</h2>
      {summary && <p className="quiet">{summary}</p>}
      <pre>{markdown}</pre>
    </section>
  );
}

type RestoreRevisionProps = { present: PresentText; chosen: Revision; reload: () => void; onRestored: () => void };

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
      reload(); // the compared texts may have changed
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
        title={isDemo ? demoHint : undefined}
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
