import { Icon } from '@mojian/ui/icon';
import { Cover } from '../../../ui/cover.tsx';
import { Face } from '../../../ui/face.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { coverNumberOf, type Profile, sinceWhen, siteWords } from './profile.ts';

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
