import type { UpgradeProgress, UpgradeRelease } from '@mojian/contract/operations/upgrade';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { Icon } from '@mojian/ui/icon';
import { Alert, App, Button, Typography } from 'antd';
import { useState } from 'react';
import { Confirm } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { dayTime } from '../../platform/time.tsx';
import { ReleaseNotes } from './updates.tsx';
import './upgrade.css';
import { UploadRelease } from './upload-release.tsx';
import { type UpgradeAnswer, type UpgradeStart, useUpgrade } from './use-upgrade.ts';

/** Card of the owner: which version this is, which may take its place, and how an upgrade goes. */
export function Upgrade() {
  const { answer, failure, reload, progress, isRunning, isAway, start, withdraw } = useUpgrade();
  const { message } = App.useApp();
  const tell = (error: unknown) => void message.error(errorText(error));
  const begin = (request: UpgradeStart) => start(request).catch(tell);
  return (
    <section className="card panels-12 upgrade" id="upgrade">
      <header>
        <h2>升级</h2>
        {progress && <span>现在是 {progress.version}</span>}
      </header>
      <div className="card-body">
        {failure && !isRunning && <p className="empty-note">{failure}</p>}
        {progress && (
          <Progress progress={progress} isRunning={isRunning} isAway={isAway} withdraw={() => withdraw().catch(tell)} />
        )}
        {answer && !isRunning && (
          <>
            {answer.interrupted !== '' && answer.way === 'button' && (
              <p>
                上一次升级没有收尾。
                <Button size="small" onClick={() => begin({ act: 'finish' })}>
                  收尾
                </Button>
              </p>
            )}
            {answer.way === 'button' ? (
              <Offers answer={answer} begin={begin} reload={reload} />
            ) : (
              <OtherWay way={answer.way} variant={answer.variant} />
            )}
            {answer.rollback && answer.way === 'button' && <Rollback rollback={answer.rollback} begin={begin} />}
          </>
        )}
      </div>
    </section>
  );
}

const actNames = { upgrade: '升级', rollback: '退回', finish: '收尾' };

type ProgressProps = { progress: UpgradeProgress; isRunning: boolean; isAway: boolean; withdraw: () => void };

function Progress({ progress, isRunning, ...running }: ProgressProps) {
  return isRunning ? <Running progress={progress} {...running} /> : <Outcome progress={progress} />;
}

/** Lines of the command as they come, also while nobody answers. */
function Running({ progress, isAway, withdraw }: Omit<ProgressProps, 'isRunning'>) {
  const { status, step, isWaiting, isOverdue } = progress;
  const doing = step || (isWaiting ? '等服务器接手' : '正在做');
  return (
    <div className="upgrade-progress" role="status">
      <p>
        <Icon name="refresh" />
        <b>{isAway ? '正在换程序，站点一会儿就回来，不用刷新' : doing}</b>
      </p>
      <Lines lines={status?.state === 'running' ? status.lines : []} />
      {isOverdue && (
        <p className="upgrade-lacks">
          一分钟了还没有人接手：多半是服务器上的 mojian-upgrade.path 没有开着。请装站的人运行 sudo systemctl enable
          --now mojian-upgrade.path，开着了它就接着做。
        </p>
      )}
      <p className="quiet">可以关掉这一页，回来照样看得到。读者照常能读，只有换程序的那几秒要等一等。</p>
      {isWaiting && <Button onClick={withdraw}>撤回请求</Button>}
    </div>
  );
}

/** The outcome stays after the page was loaded again, by whichever version. */
function Outcome({ progress: { status, version } }: { progress: UpgradeProgress }) {
  if (!status || status.state === 'running') return null;
  const isDone = status.state === 'done';
  const name = actNames[status.act];
  return (
    <Alert
      className="upgrade-outcome"
      type={isDone ? 'success' : 'error'}
      showIcon
      title={`${dayTime(status.endedAt ?? status.startedAt)} 的${name}${isDone ? '完成了' : '没有成'}，现在是 ${version}`}
      description={<Lines lines={isDone ? status.lines.slice(-1) : status.lines} />}
      action={isDone && <Reload />}
    />
  );
}

function Reload() {
  return (
    <Button size="small" onClick={() => location.reload()}>
      重新载入这一页
    </Button>
  );
}

function Lines({ lines }: { lines: string[] }) {
  const said = lines.map((line, at) => ({ line, at }));
  return (
    <ol className="upgrade-lines">
      {said.map(({ line, at }) => (
        <li key={at}>{line}</li>
      ))}
    </ol>
  );
}

type Begin = (request: UpgradeStart) => void;

