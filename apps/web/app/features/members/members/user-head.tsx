import { memberCover } from '@mojian/contract/core/cover-number';
import type { Me } from '@mojian/contract/core/sessions';
import type { MemberCounts } from '@mojian/contract/members/members';
import { Icon } from '@mojian/ui/icon';
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
  /** Buttons at the end of the line. */
  children: React.ReactNode;
};

/** Cover, face and name. */
export function UserHead({ profile, onCover, onFace, children }: Props) {
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
            {profile.guest && <span className="badge">访客</span>}
          </h1>
          <Facts profile={profile} />
        </div>
        <div className="user-go row items-stretch gap-2-5">{children}</div>
        {intro && <p className="user-intro sub">{intro}</p>}
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
          <span className="user-site truncate">{siteWords(website)}</span>
        </a>
      )}
      {guest ? <span>从旧站搬来的作者</span> : <time dateTime={joinedAt}>{sinceWhen(joinedAt)}</time>}
    </div>
  );
}

const shown = [
  ['articles', '文章'],
  ['collects', '收藏'],
  ['follows', '关注'],
  ['fans', '粉丝'],
  ['likes', '获赞'],
] as const;

type CounterName = (typeof shown)[number][0];

/** Counters above zero, of all or those named; placeholders until loaded. */
export function Counters({
  counts,
  names,
}: {
  counts: MemberCounts | undefined;
  names?: readonly CounterName[] | undefined;
}) {
  const chosen = names ? shown.filter(([name]) => names.includes(name)) : shown;
  return (
    <dl className="user-tallies row row-wrap">
      {chosen.map(([name, words]) => (
        <div key={name} hidden={counts?.[name] === 0}>
          <dt className="dim">{words}</dt>
          <dd>{counts ? figures(counts[name]) : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Public fields of a profile. */
type Profile = Pick<Me, 'id' | 'nickname' | 'avatar' | 'cover' | 'intro' | 'website' | 'place' | 'joinedAt'> & {
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

export type Changes = Partial<Omit<Profile, 'id' | 'joinedAt' | 'guest'>>;
