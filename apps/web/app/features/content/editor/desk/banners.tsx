import type { Draft } from '@mojian/contract/content/drafts';
import type { Me } from '@mojian/contract/core/me';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { useUser } from '../../../../session.ts';
import { exactTime } from '../../../../ui/times.ts';
import { askToLogIn } from '../../../members/asks-login/ask-to-log-in.ts';
import type { Sight } from '../autosave/draft-session.ts';

type Props = {
  me: Me;
  sight: Sight;
  isMine: boolean;
  take: () => void;
  merge: () => void;
  withdraw: () => void;
  /** Goes on as whoever is logged in now, with an article of their own. */
  onStranger: () => void;
};

/** How it is with the article where that asks for something: at most one about saving, and one about its state. */
export function Strips({ isMine, take, ...props }: Props) {
  if (!isMine) {
    return (
      <Strip icon="lock" acts={<StripButton onClick={take}>在这里编辑</StripButton>}>
        这篇文章正在另一个标签页里编辑，这里只能查看。
      </Strip>
    );
  }
  return (
    <>
      <SavingStrip {...props} />
      {props.sight.draft && <StateStrip draft={props.sight.draft} withdraw={props.withdraw} />}
    </>
  );
}

type SavingProps = Pick<Props, 'me' | 'sight' | 'merge' | 'onStranger'>;

function SavingStrip({ me, sight: { standing }, merge, onStranger }: SavingProps) {
  const user = useUser();
  if (standing.is === 'stale') {
    return (
      <Strip icon="warn" tone="warn" acts={<StripButton onClick={merge}>比较并合并</StripButton>}>
        别处有更新的版本，你在这里写的也都留着，谁也没有盖掉谁。
      </Strip>
    );
  }
  if (standing.is === 'signed-out') {
    return (
      <Strip icon="key" tone="warn" acts={<StripButton onClick={askToLogIn}>在此登录</StripButton>}>
        登录已过期。文字都在，登录后会继续保存。
      </Strip>
    );
  }
  if (standing.is === 'stranger') {
    return (
      <Strip icon="user" tone="warn" acts={<StripButton onClick={onStranger}>写新文章</StripButton>}>
        {`现在登录的是${user?.nickname ?? '别人'}。这一篇是${me.nickname}的，留在这台设备上，等${me.nickname}登录时继续写。`}
      </Strip>
    );
  }
  if (standing.is === 'refused' && standing.failure.field !== 'title')
    return <Strip icon="warn" tone="warn">{`保存失败：${standing.failure.message}。文字都在这台设备上。`}</Strip>;
  return null;
}

function StateStrip({ draft, withdraw }: { draft: Draft; withdraw: () => void }) {
  const { state, submittedAt, publishedAt, refusal } = draft;
  const takeBack = <StripButton onClick={withdraw}>撤回</StripButton>;
  if (submittedAt !== null)
    return (
      <Strip icon="clock" acts={takeBack}>
        {`${exactTime(submittedAt)} 已提交，正在等待审核。要修改，请先撤回。`}
      </Strip>
    );
  if (state === 'scheduled' && publishedAt !== null)
    return (
      <Strip icon="clock" acts={takeBack}>
        {`已定时，${exactTime(publishedAt)} 发布。`}
      </Strip>
    );
  if (refusal !== '')
    return (
      <Strip icon="mail" tone="warn">
        {`这一篇没有通过：${refusal}。修改后可以再次提交。`}
      </Strip>
    );
  return null;
}

/** Something newer was found in this browser, and taken. */
export function Recovered({ undo }: { undo: () => void }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  const close = () => setOpen(false);
  const onUndo = () => {
    undo();
    close();
  };
  const acts = (
    <>
      <StripButton onClick={onUndo}>放弃，用已保存的版本</StripButton>
      <button type="button" className="ib" aria-label="知道了" onClick={close}>
        <Icon name="x" />
      </button>
    </>
  );
  return (
    <Strip icon="box" acts={acts}>
      上次有没保存到服务器的内容，已经从这台设备找回。
    </Strip>
  );
}

type StripProps = { icon: string; tone?: 'calm' | 'warn'; children: React.ReactNode; acts?: React.ReactNode };

/** A line under the bar that says how things are with the article, and what can be done about it. */
function Strip({ icon, tone = 'calm', children, acts }: StripProps) {
  return (
    <div className="strip" data-tone={tone} role="status">
      <Icon name={icon} />
      <p>{children}</p>
      {acts && <span className="strip-acts">{acts}</span>}
    </div>
  );
}

function StripButton({ onClick, children }: { onClick: () => void; children: React.ReactNode }) {
  return (
    <button type="button" className="btn sm" onClick={onClick}>
      {children}
    </button>
  );
}
