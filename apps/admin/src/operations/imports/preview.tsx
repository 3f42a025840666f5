import type { ImportCounts, ImportPreview, ImportWork } from '@mojian/contract/operations/imports';
import { Alert, App, Button, Checkbox, Input } from 'antd';
import { useId, useState } from 'react';
import { errorText } from '../../platform/http-api.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { ComingArticles } from './coming.tsx';
import { CountTable, Losses } from './counts.tsx';
import { type Mapped, PickArticle, type PickedArticle, PickMember } from './pick.tsx';
import { startImport } from './use-imports.ts';

type Author = ImportPreview['authors'][number];
type Place = ImportPreview['places'][number];
type Props = { work: ImportWork; preview: ImportPreview; onClose: () => void };

/** Contents of a file and what an import would do, with the choices to make before it starts. */
export function ImportPreviewCard({ work, preview, onClose }: Props) {
  const { message } = App.useApp();
  const { isDemo } = useOffice();
  const [authors, setAuthors] = useState(() => proposedAuthors(preview.authors));
  const [matches, setMatches] = useState<Record<string, PickedArticle>>({});
  const [oldSite, setOldSite] = useState('');
  const [overwrite, setOverwrite] = useState(false);
  const [undatedAsDrafts, setUndatedAsDrafts] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const { reader, site, counts, places, losses, edited, articles } = preview;
  const isEmpty = counts.length === 0;

  const start = async () => {
    setStarting(true);
    await startImport(work, { ...optionsOf(authors, matches), site: oldSite.trim(), overwrite, undatedAsDrafts }).catch(
      (error) => message.error(errorText(error)),
    );
    setStarting(false);
  };
  return (
    <section className="card import-preview" aria-label="预览">
      <header>
        <h2>{reader.name}</h2>
        <span className="import-preview-file">
          {work.fileName}
          {site && ` · ${site}`}
        </span>
        <Button size="small" onClick={onClose}>
          换一个文件
        </Button>
      </header>
      <div className="card-body">
        {isEmpty ? (
          <Alert type="warning" showIcon title="里面没有能搬过来的东西" />
        ) : (
          <CountTable counts={withEdited(withMatches(counts, places, matches), edited, overwrite)} title="导入之后" />
        )}
        <Edited edited={edited} overwrite={overwrite} onChange={setOverwrite} />
        <Authors authors={preview.authors} chosen={authors} onChange={setAuthors} />
        {site === '' && reader.id !== 'mojian' && counts.some(({ kind }) => kind === 'article' || kind === 'page') && (
          <OldSite value={oldSite} onChange={setOldSite} />
        )}
        <Places places={places} chosen={matches} onChange={setMatches} />
        <ComingArticles articles={articles} undatedAsDrafts={undatedAsDrafts} onChange={setUndatedAsDrafts} />
        <Losses losses={losses} />
      </div>
      {!isEmpty && (
        <footer>
          <Button type="primary" loading={isStarting} disabled={isDemo} onClick={start}>
            开始导入
          </Button>
          <p className="quiet">导入过的不会再来一遍，在站里改过的不动；做完了还可以整个撤销。</p>
        </footer>
      )}
    </section>
  );
}

type EditedProps = { edited: ImportPreview['edited']; overwrite: boolean; onChange: (overwrite: boolean) => void };

/** Articles that were edited here: left alone, or replaced. */
function Edited({ edited, overwrite, onChange }: EditedProps) {
  const count = edited.article + edited.page;
  if (count === 0) return null;
  const titles = edited.titles.map((title) => `《${title}》`).join('');
  return (
    <div className="import-preview-edited">
      <p>
        有 {count.toLocaleString('zh-CN')} 篇在站里改过，不会动：{titles}
        {count > edited.titles.length && ' 等'}
      </p>
      <Checkbox checked={overwrite} onChange={({ target }) => onChange(target.checked)}>
        也换成文件里的（覆盖站里的修改）
      </Checkbox>
    </div>
  );
}

