import { useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { AccountColumn, type AccountProps } from '../account/account-column.tsx';
import type { CallsOf } from '../account/calls.ts';
import { CentreList } from './centre-list.tsx';
import { ownTabs, userAddress } from './choice.ts';
import { Counters } from './counters.tsx';
import { PictureDialog } from './crop/picture-dialog.tsx';
import type { PictureKind } from './crop/picture-kinds.ts';
import type { UploadPicture } from './crop/use-put-up.ts';
import type { Changes } from './profile.ts';
import { ProfileDialog } from './profile-dialog.tsx';
import { SignInWeek } from './sign-in-week.tsx';
import { type Tab, Tabs } from './tabs.tsx';
import { UserHead } from './user-head.tsx';

export type CentreCalls = AccountProps['calls'] & CallsOf<'articles' | 'collects' | 'follows' | 'members' | 'signIns'>;

type Props = AccountProps & { tab: Tab; calls: CentreCalls; upload: UploadPicture };

/** The member's own place. */
export function CentreScreen({ tab, upload, ...account }: Props) {
  const { me, calls, keepMe } = account;
  const counts = useLoaded(`counts of ${me.id}`, () => calls.members.counts({ query: { id: me.id } }));
  const [isEditing, setEditing] = useState(false);
  const [picture, setPicture] = useState<PictureKind>();
  const save = async (changes: Changes) => {
    keepMe(await calls.members.update({ body: changes }));
    toast('success', '修改成功');
  };
  return (
    <main id="main" className="user-page">
      <UserHead
        profile={me}
        onCover={<ChangeCover open={() => setPicture('cover')} />}
        onFace={<ChangeFace open={() => setPicture('avatar')} />}
      >
        <button className="btn" type="button" onClick={() => setEditing(true)}>
          编辑资料
        </button>
        <a className="btn to-account" href="#account">
          账号
        </a>
        <Link className="btn seal-b" to="/newposts">
          <Icon name="edit" />
          写文章
        </Link>
      </UserHead>
      <div className="wrap">
        <div className="user-numbers">
          <Counters counts={counts.data} />
          <SignInWeek userId={me.id} calls={calls} />
        </div>
        <div className="cols user-cols">
          <section>
            <Tabs tabs={ownTabs} chosen={tab} counts={counts.data} addressOf={(tab) => userAddress('/user', tab)} />
            <CentreList key={tab} tab={tab} userId={me.id} calls={calls} />
          </section>
          <AccountColumn {...account} />
        </div>
      </div>
      {isEditing && (
        <ProfileDialog me={me} save={save} onFace={() => setPicture('avatar')} close={() => setEditing(false)} />
      )}
      {picture && (
        <PictureDialog
          kind={picture}
          present={me[picture]}
          upload={upload}
          save={(url) => save({ [picture]: url })}
          close={() => setPicture(undefined)}
        />
      )}
    </main>
  );
}

function ChangeCover({ open }: { open: () => void }) {
  return (
    <div className="wrap">
      <button className="btn sm" type="button" onClick={open}>
        <Icon name="pic" />
        换一张<span className="vh">封面</span>
      </button>
    </div>
  );
}

function ChangeFace({ open }: { open: () => void }) {
  return (
    <button className="change-face" type="button" aria-label="换头像" onClick={open}>
      <Icon name="pic" />
    </button>
  );
}
