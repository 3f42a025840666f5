import type { SignInState } from '@mojian/contract/members/sign-ins';
import { dayNumber } from '@mojian/contract/platform/time';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CallsOf } from '../../../api/calls.ts';
import { useHas } from '../../../site/features-on.ts';
import { useLoaded } from '../../../ui/loading.ts';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';
import type { PictureKind } from '../../core/uploads/crop/crop-picture.ts';
import { PictureDialog } from '../../core/uploads/crop/picture-dialog.tsx';
import type { UploadPicture } from '../../core/uploads/upload.ts';
import { AccountColumn } from '../accounts/account-column.tsx';
import type { AccountProps } from '../accounts/account-dialog.tsx';
import { CentreList } from './centre-list.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { ownTabs, type Tab, TabLinks, userAddress } from './tabs.tsx';
import { type Changes, Counters, UserHead } from './user-head.tsx';

type CentreCalls = AccountProps['calls'] &
  CallsOf<'collects' | 'comments' | 'drafts' | 'follows' | 'members' | 'series' | 'signIns'>;

type Props = AccountProps & { tab: Tab; calls: CentreCalls; upload: UploadPicture };

/** Dialogs that are open: the profile form, and the one that picks and crops a picture. */
type Opened = { isEditing: boolean; picture: PictureKind | undefined };

/** A member's own page: profile, sign-ins, own writings by tab, and the account settings beside them. */
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
        <div className="user-numbers split row-wrap">
          <Counters counts={counts.data} />
          <SignInWeek userId={me.id} calls={calls} />
        </div>
        <div className="cols user-cols">
          <section>
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
          <AccountColumn {...account} />
        </div>
      </div>
      <Dialogs opened={opened} open={open} upload={upload} {...account} />
    </main>
  );
}

type DialogsProps = Omit<Props, 'tab'> & { opened: Opened; open: (part: Partial<Opened>) => void };

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

function OwnHead({ me, open }: Pick<DialogsProps, 'me' | 'open'>) {
  return (
    <UserHead
      profile={me}
      onCover={<ChangeCover open={() => open({ picture: 'cover' })} />}
      onFace={<ChangeFace open={() => open({ picture: 'avatar' })} />}
    >
      <button className="btn" type="button" onClick={() => open({ isEditing: true })}>
        编辑资料
      </button>
      <a className="btn user-to-account" href="#account">
        账号
      </a>
      {me.writing.write && (
        <Link className="btn btn-seal" to="/newposts">
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

const days = ['一', '二', '三', '四', '五', '六', '日'];

/** Sign-ins of this week and the button for today's. */
export function SignInWeek({ userId, calls }: { userId: number; calls: CallsOf<'signIns'> }) {
  const { data: state, change } = useLoaded(`sign-ins of ${userId}`, calls.signIns.state);
  const { isBusy, send } = useSending();
  const isOpen = state !== undefined && !state.today && !isBusy;
  const sign = () => isOpen && send(async () => change(await calls.signIns.sign()));
  return (
    <div className="user-streak row row-wrap gap-4">
      <ol className="row items-stretch gap-1-5" aria-label="本周签到">
        {days.map((day, index) => (
          <Day
            key={day}
            day={day}
            isSigned={state?.week[index] ?? false}
            isToday={index === weekdayInChina(Date.now())}
          />
        ))}
      </ol>
      <button className="btn btn-sm" type="button" onClick={sign} aria-disabled={!isOpen}>
        {state ? words(state) : '签到'}
      </button>
    </div>
  );
}

function Day({ day, isSigned, isToday }: { day: string; isSigned: boolean; isToday: boolean }) {
  return (
    <li className={isSigned ? 'user-streak-signed' : undefined} aria-current={isToday ? 'date' : undefined}>
      {day}
      <span className="visually-hidden">{isSigned ? '，已签到' : '，未签到'}</span>
    </li>
  );
}

function words({ today, streak }: SignInState) {
  if (today) return `今日已签，连续 ${streak} 天`;
  return streak > 0 ? `签到，连续第 ${streak + 1} 天` : '签到';
}

/** 0 Monday to 6 Sunday, in China time (UTC+8). */
export function weekdayInChina(now: number) {
  // 1 January 1970 was a Thursday
  return (dayNumber(now) + 3) % 7;
}
