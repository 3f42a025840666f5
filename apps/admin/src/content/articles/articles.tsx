import { openEnvelope } from '@mojian/client';
import { sendFile } from '@mojian/client/upload';
import type { ArticleAct, ArticleCounts, ArticleRow, Imported } from '@mojian/contract/content/articles-admin';
import type { BatchResult } from '@mojian/contract/platform/fields';
import { longestName } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { App, Button, Input, Select } from 'antd';
import { useCallback, useRef, useState } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import { api, browser, errorText } from '../../platform/http-api.ts';
import { saveFile } from '../../platform/listing/export.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { currentSearch } from '../../platform/listing/use-listing.tsx';
import { OrderDialog } from '../../platform/ordering/order-dialog.tsx';
import { useOffice } from '../../platform/shell/office.tsx';
import { actNames, batchActionsIn, warnings } from './article-actions.ts';
import { articleColumns, articleCsv, articleFilters, articleTabs } from './columns.tsx';
import { History } from './history.tsx';
import { Review } from './review.tsx';
import { zipOf } from './zip.ts';
import './articles.css';

export const loader = () => api.articles.choices();
/** Loads the choices once, not with every filter. */
export const shouldRevalidate = () => false;

export function Component() {
  const choices = useLoaderData<typeof loader>();
  const { message } = App.useApp();
  const isDemo = useOffice().role === 'demo';
  const tab = useSearchParams()[0].get('state') ?? 'all';
  const [reviewed, review] = useReviewAddress();
  const [counts, setCounts] = useState<ArticleCounts>();
  const ask = useActionDialog(choices.categories);
  const [isOrdering, setOrdering] = useState(false);
  const [past, setPast] = useState<ArticleRow>();
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((now) => now + 1), []);
  const load = useCallback(async (query: Parameters<typeof api.articles.list>[0]) => {
    const { data, extra } = await api.articles.list(query);
    setCounts(extra);
    return data;
  }, []);

  const act = async (ids: number[], name: string, isConfirmed: boolean) => {
    if (name === 'export') return exportFiles(ids);
    const more = await ask(name as ArticleAct, { isConfirmed });
    return more && api.articles.act({ body: { ids, act: name as ArticleAct, ...more } });
  };
  const runOne = async (id: number, name: ArticleAct) => {
    const result = await act([id], name, false).catch((error: unknown) => void message.error(errorText(error)));
    if (!result) return;
    if (result.failed[0]) message.warning(result.failed[0].why);
    else message.success('已完成');
    reload();
  };
  const closeHistory = (isChanged: boolean) => {
    setPast(undefined);
    if (isChanged) reload();
  };
  return (
    <div className="articles">
      <Listing<ArticleRow>
        name="文章"
        title="文章"
        none="还没有文章，点「写文章」写第一篇"
        load={load}
        follows={['articles', 'taxonomy', 'users']}
        round={round}
        act={(ids, name) => act(ids, name, true)}
        acts={batchActionsIn(tab)}
        tabs={articleTabs(counts)}
        filters={articleFilters(choices)}
        columns={articleColumns({ tab, isDemo, review, showHistory: setPast, run: runOne })}
        csv={articleCsv}
        extra={<ArticleButtons isDemo={isDemo} onOrder={() => setOrdering(true)} onImported={reload} />}
      />
      {past && <History {...past} onClose={closeHistory} />}
      {isOrdering && <OrderCarousel onClose={() => setOrdering(false)} />}
      <Review id={reviewed} isDemo={isDemo} go={review} onDecided={reload} />
    </div>
  );
}

type ArticleButtonsProps = { isDemo: boolean; onOrder: () => void; onImported: () => void };

function ArticleButtons({ isDemo, onOrder, onImported }: ArticleButtonsProps) {
  return (
    <>
      <Button onClick={onOrder}>轮播顺序</Button>
      <ImportFiles isDemo={isDemo} onDone={onImported} />
      <Button href="/newposts" type="primary">
        写文章
      </Button>
    </>
  );
}

/** Keeps the article under review in the address. */
function useReviewAddress() {
  const [address, setAddress] = useSearchParams();
  const review = (id: number | undefined) =>
    setAddress(() => {
      const next = currentSearch();
      id === undefined ? next.delete('review') : next.set('review', String(id));
      return next;
    });
  return [Number(address.get('review')) || undefined, review] as const;
}

type ActionInput = { reason?: string; categoryId?: number | null; tag?: string };
type CategoryChoice = { id: number; name: string };

/** Asks for the input an action needs, or for confirmation; resolves to undefined when cancelled. */
function useActionDialog(categories: CategoryChoice[]) {
  const { message, modal } = App.useApp();
  return useCallback(
    (act: ArticleAct, { isConfirmed = false } = {}) =>
      new Promise<ActionInput | undefined>((resolve) => {
        const more: ActionInput = {};
        const content = inputFor(act, more, categories);
        if (!content && (isConfirmed || !warnings[act])) return resolve(more);
        modal.confirm({
          title: actNames[act],
          icon: null,
          content: content ?? warnings[act],
          okText: actNames[act],
          okButtonProps: { danger: act === 'purge' },
          onOk: (close: () => void) => {
            const lack = missingInput(act, more);
            if (lack) return void message.warning(lack);
            close();
            resolve(more);
          },
          onCancel: () => resolve(undefined),
        });
      }),
    [message, modal, categories],
  );
}

