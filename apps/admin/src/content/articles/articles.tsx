import type { ArticleAct, ArticleCounts, ArticleRow } from '@mojian/contract/content/articles-admin';
import type { BatchResult } from '@mojian/contract/platform/fields';
import { type ArticleKind, longestName } from '@mojian/contract/platform/rules';
import { App, Button, Input, Select } from 'antd';
import { useCallback, useState } from 'react';
import { useLoaderData, useLocation, useSearchParams } from 'react-router';
import { api, errorText } from '../../platform/http-api.ts';
import { useActions } from '../../platform/listing/actions.tsx';
import { saveFile } from '../../platform/listing/csv.ts';
import { useListDialog } from '../../platform/listing/dialogs.ts';
import { Listing } from '../../platform/listing/listing.tsx';
import { currentSearch } from '../../platform/listing/use-listing.tsx';
import { OrderDialog } from '../../platform/ordering/order-dialog.tsx';
import { useOffice } from '../../platform/shell/office.tsx';
import { actNames, batchActionsIn, undoOf, warnings } from './article-actions.ts';
import { ArticleActions, articleFields, articleFilters, articleTabs, pageFields, pageFilters } from './columns.tsx';
import { History } from './history.tsx';
import { ImportFiles } from './import-files.tsx';
import { Review } from './review.tsx';
import { zipOf } from './zip.ts';
import './articles.css';

export const loader = () => api.articles.choices();
/** Loads the choices once, not with every filter. */
export const shouldRevalidate = () => false;

export function Component() {
  const choices = useLoaderData<typeof loader>();
  const isDemo = useOffice().role === 'demo';
  const tab = useSearchParams()[0].get('state') ?? 'all';
  const kind = useLocation().pathname === '/pages' ? 'page' : 'article';
  const [reviewed, review] = useReviewAddress();
  const { counts, load } = useArticles(kind);
  const ask = useActionDialog(choices.categories);
  const [isOrdering, setOrdering] = useState(false);
  const { open: past, show: showHistory, round, reload, ends } = useListDialog<ArticleRow>();
  const act = async (ids: number[], name: ArticleAct | 'export', isConfirmed: boolean) => {
    if (name === 'export') return exportFiles(ids);
    const more = await ask(name, { isConfirmed });
    return more && api.articles.act({ body: { ids, act: name, ...more } });
  };
  const run = useActions((ids, name: ArticleAct) => act(ids, name, false), reload);
  const runOne = (id: number, name: ArticleAct) => run([id], { title: actNames[name], ...undoOf(name), name });
  return (
    <div className="articles">
      <Listing<ArticleRow, ArticleAct | 'export'>
        key={kind}
        {...names[kind]}
        load={load}
        follows={['articles', 'taxonomy', 'users']}
        round={round}
        act={(ids, name) => act(ids, name, true)}
        acts={batchActionsIn(tab, kind)}
        tabs={articleTabs(counts)}
        filters={kind === 'page' ? pageFilters(choices) : articleFilters(choices)}
        fields={kind === 'page' ? pageFields : articleFields}
        rowMenu={(row) => (
          <ArticleActions
            row={row}
            tab={tab}
            kind={kind}
            isDemo={isDemo}
            review={() => review(row.id)}
            showHistory={() => showHistory(row)}
            run={(act) => runOne(row.id, act)}
          />
        )}
        extra={<ArticleButtons kind={kind} isDemo={isDemo} onOrder={() => setOrdering(true)} onImported={reload} />}
      />
      {past && <History {...past} onClose={(isChanged) => (isChanged ? ends.onDone() : ends.onClose())} />}
      {isOrdering && <OrderCarousel onClose={() => setOrdering(false)} />}
      <Review id={reviewed} isDemo={isDemo} go={review} onDecided={reload} />
    </div>
  );
}

/** Loads rows, and the counts of the tabs with them. */
function useArticles(kind: ArticleKind) {
  const [counts, setCounts] = useState<ArticleCounts>();
  const load = useCallback(
    async ({ query }: Parameters<typeof api.articles.list>[0]) => {
      const { data, extra } = await api.articles.list({ query: { ...query, kind } });
      setCounts(extra);
      return data;
    },
    [kind],
  );
  return { counts, load };
}

const names = {
  article: { title: '文章', none: '还没有文章，点「写文章」写第一篇' },
  page: { title: '页面', none: '还没有页面。「关于我」「项目」这样的，点「新建页面」写第一个' },
} as const;

type ArticleButtonsProps = {
  kind: ArticleKind;
  isDemo: boolean;
  onOrder: () => void;
  onImported: () => void;
};

function ArticleButtons({ kind, isDemo, onOrder, onImported }: ArticleButtonsProps) {
  const isPage = kind === 'page';
  return (
    <>
      {!isPage && <Button onClick={onOrder}>精选顺序</Button>}
      {!isPage && <ImportFiles isDemo={isDemo} onDone={onImported} />}
      <Button href={isPage ? '/newposts?kind=page' : '/newposts'} type="primary">
        {isPage ? '新建页面' : '写文章'}
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
      title="精选的顺序"
      empty="精选里还没有文章，首页就没有这一段。在文章的「…」里选「加入精选」即可。"
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