/** Address of the old site, asked for where the file does not name it. */
function OldSite({ value, onChange }: { value: string; onChange: (site: string) => void }) {
  const id = useId();
  return (
    <div className="import-preview-site">
      <label htmlFor={id}>旧站的网址</label>
      <Input
        id={id}
        type="url"
        value={value}
        placeholder="https://"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-hint`} className="quiet">
        文件里没有写。填了它，图片就从那里取；不填，相对地址的图片取不到。
      </p>
    </div>
  );
}

function proposedAuthors(authors: Author[]): Record<string, Mapped> {
  return Object.fromEntries(
    authors.map(({ key, userId, nickname }) => [key, userId === null ? null : { id: userId, nickname }]),
  );
}

function optionsOf(authors: Record<string, Mapped>, matches: Record<string, PickedArticle>) {
  const mapped = Object.entries(authors).flatMap(([key, member]) => (member ? [[key, member.id] as const] : []));
  const placed = Object.entries(matches).map(([key, { id }]) => [key, id] as const);
  return { authors: Object.fromEntries(mapped), matches: Object.fromEntries(placed) };
}

const keyOf = ({ address, title }: Place) => address || title;

/** Comments of an address that was given an article no longer wait. */
function withMatches(counts: ImportCounts[], places: Place[], matches: Record<string, PickedArticle>) {
  const placed = places.filter((place) => place.article === null && Object.hasOwn(matches, keyOf(place)));
  const by = placed.reduce((sum, { comments }) => sum + comments, 0);
  return counts.map((count) =>
    count.kind === 'comment' ? { ...count, added: count.added + by, waiting: Math.max(0, count.waiting - by) } : count,
  );
}

/** Articles edited here are replaced once that is chosen. */
function withEdited(counts: ImportCounts[], edited: ImportPreview['edited'], overwrite: boolean) {
  if (!overwrite) return counts;
  return counts.map((count) => {
    const by = count.kind === 'article' || count.kind === 'page' ? edited[count.kind] : 0;
    return { ...count, skipped: count.skipped - by, updated: count.updated + by };
  });
}

const rowsShown = 8;

type AuthorsProps = {
  authors: Author[];
  chosen: Record<string, Mapped>;
  onChange: (chosen: Record<string, Mapped>) => void;
};

function Authors({ authors, chosen, onChange }: AuthorsProps) {
  const id = useId();
  const [most, setMost] = useState(rowsShown);
  if (authors.length === 0) return null;
  return (
    <section className="import-part" aria-labelledby={id}>
      <h3 id={id}>作者是谁</h3>
      <WhoAmI authors={authors} chosen={chosen} onChange={onChange} />
      <p className="quiet">访客没有账号，也不会自动成为会员；用同一个邮箱注册以后，可以把自己的文章和评论认领回去。</p>
      <ul className="rows import-choices">
        {authors.slice(0, most).map(({ key, name, articles, comments }) => (
          <li key={key}>
            <p>
              <b>{name || key}</b>
              <small>
                {[name && key !== name && key.replace('\n', '：'), countsText(articles, comments)]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </p>
            <PickMember
              label={`${name || key}是谁`}
              value={chosen[key] ?? null}
              onPick={(member) => onChange({ ...chosen, [key]: member })}
            />
          </li>
        ))}
      </ul>
      <More left={authors.length - most} unit="位作者" onMore={() => setMost(most + 50)} />
    </section>
  );
}

/** Asks who the importing member is, where several wrote and nobody was chosen. */
function WhoAmI({ authors, chosen, onChange }: AuthorsProps) {
  const { id, nickname } = useOffice();
  const writers = authors.filter(({ articles }) => articles > 0);
  if (writers.length < 2 || writers.some(({ key }) => chosen[key]?.id === id)) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title="哪一位是你？"
      description={
        <>
          <p>没选的作者成为访客：公开的文章记在访客名下，草稿、私密和定时的归你。</p>
          <div className="row row-wrap run-result-acts">
            {writers.slice(0, rowsShown).map(({ key, name }) => (
              <Button key={key} size="small" onClick={() => onChange({ ...chosen, [key]: { id, nickname } })}>
                我是{name || key}
              </Button>
            ))}
          </div>
        </>
      }
    />
  );
}

function countsText(articles: number, comments: number) {
  const counts = [articles > 0 && `文章 ${articles} 篇`, comments > 0 && `评论 ${comments} 条`];
  return counts.filter(Boolean).join('，');
}

const matchNames = { chosen: '你选的', address: '按网址找到', slug: '按网址的最后一段找到', title: '按标题找到' };
/** Longest key the server takes. */
const longestKey = 500;

type PlacesProps = {
  places: Place[];
  chosen: Record<string, PickedArticle>;
  onChange: (chosen: Record<string, PickedArticle>) => void;
};

function Places({ places, chosen, onChange }: PlacesProps) {
  const id = useId();
  const [most, setMost] = useState(rowsShown);
  if (places.length === 0) return null;
  const unmatched = places.filter((place) => place.article === null && !Object.hasOwn(chosen, keyOf(place))).length;
  return (
    <section className="import-part" aria-labelledby={id}>
      <h3 id={id}>评论属于哪篇文章</h3>
      <p className="quiet">
        {unmatched > 0
          ? `${unmatched} 个网址还没有对上文章：可以现在选一篇；不选的先收着，等文章来了自动放好，读者这期间看不到。`
          : '每个网址都找到了文章；不对的可以换一篇。'}
      </p>
      <ul className="rows import-choices">
        {places.slice(0, most).map((place) => (
          <PlaceRow
            key={`${place.address} ${place.title}`}
            place={place}
            picked={chosen[keyOf(place)]}
            onPick={(article) => onChange({ ...chosen, [keyOf(place)]: article })}
          />
        ))}
      </ul>
      <More left={places.length - most} unit="个网址" onMore={() => setMost(most + 50)} />
    </section>
  );
}

type PlaceRowProps = { place: Place; picked: PickedArticle | undefined; onPick: (article: PickedArticle) => void };

function PlaceRow({ place, picked, onPick }: PlaceRowProps) {
  const { address, title, comments, article, how } = place;
  const way = picked ? matchNames.chosen : how && matchNames[how];
  return (
    <li>
      <p>
        <b>{address || title}</b>
        <small>{[address && title, `${comments} 条`, way].filter(Boolean).join(' · ')}</small>
      </p>
      {keyOf(place).length <= longestKey && (
        <PickArticle
          label={`${address || title}的文章`}
          placeholder="先收着，等文章来"
          value={picked ?? article}
          onPick={onPick}
        />
      )}
    </li>
  );
}

function More({ left, unit, onMore }: { left: number; unit: string; onMore: () => void }) {
  if (left <= 0) return null;
  return (
    <Button type="link" size="small" onClick={onMore}>
      还有 {left.toLocaleString('zh-CN')} {unit}
    </Button>
  );
}
