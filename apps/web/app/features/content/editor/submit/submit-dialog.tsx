import type { Draft } from '@mojian/contract/content/drafts';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { readTypes } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { CardDialog } from '../../../../ui/card-dialog.tsx';
import { copyText } from '../../../../ui/copy-text.ts';
import { toast } from '../../../../ui/toast.ts';
import { useSending } from '../../../../ui/use-sending.ts';
import type { EditorDeps, EditorSite, Writing } from '../context.ts';
import { makeSeries } from '../settings/category-and-series.tsx';
import type { Field, Settings } from '../settings/use-settings.ts';
import { submitPlan } from './submit-plan.ts';
import { findProblems, hintsFor, type SubmitProblem } from './submit-rules.ts';
import './submit-dialog.css';

type Props = {
  writing: Writing;
  deps: EditorDeps;
  settings: Settings;
  site: EditorSite;
  /** Count of the pictures that are not part of the text yet. */
  pictures: number;
  /** Saves and returns the id and version. @throws Failure. */
  save: () => Promise<{ id: number; version: number }>;
  onDone: (done: { path: string; state: Draft['state'] }) => void;
  /** Called with a failure of a field, shown through `writing.errors`. */
  onRefused: (failure: Failure) => void;
  close: () => void;
};

/** Confirms a submission; lists problems and hints. */
export function SubmitDialog({ writing, deps, settings, site, pictures, save, onDone, onRefused, close }: Props) {
  const content = { ...writing.content, markdown: writing.markdown() };
  const publishAt = content.readType === readTypes.onlyAuthor ? '' : settings.publishAt;
  const [openedAt] = useState(() => Date.now());
  const lacks = findProblems({ content, pictures, publishAt, now: openedAt });
  const hints = hintsFor(content, writing.kind, site);
  const plan = submitPlan({ ...writing, publishAt });
  const go = (field: Field) => {
    close();
    settings.seek(field);
  };
  const handIn = async () => {
    try {
      await makeNamed(settings, writing, deps);
      const { path, state } = await submit(await save(), { writing, deps, publishAt: plan.time?.toISOString() });
      sayDone(plan.done, state === 'published' ? deps.siteOrigin + path : undefined);
      close();
      onDone({ path, state });
    } catch (error) {
      const field = isFailure(error) ? fieldOf(error) : undefined;
      if (!field) throw error;
      onRefused(error as Failure);
      go(field);
    }
  };
  const { isBusy, refusal, send } = useSending();
  return (
    <CardDialog
      title={plan.act}
      line={lacks.length > 0 ? '还差一点，补上就好。' : plan.about}
      close={close}
      mayClose={() => !isBusy}
    >
      <div className="submit-dialog">
        {lacks.length > 0 ? (
          <Points of={lacks} go={go} name="要先补上" />
        ) : (
          hints.length > 0 && <Points of={hints} go={go} name="可以更好，不改也行" />
        )}
        {refusal && (
          <p className="error" role="alert">
            {refusal.message}
          </p>
        )}
        <p className="card-dialog-actions">
          <button className="btn quiet" type="button" disabled={isBusy} onClick={close}>
            取消
          </button>
          {lacks.length === 0 && (
            <button className="btn btn-seal" type="button" aria-disabled={isBusy} onClick={() => send(handIn)}>
              {isBusy ? plan.doing : plan.act}
            </button>
          )}
        </p>
      </div>
    </CardDialog>
  );
}

type Submission = { writing: Writing; deps: EditorDeps; publishAt: string | undefined };

/** Submits a saved draft. Returns its state then, and its address. */
async function submit({ id, version }: { id: number; version: number }, { writing, deps, publishAt }: Submission) {
  const { state } = await deps.reading.drafts.submit({ body: { id, version, publishAt } });
  return { state, path: await pathOf(id, writing, deps) };
}

/** Says in a toast what was done, with the address to copy where everybody may read it. */
function sayDone(words: string, address: string | undefined) {
  toast('success', words, address ? { words: '复制链接', run: () => void copyLink(address) } : undefined);
}

async function copyLink(address: string) {
  if (await copyText(address)) toast('success', '链接已复制');
  else toast('error', '复制失败，请从地址栏复制');
}

/** Address of what was published. A page without a slug has got one. */
async function pathOf(id: number, { kind, content }: Writing, { reading }: EditorDeps) {
  if (kind !== 'page') return `/article/${id}`;
  return `/page/${content.slug || (await reading.drafts.mine({ query: { id } })).content.slug}`;
}

/** Creates the named series. @throws Failure with the field `seriesId`. */
async function makeNamed({ newSeries = '', nameSeries }: Settings, writing: Writing, deps: EditorDeps) {
  if (newSeries.trim() === '') return;
  const seriesId = await makeSeries(deps, newSeries).catch((error: unknown) => {
    throw isFailure(error) ? new Failure(error.id, error.message, 'seriesId') : error;
  });
  writing.change({ seriesId });
  nameSeries(undefined);
}

/** List of problems or hints that link to their field. */
function Points({ of, go, name }: { of: SubmitProblem[]; go: (field: Field) => void; name: string }) {
  return (
    <section aria-label={name}>
      <h3 className="dim">{name}</h3>
      <ul>
        {of.map(({ field, text }) => (
          <li key={text}>
            <button type="button" onClick={() => go(field)}>
              <span>{text}</span>
              <Icon name="right" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const fields: Field[] = [
  ...(['title', 'markdown', 'summary', 'cover', 'category', 'tags', 'keywords', 'original', 'sourceUrl'] as const),
  ...(['sourceAuthor', 'readType', 'slug', 'description', 'seriesId', 'commenting', 'highlighting'] as const),
  'hasAiContent',
  ...(['password', 'passwordHint'] as const),
  'publishAt',
];

/** Maps a failure's field, such as `content.tags.3`, to the form's. */
function fieldOf({ field }: Failure) {
  const names = field?.split('.') ?? [];
  return fields.find((known) => names.includes(known));
}
