import { completeSections } from '@mojian/contract/core/home-sections';
import { allGroups } from '@mojian/contract/core/settings-fields/sections';
import { Alert, Button, Radio, Select } from 'antd';
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { SaveBar } from '../../core/settings/save-bar.tsx';
import { useSettingsEdits, useUnsavedGuard } from '../../core/settings/use-settings.tsx';
import { api } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { besides, changesOf, type HomeSettings, leads } from './changes.ts';
import { Preview } from './preview.tsx';
import { SectionList } from './section-list.tsx';
import type { Contents } from './state-of-section.ts';
import './home.css';

const name = 'home';

export const loader = async () => {
  const [groups, contents] = await Promise.all([api.settings.list(), api.home.contents()]);
  return { groups, contents };
};

/** The reader's home page: what stands on its first screen and below it, beside the page as it would be. */
export function Component() {
  const { groups, contents } = useLoaderData<typeof loader>();
  const settings = useSettingsEdits(groups);
  const isLocked = !useOffice().may('settings.change');
  const value = settings.currentOf(name) as HomeSettings;
  const saved = settings.savedOf(name) as HomeSettings;
  const changes = changesOf(saved, value);
  const isChanged = settings.changed.some(({ group }) => group.name === name);
  useUnsavedGuard(isChanged);
  const change = (part: Partial<HomeSettings>) => settings.change(name, { ...value, ...part });
  const refused = settings.refused[name];
  return (
    <>
      <div className="page-head">
        <h1>首页</h1>
        <p>
          {isLocked ? '演示模式，不允许操作：可以看，不能改。' : '排好顺序，关掉不要的。预览就是读者会看到的样子。'}
        </p>
      </div>
      <div className="home">
        <div className="home-forms">
          {refused && (
            <Alert
              type="warning"
              showIcon
              title={refused.faults.map(({ text }) => text).join('；')}
              action={
                refused.isStale && (
                  <Button size="small" onClick={() => settings.catchUp(name, { keep: false })}>
                    查看最新内容
                  </Button>
                )
              }
            />
          )}
          <FirstScreen value={value} contents={contents} isLocked={isLocked} change={change} />
          <SectionList
            sections={completeSections(value.sections)}
            value={value}
            contents={contents}
            isLocked={isLocked}
            change={change}
          />
          {isChanged && (
            <SaveBar
              count={Math.max(1, changes.length)}
              changes={changes}
              isSaving={settings.isSaving}
              save={settings.save}
              undo={() => settings.forget([name])}
            />
          )}
        </div>
        <Preview value={value} canPreview={!isLocked} />
      </div>
    </>
  );
}

type FormProps = {
  value: HomeSettings;
  contents: Contents;
  isLocked: boolean;
  change: (part: Partial<HomeSettings>) => void;
};

const hintOf = (path: string) =>
  allGroups.find((group) => group.name === name)?.fields.find((field) => field.path === path)?.hint ?? '';

function FirstScreen({ value, contents, isLocked, change }: FormProps) {
  return (
    <section className="card" aria-label="第一屏">
      <header>
        <h2>第一屏</h2>
      </header>
      <div className="home-field">
        <b id="home-lead">头条</b>
        <div>
          <Radio.Group
            aria-labelledby="home-lead"
            disabled={isLocked}
            options={optionsOf(leads)}
            value={value.lead}
            onChange={({ target }) => change({ lead: target.value })}
          />
          {value.lead === 'chosen' && (
            <ArticlePicker
              value={value.article}
              chosen={contents.chosen}
              isLocked={isLocked}
              onChange={(article) => change({ article })}
            />
          )}
          <p className="quiet">{leadNote(value, contents)}</p>
        </div>
      </div>
      <div className="home-field">
        <b id="home-beside">旁边</b>
        <div>
          <Radio.Group
            aria-labelledby="home-beside"
            disabled={isLocked}
            options={optionsOf(besides)}
            value={value.beside}
            onChange={({ target }) => change({ beside: target.value })}
          />
          <p className="quiet">{hintOf('beside')}。</p>
        </div>
      </div>
    </section>
  );
}

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

function leadNote({ lead }: HomeSettings, { newest, pinned }: Contents) {
  if (lead === 'pinned' && !pinned) return '现在没有置顶的文章，用最新一篇。';
  const shown = lead === 'pinned' ? pinned : lead === 'newest' ? newest : null;
  return `${shown ? `现在是《${shown.title}》。` : ''}${hintOf('lead')}。`;
}

type PickerProps = {
  value: number;
  chosen: Contents['chosen'];
  isLocked: boolean;
  onChange: (id: number) => void;
};

function ArticlePicker({ value, chosen, isLocked, onChange }: PickerProps) {
  const [text, setText] = useState('');
  const { answer } = useAnswer(['home', 'articles', text], async () => {
    const { data } = await api.articles.list({ query: { state: 'published', text, pageSize: 20 } });
    return data.records.map(({ id, title }) => ({ id, title }));
  });
  const found = answer ?? [];
  const all = chosen && found.every(({ id }) => id !== chosen.id) ? [chosen, ...found] : found;
  return (
    <Select
      className="home-picker"
      aria-label="选一篇作头条"
      placeholder="选一篇文章"
      showSearch={{ filterOption: false, onSearch: setText }}
      disabled={isLocked}
      value={value > 0 ? value : null}
      options={all.map(({ id, title }) => ({ value: id, label: title }))}
      notFoundContent="没有符合条件的"
      onChange={(id: number | null) => onChange(id ?? 0)}
    />
  );
}