function missingInput(act: ArticleAct, { reason, tag }: ActionInput) {
  if (act === 'refuse' && !reason?.trim()) return '请写下原因';
  if (isTagAction(act) && !tag?.trim()) return '请输入标签名';
  return undefined;
}

function isTagAction(act: ArticleAct) {
  return act === 'tag' || act === 'untag';
}

function inputFor(act: ArticleAct, more: ActionInput, categories: CategoryChoice[]) {
  if (act === 'refuse')
    return (
      <Input.TextArea
        aria-label="理由"
        placeholder="写给作者的理由"
        maxLength={500}
        rows={3}
        onChange={({ target }) => {
          more.reason = target.value;
        }}
      />
    );
  if (isTagAction(act))
    return (
      <Input
        aria-label="标签"
        placeholder={act === 'tag' ? '标签的名字，没有就新建' : '要去掉的标签'}
        maxLength={longestName}
        onChange={({ target }) => {
          more.tag = target.value;
        }}
      />
    );
  if (act !== 'category') return undefined;
  more.categoryId = null;
  return (
    <Select
      aria-label="分类"
      className="dialog-choice"
      defaultValue={0}
      options={[{ value: 0, label: '未分类' }, ...categories.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(value) => {
        more.categoryId = value === 0 ? null : value;
      }}
    />
  );
}

const loadCarousel = async () => (await api.articles.carousel()).map(({ id, title }) => ({ id, name: title }));

function OrderCarousel({ onClose }: { onClose: () => void }) {
  return (
    <OrderDialog
      title="轮播的顺序"
      empty="轮播里还没有文章，首页显示最新的几篇。在文章的「…」里选「加入轮播」即可。"
      note="首页取前 5 篇；新加入的排在最前。"
      load={loadCarousel}
      send={(ids) => api.articles.orderCarousel({ body: { ids } })}
      onClose={onClose}
    />
  );
}

/** Saves the chosen articles as Markdown, several as a zip; those without readable text are listed as failed. */
async function exportFiles(ids: number[]): Promise<BatchResult> {
  const files: { name: string; text: string }[] = [];
  const failed: BatchResult['failed'] = [];
  for (const id of ids)
    await api.articles.markdown({ query: { id } }).then(
      (file) => files.push(file),
      (error: unknown) => failed.push({ id, why: errorText(error) }),
    );
  const [first, ...others] = files;
  if (first && others.length === 0) saveFile(first.name, new Blob([first.text], { type: 'text/markdown' }));
  else if (first) saveFile('文章.zip', zipOf(files));
  return { done: files.length, failed };
}

type ImportResult = { name: string; imported?: Imported; failure?: string };

/** Imports Markdown files as drafts, one each, and lists the outcome of every file. */
function ImportFiles({ isDemo, onDone }: { isDemo: boolean; onDone: () => void }) {
  const { modal } = App.useApp();
  const picker = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState(0);

  const start = async (files: File[]) => {
    const taken: ImportResult[] = [];
    for (const [at, file] of files.entries()) {
      setLeft(files.length - at);
      taken.push(await importFile(file));
    }
    setLeft(0);
    if (taken.length > 0) modal.info({ title: '导入 Markdown', width: 520, content: <ImportResults taken={taken} /> });
    onDone();
  };

  return (
    <>
      <input
        ref={picker}
        type="file"
        aria-label="Markdown 文件"
        multiple
        hidden
        accept=".md,.markdown,.txt,.zip"
        onChange={({ target }) => {
          void start([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Button
        icon={<Icon name="down2" />}
        loading={left > 0}
        disabled={isDemo}
        title={isDemo ? '演示模式，不允许操作' : '.md、.markdown、.txt，或连同图片的 .zip；一个文件一篇，先存为草稿'}
        onClick={() => picker.current?.click()}
      >
        {left > 0 ? `还有 ${left} 个` : '导入 Markdown'}
      </Button>
    </>
  );
}

async function importFile(file: File): Promise<ImportResult> {
  try {
    const envelope = await sendFile(browser, '/v1/admin/articles/import', file);
    return { name: file.name, imported: openEnvelope(envelope) as Imported };
  } catch (error) {
    return { name: file.name, failure: errorText(error) };
  }
}

function ImportResults({ taken }: { taken: ImportResult[] }) {
  const isWhole = taken.some(({ name, failure }) => failure && /\.zip$/i.test(name));
  return (
    <ul className="article-outcome">
      {taken.map(({ name, imported, failure }) => (
        <li key={name}>
          {imported ? <a href={`/newposts?id=${imported.id}`}>{imported.title || name}</a> : name}
          <span>{failure ?? `存为草稿${imported?.pictures ? `，图片 ${imported.pictures} 张` : ''}`}</span>
          {imported?.warnings.map((warning) => (
            <small key={warning}>{warning}</small>
          ))}
        </li>
      ))}
      {isWhole && <li>包含多篇文章的 zip，请站长到「备份」页的「导出与导入内容」导入。</li>}
    </ul>
  );
}
