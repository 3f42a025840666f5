import type { Say } from '@mojian/contract/community/says';
import { Icon } from '@mojian/ui/icon';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useUser } from '../../../session/session.ts';
import { readToken } from '../../../session/token.ts';
import { Ask } from '../../../ui/card-dialog.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { askToLogIn } from '../../core/asks-login/ask-to-log-in.ts';
import { askToBlock } from '../../core/blocks/ask-to-block.ts';
import { ReportDialog } from '../reports/report-dialog.tsx';
import { sayAddress } from './says.ts';
import { useClosing } from './use-closing.ts';
import type { SayActs } from './use-say-acts.ts';

/** Menu of a say: actions of its author and the staff; anyone may copy its address. */
export function SayMenu({ say, acts }: { say: Say; acts: SayActs }) {
  const [isOpen, setOpen] = useState(false);
  const [asking, setAsking] = useState<'remove' | 'report'>();
  const id = useId();
  const isOwn = useUser()?.id === say.author.id;
  const place = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = () => setAsking(undefined);
  useClosing(place, isOpen, () => setOpen(false));

  const choose = (act: () => unknown) => () => {
    setOpen(false);
    trigger.current?.focus();
    act();
  };
  return (
    <div className="say-menu scripted" ref={place}>
      <button
        ref={trigger}
        className="icon-button"
        type="button"
        aria-label={`${say.author.nickname}的说说：更多`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="dots" />
      </button>
      <div className="menu" id={id} hidden={!isOpen}>
        <button type="button" onClick={choose(() => copyAddress(say.id))}>
          复制链接
        </button>
        {say.isPublic && !say.held && (
          <button type="button" onClick={choose(() => acts.openQuoteCard(say))}>
            做成笺
          </button>
        )}
        {say.mayEdit && <Editing say={say} setVisibility={choose(() => acts.setVisibility(say))} />}
        {!isOwn && (
          <OthersSay
            say={say}
            report={choose(() => (readToken() ? setAsking('report') : askToLogIn()))}
            block={choose(() => askToBlock(say.author))}
          />
        )}
        {say.mayDelete && (
          <button type="button" onClick={choose(() => setAsking('remove'))}>
            {isOwn ? '删除' : '隐藏'}
          </button>
        )}
      </div>
      {asking === 'report' && (
        <ReportDialog title="举报这条说说" report={(reason) => acts.report(say, reason)} close={close} />
      )}
      {asking === 'remove' && <Removal say={say} isOwn={isOwn} acts={acts} close={close} />}
    </div>
  );
}

type OthersSayProps = { say: Say; report: () => void; block: () => void };

function OthersSay({ say, report, block }: OthersSayProps) {
  return (
    <>
      {!say.mayDelete && (
        <button type="button" onClick={report}>
          举报
        </button>
      )}
      {say.author.website === null && (
        <button type="button" onClick={block}>
          拉黑 {say.author.nickname}
        </button>
      )}
    </>
  );
}

function Editing({ say, setVisibility }: { say: Say; setVisibility: () => void }) {
  return (
    <>
      <Link to={`/newSays?id=${say.id}`}>编辑</Link>
      <button type="button" onClick={setVisibility}>
        {say.isPublic ? '改为仅自己可见' : '改为公开'}
      </button>
    </>
  );
}

type RemovalProps = { say: Say; isOwn: boolean; acts: SayActs; close: () => void };

function Removal({ say, isOwn, acts, close }: RemovalProps) {
  const { send } = useSending();
  const remove = async () => {
    await send(() => acts.remove(say));
    close();
  };
  return (
    <Ask
      question={isOwn ? '删除这条说说？' : `隐藏${say.author.nickname}的这条说说？`}
      about={
        isOwn
          ? '连同它的评论与点赞一起删除，不能恢复。'
          : '之后只有作者自己看得到。后台的「说说」里可以让它再显示，或者彻底删除。'
      }
      yes={isOwn ? '删除' : '隐藏'}
      onYes={() => void remove()}
      close={close}
    />
  );
}

async function copyAddress(id: number) {
  const isCopied = await copyText(new URL(sayAddress({ id }), location.href).href);
  toast(isCopied ? 'success' : 'error', isCopied ? '链接已复制' : '复制失败，请手动选中地址');
}
