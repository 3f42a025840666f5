import type { PresentText } from '@mojian/contract/content/articles-admin';
import type { Revision, RevisionInfo } from '@mojian/contract/content/revisions';
import { Comparison } from '@mojian/ui/compare/comparison';
import { Button, Result, Segmented, Select, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { shortTime } from '../../platform/day-time.ts';
import { api } from '../../platform/http-api.ts';
import { useCall } from '../../platform/use-call.ts';
import { Restore } from './restore.tsx';

type Props = {
  revisions: Revision[];
  present: PresentText;
  chosen: Revision;
  /** Asks for all of it again. */
  reload: () => void;
  onRestored: () => void;
};

/** In place of the number of a revision. */
const now = 0;

/** One kept text: how it differs from the present or from another kept one, or the whole of it. */
export function KeptText({ revisions, present, chosen, reload, onRestored }: Props) {
  const [other, setOther] = useState(now);
  const [isWhole, setWhole] = useState(false);
  const {
    answer,
    failure,
    reload: again,
  } = useCall(
    useCallback(() => Promise.all([infoOf(chosen.id), other === now ? undefined : infoOf(other)]), [chosen.id, other]),
  );
  const [kept, compared] = answer ?? [];
  const isReady = kept && (other === now || compared?.id === other);
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
        {!isWhole && <Others {...{ revisions, chosen, present, other }} onChange={setOther} />}
      </header>
      {failure && <Result status="warning" title={failure} extra={<Button onClick={again}>重试</Button>} />}
      {!isReady && !failure && <Skeleton active />}
      {isReady && isWhole && <Whole kept={kept} />}
      {isReady && !isWhole && <Beside kept={kept} compared={other === now ? undefined : compared} present={present} />}
      <Restore {...{ present, chosen, reload, onRestored }} />
    </section>
  );
}

function infoOf(id: number) {
  return api.revisions.info({ query: { id } });
}

type OthersProps = Pick<Props, 'revisions' | 'chosen' | 'present'> & { other: number; onChange: (id: number) => void };

function Others({ revisions, chosen, present, other, onChange }: OthersProps) {
  const others = revisions.filter(({ id }) => id !== chosen.id);
  return (
    <Select
      aria-label="与哪一版比较"
      prefix="与"
      value={other}
      popupMatchSelectWidth={false}
      options={[
        { value: now, label: present.isShown ? '现在的文章' : '现在的草稿' },
        ...others.map(({ id, createdAt, title }) => ({ value: id, label: `${shortTime(createdAt)} ${title}` })),
      ]}
      onChange={onChange}
    />
  );
}

type BesideProps = { kept: RevisionInfo; compared: RevisionInfo | undefined; present: PresentText };

/** Of two kept ones the earlier stands first. */
function Beside({ kept, compared, present }: BesideProps) {
  const { series } = kept;
  if (!compared) return <Comparison before={kept.content} after={present.content} series={series} />;
  const name = shortTime(compared.createdAt);
  if (compared.createdAt < kept.createdAt || (compared.createdAt === kept.createdAt && compared.id < kept.id))
    return <Comparison before={compared.content} after={kept.content} names={[name, '这一版']} series={series} />;
  return <Comparison before={kept.content} after={compared.content} names={['这一版', name]} series={series} />;
}

/** The text as it was written. */
function Whole({ kept }: { kept: RevisionInfo }) {
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
