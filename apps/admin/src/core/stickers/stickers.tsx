import type { StickerPackRow, StickerRow } from '@mojian/contract/core/stickers';
import { App, Button, Empty, Form, Input, Result } from 'antd';
import { useState } from 'react';
import { Confirm, SaveForm } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { AddStickers } from './add-stickers.tsx';
import '../../platform/listing/actions.css';
import './stickers.css';

/** `pack`: the one that stickers are added to; '' for a new one. */
type OpenDialog = { kind: 'add'; pack: string } | { kind: 'keywords'; sticker: StickerRow };

export function Component() {
  const { message } = App.useApp();
  const isDemo = useOffice().role === 'demo';
  const { answer: packs, failure, reload } = useAnswer(['stickers'], () => api.stickers.list());
  const [open, setOpen] = useState<OpenDialog>();
  const attempt = (act: Promise<unknown>, said: string) =>
    act
      .then(() => message.success(said))
      .catch((error) => message.error(errorText(error)))
      .then(reload);
  const close = () => setOpen(undefined);
  if (failure) return <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />;
  return (
    <>
      <div className="page-head">
        <h1>表情包</h1>
        <p>评论、说说、留言与聊天里，和表情放在一起。文字里写作 :包_名:，拿走之后旧文字里显示它的名字。</p>
        <div className="page-acts">
          {packs && !packs.some(({ isOwn }) => isOwn) && (
            <Button disabled={isDemo} onClick={() => attempt(api.stickers.putBack(), '「墨团」放回来了')}>
              放回墨团
            </Button>
          )}
          <Button type="primary" disabled={isDemo} onClick={() => setOpen({ kind: 'add', pack: '' })}>
            添加一包
          </Button>
        </div>
      </div>
      {packs?.length === 0 && <Empty description="还没有表情包，拖一个装着图片的文件夹进来" />}
      {packs?.map((pack) => (
        <Pack
          key={pack.id}
          pack={pack}
          add={() => setOpen({ kind: 'add', pack: pack.name })}
          edit={(sticker) => setOpen({ kind: 'keywords', sticker })}
          remove={({ id, name }) => attempt(api.stickers.remove({ query: { id } }), `拿走了「${name}」`)}
          removeAll={() => attempt(api.stickers.removePack({ query: { id: pack.id } }), `拿走了「${pack.name}」`)}
        />
      ))}
      {open?.kind === 'add' && <AddStickers pack={open.pack} packs={packs ?? []} onClose={close} onAdded={reload} />}
      {open?.kind === 'keywords' && (
        <KeywordsForm
          sticker={open.sticker}
          onClose={close}
          onDone={() => {
            close();
            reload();
          }}
        />
      )}
    </>
  );
}

type PackProps = {
  pack: StickerPackRow;
  add: () => void;
  edit: (sticker: StickerRow) => void;
  remove: (sticker: StickerRow) => void;
  removeAll: () => void;
};

function Pack({ pack: { name, stickers }, add, edit, remove, removeAll }: PackProps) {
  const isDemo = useOffice().role === 'demo';
  return (
    <section className="card sticker-pack" aria-label={name}>
      <div className="sticker-pack-head">
        <h2>{name}</h2>
        <span className="quiet">{stickers.length} 个</span>
        <span className="row-acts">
          <button
            type="button"
            className="row-acts-strong"
            disabled={isDemo}
            aria-label={`往「${name}」里加图`}
            onClick={add}
          >
            加图
          </button>
          <Confirm
            title={`拿走「${name}」里的 ${stickers.length} 个表情？旧文字里显示它们的名字。`}
            onConfirm={removeAll}
            disabled={isDemo}
          >
            <button type="button" disabled={isDemo} aria-label={`拿走「${name}」`}>
              拿走
            </button>
          </Confirm>
        </span>
      </div>
      <ul className="sticker-pack-grid">
        {stickers.map((sticker) => (
          <li key={sticker.id}>
            <StickerLook sticker={sticker} />
            <b>{sticker.name}</b>
            <span className="quiet" title={sticker.keywords}>
              {sticker.keywords}
            </span>
            <span className="row-acts">
              <button type="button" aria-label={`${sticker.name}的关键词`} onClick={() => edit(sticker)}>
                关键词
              </button>
              <Confirm title={`拿走「${sticker.name}」？`} onConfirm={() => remove(sticker)} disabled={isDemo}>
                <button type="button" disabled={isDemo} aria-label={`拿走 ${sticker.name}`}>
                  拿走
                </button>
              </Confirm>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StickerLook({ sticker: { picture } }: { sticker: StickerRow }) {
  if (picture.night === '') return <img src={picture.day} alt="" width={72} height={72} />;
  return (
    <>
      <img className="sticker-pack-day" src={picture.day} alt="" width={72} height={72} />
      <img className="sticker-pack-night" src={picture.night} alt="" width={72} height={72} />
    </>
  );
}

type KeywordsProps = { sticker: StickerRow; onClose: () => void; onDone: () => void };

function KeywordsForm({ sticker: { id, name, keywords }, ...ends }: KeywordsProps) {
  return (
    <SaveForm<{ keywords?: string }>
      {...ends}
      title={`「${name}」的关键词`}
      said="已保存"
      initial={{ keywords }}
      send={({ keywords: words = '' }) => api.stickers.change({ body: { id, keywords: words } })}
    >
      <Form.Item name="keywords" label="关键词" extra="搜表情时也按它们找，用空格隔开；名字与拼音总能找到。">
        <Input maxLength={60} />
      </Form.Item>
    </SaveForm>
  );
}
