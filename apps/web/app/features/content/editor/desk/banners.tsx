import type { Draft } from '@mojian/contract/content/drafts';
import type { Me } from '@mojian/contract/core/sessions';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { useUser } from '../../../../session/session.ts';
import { exactTime } from '../../../../ui/moment.tsx';
import { askToLogIn } from '../../../core/asks-login/ask-to-log-in.ts';
import type { DraftSnapshot } from '../autosave/draft-session.ts';

type Props = {
  me: Me;
  snapshot: DraftSnapshot;
  isMine: boolean;
  take: () => void;
  merge: () => void;
  withdraw: () => void;
  /** Starts a new article as the user logged in now. */
  onStranger: () => void;
};

/** At most one banner about saving and one about the article's state. */
export function Banners({ isMine, take, ...props }: Props) {
  if (!isMine) {
    return (
      <Banner icon="lock" acts={<BannerButton onClick={take}>在这里编辑</BannerButton>}>
        这篇文章正在另一个标签页里编辑，这里只能查看。
      </Banner>
    );
  }
  return (
    <>
      <SaveBanner {...props} />
      {props.snapshot.draft && <ReviewBanner draft={props.snapshot.draft} withdraw={props.withdraw} />}
    </>
  );
}

type SavingProps = Pick<Props, 'me' | 'snapshot' | 'merge' | 'onStranger'>;

function SaveBanner({ me, snapshot: { saveState }, merge, onStranger }: SavingProps) {
  const user = useUser();
  if (saveState.is === 'stale') {
    return (
      <Banner icon="warn" tone="warn" acts={<BannerButton onClick={merge}>比较并合并</BannerButton>}>
        别处有更新的版本，你在这里写的也都留着，谁也没有盖掉谁。
      </Banner>
    );
  }
  if (saveState.is === 'signed-out') {
    return (
      <Banner icon="key" tone="warn" acts={<BannerButton onClick={askToLogIn}>在此登录</BannerButton>}>
        登录已过期。文字都在，登录后会继续保存。
      </Banner>
    );
  }
  if (saveState.is === 'stranger') {
    return (
      <Banner icon="user" tone="warn" acts={<BannerButton onClick={onStranger}>写新文章</BannerButton>}>
        {`现在登录的是${user?.nickname ?? '别人'}。这一篇是${me.nickname}的，留在这台设备上，等${me.nickname}登录时继续写。`}
      </Banner>
    );
  }
  if (saveState.is === 'refused' && saveState.failure.field !== 'title')
    return <Banner icon="warn" tone="warn">{`保存失败：${saveState.failure.message}。文字都在这台设备上。`}</Banner>;
  return null;
}

function ReviewBanner({ draft, withdraw }: { draft: Draft; withdraw: () => void }) {
  const { state, submittedAt, publishedAt, refusal, changed, may } = draft;
  const takeBack = may.withdraw && <BannerButton onClick={withdraw}>撤回</BannerButton>;
  if (submittedAt !== null)
    return (
      <Banner icon="clock" acts={takeBack}>
        {`${exactTime(submittedAt)} 已提交，正在等待审核。`}
        {may.withdraw && '要修改，请先撤回。'}
      </Banner>
    );
  if (state === 'scheduled' && publishedAt !== null)
    return (
      <Banner icon="clock" acts={takeBack}>
        {`已定时，${exactTime(publishedAt)} 发布。`}
        {changed && '之后的改动还不算在内，要一起发布，请再按一次「定时发布」。'}
      </Banner>
    );
  if (refusal !== '')
    return (
      <Banner icon="mail" tone="warn">
        {`这一篇没有通过：${refusal}。修改后可以再次提交。`}
      </Banner>
    );
  return null;
}

/** Tells that a newer local draft was restored, and can undo that. */
export function RecoveredBanner({ undo }: { undo: () => void }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  const close = () => setOpen(false);
  const onUndo = () => {
    undo();
    close();
  };
  const acts = (
    <>
      <BannerButton onClick={onUndo}>放弃，用已保存的版本</BannerButton>
      <button type="button" className="icon-button" aria-label="知道了" onClick={close}>
        <Icon name="x" />
      </button>
    </>
  );
  return (
    <Banner icon="box" acts={acts}>
      上次有没保存到服务器的内容，已经从这台设备找回。
    </Banner>
  );
}

type StripProps = { icon: string; tone?: 'calm' | 'warn'; children: React.ReactNode; acts?: React.ReactNode };

/** Status message with actions below the top bar. */
function Banner({ icon, tone = 'calm', children, acts }: StripProps) {
  return (
    <div className="desk-strip row row-wrap" data-tone={tone} role="status">
      <Icon name={icon} />
      <p>{children}</p>
      {acts && <span className="desk-strip-acts row gap-1">{acts}</span>}
    </div>
  );
}

function BannerButton({ onClick, children }: { onClick: () => void; children: React.ReactNode }) {
  return (
    <button type="button" className="btn btn-sm" onClick={onClick}>
      {children}
    </button>
  );
}
