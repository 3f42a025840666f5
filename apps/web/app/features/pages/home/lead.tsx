import type { ArticleCard } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Home } from '@mojian/contract/pages/home';
import { Icon } from '@mojian/ui/icon';
import { useContext } from 'react';
import { SiteSeal } from '../../../site/site-seal.tsx';
import { Count } from '../../../ui/count.tsx';
import { Cover, drawn, isWideEnough } from '../../../ui/cover.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { figures } from '../../../ui/figures.ts';
import { Link } from '../../../ui/link.tsx';
import { exactTime, Moment } from '../../../ui/moment.tsx';
import { UsualPrint } from '../../../ui/usual-print.ts';
import { ArticleMarks, CommentCount } from '../../content/articles/article-list.tsx';
import type { Composed } from './compose.ts';
import { doubleHour, type Today } from './today.ts';

type Say = Home['says'][number];
type Props = { site: SiteInfo; composed: Composed; today: Today };

/** Shows one article, and beside it a sheet of letter paper with the newest say or the day. */
export function FirstScreen({ site, composed: { lead, sheet, layout, sections, isSparse }, today }: Props) {
  const notice = site.announcement;
  const isNotice = layout.beside === 'notice' && notice !== '';
  return (
    <section className="home-first wrap" aria-label="头条">
      {lead ? <Lead article={lead} isQuiet={isSparse} isAlone={!sections.includes('new')} /> : <NothingYet />}
      <aside className="home-beside" aria-label="今日">
        {isNotice ? (
          <NoticeSheet text={notice} today={today} />
        ) : sheet ? (
          <SaySheet say={sheet} today={today} />
        ) : (
          <DaySheet today={today} />
        )}
        {notice && !isNotice && (
          <section className="home-notice" aria-label="公告">
            <h2 className="label">公告</h2>
            <p className="type-small sub">{notice}</p>
          </section>
        )}
      </aside>
    </section>
  );
}

function NothingYet() {
  return (
    <div className="home-nothing">
      <Empty title="纸已经铺好">
        <p>第一篇还在路上，过几天再来看看。</p>
      </Empty>
    </div>
  );
}

/** `isQuiet`: on a site that has just begun numbers say nothing. `isAlone`: without a list of articles below. */
function Lead({ article, isQuiet, isAlone }: { article: ArticleCard; isQuiet: boolean; isAlone: boolean }) {
  return (
    <article className="home-lead">
      <Link className="cover-box" to={article.path} tabIndex={-1} aria-hidden="true">
        <LeadCover article={article} />
      </Link>
      <div className="home-lead-text">
        <ArticleMarks article={article} />
        <h2>
          <Link className="hover-line" to={article.path}>
            {article.title}
          </Link>
        </h2>
        <p className="home-lead-summary sub">{article.summary}</p>
        <div className="split">
          <LeadMeta article={article} isQuiet={isQuiet} />
          {isAlone && (
            <Link className="home-lead-all type-note dim" to="/archive">
              全部文章
            </Link>
          )}
        </div>
      </div>
    </article>
  );
}

const sizes = '(max-width: 1118px) 100vw, 832px';

/** Cover of the lead. The server writes a drawn one into the page as phones show it, which then need not ask for it. */
function LeadCover({ article }: { article: ArticleCard }) {
  const usual = useContext(UsualPrint);
  const { cover, coverNumber, coverWidth } = article;
  if (cover && isWideEnough(coverWidth, sizes)) return <Cover article={article} sizes={sizes} eager />;
  const unusual = usual === 'day' ? 'night' : 'day';
  const common = { decoding: 'async', sizes, width: 960, height: 540 } as const;
  const print = drawn(coverNumber, 'wide', usual);
  return (
    <>
      <picture>
        <source data-in-page="" media="(max-width: 640px)" srcSet={print.src.replace('.webp', '-four-fifths.webp')} />
        <img alt="" className={`cover by-${usual}`} {...print} {...common} fetchPriority="high" />
      </picture>
      <img
        alt=""
        className={`cover by-${unusual}`}
        {...drawn(coverNumber, 'wide', unusual)}
        {...common}
        loading="lazy"
      />
    </>
  );
}

