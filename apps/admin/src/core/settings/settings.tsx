import type { Field, Section } from '@mojian/contract/core/settings-fields/field';
import { Input } from 'antd';
import { Activity, useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import { api } from '../../platform/http-api.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { findGroups } from './fields.ts';
import { type Facts, GroupCard } from './group-card.tsx';
import { SaveBar } from './save-bar.tsx';
import { useSettingsEdits, useUnsavedGuard } from './use-settings.tsx';
import './settings.css';

export const loader = async () => {
  const [groups, facts] = await Promise.all([api.settings.list(), api.selfTests.facts()]);
  return { groups, facts };
};

export function Component() {
  const { groups, facts } = useLoaderData<typeof loader>();
  const settings = useSettingsEdits(groups);
  const [words, setWords] = useState('');
  const { may, has } = useOffice();
  const isLocked = !may('settings.change');
  const found = findGroups(words, has);
  const changed = new Map(settings.changed.map(({ group, fields }) => [group.name, fields]));
  const count = settings.changed.reduce((sum, { fields }) => sum + fields.length, 0);
  useUnsavedGuard(count > 0);

  const save = async () => {
    const refused = await settings.save();
    // clears the search, so that refused groups are visible
    if (refused.length > 0) setWords('');
    return refused;
  };
  useFocusFault(settings.isSaving);

  return (
    <>
      <div className="page-head">
        <h1>站点设置</h1>
        <p>{isLocked ? '演示模式，不允许操作：可以看，不能改。' : '改动按下保存才生效，一按下就对所有人生效。'}</p>
      </div>
      <div className="settings">
        <SettingsNav sections={found} changed={[...changed.keys()]} words={words} onSearch={setWords} />
        <div className="settings-groups">
          {found.length === 0 && <p className="quiet">没有叫「{words}」的设置。</p>}
          <Groups found={found} words={words} settings={settings} changed={changed} facts={facts} />
          {count > 0 && (
            <SaveBar
              count={count}
              isSaving={settings.isSaving}
              save={save}
              undo={() => settings.forget([...changed.keys()])}
            />
          )}
        </div>
      </div>
    </>
  );
}

type GroupsProps = {
  found: Section[];
  words: string;
  settings: ReturnType<typeof useSettingsEdits>;
  changed: Map<string, Field[]>;
  facts: Facts;
};

/** Draws all groups. Those a search does not find are hidden rather than removed: what is half typed into them stays. */
function Groups({ found, words, settings, changed, facts }: GroupsProps) {
  const { may, has } = useOffice();
  const isFound = new Set(found.flatMap(({ groups }) => groups));
  return findGroups('', has).flatMap(({ groups }) =>
    groups.map((group) => (
      <Activity key={group.name} mode={isFound.has(group) ? 'visible' : 'hidden'}>
        <GroupCard
          group={group}
          value={settings.currentOf(group.name)}
          changed={changed.get(group.name) ?? []}
          refused={settings.refused[group.name]}
          isLocked={!may('settings.change')}
          isOpen={isFound.has(group) && words.trim() !== ''}
          currentOf={settings.currentOf}
          facts={facts}
          onChange={(value) => settings.change(group.name, value)}
          catchUp={(keep) => settings.catchUp(group.name, { keep })}
        />
      </Activity>
    )),
  );
}

type Props = { sections: Section[]; changed: string[]; words: string; onSearch: (words: string) => void };

function SettingsNav({ sections, changed, words, onSearch }: Props) {
  const names = sections.flatMap(({ groups }) => groups.map(({ name }) => name));
  const here = useVisibleGroup(names);
  return (
    <nav className="settings-contents" aria-label="设置目录">
      <Input
        type="search"
        aria-label="找一项设置"
        placeholder="找一项设置"
        value={words}
        allowClear
        onChange={(event) => onSearch(event.target.value)}
      />
      {sections.map(({ title, groups }) => (
        <section key={title}>
          <h2>{title}</h2>
          {groups.map((group) => (
            <a
              key={group.name}
              href={`#set-${group.name}`}
              aria-current={here === group.name ? 'location' : undefined}
              onClick={(event) => goTo(event, group.name)}
            >
              {group.title}
              {changed.includes(group.name) && <i role="img" aria-label="有没保存的改动" />}
            </a>
          ))}
        </section>
      ))}
    </nav>
  );
}

/** Scrolls without a history entry and moves the focus along. */
function goTo(event: React.MouseEvent, name: string) {
  const group = document.getElementById(`set-${name}`);
  if (!group) return;
  event.preventDefault();
  group.scrollIntoView();
  group.focus({ preventScroll: true });
}

/** Names the first group that reaches into the upper part of the window. */
function useVisibleGroup(names: string[]) {
  const [here, setHere] = useState(names[0]);
  const known = names.join();
  useEffect(() => {
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) seen[isIntersecting ? 'add' : 'delete'](target.id.slice(4));
        const first = known.split(',').find((name) => seen.has(name));
        if (first) setHere(first);
      },
      // below the head of the page and the end of the section before it, which a jump leaves at the top
      { rootMargin: '-120px 0px -60% 0px' },
    );
    for (const name of known.split(',')) {
      const group = document.getElementById(`set-${name}`);
      if (group) observer.observe(group);
    }
    return () => observer.disconnect();
  }, [known]);
  return here;
}

/** Focuses the first refused field once a save is over. */
function useFocusFault(isSaving: boolean) {
  useEffect(() => {
    if (isSaving) return;
    const place = document.querySelector('.group-card .field-fault, .group-card > .ant-alert');
    place?.scrollIntoView({ block: 'center' });
    const field = place?.closest('.field') ?? place;
    const way = ['.field-control :is(input, textarea)', '.field-control button', '.button-row button']
      .map((selector) => field?.querySelector<HTMLElement>(selector))
      .find(Boolean);
    way?.focus({ preventScroll: true });
  }, [isSaving]);
}
