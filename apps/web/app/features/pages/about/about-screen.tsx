import type { SiteInfo } from '@mojian/contract/core/site';
import type { About } from '@mojian/contract/pages/about';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useHas } from '../../../site/features-on.ts';
import { Cover } from '../../../ui/cover.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { Seal, stampOf } from '../../../ui/seal.tsx';
import { HeatMapPicture } from '../../content/archive/heat-map.tsx';
import { counted } from '../../content/archive/numerals.ts';
import './about.css';

type Props = { about: About; site: SiteInfo; views: number; visitors: number; today: string };

/** The plain ink landscape. */
const picture = { cover: '', coverNumber: 0 };
/** Counts says as well as articles. */
const written = { told: (total: number) => `落笔 ${total} 次`, unit: '次' };

export function AboutScreen({ about, site, views, visitors, today }: Props) {
  const years = yearsOpen(about.counts.days, counted);
  return (
    <main id="main" className="wrap about">
      <header className="page-head">
        <div>
          <h1>关于</h1>
          <p>{years ? `一间开了${years}的小书房，门没有锁。` : '一间新开的小书房，门没有锁。'}</p>
        </div>
        <span className="vertical" aria-hidden="true">
          见字如面
        </span>
      </header>
      <div className="about-text">
        <div>
          {about.html ? <Text html={about.html} /> : <Unwritten />}
          <p className="about-sign row justify-end">
            <span>{site.authorName}</span>
            <Seal stamp={stampOf(site)} />
          </p>
        </div>
        <figure>
          <Cover article={picture} sizes="(max-width: 1118px) 100vw, 832px" eager />
          <figcaption className="row gap-3-5 sub">
            <Face name={site.authorName} picture={site.authorAvatar} size="l" />
            <span>
              <b className="ink">{site.authorName}</b>
              {site.authorIntro}
            </span>
          </figcaption>
        </figure>
      </div>
      <Counters counts={about.counts} views={views} visitors={visitors} />
      <section>
        <div className="section-head">
          <h2>写作的一年</h2>
        </div>
        <HeatMapPicture days={about.days} today={today} words={written} />
      </section>
    </main>
  );
}

function Text({ html }: { html: string }) {
  const body = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the HTML was replaced
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    void import('../../content/article/enhance-prose.ts').then(({ enhanceProse }) => {
      if (!isGone && body.current) stop = enhanceProse(body.current, navigate);
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by packages/markdown, which lets only safe elements through
  return <div className="prose" ref={body} dangerouslySetInnerHTML={{ __html: html }} />;
}

function Unwritten() {
  return (
    <Empty title="这一页还没有写">
      <p>先看看下面的数目，或者去读一篇文章。</p>
    </Empty>
  );
}

function Counters({ counts, views, visitors }: { counts: About['counts'] } & Pick<Props, 'views' | 'visitors'>) {
  const has = useHas();
  const counters = [
    counter(counts.days, '天'),
    counter(counts.articles, '文章'),
    ...(has('says') ? [counter(counts.says, '说说')] : []),
    counter(counts.words, '字'),
    counter(views, '次浏览'),
    counter(visitors, '位访客'),
  ];
  return (
    <dl className="about-numbers">
      {counters.map(({ value, words }) => (
        <div key={words} hidden={value === '0'}>
          <dt className="dim">{words}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export type Counter = { value: string; words: string };

/** A number and its unit: from ten thousand on in 万, with one decimal below a million. */
export function counter(value: number, words: string): Counter {
  if (value < 10_000) return { value: figures(value), words };
  const tenThousands = value / 10_000;
  const shown = tenThousands < 100 ? Math.floor(tenThousands * 10) / 10 : Math.floor(tenThousands);
  return { value: figures(shown), words: `万${words}` };
}

/** 六年半: years since the start in halves; '' in the first half year. */
export function yearsOpen(days: number, numeral: (number: number) => string): string {
  const halves = Math.floor(days / (365.25 / 2));
  if (halves === 0) return '';
  const years = Math.floor(halves / 2);
  const half = halves % 2 === 1 ? '半' : '';
  return years === 0 ? '半年' : `${numeral(years)}年${half}`;
}
