import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CallsOf } from '../../../calls.ts';
import { useHas } from '../../../features-on.ts';
import { toast } from '../../../ui/toast.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { AccountColumn } from '../accounts/account-column.tsx';
import type { AccountProps } from '../accounts/account-props.ts';
import { CentreList } from './centre-list.tsx';
import { ownTabs, userAddress } from './choice.ts';
import { counted } from './counted.ts';
import { Counters } from './counters.tsx';
import { PictureDialog } from './crop/picture-dialog.tsx';
import type { PictureKind } from './crop/picture-kinds.ts';
import type { UploadPicture } from './crop/use-put-up.ts';
import type { Changes } from './profile.ts';
import { ProfileDialog } from './profile-dialog.tsx';
import { SignInWeek } from './sign-in-week.tsx';
import { type Tab, Tabs } from './tabs.tsx';
import { UserHead } from './user-head.tsx';

type CentreCalls = AccountProps['calls'] &
  CallsOf<'collects' | 'comments' | 'drafts' | 'follows' | 'members' | 'series' | 'signIns'>;

type Props = AccountProps & { tab: Tab; calls: CentreCalls; upload: UploadPicture };

/** What lies open over the screen. */
type Opened = { isEditing: boolean; picture: PictureKind | undefined };

/** The member's own place. */
export function CentreScreen({ tab, upload, ...account }: Props) {
  const { me, calls } = account;
  const counts = useLoaded(`counts of ${me.id}`, () => calls.members.counts({ query: { id: me.id } }));
  const has = useHas();
  const tabs = ownTabs.filter((one) => (one === 'series' || one === 'comments' ? has(one) : true));
  const [opened, setOpened] = useState<Opened>({ isEditing: false, picture: undefined });
  const open = (part: Partial<Opened>) => setOpened((present) => ({ ...present, ...part }));
  return (
    <main id="main" className="user-page">
      <OwnHead me={me} open={open} />
      <div className="wrap">
        <div className="user-numbers">
          <Counters counts={counts.data} />
          <SignInWeek userId={me.id} calls={calls} />
        </div>
        <div className="cols user-cols">
          <section>
            {/* the public number of articles would stand beside the shelves' own, which count drafts as well */}
            <Tabs
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
              calls={{ ...calls, ...counted(calls, counts.again) }}
            />
          </section>
          <AccountColumn {...account} />
        </div>
      </div>
      <Over opened={opened} open={open} upload={upload} {...account} />
    </main>
  );
}

type OverProps = Omit<Props, 'tab'> & { opened: Opened; open: (part: Partial<Opened>) => void };

/** Another face may be chosen while the profile is being edited: then one dialog lies above the other. */
function Over({ opened: { isEditing, picture }, open, me, calls, keepMe, upload }: OverProps) {
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

function OwnHead({ me, open }: Pick<OverProps, 'me' | 'open'>) {
  return (
    <UserHead
      profile={me}
      onCover={<ChangeCover open={() => open({ picture: 'cover' })} />}
      onFace={<ChangeFace open={() => open({ picture: 'avatar' })} />}
    >
      <button className="btn" type="button" onClick={() => open({ isEditing: true })}>
        编辑资料
      </button>
      <a className="btn to-account" href="#account">
        账号
      </a>
      {me.writing.write && (
        <Link className="btn seal-b" to="/newposts">
          <Icon name="edit" />
          写文章
        </Link>
      )}
    </UserHead>
  );
}

function ChangeCover({ open }: { open: () => void }) {
  return (
    <div className="wrap">
      <button className="btn sm" type="button" onClick={open}>
        <Icon name="pic" />
        更换<span className="vh">封面</span>
      </button>
    </div>
  );
}

function ChangeFace({ open }: { open: () => void }) {
  return (
    <button className="change-face" type="button" aria-label="更换头像" onClick={open}>
      <Icon name="pic" />
    </button>
  );
}
