import type { MemberAbout } from '@mojian/contract/members/activity';
import type { Person } from '@mojian/contract/members/follows';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { Link } from '../../../ui/link.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import './member-aside.css';

type Props = {
  about: MemberAbout;
  fans: Person[];
  fansTotal: number;
  fansAddress: string;
  children?: React.ReactNode;
};

/** Column beside a member's activity: topics, followers, series and the most highlighted sentence, each if there is one. */
export function MemberAside({ about, fans, fansTotal, fansAddress, children }: Props) {
  return (
    <aside className="aside member-aside">
      {children}
      {about.topics.length > 0 && <Topics topics={about.topics} />}
      <Faces title="粉丝" people={fans} total={fansTotal} address={fansAddress} />
      {about.series.length > 0 && (
        <section>
          <div className="section-head">
            <h2>专栏</h2>
          </div>
          <ul className="member-aside-series">
            {about.series.map(({ id, name, articles }) => (
              <li key={id}>
                <Link to={`/series/${id}`}>
                  <b>{name}</b>
                  <small className="dim">{articles} 篇</small>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {about.highlighted && <Highlighted {...about.highlighted} />}
    </aside>
  );
}

/** The sentence of their articles that most readers highlighted. */
function Highlighted({ words, people, article }: NonNullable<MemberAbout['highlighted']>) {
  return (
    <section>
      <div className="section-head">
        <h2>被划得最多的一句</h2>
      </div>
      <blockquote className="member-aside-sentence" cite={article.path}>
        {words}
      </blockquote>
      <p className="member-aside-from dim">
        {figures(people)} 人划过 · <Link to={article.path}>{article.title}</Link>
      </p>
    </section>
  );
}

/** Bars as long as a topic's share of the most frequent one. */
function Topics({ topics }: Pick<MemberAbout, 'topics'>) {
  const most = Math.max(...topics.map(({ count }) => count));
  return (
    <section>
      <div className="section-head">
        <h2>常去的话题</h2>
      </div>
      <ul className="member-aside-topics">
        {topics.map(({ name, path, count }) => (
          <li key={name}>
            <Link className="truncate" to={path}>
              {name}
            </Link>
            <svg aria-hidden="true" preserveAspectRatio="none">
              <rect width="100%" height="1" y="1" />
              <rect width={`${Math.max(3, Math.round((100 * count) / most))}%`} height="3" />
            </svg>
            <small className="dim">{count}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Faces that are shown, of many. */
export const facesShown = 11;

type FacesProps = { title: string; people: Person[]; total: number; address: string };

/** People as faces, with the number of the others. */
export function Faces({ title, people, total, address }: FacesProps) {
  if (people.length === 0) return null;
  const others = total - people.length;
  return (
    <section>
      <div className="section-head">
        <h2>{title}</h2>
        <Link className="section-more" to={address}>
          {figures(total)} 人
        </Link>
      </div>
      <ul className="member-aside-faces">
        {people.map(({ id, nickname, avatar }) => (
          <li key={id}>
            <Link to={`/user/${id}`} aria-label={nickname} title={nickname}>
              <Face name={nickname} picture={ownPicture(avatar)} />
            </Link>
          </li>
        ))}
        {others > 0 && (
          <li>
            <Link to={address} aria-label={`全部 ${total} 人`}>
              <span className="member-aside-others">+{figures(others)}</span>
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}
