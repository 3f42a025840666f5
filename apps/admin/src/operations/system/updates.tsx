import { Button, Typography } from 'antd';
import { useAction } from '../../platform/action.ts';
import { api } from '../../platform/http-api.ts';
import { DemoHint } from '../../platform/shell/office.tsx';
import { timeWithSeconds } from '../../platform/time.tsx';
import './updates.css';

export type UpdatesProps = {
  lastCheck: { at: string; failure: string } | null;
  release: { newer: string; notes: string; command: string };
  onChecked: () => void;
};

/** Result of the last check for a newer version, and what that version brings. */
export function Updates({ lastCheck, release, onChecked }: UpdatesProps) {
  const { doing, act } = useAction();
  const ask = async () => {
    await act('ask', async () => {
      const { newer } = await api.system.askUpdates();
      return newer ? `有新版本 ${newer}` : '已经是最新版本';
    });
    onChecked();
  };
  return (
    <>
      <p className="quiet updates-checked">
        <span>
          {lastCheck ? `${timeWithSeconds(lastCheck.at)} 检查过：` : '还没有检查过。'}
          {lastCheck?.failure}
          {lastCheck && !lastCheck.failure && (release.newer ? <b>有新版 {release.newer}</b> : '已经是最新版本')}
        </span>
        <DemoHint>
          {(isDemo) => (
            <Button size="small" disabled={isDemo} loading={doing === 'ask'} onClick={ask}>
              立即检查
            </Button>
          )}
        </DemoHint>
      </p>
      {release.newer && <NewRelease {...release} />}
    </>
  );
}

/** Release notes as plain text, whatever they contain, and the command that installs the version. */
function NewRelease({ newer, notes, command }: UpdatesProps['release']) {
  return (
    <div className="updates-release">
      {notes && <ReleaseNotes version={newer} notes={notes} />}
      {command ? (
        <>
          <p>{command.endsWith('.tar.xz') ? '把发布包下载到服务器上，再在那里运行：' : '在服务器上运行：'}</p>
          <Typography.Paragraph className="updates-command" copyable={{ tooltips: ['复制', '复制成功'] }}>
            {command}
          </Typography.Paragraph>
          <p>它先备份、在复制的数据上试运行，都好了才换；不对就自己退回，数据也退回。</p>
        </>
      ) : (
        <p>怎样换成 {newer}，见它的说明。</p>
      )}
    </div>
  );
}

type Note = { line: string; at: number };

/** Sets headings and list items of Markdown apart; everything else stays as it was written. */
export function ReleaseNotes({ version, notes }: { version: string; notes: string }) {
  const lines = notes.split('\n').map((line, at): Note => ({ line: line.trim(), at }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable to scroll by keyboard
    <section className="updates-notes" aria-label={`${version} 的说明`} tabIndex={0}>
      {lines
        .filter(({ line }) => line !== '')
        .map(({ line, at }) => (
          <NoteLine key={at} line={line} />
        ))}
    </section>
  );
}

function NoteLine({ line }: { line: string }) {
  const [, heading] = /^#{1,6} (.+)$/.exec(line) ?? [];
  if (heading) return <h3>{heading}</h3>;
  const [, item] = /^[-*] (.+)$/.exec(line) ?? [];
  return <p className={item ? 'updates-notes-item' : ''}>{withCode(item ?? line)}</p>;
}

/** Shows what stands between backticks as code. */
function withCode(text: string) {
  const pieces = text.split('`').map((piece, at) => ({ piece, at }));
  return pieces.map(({ piece, at }) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece));
}
