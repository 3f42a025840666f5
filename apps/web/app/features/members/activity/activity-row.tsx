import { pictureSet } from '@mojian/contract/core/picture-set';
import type { Activity } from '@mojian/contract/members/activity';
import { Count } from '../../../ui/count.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { Link } from '../../../ui/link.tsx';
import { dayInChina } from '../../../ui/moment.tsx';

/** An act, or neighbouring ones of a day that are shown as one. */
export type ActivityGroup = [Activity, ...Activity[]];

type Of<Kind extends Activity['kind']> = Extract<Activity, { kind: Kind }>;

/** Row of the list, with its day at the left. */
export function ActivityRow({ group }: { group: ActivityGroup }) {
  const [{ kind, createdAt }] = group;
  return (
    <li className={kind === 'article' ? 'activity-row activity-article' : 'activity-row'}>
      <time dateTime={createdAt}>{Number(dayInChina(createdAt).slice(8))}</time>
      <Body group={group} />
    </li>
  );
}

function Body({ group }: { group: ActivityGroup }) {
  const [first] = group;
  if (first.kind === 'article') return <Written row={first} />;
  if (first.kind === 'say') return <Said row={first} />;
  if (first.kind === 'comment') return <Commented row={first} />;
  if (first.kind === 'collect') return <Collected rows={group as Of<'collect'>[]} />;
  return <Followed rows={group as Of<'follow'>[]} />;
}

function Written({ row: { article } }: { row: Of<'article'> }) {
  const { path, title, summary, original, cover, minutes, comments, category } = article;
  const isPictured = original || cover !== '';
  return (
    <div className={isPictured ? 'activity-written' : 'activity-written activity-written-plain'}>
      <div>
        <p className="activity-what dim">写了一篇</p>
        <h4>
          <Link to={path}>{title}</Link>
        </h4>
        <p className="activity-summary clamp-2 sub">{summary}</p>
        <p className="meta">
          {category && <span>{category.name}</span>}
          <span>约 {minutes} 分钟</span>
          <Count icon="talk" words="评论" value={comments} />
        </p>
      </div>
      {isPictured && (
        <Link className="cover-box" to={path} tabIndex={-1} aria-hidden="true">
          <Cover article={article} sizes="(max-width: 760px) 96px, 168px" />
        </Link>
      )}
    </div>
  );
}

function Said({ row: { html, pictures, path } }: { row: Of<'say'> }) {
  return (
    <div>
      <p className="activity-what dim">
        <Link to={path}>说了一句</Link>
      </p>
      <Html className="activity-said" html={html} />
      <Pictures pictures={pictures} path={path} />
    </div>
  );
}

function Commented({ row: { html, pictures, target } }: { row: Of<'comment'> }) {
  return (
    <div>
      <p className="activity-what dim">
        在 <Link to={target.path}>{target.kind === 'article' ? `《${target.title}》` : `说说「${target.title}」`}</Link>{' '}
        下说
      </p>
      <blockquote>
        <Html html={html} />
      </blockquote>
      <Pictures pictures={pictures} path={target.path} />
    </div>
  );
}

/** Rendered and cleaned by the server, as in the list of comments. */
export function Html({ className, html }: { className?: string; html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the server
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}

const mostPictures = 4;

function Pictures({ pictures, path }: { pictures: Of<'say'>['pictures']; path: string }) {
  if (pictures.length === 0) return null;
  return (
    <Link className="activity-pictures" to={path} aria-label={`${pictures.length} 张照片`}>
      {pictures.slice(0, mostPictures).map(({ url }) => (
        <img key={url} className="photo" src={url} srcSet={pictureSet(url)} sizes="96px" alt="" loading="lazy" />
      ))}
    </Link>
  );
}

function Collected({ rows }: { rows: Of<'collect'>[] }) {
  return (
    <div>
      <p className="activity-what dim">收藏了 {rows.length} 篇</p>
      <ul className="activity-collected">
        {rows.map(({ id, article }) => (
          <li key={id}>
            <Link to={article.path}>{article.title}</Link>
            <small className="dim">{article.author}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Followed({ rows }: { rows: Of<'follow'>[] }) {
  return (
    <p className="activity-what dim">
      关注了
      {rows.map(({ id, person }, at) => (
        <span key={id}>
          {at > 0 && '、'} <Link to={`/user/${person.id}`}>{person.nickname}</Link>
        </span>
      ))}
    </p>
  );
}
