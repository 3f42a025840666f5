import type { Me } from '@mojian/contract/core/sessions';
import type { MemberCounts } from '@mojian/contract/members/members';
import { Icon } from '@mojian/ui/icon';
import { figures } from '../../../ui/count.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { Face } from '../../../ui/face.tsx';
import { longDate } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';

type Props = {
  profile: Profile;
  /** Lies on the cover and on the face: what changes them. */
  onCover?: React.ReactNode;
  onFace?: React.ReactNode;
  /** Buttons at the end of the line. */
  children: React.ReactNode;
};

/** The band of the cover, and below it who this is. */
export function UserHead({ profile, onCover, onFace, children }: Props) {
  const { id, nickname, avatar, cover, intro } = profile;
  return (
    <>
      <div className="user-cover">
        <Cover
          article={{ cover: ownPicture(cover), coverNumber: coverNumberOf(id) }}
          shape="banner"
          sizes="100vw"
          eager
        />
        {onCover}
      </div>
      <header className="wrap user-head">
        <div className="who-face">
          <Face name={nickname} picture={ownPicture(avatar)} size="xl" />
          {onFace}
        </div>
        <div className="who-words">
          <h1>{nickname}</h1>
          <Facts profile={profile} />
        </div>
        <div className="go">{children}</div>
        {intro && <p className="intro">{intro}</p>}
      </header>
    </>
  );
}

function Facts({ profile: { place, website, joinedAt } }: { profile: Profile }) {
  return (
    <div className="meta">
      {place && (
        <span>
          <Icon name="place" />
          <span className="vh">所在地</span>
          {place}
        </span>
      )}
      {website && (
        <a href={website} target="_blank" rel="ugc nofollow noopener noreferrer">
          <Icon name="link" />
          <span className="vh">网站</span>
          {siteWords(website)}
        </a>
      )}
      <time dateTime={joinedAt}>{sinceWhen(joinedAt)}</time>
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

/** What came together so far. Until it is known, the place is kept. */
export function Counters({ counts }: { counts: MemberCounts | undefined }) {
  return (
    <dl className="tallies">
      {shown.map(([name, words]) => (
        <div key={name}>
          <dt>{words}</dt>
          <dd>{counts ? figures(counts[name]) : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What a member shows of themselves, to all and to themselves alike. */
type Profile = Pick<Me, 'id' | 'nickname' | 'avatar' | 'cover' | 'intro' | 'website' | 'place' | 'joinedAt'>;

/** How many drawn covers there are, and a step that shares no divisor with it: neighbours by number look different. */
const drawings = 240;
const step = 53;

/** The drawn cover of a member who has put up no picture: their own, whatever they call themselves. */
export function coverNumberOf(userId: number) {
  return ((userId - 1) * step) % drawings;
}

/** 2022年4月来到这里 */
export function sinceWhen(joinedAt: string) {
  return `${longDate(joinedAt).replace(/\d{1,2}日$/, '')}来到这里`;
}

/** An address as people say it: without protocol and www, and without a lone slash at the end. */
export function siteWords(website: string) {
  return website.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}

/** What of it is to be changed. */
export type Changes = Partial<Omit<Profile, 'id' | 'joinedAt'>>;
