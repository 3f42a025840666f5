import { memberCover } from '@mojian/contract/core/cover-number';
import type { Me } from '@mojian/contract/core/sessions';
import type { MemberCounts } from '@mojian/contract/members/members';
import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import { Cover } from '../../../ui/cover.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { longDate } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import './user.css';

type Props = {
  profile: Profile;
  /** Edit button on the cover. */
  onCover?: React.ReactNode;
  onFace?: React.ReactNode;
  /** Numbers below the facts. */
  numbers?: React.ReactNode;
  /** Buttons at the end of the line. */
  children: React.ReactNode;
};

/** Cover, face and name. */
export function UserHead({ profile, onCover, onFace, numbers, children }: Props) {
  const { id, nickname, avatar, cover, intro } = profile;
  return (
    <>
      <div className="user-cover">
        <Cover
          article={{ cover: ownPicture(cover), coverNumber: memberCover(id) }}
          shape="banner"
          sizes="100vw"
          eager
        />
        {onCover}
      </div>
      <header className="wrap user-head">
        <div className="user-face">
          <Face name={nickname} picture={ownPicture(avatar)} size="xl" />
          {onFace}
        </div>
        <div className="user-words">
          <h1>
            {nickname}
            {profile.role === 'owner' && <span className="user-owner">站长</span>}
            {profile.guest && <span className="badge">访客</span>}
          </h1>
          {intro && <p className="user-intro">{intro}</p>}
          <Facts profile={profile} />
        </div>
        <div className="user-go row items-stretch gap-2-5">{children}</div>
        {numbers}
      </header>
    </>
  );
}

function Facts({ profile: { place, website, joinedAt, guest } }: { profile: Profile }) {
  return (
    <div className="meta">
      {place && (
        <span>
          <Icon name="place" />
          <span className="visually-hidden">所在地</span>
          {place}
        </span>
      )}
      {website && (
        <a href={website} title={website} target="_blank" rel="ugc nofollow noopener noreferrer">
          <Icon name="link" />
          <span className="visually-hidden">网站</span>
          <span className="truncate">{siteWords(website)}</span>
        </a>
      )}
      {guest ? <span>从旧站搬来的作者</span> : <time dateTime={joinedAt}>{sinceWhen(joinedAt)}</time>}
    </div>
  );
}

const counters = [
  ['articles', '文章'],
  ['says', '说说'],
  ['fans', '粉丝'],
  ['follows', '关注'],
  ['collects', '收藏'],
  ['likes', '获赞'],
] as const;

export type CounterName = (typeof counters)[number][0];

type TalliesProps = {
  counts: MemberCounts | undefined;
  names?: readonly CounterName[] | undefined;
  addressOf: (name: CounterName) => string | undefined;
};

/** Counters above zero, of all or those named, each leading to what it counts. */
export function UserTallies({ counts, names, addressOf }: TalliesProps) {
  return (
    <ul className="user-tallies row row-wrap">
      {counters
        .filter(([name]) => (names?.includes(name) ?? true) && counts && counts[name] > 0)
        .map(([name, words]) => (
          <li key={name}>
            <Tally to={addressOf(name)}>
              <b>{figures(counts?.[name] ?? 0)}</b>
              {words}
            </Tally>
          </li>
        ))}
    </ul>
  );
}

function Tally({ to, children }: { to: string | undefined; children: React.ReactNode }) {
  if (to === undefined) return <span>{children}</span>;
  return (
    <Link to={to} preventScrollReset>
      {children}
    </Link>
  );
}

/** Public fields of a profile. */
type Profile = Pick<
  Me,
  'id' | 'nickname' | 'avatar' | 'cover' | 'intro' | 'website' | 'place' | 'role' | 'joinedAt'
> & {
  guest?: boolean;
};

/** 2022年4月来到这里 */
export function sinceWhen(joinedAt: string) {
  return `${longDate(joinedAt).replace(/\d{1,2}日$/, '')}来到这里`;
}

/** A website without protocol, www and trailing slash. */
export function siteWords(website: string) {
  return website.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}

export type Changes = Partial<Omit<Profile, 'id' | 'role' | 'joinedAt' | 'guest'>>;