export function LeadMeta({ article, isQuiet }: { article: ArticleCard; isQuiet: boolean }) {
  return (
    <div className="meta">
      <Link to={`/user/${article.author.id}`}>{article.author.nickname}</Link>
      <Moment at={article.publishedAt} />
      <span>
        <Icon name="clock" />
        {`约 ${article.minutes} 分钟`}
      </span>
      {!isQuiet && (
        <>
          <Count icon="eye" words="阅读" value={article.views} />
          <CommentCount value={article.comments} />
          <Count icon="heart" words="点赞" value={article.likes} />
        </>
      )}
    </div>
  );
}

/** Characters beyond which the sheet of a phone is taller. */
const longFrom = 60;

function SaySheet({ say, today }: { say: Say; today: Today }) {
  const path = `/say?id=${say.id}`;
  const isLong = Array.from(say.text).length > longFrom;
  return (
    <>
      <Link className={isLong ? 'home-sheet home-sheet-long' : 'home-sheet'} to={path} data-author={say.author.id}>
        <span className="visually-hidden">{`${say.author.nickname}的说说，${exactTime(say.createdAt)}：`}</span>
        {say.vertical ? (
          <span className="home-sheet-columns">
            <DateLine today={today} />
            <span className="home-sheet-text">{say.text}</span>
            <Signature say={say} />
          </span>
        ) : (
          <span className="home-sheet-lines">
            {say.picture && (
              <img
                className="photo"
                src={say.picture.url}
                alt=""
                width={say.picture.width}
                height={say.picture.height}
                decoding="async"
              />
            )}
            <span className="home-sheet-written ruled-paper">{say.text}</span>
            <Signature say={say} />
          </span>
        )}
      </Link>
      <div className="home-sheet-under split type-note dim">
        <h2>今日一笺</h2>
        <span className="row gap-4">
          {say.likes > 0 && <Link to={path}>{`赞 ${figures(say.likes)}`}</Link>}
          {say.comments > 0 && <Link to={path}>{`回 ${figures(say.comments)}`}</Link>}
          <Link to="/say">更早的</Link>
        </span>
      </div>
    </>
  );
}

function DateLine({ today: { term, year, lunar } }: { today: Today }) {
  return (
    <span className="home-sheet-date">
      <b>{term}</b>
      {`${year}　${lunar}`}
    </span>
  );
}

function Signature({ say: { author, createdAt, place } }: { say: Say }) {
  return (
    <span className="home-sheet-signature">
      {[author.nickname, doubleHour(createdAt), place].filter(Boolean).join('　')}
      <SiteSeal />
    </span>
  );
}

/** The sheet of a day without a new say: solar term, its saying, lunar date. */
function DaySheet({ today }: { today: Today }) {
  return (
    <>
      <div className="home-sheet home-sheet-day">
        <p className="home-sheet-columns">
          <span className="home-sheet-date">{`${today.year}　${today.lunar}`}</span>
          <span className="home-sheet-term">{today.term}</span>
          <span className="home-sheet-text">{today.saying}</span>
          <span className="home-sheet-signature">
            <SiteSeal />
          </span>
        </p>
      </div>
      <Under title="今日" today={today} />
    </>
  );
}

function NoticeSheet({ text, today }: { text: string; today: Today }) {
  return (
    <>
      <section className="home-sheet" aria-label="公告">
        <p className="home-sheet-lines">
          <span className="home-sheet-written ruled-paper">{text}</span>
          <span className="home-sheet-signature">
            <SiteSeal />
          </span>
        </p>
      </section>
      <Under title="公告" today={today} />
    </>
  );
}

function Under({ title, today }: { title: string; today: Today }) {
  return (
    <div className="home-sheet-under split type-note dim">
      <h2>{title}</h2>
      <span>{`${today.shortDate}　${today.weekday}`}</span>
    </div>
  );
}
