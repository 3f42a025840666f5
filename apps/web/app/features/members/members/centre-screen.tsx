import type { MemberCounts } from '@mojian/contract/members/members';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CallsOf } from '../../../api/calls.ts';
import { useHas } from '../../../site/features-on.ts';
import { useLoaded } from '../../../ui/loading.ts';
import { toast } from '../../../ui/toast.ts';
import type { PictureKind } from '../../core/uploads/crop/crop-picture.ts';
import { PictureDialog } from '../../core/uploads/crop/picture-dialog.tsx';
import type { UploadPicture } from '../../core/uploads/upload.ts';
import { AccountColumn } from '../accounts/account-column.tsx';
import type { AccountProps } from '../accounts/account-dialog.tsx';
import { WritingYearBand } from '../activity/writing-year.tsx';
import { CentreList } from './centre-list.tsx';
import { Desk } from './desk.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { SignInWeek } from './sign-in-week.tsx';
import { memberAddress, ownTabs, type Tab, TabLinks, userAddress } from './tabs.tsx';
import { type Changes, type CounterName, UserHead, UserTallies } from './user-head.tsx';

type CentreCalls = AccountProps['calls'] &
  CallsOf<'activity' | 'collects' | 'comments' | 'drafts' | 'follows' | 'members' | 'series' | 'signIns'>;

type Props = AccountProps & {
  tab: Tab;
  calls: CentreCalls;
  upload: UploadPicture;
  unread: { notices: number; chats: number };
};

/** Dialogs that are open: the profile form, and the one that picks and crops a picture. */
type Opened = { isEditing: boolean; picture: PictureKind | undefined };

/** A member's own page: profile, sign-ins, own writings by tab, and the account settings beside them. */
export function CentreScreen({ tab, upload, unread, ...account }: Props) {
  const { me, calls } = account;
  const counts = useLoaded(`counts of ${me.id}`, () => calls.members.counts({ query: { id: me.id } }));
  const year = useLoaded(`year of ${me.id}`, () => calls.activity.year({ query: { userId: me.id } }));
  const has = useHas();
  const tabs = ownTabs.filter((one) => (one === 'series' || one === 'comments' ? has(one) : true));
  const [opened, setOpened] = useState<Opened>({ isEditing: false, picture: undefined });
  const open = (part: Partial<Opened>) => setOpened((present) => ({ ...present, ...part }));
  return (
    <main id="main" className="user-page">
      <OwnHead me={me} counts={counts.data} open={open} />
      <div className="wrap">
        <Desk userId={me.id} unread={unread} calls={calls} />
        <div className="cols user-cols">
          <section>
            {year.data && <WritingYearBand year={year.data} />}
            {/* counts.articles leaves drafts out; the list of own articles counts them and shows its own numbers */}
            <TabLinks
              tabs={tabs}
              chosen={tab}
              counts={{ ...counts.data, articles: undefined }}
              addressOf={(tab) => userAddress('/user', tab)}
            />
            <CentreList
              key={tab}
              tab={tab}
              userId={me.id}
              mayWrite={me.writing.write}
              calls={{ ...calls, ...withCountUpdates(calls, counts.again) }}
            />
          </section>
          <AccountColumn {...account}>
            <SignInWeek userId={me.id} calls={calls} />
          </AccountColumn>
        </div>
      </div>
      <Dialogs opened={opened} open={open} upload={upload} {...account} />
    </main>
  );
}

type DialogsProps = Omit<Props, 'tab' | 'unread'> & { opened: Opened; open: (part: Partial<Opened>) => void };

/** The picture dialog may open above the profile dialog. */
function Dialogs({ opened: { isEditing, picture }, open, me, calls, keepMe, upload }: DialogsProps) {
  const save = async (changes: Changes) => {
    keepMe(await calls.members.update({ body: changes }));
    toast('success', '修改成功');
  };
  return (
    <>
      {isEditing && (
        <ProfileDialog
          me={me}
          save={save}
          onFace={() => open({ picture: 'avatar' })}
          close={() => open({ isEditing: false })}
        />
      )}
      {picture && (
        <PictureDialog
          kind={picture}
          present={me[picture]}
          upload={upload}
          save={(url) => save({ [picture]: url })}
          close={() => open({ picture: undefined })}
        />
      )}
    </>
  );
}

type OwnHeadProps = Pick<DialogsProps, 'me' | 'open'> & { counts: MemberCounts | undefined };

function OwnHead({ me, counts, open }: OwnHeadProps) {
  return (
    <UserHead
      profile={me}
      numbers={<UserTallies counts={counts} addressOf={(name) => ownAddress(me.id, name)} />}
      onCover={<ChangeCover open={() => open({ picture: 'cover' })} />}
      onFace={<ChangeFace open={() => open({ picture: 'avatar' })} />}
    >
      <button className="btn" type="button" onClick={() => open({ isEditing: true })}>
        编辑资料
      </button>
      {me.writing.write && (
        <Link className="btn btn-seal" to="/newposts">
          <Icon name="edit" />
          写文章
        </Link>
      )}
      <a className="icon-button user-to-account" href="#account" aria-label="账号">
        <Icon name="gear" />
      </a>
    </UserHead>
  );
}

/** Says are on the page that all see; the rest is a tab here. */
function ownAddress(id: number, name: CounterName) {
  if (name === 'likes') return undefined;
  return name === 'says' ? memberAddress(id, 'says') : userAddress('/user', name);
}

function ChangeCover({ open }: { open: () => void }) {
  return (
    <div className="wrap">
      <button className="btn btn-sm" type="button" onClick={open}>
        <Icon name="pic" />
        更换<span className="visually-hidden">封面</span>
      </button>
    </div>
  );
}

function ChangeFace({ open }: { open: () => void }) {
  return (
    <button className="user-change-face" type="button" aria-label="更换头像" onClick={open}>
      <Icon name="pic" />
    </button>
  );
}

type Calls = CallsOf<'collects' | 'comments' | 'drafts' | 'follows'>;

/** Wraps the calls that change the counters, so that `onChange` reloads them. */
export function withCountUpdates({ drafts, follows, collects, comments }: Calls, onChange: () => void): Calls {
  const reloadAfter =
    <Call, Reply>(send: (call: Call) => Promise<Reply>) =>
    (call: Call) =>
      send(call).finally(onChange);
  return {
    drafts: {
      ...drafts,
      remove: reloadAfter(drafts.remove),
      restore: reloadAfter(drafts.restore),
      withdraw: reloadAfter(drafts.withdraw),
    },
    follows: { ...follows, follow: reloadAfter(follows.follow), unfollow: reloadAfter(follows.unfollow) },
    collects: { ...collects, collect: reloadAfter(collects.collect), uncollect: reloadAfter(collects.uncollect) },
    comments: { ...comments, remove: reloadAfter(comments.remove) },
  };
}
