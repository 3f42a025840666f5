import type { MovePreview } from '@mojian/contract/operations/move-domain';
import { App, Button, Input } from 'antd';
import { type FormEvent, useState } from 'react';
import { api, errorText } from '../../platform/http-api.ts';
import { DemoHint, useOffice } from '../../platform/shell/office.tsx';

/** Shows which texts still name a former domain, and replaces it after a backup. */
export function MoveDomain() {
  const { may } = useOffice();
  const [from, setFrom] = useState('');
  const { preview, moved, refusal, isBusy, look, move } = useMove();
  if (!may('settings.own')) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void look(from);
  };
  return (
    <section className="card" id="move-domain">
      <header>
        <h2>换域名</h2>
        <span>换过网址之后用</span>
      </header>
      <div className="card-body system-move">
        <p>文章、评论、设置等处可能还写着旧的网址。先看看有多少处，再一起换成现在的；换之前会先备份。</p>
        <form className="system-move-form" onSubmit={submit}>
          <Input
            aria-label="旧的网址"
            placeholder="https://old.example.com"
            inputMode="url"
            value={from}
            status={refusal ? 'error' : ''}
            onChange={({ target }) => setFrom(target.value)}
          />
          <Button htmlType="submit" loading={isBusy && !preview} disabled={isBusy}>
            看看
          </Button>
        </form>
        <div role="status">
          {refusal && <p className="state state-bad">{refusal}</p>}
          {preview && <Places {...preview} isBusy={isBusy} move={move} />}
          {moved && <p className="state state-ok">{moved}</p>}
        </div>
      </div>
    </section>
  );
}

type PlacesProps = MovePreview & { isBusy: boolean; move: (from: string) => void };

function Places({ from, to, places, isBusy, move }: PlacesProps) {
  const { modal } = App.useApp();
  const total = places.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return <p>没有写着 {from} 的地方。</p>;
  const ask = () =>
    modal.confirm({
      title: `把 ${total} 处换成 ${to}？`,
      content: '会先备份；要改回去，就恢复那份备份。社交登录与公众号那边登记的回调地址要自己去改，通行密钥要重新添加。',
      okText: '备份并换掉',
      onOk: () => move(from),
    });
  return (
    <>
      <dl className="system-environment">
        {places.map(({ name, count, samples }) => (
          <div key={name}>
            <dt>
              {name}
              <small>{count} 处</small>
            </dt>
            <dd>
              {samples.map(({ before, after }) => (
                <p key={before}>
                  {before} → {after}
                </p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <DemoHint>
        {(isDemo) => (
          <Button type="primary" disabled={isDemo} loading={isBusy} onClick={ask}>
            换成 {to}
          </Button>
        )}
      </DemoHint>
    </>
  );
}

function useMove() {
  const [preview, setPreview] = useState<MovePreview>();
  const [moved, setMoved] = useState('');
  const [refusal, setRefusal] = useState('');
  const [isBusy, setBusy] = useState(false);
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    setRefusal('');
    setMoved('');
    await act().catch((error) => setRefusal(errorText(error)));
    setBusy(false);
  };
  const look = (from: string) =>
    attempt(async () => {
      setPreview(undefined);
      setPreview(await api.domain.preview({ query: { from } }));
    });
  const move = (from: string) =>
    attempt(async () => {
      const { backup, places, failed } = await api.domain.move({ body: { from } });
      setPreview(undefined);
      const changed = places.reduce((sum, { count }) => sum + count, 0);
      const rest = failed.length > 0 ? `；${failed.length} 处没有换成，再换一次就好` : '';
      setMoved(`换了 ${changed} 处，之前的备份是 ${backup}${rest}`);
    });
  return { preview, moved, refusal, isBusy, look, move };
}