function Offers({ answer, begin, reload }: { answer: UpgradeAnswer; begin: Begin; reload: () => void }) {
  const { releases, space, hasAddress, canUpload } = answer;
  return (
    <>
      {releases.map((release) => (
        <Offer key={`${release.source} ${release.version}`} release={release} space={space} begin={begin} />
      ))}
      {releases.length === 0 && <p>还没有比现在新的可换。</p>}
      <div className="row row-wrap">
        {hasAddress && <Look onFound={reload} />}
        {canUpload && <UploadRelease variant={answer.variant} onDone={reload} />}
      </div>
      {!canUpload && (
        <p className="quiet">
          {hasAddress ? '' : '没有设放发布包的网址（UPGRADE_URL），'}
          没有设签名的公钥（UPGRADE_KEY）：传上来的发布包没法核对是谁做的，所以这里不收。请装站的人在
          /etc/mojian/mojian.env 里写好再重新启动，或在服务器上运行 sudo mojian upgrade 发布包。
        </p>
      )}
    </>
  );
}

function Look({ onFound }: { onFound: () => void }) {
  const { message } = App.useApp();
  const [isLooking, setLooking] = useState(false);
  const look = async () => {
    setLooking(true);
    try {
      const { version } = await api.upgrade.look();
      message.info(version ? `有新版 ${version}` : '已经是最新的');
    } catch (error) {
      message.error(errorText(error));
    }
    setLooking(false);
    onFound();
  };
  return (
    <Button loading={isLooking} onClick={look}>
      看看有没有新版
    </Button>
  );
}

type OfferProps = { release: UpgradeRelease; space: UpgradeAnswer['space']; begin: Begin };

function Offer({ release: { version, source, notes, isSigned }, space, begin }: OfferProps) {
  const lacks = space.program > space.programFree || space.data > space.dataFree;
  return (
    <div className="upgrade-offer">
      <div className="row row-wrap">
        <h3>{version}</h3>
        <span className="quiet">
          {source === 'upload' ? '传上来的' : '从设好的网址下载'}，{isSigned ? '签名核对过' : '没有签名，只核对校验和'}
        </span>
      </div>
      {notes !== '' && <ReleaseNotes version={version} notes={notes} />}
      <p className={lacks ? 'upgrade-lacks' : 'quiet'}>
        大约要 {readableSize(space.program)} 放程序，{readableSize(space.data)} 放备份与试运行的数据；那里还剩{' '}
        {readableSize(Math.min(space.programFree, space.dataFree))}
        {lacks && '，不够：先腾出地方'}。
      </p>
      <p>先备份、试恢复，再让新版在复制的数据上试运行、比较页面，都好了才换；不对就自己退回，数据也退回。</p>
      <Confirm
        title={`换成 ${version}？站点会有几秒不能打开。`}
        okText="升级"
        onConfirm={() => begin({ act: 'upgrade', version, source })}
      >
        <Button type="primary" disabled={lacks}>
          升级到 {version}
        </Button>
      </Confirm>
    </div>
  );
}

function Rollback({ rollback, begin }: { rollback: NonNullable<UpgradeAnswer['rollback']>; begin: Begin }) {
  const { to, keepsData } = rollback;
  const words = keepsData ? '数据不动。' : '数据换回升级前的；升级之后写的另存成一份备份，那一版里看不到。';
  return (
    <div className="upgrade-rollback">
      <p>
        新版不合意，可以退回 {to}。{words}
      </p>
      <Confirm title={`退回 ${to}？${words}`} okText="退回" onConfirm={() => begin({ act: 'rollback' })}>
        <Button>退回 {to}</Button>
      </Confirm>
    </div>
  );
}

const otherWays = {
  command:
    '这台服务器上还没有替后台升级的单元：用现在的发布包再运行一次 sudo ./install.sh，这里就有按钮；或在服务器上运行',
  container: '容器里的程序不能自己换：先在「备份」里备份，做好新版的镜像，改 compose.yml 里的版本，再运行',
  clone: '这是克隆的项目：先备份，再运行',
  unpacked: '不是用 install.sh 装的：先备份，把新的发布包解开放在旧的旁边，停下旧的，用同样的设置运行',
};

const commands = {
  command: (variant: string) => `sudo mojian upgrade mojian-版本-${variant}.tar.xz`,
  container: () => 'docker compose up -d',
  clone: () => 'git pull && npm start',
  unpacked: () => 'bin/mojian start',
};

/** Says what to do where no button can help. */
function OtherWay({ way, variant }: { way: Exclude<UpgradeAnswer['way'], 'button'>; variant: string }) {
  return (
    <>
      <p>{otherWays[way]}：</p>
      <Typography.Paragraph className="upgrade-command" copyable={{ tooltips: ['复制', '复制成功'] }}>
        {commands[way](variant)}
      </Typography.Paragraph>
    </>
  );
}
